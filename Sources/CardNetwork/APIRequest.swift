/// One request to a backend, whole: where, how, with what. The client adds credentials as a header; where a service wants them in
/// the query, that item is secret. Printing it shows no secret, no headers and no body.
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
        /// Whether people and logs see `…` instead of the value.
        var isSecret = false
    }

    let base: BackendURL
    /// The parts of the path behind the base, not yet escaped.
    let path: [String]
    let method: Method
    var query: [QueryItem]
    var headers: [Header]
    var body: [UInt8]?

    /// Whether it may be sent again when its answer was lost: the same request twice is the same as once.
    var isRepeatable: Bool

    /// - Parameter isRepeatable: nil for what the method promises.
    init(
        base: BackendURL, path: [String], method: Method = .get, query: [QueryItem] = [], headers: [Header] = [],
        body: [UInt8]? = nil, isRepeatable: Bool? = nil
    ) {
        (self.base, self.path, self.method) = (base, path, method)
        (self.query, self.headers, self.body) = (query, headers, body)
        self.isRepeatable = isRepeatable ?? (method != .post)
    }

    /// Whether it can be written without turning into another one. A part of the path that is empty or only dots would lead
    /// elsewhere, however it is escaped.
    var isSafe: Bool {
        path.allSatisfy { !["", ".", ".."].contains($0) } && headers.allSatisfy(\.isSafe)
    }

    /// The address with all its secrets, for the wire only.
    var url: String { url { Self.escape($0.value) } }

    /// The address for people and logs.
    var shownURL: String { url { $0.isSecret ? "…" : Self.escape($0.value) } }

    private func url(_ value: (QueryItem) -> String) -> String {
        var url = base.text
        for part in path { url += "/" + Self.escape(part) }
        for (index, item) in query.enumerated() {
            url += (index == 0 ? "?" : "&") + Self.escape(item.name) + "=" + value(item)
        }
        return url
    }

    /// Escapes all but the unreserved characters (RFC 3986, 2.3), so that a part cannot leave its place.
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

/// A service's list of what can be asked of it: an enum whose cases are the requests.
protocol Endpoint: Sendable {
    func request(to base: BackendURL) -> APIRequest
}
