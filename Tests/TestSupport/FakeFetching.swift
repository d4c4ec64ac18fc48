public import Cards

/// Fetches files from a table in place of the web. An address that is not in it is answered never.
public struct FakeFetching: FileFetching {
    public enum Answer: Sendable {
        case file([UInt8])
        /// At this address of another host.
        case elsewhere(String)
        case failure(String)
    }

    private let answers: [String: Answer]
    /// Called with each address that is asked.
    private let note: @Sendable (String) -> Void

    public init(_ answers: [String: Answer], note: @escaping @Sendable (String) -> Void = { _ in }) {
        self.answers = answers
        self.note = note
    }

    public func target(of text: String) throws -> FetchTarget {
        guard text.hasPrefix("https://") else { throw FetchError(.address, "Use https://.") }
        let parts = text.dropFirst("https://".count).prefix { $0 != "?" }.split(separator: "/")
        let host = String(parts.first ?? "")
        return FetchTarget(address: text, host: host, name: "\(host)/\(parts.last ?? "")")
    }

    public func fetch(_ target: FetchTarget, limit: Int, _ watch: FetchWatch) async throws -> FetchOutcome {
        note(target.address)
        switch answers[target.address] {
        case .file(let bytes):
            watch.progress(DownloadProgress(bytes: bytes.count, totalBytes: bytes.count))
            return .file(FetchedFile(name: target.name, byteCount: bytes.count) { MemoryFile(bytes) })
        case .elsewhere(let address): return .elsewhere(try self.target(of: address))
        case .failure(let reason): throw FetchError(.network, reason)
        case nil:
            watch.progress(DownloadProgress(bytes: 12 << 10, totalBytes: 34 << 10))
            // Ends with the task only.
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            for await _ in stream {}
            withExtendedLifetime(continuation) {}
            throw CancellationError()
        }
    }
}
