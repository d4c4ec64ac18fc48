internal import CZlib
internal import Synchronization

/// Unpacks a gzip body in the reader's own steps: it holds what came packed and was not unpacked yet, and never more than one
/// piece of what that becomes. libcurl would unpack all it has read, at a thousand bytes for each, whoever waits.
final class GzipBody: Sendable {
    /// How much is unpacked at a time.
    static let pieceSize = 64 << 10

    /// Whether gzip may be asked for.
    static var isPossible: Bool { czlib_can_unpack() }

    private struct State {
        /// Nil where there was no memory for it.
        var stream: UnsafeMutablePointer<CZlibStream>?
        var packed: ArraySlice<UInt8> = []
        var unpackedBytes = 0
        /// At the end of a member, and before the first: here the body may end.
        var isBetweenMembers = true
    }

    private let limit: Int
    private let state: Mutex<State>

    /// - Parameter limit: more than so many bytes, unpacked, are too many.
    init(limit: Int) {
        self.limit = limit
        state = Mutex(State(stream: czlib_make_gunzip()))
    }

    deinit {
        state.withLock { state in
            if let stream = state.stream { czlib_close(stream) }
        }
    }

    /// Takes packed bytes; those before have been unpacked.
    func feed(_ bytes: [UInt8]) { state.withLock { $0.packed += bytes } }

    /// The next bytes unpacked; nil when it needs more, or when the body has ended.
    func next() throws(HTTPFailure) -> [UInt8]? {
        let result = state.withLock { state in Result { () throws(HTTPFailure) in try unpack(&state) } }
        return try result.get()
    }

    /// Throws where the body ended within a member.
    func finish() throws(HTTPFailure) {
        if !state.withLock({ $0.isBetweenMembers }) { throw .closed }
    }

    private func unpack(_ state: inout State) throws(HTTPFailure) -> [UInt8]? {
        guard let stream = state.stream else { throw .other("out of memory") }
        while true {
            var progress = CZlibProgress()
            let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { target, count in
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
            state.unpackedBytes += piece.count
            guard state.unpackedBytes <= limit else { throw .bodyTooLarge(limit: limit) }
            if !piece.isEmpty { return piece }
            if progress.read == 0 || state.packed.isEmpty { return nil }
        }
    }
}
