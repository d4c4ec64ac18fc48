internal import Basics

/// A complete request to a backend. The client adds credentials as a header; a service that expects them in the query
/// adds a secret item. Its description contains no secret, no headers and no body.
package struct APIRequest: Hashable, Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
        case propfind = "PROPFIND"
        case mkcol = "MKCOL"
    }

    package struct QueryItem: Hashable, Sendable {
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

    /// - Parameter isRepeatable: nil uses the method's default.
    package init(
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
    var url: String { url { PercentCoding.encoded($0.value, keeping: .unreserved) } }

    /// The URL for users and logs.
    var shownURL: String { url { $0.isSecret ? "…" : PercentCoding.encoded($0.value, keeping: .unreserved) } }

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
