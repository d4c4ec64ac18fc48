internal import Basics

/// An absolute http or https URL, of a request or from a `Location` header.
///
/// It serves to follow redirects within the backend's own origin, and to name other redirects to the user. It is as
/// strict as ``BackendURL``: ambiguous text is rejected.
struct HTTPAddress: Equatable, Sendable {
    private static let longestShown = 200

    /// Scheme, host and port; its path is empty.
    let origin: BackendURL
    /// Empty, or with a leading slash; dot segments are removed.
    private(set) var path: String
    /// Without the question mark.
    private(set) var query: String?
    /// Whether there was user info before the host, which is not stored; such a URL may be shown but not followed.
    let hasUserInfo: Bool

    init?(_ text: String) {
        guard let address = Self.parse(text) else { return nil }
        self = address
    }

    private init(origin: BackendURL, hasUserInfo: Bool = false, path: Substring, query: Substring?) {
        self.origin = origin
        self.hasUserInfo = hasUserInfo
        self.path = Self.withoutDots(path)
        self.query = query.map { String($0) }
    }

    var text: String { origin.text + (path.isEmpty ? "/" : path) + (query.map { "?" + $0 } ?? "") }

    /// For display. Without the query, in which a server may return what we sent.
    var shown: String { String((origin.text + path).prefix(Self.longestShown)) }

    /// Resolves a reference relative to this URL (RFC 3986, 5.2), without its fragment. Nil if it is invalid or empty.
    func resolving(_ reference: String) -> HTTPAddress? {
        let reference = reference.prefix { $0 != "#" }
        guard !reference.isEmpty, reference.utf8.allSatisfy(Self.isAllowed) else { return nil }
        if Self.hasScheme(reference) { return Self.parse(String(reference)) }
        if reference.hasPrefix("//") { return Self.parse((origin.isSecure ? "https:" : "http:") + reference) }
        let (path, query) = Self.split(reference)
        guard Self.isPath(path) else { return nil }
        var copy = self
        copy.query = query.map { String($0) }
        if path.isEmpty { return copy }
        let folder = path.hasPrefix("/") ? "" : self.path.lastIndex(of: "/").map { self.path[...$0] } ?? "/"
        copy.path = Self.withoutDots(folder + path)
        return copy
    }

    private static func parse(_ text: String) -> HTTPAddress? {
        let text = text.prefix { $0 != "#" }
        guard text.utf8.allSatisfy(isAllowed), let colon = text.firstIndex(of: ":"),
            text[text.index(after: colon)...].hasPrefix("//")
        else { return nil }
        let scheme = text[..<colon]
        let rest = text[text.index(colon, offsetBy: 3)...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let names = authority.split(separator: "@", omittingEmptySubsequences: false)
        guard names.count <= 2, let host = names.last, let origin = try? BackendURL("\(scheme)://\(host)") else {
            return nil
        }
        let (path, query) = split(rest[authority.endIndex...])
        guard isPath(path) else { return nil }
        return HTTPAddress(origin: origin, hasUserInfo: names.count == 2, path: path, query: query)
    }

    /// Anything before a colon and before the first slash is a scheme.
    private static func hasScheme(_ reference: Substring) -> Bool {
        reference.prefix { $0 != "/" && $0 != "?" }.contains(":")
    }

    private static func split(_ text: Substring) -> (path: Substring, query: Substring?) {
        guard let mark = text.firstIndex(of: "?") else { return (text, nil) }
        return (text[..<mark], text[text.index(after: mark)...])
    }

    private static func isPath(_ text: Substring) -> Bool { !text.contains { $0 == "[" || $0 == "]" } }

    /// The characters of a URL (RFC 3986, 2): ASCII without blanks, control characters and backslash.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "-._~:/?[]@!$&'()*+,;=%".utf8.contains(byte)
    }

    /// RFC 3986, 5.2.4.
    private static func withoutDots(_ path: Substring) -> String {
        guard !path.isEmpty else { return "" }
        var kept: [Substring] = []
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment == ".." { _ = kept.popLast() }
            if segment == "." || segment == ".." {
                if isLast { kept.append("") }
            } else {
                kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }
}
