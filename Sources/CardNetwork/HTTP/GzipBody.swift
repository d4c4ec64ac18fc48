internal import Basics
internal import Synchronization

/// Unpacks a gzip body at the reader's pace: it holds the packed bytes received so far, and at most one chunk of unpacked ones.
/// libcurl would unpack everything that it has read, up to 1,000 bytes for each byte, even while the reader waits.
final class GzipBody: Sendable {
    /// The size of an unpacked chunk, in bytes.
    static let chunkSize = 64 << 10

    private struct State: ~Copyable {
        /// Nil where zlib or memory is missing.
        var stream = ZlibStream(unpacking: .gzip)
        var unpackedBytes = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: the maximum of unpacked bytes.
    init(limit: Int) { self.limit = limit }

    /// Appends packed bytes. Call it when ``next()`` has returned nil.
    func feed(_ bytes: [UInt8]) { state.withLock { $0.stream?.feed(bytes) } }

    /// The next unpacked bytes; nil if it needs more input, or at the end of the body.
    func next() throws(HTTPFailure) -> [UInt8]? {
        let limit = limit
        let result = state.withLock { state -> Result<[UInt8]?, HTTPFailure> in
            let chunk: [UInt8]
            do throws(ZlibStream.Broken) {
                guard let next = try state.stream?.next(room: Self.chunkSize) else {
                    return .failure(
                        .other("the response is compressed, and there is no zlib (zlib1g) or no memory for it"))
                }
                chunk = next
            } catch {
                return .failure(.damagedGzip)
            }
            state.unpackedBytes += chunk.count
            if state.unpackedBytes > limit { return .failure(.bodyTooLarge(limit: limit)) }
            return .success(chunk.isEmpty ? nil : chunk)
        }
        return try result.get()
    }

    /// Throws if the body ended within a member.
    func finish() throws(HTTPFailure) {
        if !state.withLock({ $0.stream?.isComplete ?? true }) { throw .closed }
    }
}
