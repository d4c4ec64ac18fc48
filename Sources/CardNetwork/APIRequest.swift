internal import Cards

/// One request to a backend, whole: where, how, with what. It holds no credentials; the client adds them.
struct APIRequest: Hashable, Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    struct Header: Hashable, Sendable {
        let name: String
        let value: String

        static let acceptJSON = Header(name: "Accept", value: "application/json")
        static let jsonContent = Header(name: "Content-Type", value: "application/json")
    }

    /// By what a list is known to be still the same (RFC 9110, 13.1).
    mutating func ask(unless validators: ListValidators) {
        if let tag = validators.entityTag {
            headers.append(Header(name: "If-None-Match", value: tag))
        } else if let date = validators.lastModified {
            headers.append(Header(name: "If-Modified-Since", value: date))
        }
    }

    struct QueryItem: Hashable, Sendable {
        let name: String
        let value: String
    }

    let base: BackendURL
    /// The parts of the path behind the base, not yet escaped.
    let path: [String]
    var method = Method.get
    var query: [QueryItem] = []
    var headers: [Header] = []
    var body: [UInt8]?

    /// Whether the same request twice is the same as once, so that it may be repeated when its answer was lost.
    var isIdempotent: Bool { method != .post }

    var url: String {
        var url = base.text
        for part in path { url += "/" + Self.escape(part) }
        for (index, item) in query.enumerated() {
            url += (index == 0 ? "?" : "&") + Self.escape(item.name) + "=" + Self.escape(item.value)
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

/// A service's list of what can be asked of it: an enum whose cases are the requests.
protocol Endpoint: Sendable {
    func request(to base: BackendURL) -> APIRequest
}
