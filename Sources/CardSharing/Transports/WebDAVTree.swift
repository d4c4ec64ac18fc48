internal import Basics
public import CardNetwork
internal import Cards

/// A tree on a WebDAV server. It uses no more of WebDAV than PROPFIND of one folder, MKCOL, PUT, GET and DELETE, and relies on no
/// precondition: several servers ignore them.
final class WebDAVTree: ObjectTree {
    private static let pollInterval = Duration.seconds(30)
    private static let pausesWhileLocked: [Duration] = [.milliseconds(50), .milliseconds(150), .milliseconds(400)]

    let name: String
    private let server: WebDAVServer
    private let clock: any Clock<Duration>

    init(_ server: WebDAVServer, clock: any Clock<Duration>) {
        self.server = server
        self.clock = clock
        name = server.name
    }

    func list(_ folder: [String]) async throws(TransportError) -> [TreeEntry]? {
        guard let items = try await server.properties(of: folder, isFolder: true, depth: 1) else {
            if !folder.isEmpty, try await server.properties(of: [], isFolder: true, depth: 0) != nil { return nil }
            throw TransportError(.wrongPlace, name, "there is no folder at this address (404)")
        }
        let own = server.segments(below: folder)
        // A list without the folder itself (RFC 4918, 9.1) is none: something on the way answers, or writes other addresses.
        guard items.contains(where: { server.segments(ofAddress: $0.address) == own }) else {
            throw TransportError(.unreachable, name, "its list of files is not that of the folder that was asked for")
        }
        return items.compactMap { item in
            guard let segments = server.segments(ofAddress: item.address), segments.count == own.count + 1,
                Array(segments.dropLast()) == own, let last = segments.last
            else { return nil }
            return entry(last, item)
        }
    }

    private func entry(_ name: String, _ item: MultiStatus.Item) -> TreeEntry {
        let modified = item.modified.isEmpty ? nil : server.timestamp(ofDate: item.modified)
        return TreeEntry(name, isFolder: item.isFolder, size: item.isFolder ? nil : item.size, modified: modified)
    }

    /// Each folder is a request.
    var listsQuickly: Bool { false }

    func read(_ file: [String], maximumBytes: Int) async throws(TransportError) -> [UInt8]? {
        let answer = try await server.send(.get, to: file, maximumBytes: maximumBytes)
        switch answer.status {
        case 200:
            if answer.isWebPage { throw server.wrongAnswer }
            return answer.body
        case 404, 410: return nil
        default: throw server.error(answer)
        }
    }

    func entry(_ file: [String]) async throws(TransportError) -> TreeEntry? {
        guard let items = try await server.properties(of: file, isFolder: false, depth: 0) else { return nil }
        return items.first.map { entry(file.last ?? "", $0) } ?? TreeEntry(file.last ?? "", isFolder: false)
    }

    func write(
        _ bytes: [UInt8], to file: [String], existingFolders: Int, isNamedByContent: Bool
    ) async throws(TransportError) {
        var answer = try await put(bytes, to: file)
        // A parent is missing: 409 by the standard; some servers say something else.
        if [403, 404, 409, 500].contains(answer.status) {
            // Another device may have made it meanwhile.
            if try await server.properties(of: Array(file.dropLast()), isFolder: true, depth: 0) == nil {
                try await makeFolders(Array(file.dropLast()), existing: existingFolders)
            }
            answer = try await put(bytes, to: file)
        }
        if answer.status == 412 {
            guard isNamedByContent, try await !has(bytes, in: file) else { return }
            // What is there was cut off, or is something else: no other bytes can have this name.
            answer = try await server.put(bytes, to: file, mayReplace: true)
        }
        guard [200, 201, 204].contains(answer.status) else { throw server.error(answer) }
        if answer.status == 200, answer.isWebPage { throw server.wrongAnswer }
        // What was written is 201 or 204; 200 is also what answers in place of a server say to anything.
        if answer.status == 200 || bytes.count > 1 << 20 { try await verifySize(bytes.count, of: file) }
    }

    /// Whether the file has these bytes and no others.
    private func has(_ bytes: [UInt8], in file: [String]) async throws(TransportError) -> Bool {
        do throws(TransportError) {
            return try await read(file, maximumBytes: max(bytes.count, 1)) == bytes
        } catch {
            guard error.kind == .damaged else { throw error }
            return false
        }
    }

    /// Waits a little where another device writes the same file at this moment: rclone locks it meanwhile (423).
    private func put(_ bytes: [UInt8], to file: [String]) async throws(TransportError) -> WebDAVServer.Answer {
        for pause in Self.pausesWhileLocked {
            let answer = try await server.put(bytes, to: file, mayReplace: false)
            if answer.status != 423 { return answer }
            do {
                try await clock.sleep(for: pause)
            } catch {
                throw TransportError(.cancelled, name, "it was stopped")
            }
        }
        return try await server.put(bytes, to: file, mayReplace: false)
    }

    /// A server that was killed, or a proxy, can have less than was sent.
    private func verifySize(_ size: Int, of file: [String]) async throws(TransportError) {
        let item = try await server.properties(of: file, isFolder: false, depth: 0)?.first
        if let item, item.size == nil || item.size == size { return }
        throw TransportError(.unreachable, name, "what was just written differs from what was sent")
    }

    private func makeFolders(_ folder: [String], existing: Int) async throws(TransportError) {
        if existing > 0,
            try await server.properties(of: Array(folder.prefix(existing)), isFolder: true, depth: 0) == nil
        {
            throw TransportError(.wrongPlace, name, "the vault that was here is gone; nothing was written")
        }
        for count in existing..<folder.count {
            let part = Array(folder.prefix(count + 1))
            let answer = try await server.send(.mkcol, to: part, isFolder: true)
            // 405: it is there.
            if [200, 201, 204, 405].contains(answer.status) { continue }
            // Where another device makes it at the same moment Apache answers 403, rclone 423 and wsgidav 500.
            if try await server.properties(of: part, isFolder: true, depth: 0) == nil { throw server.error(answer) }
        }
    }

    func remove(_ file: [String]) async throws(TransportError) {
        let answer = try await server.send(.delete, to: file)
        guard [200, 202, 204, 404, 410].contains(answer.status) else { throw server.error(answer) }
        if answer.status == 200, answer.isWebPage { throw server.wrongAnswer }
    }

    /// A server tells nothing by itself: it is asked every 30 seconds.
    func hints(below folder: [String]) -> AsyncStream<Void> {
        let (stream, events) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let task = Task { [clock] in
            while !Task.isCancelled {
                do { try await clock.sleep(for: Self.pollInterval) } catch { break }
                events.yield(())
            }
            events.finish()
        }
        events.onTermination = { _ in task.cancel() }
        return stream
    }

    func remarks() async throws(TransportError) -> [VaultRemoteFinding] {
        var findings: [VaultRemoteFinding] = []
        if !server.isSecure {
            findings.append(
                .init(.remark, "The connection is not encrypted: others on the network can read the cards."))
        }
        if try await replacesFiles() {
            findings.append(
                .init(
                    .remark,
                    "The server overwrites files even when asked not to (If-None-Match). Nothing is lost: "
                        + "every batch has a name of its own."))
        }
        return findings
    }

    private func replacesFiles() async throws(TransportError) -> Bool {
        let probe = ["cards-tui-check-" + VaultID.random().text]
        do throws(TransportError) {
            let first = try await server.put([0x0A], to: probe, mayReplace: false)
            guard [200, 201, 204].contains(first.status) else { throw server.error(first) }
            let second = try await server.put([0x0A], to: probe, mayReplace: false)
            try await remove(probe)
            return [200, 201, 204].contains(second.status)
        } catch {
            if error.kind != .cancelled { try? await remove(probe) }
            throw error
        }
    }

    func close() async { server.close() }
}

/// How a WebDAV server is reached: its address, where its credentials come from, whom to trust. It holds no credentials.
public struct WebDAVConnection: Sendable {
    public let address: BackendURL
    let credentials: @Sendable () async throws -> Credentials?
    /// Trusted certificates instead of the system's, in PEM.
    let certificateFile: String?
    let allowsPlainHTTP: Bool

    /// - Parameters:
    ///   - credentials: called before the first request.
    ///   - allowsPlainHTTP: whether credentials may go to another machine without encryption.
    public init(
        _ address: BackendURL, certificateFile: String? = nil, allowsPlainHTTP: Bool = false,
        credentials: @escaping @Sendable () async throws -> Credentials? = { nil }
    ) {
        self.address = address
        self.credentials = credentials
        self.certificateFile = certificateFile
        self.allowsPlainHTTP = allowsPlainHTTP
    }

    /// Throws ``NetworkError`` and `CancellationError`.
    func client() async throws -> HTTPClient {
        do {
            let credentials = try await credentials()
            if credentials != nil, !address.isSecure, !address.isLoopback, !allowsPlainHTTP {
                throw NetworkError.plainHTTP(host: address.hostAndPort)
            }
            return HTTPClient(credentials: credentials, certificateFile: certificateFile)
        } catch let error as NetworkError {
            throw error
        } catch let error as any UserFacingError {
            throw NetworkError.noCredentials(host: address.hostAndPort, reason: error.userMessage)
        }
    }
}

extension TreeTransport {
    /// A vault on a WebDAV server.
    /// - Parameter clock: when the server is asked for news; another one for tests.
    public static func webDAV(
        _ connection: WebDAVConnection, clock: any Clock<Duration> = QueueClock(),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) -> TreeTransport {
        TreeTransport(WebDAVTree(WebDAVServer(connection), clock: clock), now: now)
    }
}
