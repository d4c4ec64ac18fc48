internal import Basics

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
    var url: String { url { PercentCoding.encoded($0.value, keeping: .unreserved) } }

    /// The address for people and logs.
    var shownURL: String { url { $0.isSecret ? "…" : PercentCoding.encoded($0.value, keeping: .unreserved) } }

    private func url(_ value: (QueryItem) -> String) -> String {
        var url = base.text
        for part in path { url += "/" + PercentCoding.encoded(part, keeping: .unreserved) }
        for (index, item) in query.enumerated() {
            url += (index == 0 ? "?" : "&") + PercentCoding.encoded(item.name, keeping: .unreserved) + "=" + value(item)
        }
        return url
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
