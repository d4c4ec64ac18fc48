/// An absolute address of http or https, as a request has it or as a `Location` leads to it.
///
/// It is for following a backend within its own origin, and for saying where it sends us. It is as strict as
/// ``BackendURL``: what could be read in two ways is not read at all.
struct HTTPAddress: Hashable, Sendable {
    private static let longestShown = 200

    /// Scheme, host and port; without a path.
    let origin: BackendURL
    /// Empty, or with a slash at its start; without dots that would lead upwards.
    let path: String
    /// Without its question mark.
    let query: String?
    /// A name before the host, which is not kept, makes it an address to tell of, not one to go to.
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

    /// For people. A server may send back what we sent it, so there is no query in it.
    var shown: String { String((origin.text + path).prefix(Self.longestShown)) }

    /// Where a reference leads from here (RFC 3986, 5.2), its fragment left out. Nil for what cannot be read, which an empty one
    /// counts as: it leads nowhere.
    func resolving(_ reference: String) -> HTTPAddress? {
        let reference = reference.prefix { $0 != "#" }
        guard !reference.isEmpty, reference.utf8.allSatisfy(Self.isAllowed) else { return nil }
        if Self.hasScheme(reference) { return Self.parse(String(reference)) }
        if reference.hasPrefix("//") { return Self.parse((origin.isSecure ? "https:" : "http:") + reference) }
        let (path, query) = Self.split(reference)
        guard Self.isPath(path) else { return nil }
        if path.isEmpty { return HTTPAddress(origin: origin, path: self.path[...], query: query) }
        if path.hasPrefix("/") { return HTTPAddress(origin: origin, path: path, query: query) }
        let folder = self.path.lastIndex(of: "/").map { self.path[...$0] } ?? "/"
        return HTTPAddress(origin: origin, path: folder + path, query: query)
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

    /// A colon before the first slash ends a scheme, whatever it is.
    private static func hasScheme(_ reference: Substring) -> Bool {
        reference.prefix { $0 != "/" && $0 != "?" }.contains(":")
    }

    private static func split(_ text: Substring) -> (path: Substring, query: Substring?) {
        guard let mark = text.firstIndex(of: "?") else { return (text, nil) }
        return (text[..<mark], text[text.index(after: mark)...])
    }

    private static func isPath(_ text: Substring) -> Bool { !text.contains { $0 == "[" || $0 == "]" } }

    /// What an address is written with (RFC 3986, 2): no blank, no control character, no backslash, ASCII only.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~:/?[]@!$&'()*+,;=%".utf8.contains(byte)
        }
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
