public import Cards
public import Observation

/// What is before the camera, for one side of a card or for the first barcode that is seen. The camera runs as long as this is on top
/// of everything.
@MainActor @Observable
public final class CameraModel: ScreenModel {
    public let purpose: PicturePurpose
    /// The newest picture, small enough to be shown often; nil until there is one.
    public private(set) var image: PixelImage?
    /// How the picture is held: turned as the camera hangs.
    public private(set) var crop: PhotoCrop
    /// Why there is no picture any more, in words; nil while the camera runs.
    public private(set) var problem: String?

    /// How large a picture is worth being shown: told by the screen.
    @ObservationIgnored public var previewSize = PixelSize(width: 320, height: 320)
    /// The newest picture as the camera gave it.
    @ObservationIgnored private(set) var newest: [UInt8]?
    /// Told of the first picture's codes that has any; the camera has nothing more to do then.
    @ObservationIgnored private let onCodes: ([FoundBarcode], CameraModel) -> Void
    /// Looks for codes in what is seen; nil where a photo is taken.
    @ObservationIgnored private let reader: (any BarcodeReading)?
    @ObservationIgnored private var reading: Task<Void, Never>?
    /// A picture has come that nobody has looked for a code in.
    @ObservationIgnored private var isUnread = false
    @ObservationIgnored private let camera: any Camera
    @ObservationIgnored private let photos: any PhotoDecoder
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private var running: Task<Void, Never>?

    /// What an eye takes for movement, and half of what cameras give: the rest of the time is the keys'.
    private static let pause = Duration.milliseconds(40)
    /// So many pictures in a row that are none mean that the camera sends something else.
    private static let maximumDamaged = 30

    init(
        for purpose: PicturePurpose, context: ScreenContext, onCodes: @escaping ([FoundBarcode], CameraModel) -> Void
    ) {
        let services = context.services
        (self.purpose, self.onCodes) = (purpose, onCodes)
        (camera, photos, clock) = (services.camera, services.photos, services.timer)
        reader = purpose == .barcode ? services.reader : nil
        // A card has an outline to be held into; a code may be anywhere.
        crop = purpose == .barcode ? .everything : PhotoCrop()
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
                        // A picture that was hurt on its way: the next one will do.
                        damaged += 1
                        if damaged == Self.maximumDamaged { throw error }
                    }
                    try await clock.sleep(for: Self.pause)
                }
                // Left on purpose, the stream ends like that too.
                if !Task.isCancelled { self?.end(nil) }
            } catch is CancellationError {
                // The camera was left.
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

    private func end(_ words: String?) {
        stop()
        (image, newest) = (nil, nil)
        problem = words ?? "The camera stopped."
    }

    /// Looks for a code in the newest picture, one at a time: what comes meanwhile is seen, and only the last of it is looked at.
    private func readNewest() {
        guard let reader, let newest, isUnread, reading == nil, running != nil else { return }
        isUnread = false
        reading = Task { [weak self] in
            let found: Result<[FoundBarcode], any Error>
            do { found = .success(try await reader.barcodes(in: newest)) } catch { found = .failure(error) }
            // Left meanwhile, nobody waits for it.
            if !Task.isCancelled { self?.take(found) }
        }
    }

    private func take(_ found: Result<[FoundBarcode], any Error>) {
        reading = nil
        switch found {
        case .success(let codes):
            if !codes.isEmpty { return onCodes(codes, self) }
        case .failure(let error as BarcodeReadingError): return end(error.message)
        // A picture that was hurt on its way.
        case .failure: break
        }
        readNewest()
    }

    /// Turns what is seen by a quarter: the camera may hang sideways.
    public func turn() { crop.turn() }
}
