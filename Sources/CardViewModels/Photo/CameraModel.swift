public import Cards
public import Observation

/// What is before the camera, for one side of a card. The camera runs as long as this is on top of everything.
@MainActor @Observable
public final class CameraModel {
    public let side: Card.Side
    /// The newest picture, small enough to be shown often; nil until there is one.
    public private(set) var image: PixelImage?
    /// How the picture is held: turned as the camera hangs.
    public private(set) var crop = PhotoCrop()
    /// Why there is no picture any more, in words; nil while the camera runs.
    public private(set) var problem: String?

    /// How large a picture is worth being shown: told by the screen.
    @ObservationIgnored public var previewSize = PixelSize(width: 320, height: 320)
    /// The newest picture as the camera gave it.
    @ObservationIgnored private(set) var newest: [UInt8]?
    @ObservationIgnored private let camera: any Camera
    @ObservationIgnored private let photos: any PhotoDecoder
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private var running: Task<Void, Never>?

    /// What an eye takes for movement, and half of what cameras give: the rest of the time is the keys'.
    private static let pause = Duration.milliseconds(40)
    /// So many pictures in a row that are none mean that the camera sends something else.
    private static let maximumDamaged = 30

    init(side: Card.Side, camera: any Camera, photos: any PhotoDecoder, clock: any Clock<Duration>) {
        (self.side, self.camera, self.photos, self.clock) = (side, camera, photos, clock)
    }

    isolated deinit { running?.cancel() }

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
                self?.end(error.words)
            }
        }
    }

    func stop() {
        running?.cancel()
        running = nil
    }

    private func show(_ bytes: [UInt8]) async throws {
        let picture = try await photos.decode(bytes, fitting: previewSize)
        try Task.checkCancellation()
        (newest, image) = (bytes, picture)
    }

    private func end(_ words: String?) {
        (running, image, newest) = (nil, nil, nil)
        problem = words ?? "The camera stopped."
    }

    /// Turns what is seen by a quarter: the camera may hang sideways.
    public func turn() { crop.turn() }
}
