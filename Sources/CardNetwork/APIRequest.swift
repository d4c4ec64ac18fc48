/// A complete request to a backend. The client adds credentials as a header; a service that expects them in the query
/// adds a secret item. Its description contains no secret, no headers and no body.
struct APIRequest: Hashable, Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    struct QueryItem: Hashable, Sendable {
        let name: String
        let value: String
        /// Whether users and logs see `…` instead of the value.
        var isSecret = false
    }

    let base: BackendURL
    /// The path segments after the base, not yet escaped.
    let path: [String]
    let method: Method
    var query: [QueryItem]
    var headers: [Header]
    var body: [UInt8]?

    /// Whether it is idempotent, so that it may be sent again when its answer was lost.
    var isRepeatable: Bool

    /// - Parameter isRepeatable: nil uses the method's default.
    init(
        base: BackendURL, path: [String], method: Method = .get, query: [QueryItem] = [], headers: [Header] = [],
        body: [UInt8]? = nil, isRepeatable: Bool? = nil
    ) {
        (self.base, self.path, self.method) = (base, path, method)
        (self.query, self.headers, self.body) = (query, headers, body)
        self.isRepeatable = isRepeatable ?? (method != .post)
    }

    /// Whether it cannot turn into another request. A path segment that is empty or consists of dots would lead
    /// elsewhere, even when escaped.
    var isSafe: Bool {
        path.allSatisfy { !["", ".", ".."].contains($0) } && headers.allSatisfy(\.isSafe)
    }

    /// The URL with all secrets, for the connection only.
    var url: String { url { Self.escape($0.value) } }

    /// The URL for users and logs.
    var shownURL: String { url { $0.isSecret ? "…" : Self.escape($0.value) } }

    private func url(_ value: (QueryItem) -> String) -> String {
        var url = base.text
        for part in path { url += "/" + Self.escape(part) }
        for (index, item) in query.enumerated() {
            url += (index == 0 ? "?" : "&") + Self.escape(item.name) + "=" + value(item)
        }
        return url
    }

    /// Escapes all but the unreserved characters (RFC 3986, 2.3), so that a segment cannot end early.
    static func escape(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}

extension APIRequest: CustomStringConvertible, CustomReflectable {
    var description: String { "\(method.rawValue) \(shownURL)" }
    var customMirror: Mirror { Mirror(self, children: ["method": method.rawValue, "url": shownURL]) }
}

extension APIRequest.QueryItem: CustomStringConvertible, CustomReflectable {
    var description: String { "\(name)=\(isSecret ? "…" : value)" }
    var customMirror: Mirror { Mirror(self, children: ["name": name, "value": isSecret ? "…" : value]) }
}

/// The requests of a service: an enum with a case for each request.
protocol Endpoint: Sendable {
    func request(to base: BackendURL) -> APIRequest
}
