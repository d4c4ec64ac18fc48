internal import Basics
internal import Cards

/// A complete request to a backend. The client adds credentials as a header; a service that expects them in the query
/// adds a secret item. Its description contains no secret, no headers and no body.
package struct APIRequest: Equatable, Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
        case propfind = "PROPFIND"
        case mkcol = "MKCOL"
    }

    package struct QueryItem: Equatable, Sendable {
        let name: String
        let value: String
        /// Whether users and logs see `…` instead of the value.
        var isSecret = false
    }

    package let base: BackendURL
    /// The path segments after the base, not yet escaped.
    let path: [String]
    let method: Method
    var query: [QueryItem]
    var headers: [Header]
    var body: [UInt8]?

    /// Whether it is idempotent, so that it may be sent again when its answer was lost.
    var isRepeatable: Bool

    /// Whether the path ends with a slash, as WebDAV wants for folders.
    package var isFolder = false

    /// An address of a file, as it was given: in place of base, path and query.
    private var address: HTTPAddress?

    /// - Parameter isRepeatable: nil uses the method's default.
    package init(
        base: BackendURL, path: [String], method: Method = .get, query: [QueryItem] = [], headers: [Header] = [],
        body: [UInt8]? = nil, isRepeatable: Bool? = nil
    ) {
        self.base = base
        self.path = path
        self.method = method
        self.query = query
        self.headers = headers
        self.body = body
        self.isRepeatable = isRepeatable ?? (method != .post)
    }

    /// Asks for the file at an address.
    init(of address: HTTPAddress) {
        self.init(base: address.origin, path: [])
        self.address = address
    }

    /// Whether it cannot turn into another request. A path segment that is empty or consists of dots would lead
    /// elsewhere, even when escaped.
    var isSafe: Bool {
        path.allSatisfy { !["", ".", ".."].contains($0) } && headers.allSatisfy(\.isSafe)
    }

    /// The URL with all secrets, for the connection only.
    var url: String { address?.text ?? url { PercentCoding.encoded($0.value, keeping: .unreserved) } }

    /// The URL for users and logs.
    var shownURL: String {
        address?.shown ?? url { $0.isSecret ? "…" : PercentCoding.encoded($0.value, keeping: .unreserved) }
    }

    private func url(_ value: (QueryItem) -> String) -> String {
        var url = base.text
        for part in path { url += "/" + PercentCoding.encoded(part, keeping: .unreserved) }
        if isFolder { url += "/" }
        for (index, item) in query.enumerated() {
            url += (index == 0 ? "?" : "&") + PercentCoding.encoded(item.name, keeping: .unreserved) + "=" + value(item)
        }
        return url
    }
}

extension APIRequest: CustomStringConvertible, CustomReflectable {
    package var description: String { "\(method.rawValue) \(shownURL)" }
    package var customMirror: Mirror { Mirror(self, children: ["method": method.rawValue, "url": shownURL]) }
}

extension APIRequest.QueryItem: CustomStringConvertible, CustomReflectable {
    package var description: String { "\(name)=\(isSecret ? "…" : value)" }
    package var customMirror: Mirror { Mirror(self, children: ["name": name, "value": isSecret ? "…" : value]) }
}

/// The requests of a service: an enum with a case for each request.
protocol Endpoint: Sendable {
    func request(to base: BackendURL) -> APIRequest
}

extension APIRequest {
    /// A request header. One that could end the header or become another is rejected when the request is sent.
    package struct Header: Equatable, Sendable {
        let name: String
        let value: String

        package init(name: String, value: String) { (self.name, self.value) = (name, value) }

        static let acceptJSON = Header(name: "Accept", value: "application/json")
        static let jsonContent = Header(name: "Content-Type", value: "application/json")

        /// Headers that the client or libcurl write. A second one would contradict theirs, or redirect the request.
        private static let reserved: Set = [
            "authorization", "connection", "content-length", "expect", "host", "proxy-authorization", "te", "trailer",
            "transfer-encoding", "upgrade",
        ]

        var isSafe: Bool {
            !name.isEmpty && name.utf8.allSatisfy(Self.isInToken) && !Self.reserved.contains(name.lowercased())
                && Self.canSend(value)
        }

        /// Whether a text may be a header's value: no line end, no control character but the tab.
        static func canSend(_ value: some StringProtocol) -> Bool {
            value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
        }

        /// The characters of a token (RFC 9110, 5.6.2).
        private static func isInToken(_ byte: UInt8) -> Bool {
            byte.isLetter || byte.isDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Makes the request conditional: the list is sent only if it has changed (RFC 9110, 13.1).
    mutating func ask(unless validators: ListValidators) {
        if let tag = validators.entityTag {
            headers.append(Header(name: "If-None-Match", value: tag))
        } else if let date = validators.lastModified {
            headers.append(Header(name: "If-Modified-Since", value: date))
        }
    }
}
