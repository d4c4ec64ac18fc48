public import Cards
public import Observation

/// The camera's picture, for one side of a card or for the first barcode that is seen. The camera runs as long as its screen is on top.
@MainActor @Observable
public final class CameraModel: ScreenModel {
    public let purpose: PicturePurpose
    /// The newest picture, scaled down for the screen; nil until there is one.
    public private(set) var image: PixelImage?
    /// The crop and rotation of the picture, for a camera that is mounted sideways.
    public private(set) var crop: PhotoCrop
    /// Why there is no picture any more; nil while the camera runs.
    public private(set) var problem: String?

    /// The largest useful preview in pixels; set by the screen.
    @ObservationIgnored public var previewSize = PixelSize(width: 320, height: 320)
    /// The newest picture as the camera sent it.
    @ObservationIgnored private(set) var newest: [UInt8]?
    /// Called with the codes of the first picture that has any; the camera is not needed any more then.
    @ObservationIgnored private let onCodes: ([FoundBarcode], CameraModel) -> Void
    /// Reads codes from the pictures; nil if a photo is taken.
    @ObservationIgnored private let reader: (any BarcodeReading)?
    @ObservationIgnored private var reading: Task<Void, Never>?
    /// Whether the newest picture has not been searched for codes.
    @ObservationIgnored private var isUnread = false
    @ObservationIgnored private let camera: any Camera
    @ObservationIgnored private let photos: any PhotoDecoder
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private var running: Task<Void, Never>?

    /// Fast enough to look like motion, and half of the usual frame rate of cameras: that leaves time for keys.
    private static let pause = Duration.milliseconds(40)
    /// With so many undecodable pictures in a row the camera sends another format.
    private static let maximumDamaged = 30

    init(
        for purpose: PicturePurpose, context: ScreenContext, onCodes: @escaping ([FoundBarcode], CameraModel) -> Void
    ) {
        let services = context.services
        self.purpose = purpose
        self.onCodes = onCodes
        camera = services.camera
        photos = services.photos
        clock = services.timer
        reader = purpose == .barcode ? services.reader : nil
        // A card is held into an outline; a code may be anywhere, and a receipt has any shape.
        crop = if case .photo(let side) = purpose { .usual(for: side) } else { .everything }
    }

    isolated deinit { halt() }

    public func didAppear() { start() }
    public func didDisappear(isRemoved: Bool) { stop() }

    /// Starts the camera, unless it runs.
    public func start() {
        guard running == nil else { return }
        problem = nil
        running = Task { [weak self, camera, clock] in
            do {
                var damaged = 0
                for try await bytes in camera.pictures() {
                    guard let self else { return }
                    do {
                        try await show(bytes)
                        damaged = 0
                    } catch {
                        // A picture that was damaged in transfer: the next one will do.
                        damaged += 1
                        if damaged == Self.maximumDamaged { throw error }
                    }
                    try await clock.sleep(for: Self.pause)
                }
                // The stream also ends when the screen was left on purpose.
                if !Task.isCancelled { self?.end(nil) }
            } catch is CancellationError {
                // The screen was left.
            } catch {
                self?.end(error.message)
            }
        }
    }

    func stop() {
        halt()
        (running, reading) = (nil, nil)
    }

    private func halt() {
        running?.cancel()
        reading?.cancel()
    }

    private func show(_ bytes: [UInt8]) async throws {
        let picture = try await photos.decode(bytes, fitting: previewSize)
        try Task.checkCancellation()
        (newest, image, isUnread) = (bytes, picture, true)
        readNewest()
    }

    private func end(_ message: String?) {
        stop()
        (image, newest) = (nil, nil)
        problem = message ?? "The camera stopped."
    }

    /// Looks for codes in the newest picture, one search at a time; pictures that arrive meanwhile are shown, and only the last of them
    /// is searched.
    private func readNewest() {
        guard let reader, let newest, isUnread, reading == nil, running != nil else { return }
        isUnread = false
        reading = Task { [weak self] in
            let found: Result<[FoundBarcode], any Error>
            do { found = .success(try await reader.barcodes(in: newest)) } catch { found = .failure(error) }
            // The screen was left meanwhile.
            if !Task.isCancelled { self?.receive(found) }
        }
    }

    private func receive(_ found: Result<[FoundBarcode], any Error>) {
        reading = nil
        switch found {
        case .success(let codes):
            if !codes.isEmpty { return onCodes(codes, self) }
        case .failure(let error as BarcodeReadingError): return end(error.message)
        // A picture that was damaged in transfer.
        case .failure: break
        }
        readNewest()
    }

    /// Rotates the picture by a quarter turn, for a camera that is mounted sideways.
    public func turn() { crop.turn() }
}
