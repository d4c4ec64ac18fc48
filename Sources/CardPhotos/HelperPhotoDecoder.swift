public import Cards

/// Decodes photos in a helper process (see ``PhotoHelper``), one after another, within a time for each.
///
/// The helper starts with the first photo and stays for the next; one that died or took too long is replaced with the
/// next photo, and so is one that was not started for a photo of that kind. A request whose task is cancelled before its turn is dropped. It keeps no pictures: see ``PhotoCache``.
public actor HelperPhotoDecoder: PhotoDecoder {
    /// The program itself, also when its file was replaced since the start.
    public static let ownExecutable = "/proc/self/exe"

    private let thread = HelperThread()
    private let executable: String
    private let timeLimit: Duration
    private var process: DecoderProcess?
    /// What was asked for since it last rested, so that kinds of photos that take turns have one helper.
    private var capabilities = HelperCapabilities()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// The executable calls ``PhotoHelper/run()`` when its first argument says so.
    public init(executable: String = HelperPhotoDecoder.ownExecutable, timeLimit: Duration = .seconds(3)) {
        (self.executable, self.timeLimit) = (executable, timeLimit)
    }

    deinit { thread.stop() }

    public func decode(_ bytes: [UInt8], fitting size: PixelSize) async throws -> PixelImage {
        let target = PixelSize(width: max(1, size.width), height: max(1, size.height))
        return try ask(bytes) { (process, limit) throws(HelperSocket.Failure) in
            try process.decode(bytes, fitting: target, within: limit)
        }
    }

    public func crop(_ bytes: [UInt8], to crop: PhotoCrop) async throws -> [UInt8] {
        try make(.crop(crop), of: bytes)
    }

    public func thumbnail(of bytes: [UInt8], fitting size: PixelSize) async throws -> [UInt8] {
        try make(.thumbnail(PixelSize(width: max(1, size.width), height: max(1, size.height))), of: bytes)
    }

    private func make(_ work: HelperRequest.Work, of bytes: [UInt8]) throws -> [UInt8] {
        try ask(bytes) { (process, limit) throws(HelperSocket.Failure) in
            try process.make(work, of: bytes, within: limit)
        }
    }

    private func ask<Reply>(
        _ bytes: [UInt8],
        _ work: (borrowing DecoderProcess, Duration) throws(HelperSocket.Failure) -> Result<Reply, DecodeFailure>
    ) throws -> Reply {
        try Task.checkCancellation()
        guard bytes.count <= HelperRequest.maximumBytes else { throw PhotoError.decoderFailed("its file is too large") }
        let process = try runningProcess(for: HelperCapabilities(decoding: bytes))
        let reply: Result<Reply, DecodeFailure>
        do throws(HelperSocket.Failure) {
            reply = try work(process, timeLimit)
        } catch {
            switch error {
            case .timedOut: throw PhotoError.tooLong
            case .closed: throw PhotoError.decoderFailed("the decoder stopped, the photo may be damaged")
            case .stopped: throw CancellationError()
            }
        }
        self.process = consume process
        return try reply.mapError(\.photoError).get()
    }

    public func rest() { shutDown() }

    /// Ends the helper after the photo that it is at. The next photo starts a new one.
    public func shutDown() {
        process = nil
        capabilities = HelperCapabilities()
    }

    /// The helper's process, for tests.
    var processIdentifier: Int32? { process?.child.identifier }

    /// Takes the process out of the actor: it goes back only when it answered in full.
    private func runningProcess(for needed: HelperCapabilities) throws(PhotoError) -> DecoderProcess {
        capabilities.add(needed)
        if let process = process.take(), !process.child.hasEnded, process.capabilities.covers(needed) { return process }
        return try DecoderProcess(executable: executable, for: capabilities)
    }
}
