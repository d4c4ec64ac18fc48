public import Basics
public import Cards

/// The camera's picture, for one side of a card or for the first barcode that is seen. The camera runs as long as its screen is on top.
@MainActor
public final class CameraModel: ScreenModel {
    public let purpose: PicturePurpose
    public var isPicture: Bool { true }
    /// The newest picture, scaled down for the screen; nil until there is one.
    @Observed public private(set) var image: PixelImage?
    /// The crop and rotation of the picture, for a camera that is mounted sideways.
    @Observed public private(set) var crop: PhotoCrop
    /// Why there is no picture any more; nil while the camera runs.
    @Observed public private(set) var problem: String?

    /// The largest useful preview in pixels; set by the screen.
    public var previewSize = PixelSize(width: 320, height: 320)
    /// The newest picture as the camera sent it.
    private(set) var newest: [UInt8]?
    /// Called with the codes of the first picture that has any; the camera is not needed any more then.
    private let onCodes: ([FoundBarcode], CameraModel) -> Void
    /// Reads codes from the pictures; nil if a photo is taken.
    private let reader: (any BarcodeReading)?
    private let searches = Serial<[UInt8]>()
    private let camera: any Camera
    private let photos: any PhotoDecoder
    private let clock: any Clock<Duration>
    private var running: Task<Void, Never>?

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

    isolated deinit { running?.cancel() }

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
        running?.cancel()
        running = nil
        searches.cancel()
    }

    private func show(_ bytes: [UInt8]) async throws {
        let picture = try await photos.decode(bytes, fitting: previewSize)
        try Task.checkCancellation()
        (newest, image) = (bytes, picture)
        guard let reader, running != nil else { return }
        // One search at a time; of the pictures that are shown meanwhile only the last is searched.
        searches.request(bytes) { [weak self] bytes in
            let found: Result<[FoundBarcode], any Error>
            do { found = .success(try await reader.barcodes(in: bytes)) } catch { found = .failure(error) }
            // The screen was left meanwhile.
            if !Task.isCancelled { self?.receive(found) }
        }
    }

    private func end(_ message: String?) {
        stop()
        (image, newest) = (nil, nil)
        problem = message ?? "The camera stopped."
    }

    private func receive(_ found: Result<[FoundBarcode], any Error>) {
        switch found {
        case .success(let codes): if !codes.isEmpty { onCodes(codes, self) }
        case .failure(let error as BarcodeReadingError): end(error.message)
        // A picture that was damaged in transfer.
        case .failure: break
        }
    }

    /// Rotates the picture by a quarter turn, for a camera that is mounted sideways.
    public func turn() { crop.turn() }
}
