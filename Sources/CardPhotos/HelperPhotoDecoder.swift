public import Cards
internal import ChildProcesses

/// Decodes photos in a helper process (see ``PhotoHelper``), one after another, with a time limit for each, by its size.
///
/// The helper starts with the first photo and serves the next ones. It is replaced with the next photo if it ended, took too
/// long, or was not started for that photo's format. A request whose task is cancelled while it waits is dropped. Decoded
/// pictures are not kept: see ``PhotoCache``.
public actor HelperPhotoDecoder: PhotoDecoder {
    /// The running program, even if its file was replaced since the start.
    public static let ownExecutable = "/proc/self/exe"

    /// The size of a photo of a camera. One of 200 megapixels has several times as many.
    private static let usualBytes = 8 << 20

    private let thread = HelperThread()
    private let executable: String
    private let timeLimit: Duration
    private let searchPath: SearchPath
    private var process: DecoderProcess?
    /// What was needed since the last ``shutDown()``, so that photos of alternating formats share one helper.
    private var capabilities = HelperCapabilities()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// - Parameter executable: calls ``PhotoHelper/run(_:)`` if its first argument is ``PhotoHelper/argument``.
    /// - Parameter timeLimit: for a picture of a camera; a page of a PDF gets three times as much.
    public init(executable: String = HelperPhotoDecoder.ownExecutable, timeLimit: Duration = .seconds(3)) {
        self.init(executable: executable, timeLimit: timeLimit, searchPath: .own)
    }

    /// - Parameter searchPath: the folders in which pdftoppm is searched.
    init(executable: String, timeLimit: Duration, searchPath: SearchPath) {
        self.executable = executable
        self.timeLimit = timeLimit
        self.searchPath = searchPath
    }

    deinit { thread.stop() }

    public func decode(_ bytes: [UInt8], fitting size: PixelSize) async throws -> PixelImage {
        let target = PixelSize(width: max(1, size.width), height: max(1, size.height))
        let picture = try await picture(of: bytes)
        return try ask(picture) { (process, limit) throws(HelperSocket.Failure) in
            try process.decode(picture, fitting: target, within: limit)
        }
    }

    public func crop(_ bytes: [UInt8], to crop: PhotoCrop) async throws -> [UInt8] {
        try make(.crop(crop), of: try await picture(of: bytes))
    }

    public func thumbnail(of bytes: [UInt8], fitting size: PixelSize) async throws -> [UInt8] {
        try make(
            .thumbnail(PixelSize(width: max(1, size.width), height: max(1, size.height))),
            of: try await picture(of: bytes))
    }

    private func make(_ work: HelperRequest.Work, of bytes: [UInt8]) throws -> [UInt8] {
        try ask(bytes) { (process, limit) throws(HelperSocket.Failure) in
            try process.make(work, of: bytes, within: limit)
        }
    }

    /// The first page of a PDF, drawn by a program of its own; any other bytes as they are.
    private func picture(of bytes: [UInt8]) async throws -> [UInt8] {
        guard PDFPages.isPDF(bytes) else { return bytes }
        guard let path = PDFPages.path(in: searchPath) else {
            throw PhotoError.loaderMissing(format: "PDF", package: PDFPages.package)
        }
        guard let stop = try? StopSignal() else { throw PhotoError.decoderFailed("no descriptors are left") }
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            do throws(PDFPages.Failure) {
                return try PDFPages.firstPage(
                    of: bytes, drawnBy: path, stop: stop.descriptor, until: .now.advanced(by: timeLimit * 3))
            } catch {
                if case .stopped = error { throw CancellationError() }
                throw PhotoError.documentFailed(error.reason(of: bytes))
            }
        } onCancel: {
            stop.raise()
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
            reply = try work(process, timeLimit * Double(1 + bytes.count / Self.usualBytes))
        } catch {
            throw error.error
        }
        self.process = consume process
        return try reply.mapError(\.photoError).get()
    }

    public func releaseResources() { shutDown() }

    /// Ends the helper after its present photo. The next photo starts a new one.
    public func shutDown() {
        process = nil
        capabilities = HelperCapabilities()
    }

    /// The helper's process id, for tests.
    var processIdentifier: Int32? { process?.child.identifier }

    /// Removes the process from the actor: it is put back only after a complete answer.
    private func runningProcess(for needed: HelperCapabilities) throws(PhotoError) -> DecoderProcess {
        capabilities.add(needed)
        if let process = process.take(), !process.child.hasEnded, process.capabilities.covers(needed) { return process }
        return try DecoderProcess(executable: executable, for: capabilities)
    }
}
