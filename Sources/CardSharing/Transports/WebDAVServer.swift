internal import Basics
internal import CardNetwork
internal import Cards
internal import Synchronization

/// Requests to a WebDAV server, and what their answers mean. It holds the credentials in its client only.
final class WebDAVServer: Sendable {
    struct Answer: Sendable {
        let status: Int
        let isWebPage: Bool
        let retryAfter: Duration?
        let body: [UInt8]
    }

    private static let longestList = 64 << 20
    private static let longestReply = 1 << 20
    private static let wanted = Array(
        """
        <?xml version="1.0" encoding="utf-8"?><D:propfind xmlns:D="DAV:"><D:prop><D:resourcetype/><D:getcontentlength/>\
        <D:getlastmodified/>\
        </D:prop></D:propfind>
        """.utf8)

    private let base: BackendURL
    private let connection: WebDAVConnection
    private let client = Mutex<HTTPClient?>(nil)
    private let basePath: [String]

    init(_ connection: WebDAVConnection) {
        base = connection.address
        self.connection = connection
        basePath = Self.decoded(connection.address.path) ?? []
    }

    var name: String { base.hostAndPort + base.path }
    var isSecure: Bool { base.isSecure || base.isLoopback }

    func close() { client.withLock { $0 = nil } }

    // MARK: - Requests

    /// Nil for what is not there. Asked once more where the server fails: while another device removes something in the folder, rclone
    /// breaks the list off, and wsgidav answers 500.
    func properties(of path: [String], isFolder: Bool, depth: Int) async throws(TransportError) -> [MultiStatus.Item]? {
        var answer = try await propfind(path, isFolder: isFolder, depth: depth)
        var list = try list(in: answer)
        if answer.status == 500 || answer.status == 207 && list == nil {
            answer = try await propfind(path, isFolder: isFolder, depth: depth)
            list = try self.list(in: answer)
        }
        return try items(list, answer, depth: depth)
    }

    private func list(in answer: Answer) throws(TransportError) -> MultiStatus? {
        guard answer.status == 207 else { return nil }
        do throws(XML.Problem) {
            return try MultiStatus.read(answer.body)
        } catch {
            throw error == .missing
                ? TransportError(.unsupported, name, "libexpat (libexpat1) is not installed")
                : TransportError(.busy(retryAfter: nil), name, "there is no memory for its list of files")
        }
    }

    private func propfind(_ path: [String], isFolder: Bool, depth: Int) async throws(TransportError) -> Answer {
        do throws(TransportError) {
            return try await send(
                .propfind, to: path, isFolder: isFolder,
                headers: [
                    .init(name: "Depth", value: String(depth)), .init(name: "Content-Type", value: "application/xml"),
                ],
                body: Self.wanted, maximumBytes: Self.longestList)
        } catch {
            // No object is damaged: something else than the server may have answered.
            guard error.kind == .damaged else { throw error }
            throw TransportError(.unreachable, name, "its list of files is longer than \(Self.longestList >> 20) MB")
        }
    }

    private func items(
        _ list: MultiStatus?, _ answer: Answer, depth: Int
    ) throws(TransportError) -> [MultiStatus.Item]? {
        switch answer.status {
        case 207:
            guard let list else {
                throw TransportError(.unreachable, name, "its list of files is broken")
            }
            if depth == 0, list.items.allSatisfy(\.isMissing) { return nil }
            return list.items.filter { !$0.isMissing }
        case 404, 410: return nil
        case 400, 405, 501: throw TransportError(.unsupported, name, "it is not a WebDAV server (\(answer.status))")
        default: throw error(answer)
        }
    }

    func put(_ bytes: [UInt8], to file: [String], mayReplace: Bool) async throws(TransportError) -> Answer {
        var headers = [APIRequest.Header(name: "Content-Type", value: "application/octet-stream")]
        if !mayReplace { headers.append(.init(name: "If-None-Match", value: "*")) }
        return try await send(.put, to: file, headers: headers, body: bytes)
    }

    func send(
        _ method: APIRequest.Method, to path: [String], isFolder: Bool = false, headers: [APIRequest.Header] = [],
        body: [UInt8]? = nil, maximumBytes: Int = longestReply
    ) async throws(TransportError) -> Answer {
        var request = APIRequest(base: base, path: path, method: method, headers: headers, body: body)
        request.isFolder = isFolder
        do {
            return try await connected().withResponse(to: request, maximumBodyBytes: maximumBytes) { response in
                var received: [UInt8] = []
                while let chunk = try await response.nextChunk() { received += chunk }
                if (300..<400).contains(response.head.status) { try await response.requireSuccess() }
                return Answer(
                    status: response.head.status, isWebPage: response.isWebPage, retryAfter: response.retryAfter,
                    body: received)
            }
        } catch {
            throw failure(error)
        }
    }

    /// Nil for what is no date.
    func timestamp(ofDate text: String) -> Timestamp? { client.withLock { $0 }?.timestamp(ofDate: text) }

    private func connected() async throws -> HTTPClient {
        if let there = client.withLock({ $0 }) { return there }
        let made = try await connection.client()
        return client.withLock { client in
            let first = client ?? made
            client = first
            return first
        }
    }

    // MARK: - Addresses

    /// The names of a path of the server, from its root on.
    func segments(below path: [String]) -> [String] { basePath + path }

    /// The names in an address that the server wrote; nil for what could lead elsewhere. Behind a proxy a server may know another host of
    /// its own: only names are used, and every request goes to the address that was set up.
    func segments(ofAddress text: String) -> [String]? {
        guard let slashes = text.firstRange(bytesOf: "://") else { return Self.decoded(text) }
        let rest = text[slashes.upperBound...]
        return Self.decoded(rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "")
    }

    private static func decoded(_ path: String) -> [String]? {
        var segments: [String] = []
        for part in path.split(separator: "/") {
            guard let segment = PercentCoding.decoded(String(part)), !segment.contains("/"), segment != ".",
                segment != ".."
            else { return nil }
            segments.append(segment)
        }
        return segments
    }

    // MARK: - Errors

    var wrongAnswer: TransportError {
        TransportError(.wrongPlace, name, "it answers with a web page; sign in to the network, or check the address")
    }

    func error(_ answer: Answer) -> TransportError {
        let (kind, reason): (TransportError.Kind, String) =
            switch answer.status {
            case 401, 407: (.refused, "the name or the password is wrong")
            case 403: (.refused, "it denies access")
            case 413: (.damaged, "the object is too large for the server")
            case 423: (.busy(retryAfter: answer.retryAfter), "the file is locked")
            case 429: (.busy(retryAfter: answer.retryAfter), "it receives too many requests")
            case 503: (.busy(retryAfter: answer.retryAfter), "it is not available")
            case 507: (.full, "it has no space left")
            case 408, 409, 500...: (.unreachable, "the server reports an error")
            case 200..<300 where answer.isWebPage:
                (.wrongPlace, "it answers with a web page; sign in to the network, or check the address")
            default: (.wrongPlace, "it does not answer like a WebDAV server")
            }
        return TransportError(kind, name, "\(reason) (\(answer.status))")
    }

    private func failure(_ error: any Error) -> TransportError {
        if error is CancellationError { return TransportError(.cancelled, name, "cancelled") }
        guard let error = error as? NetworkError else {
            return TransportError(.unreachable, name, "it cannot be reached")
        }
        switch error {
        case .failed(_, .bodyTooLarge): return TransportError(.damaged, name, "an object is too large")
        case .failed(_, .libraryMissing):
            return TransportError(.unsupported, name, "libcurl (libcurl4) is not installed")
        case .failed(_, let cause):
            // The sentences about certificates are those of the backend, whose settings are others.
            let reason = cause.reason.replacing(bytesOf: "backend.ca_file", with: "sync.ca_file")
            return TransportError(cause.isTemporary ? .unreachable : .untrusted, name, reason)
        case .redirected(_, let target): return TransportError(.untrusted, name, "it redirects to \(target)")
        case .redirectedTooOften: return TransportError(.untrusted, name, "it redirects more than 5 times")
        case .plainHTTP:
            return TransportError(
                .untrusted, name,
                "over http:// anyone on the network could read the credentials, so nothing was sent. Use https://, or set "
                    + "sync.allow_plain_http: true")
        case .noCredentials(_, let reason): return TransportError(.refused, name, reason)
        default: return TransportError(.unreachable, name, error.userMessage)
        }
    }
}

/// The answer to PROPFIND (RFC 4918, 14.16): which files and folders there are, how large they are, and when they were changed.
struct MultiStatus: Equatable, Sendable {
    struct Item: Equatable, Sendable {
        /// As the server wrote it: a path, or an address.
        var address = ""
        var isFolder = false
        var size: Int?
        /// A date as headers have it; empty where the server gives none.
        var modified = ""
        /// Of the whole item, where the server gives one instead of properties.
        var isMissing = false
    }

    private(set) var items: [Item] = []

    /// Throws ``XML/Problem/missing`` where there is nothing to read it with.
    /// - Returns: nil for anything else than a complete answer.
    static func read(_ bytes: [UInt8]) throws(XML.Problem) -> MultiStatus? {
        var reading = Reading()
        do throws(XML.Problem) {
            guard try XML.read(bytes, { reading.take($0) }) else { return nil }
        } catch {
            switch error {
            case .missing, .noMemory: throw error
            case .malformed, .refused: return nil
            }
        }
        return reading.list
    }

    /// What was read so far.
    private struct Reading {
        var list = MultiStatus()
        private var path: [String] = []
        private var item = Item()
        private var content = ""

        /// False for what is no such answer.
        mutating func take(_ event: XML.Event) -> Bool {
            switch event {
            case .start(let name, _):
                if path.isEmpty, name != "DAV:multistatus" { return false }
                if name == "DAV:collection", path.last == "DAV:resourcetype" { item.isFolder = true }
                path.append(name)
                content = ""
                if path.count == 2, name == "DAV:response" { item = Item() }
            case .text(let text):
                content += text
            case .end:
                guard let name = path.popLast() else { return false }
                let trimmed = content.withoutXMLBlanks
                content = ""
                switch (path.count, name) {
                case (1, "DAV:response"):
                    if item.address.isEmpty { return false }
                    list.items.append(item)
                case (2, "DAV:href") where item.address.isEmpty: item.address = trimmed
                case (2, "DAV:status"): item.isMissing = !trimmed.contains(bytesOf: " 2")
                case (4, "DAV:getcontentlength"): item.size = Int(trimmed)
                case (4, "DAV:getlastmodified"): item.modified = trimmed
                default: break
                }
            }
            return true
        }
    }
}

extension String {
    /// Without the blanks of XML (2.3) around it.
    fileprivate var withoutXMLBlanks: String {
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        guard let first = utf8.firstIndex(where: { !blanks.contains($0) }),
            let last = utf8.lastIndex(where: { !blanks.contains($0) })
        else { return "" }
        return String(self[first...last])
    }
}
