internal import Basics

/// The address of a remote as people write it: `folder:/mnt/stick/cards`, a path, `https://nas.example/dav`,
/// `postgresql://desk@db.example/cards`. It holds no password.
public struct RemoteAddress: Equatable, Sendable {
    public enum Kind: Hashable, Sendable { case folder, webdav, postgresql }

    public let kind: Kind
    /// The path of a folder, absolute; otherwise the URL.
    public let text: String

    public var remote: RemoteID { RemoteID(kind == .folder ? "folder:" + text : text) }

    /// - Parameter folder: where a relative path begins.
    /// - Parameter home: what `~` stands for; nil if it is unknown.
    public init(_ address: String, in folder: String, home: String?) throws(RemoteAddressError) {
        if let colons = address.firstRange(bytesOf: "://") {
            let scheme = address[..<colons.lowerBound].lowercased()
            let rest = address[colons.upperBound...]
            let authority = rest.prefix { $0 != "/" && $0 != "?" }
            if let user = authority.lastIndex(of: "@").map({ authority[..<$0] }), user.contains(":") {
                throw RemoteAddressError(
                    "the address must not hold a password: other users of this machine could read it. Put it into the credentials file, or "
                        + (scheme.hasPrefix("postgres") ? "into ~/.pgpass" : "type it when asked"))
            }
            guard !authority.isEmpty || scheme.hasPrefix("postgres") else {
                throw RemoteAddressError("the address names no server")
            }
            switch scheme {
            case "https", "http": (kind, text) = (.webdav, scheme + "://" + Self.withoutSlashes(rest))
            case "postgresql", "postgres": (kind, text) = (.postgresql, "postgresql://" + rest)
            default: throw RemoteAddressError("use folder:, https:// or postgresql://, not \(scheme)://")
            }
            return
        }
        var path = address.hasPrefix("folder:") ? String(address.dropFirst("folder:".count)) : address
        if path.isEmpty { throw RemoteAddressError("the address is empty") }
        if path == "~" || path.hasPrefix("~/") {
            guard let home else { throw RemoteAddressError("the home folder is unknown: write the whole path") }
            path = home + path.dropFirst()
        }
        if !path.hasPrefix("/") { path = folder + "/" + path }
        kind = .folder
        text = Self.withoutSlashes(path[...])
    }

    /// The address of a remote that is set up.
    public init?(_ remote: RemoteID) {
        guard let address = try? RemoteAddress(remote.text, in: "/", home: nil) else { return nil }
        self = address
    }

    private static func withoutSlashes(_ text: Substring) -> String {
        var text = text
        while text.count > 1, text.hasSuffix("/") { text.removeLast() }
        return String(text)
    }
}

extension RemoteAddress {
    /// For people: the server, or the path.
    public var name: String {
        guard kind != .folder, let start = text.firstRange(bytesOf: "://") else { return text }
        let authority = text[start.upperBound...].prefix { $0 != "/" && $0 != "?" }
        return String(authority.split(separator: "@").last ?? authority)
    }

    /// For people who have several: the server and what of it, or the path: "db.example/cards", "nas.example/dav". Without a user.
    public var place: String {
        guard kind != .folder, let start = text.firstRange(bytesOf: "://") else { return text }
        let path = text[start.upperBound...].drop { $0 != "/" && $0 != "?" }.prefix { $0 != "?" }
        return path.count > 1 ? name + path : name
    }
}

/// Why a text is no address of a remote, as the end of a sentence.
public struct RemoteAddressError: UserFacingError, Equatable {
    public let reason: String
    init(_ reason: String) { self.reason = reason }

    public var userMessage: String { reason.prefix(1).uppercased() + reason.dropFirst() + ". Nothing was changed." }
}
