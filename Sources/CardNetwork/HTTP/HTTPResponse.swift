/// An answer that is coming in: its head, and its body piece by piece. A reader that is slow slows the sender down; the
/// body is never held whole here.
struct HTTPResponse: Sendable {
    /// A body that does not matter is read up to here, so that its connection can be used again; no further.
    private static let maximumIdleBytes = 64 << 10

    let head: HTTPHead
    let request: APIRequest
    let transfer: Transfer
    let loop: TransferLoop

    /// The next bytes of the body, decoded; nil at its end, empty after ``interrupt()``. Throws ``HTTPFailure``.
    func nextChunk() async throws -> [UInt8]? {
        let event = try await transfer.next()
        if transfer.takePause() { loop.post(.resume(transfer)) }
        if case .chunk(let bytes) = event { return bytes }
        return nil
    }

    /// Makes ``nextChunk()`` give an empty chunk, at once when it waits: for a reader with something else to do meanwhile.
    func interrupt() { transfer.interrupt() }

    /// Reads the rest of a body that does not matter. Throws ``HTTPFailure`` where it is cut off.
    func drain() async throws {
        var count = 0
        while count < Self.maximumIdleBytes, let chunk = try await nextChunk() { count += chunk.count }
    }

    /// Throws ``NetworkError`` unless the status is one of success.
    func requireSuccess() throws(NetworkError) {
        let host = request.base.hostAndPort
        switch head.status {
        case 200..<300: return
        case 300..<400: throw .redirected(host: host, place: String((head["Location"] ?? "").prefix(200)))
        default: throw .refused(host: host, status: head.status)
        }
    }
}
