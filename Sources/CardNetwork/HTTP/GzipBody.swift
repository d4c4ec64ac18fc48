internal import CZlib
internal import Synchronization

/// Decompresses a gzip body at the reader's pace: it holds the compressed bytes received so far, and at most one chunk
/// of decompressed ones. libcurl would decompress everything that it has read, up to 1,000 bytes for each byte, even
/// while the reader waits.
final class GzipBody: Sendable {
    /// The size of a decompressed chunk, in bytes.
    static let chunkSize = 64 << 10

    /// Whether zlib is available to decompress gzip.
    static var isPossible: Bool { czlib_can_unpack() }

    private struct State {
        /// Nil if there was not enough memory.
        var stream: UnsafeMutablePointer<CZlibStream>?
        var packed: ArraySlice<UInt8> = []
        var unpackedBytes = 0
        /// True before the first gzip member and after each: here the body may end.
        var isBetweenMembers = true
    }

    private let limit: Int
    private let state: Mutex<State>

    /// - Parameter limit: the maximum of decompressed bytes.
    init(limit: Int) {
        self.limit = limit
        state = Mutex(State(stream: czlib_make_gunzip()))
    }

    deinit {
        state.withLock { state in
            if let stream = state.stream { czlib_close(stream) }
        }
    }

    /// Appends compressed bytes. Call it when ``next()`` has returned nil.
    func feed(_ bytes: [UInt8]) { state.withLock { $0.packed += bytes } }

    /// The next decompressed bytes; nil if it needs more input, or at the end of the body.
    func next() throws(HTTPFailure) -> [UInt8]? {
        let result = state.withLock { state in Result { () throws(HTTPFailure) in try unpack(&state) } }
        return try result.get()
    }

    /// Throws if the body ended within a member.
    func finish() throws(HTTPFailure) {
        if !state.withLock({ $0.isBetweenMembers }) { throw .closed }
    }

    private func unpack(_ state: inout State) throws(HTTPFailure) -> [UInt8]? {
        guard let stream = state.stream else { throw .other("out of memory") }
        while true {
            var progress = CZlibProgress()
            let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { target, count in
                progress = state.packed.withUnsafeBufferPointer {
                    czlib_gunzip(stream, $0.baseAddress, $0.count, target.baseAddress, target.count)
                }
                count = progress.written
            }
            if progress.read > 0 || progress.written > 0 { state.isBetweenMembers = false }
            state.packed = state.packed.dropFirst(progress.read)
            guard !progress.is_broken else { throw .notHTTP }
            if progress.is_end {
                state.isBetweenMembers = true
                guard czlib_next_member(stream) else { throw .notHTTP }
            }
            state.unpackedBytes += chunk.count
            guard state.unpackedBytes <= limit else { throw .bodyTooLarge(limit: limit) }
            if !chunk.isEmpty { return chunk }
            if progress.read == 0 || state.packed.isEmpty { return nil }
        }
    }
}
