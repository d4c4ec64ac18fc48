internal import Basics

/// A link that the terminal itself opens when its cells are clicked (OSC 8): the bytes that begin and end it. Where it is shown: see
/// ``Canvas/link(_:in:)``.
public struct Hyperlink: Hashable, Sendable {
    /// VTE and iTerm2 ignore longer ones.
    public static let maximumBytes = 2083

    private static let schemes = ["http:", "https:", "mailto:", "tel:"]

    /// Nothing but the ASCII characters of a URI: no control character, no blank.
    public let uri: String
    /// Joins the parts of a link that wraps. It is the same in every frame, and hardly ever that of another link.
    private let identifier: UInt32

    /// Nil for another scheme than those of the web, mail and telephone, and for a link that is too long.
    public init?(_ link: String) {
        guard link.utf8.count <= Self.maximumBytes else { return nil }
        let uri = PercentCoding.encoded(link, keeping: .uri)
        let start = uri.prefix(8).lowercased()
        guard uri.utf8.count <= Self.maximumBytes, Self.schemes.contains(where: { start.hasPrefix($0) })
        else { return nil }
        self.uri = uri
        identifier = UInt32(truncatingIfNeeded: uri.utf8.stableHash)
    }

    /// Equality compares the URI; two links seldom have the same identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// The cells that are written next are a part of the link, until another begins or ``closing``.
    public var opening: [UInt8] {
        Array("\u{1B}]8;id=\(String(identifier, radix: 16));\(uri)\u{1B}\\".utf8)
    }

    public static let closing = Array("\u{1B}]8;;\u{1B}\\".utf8)
}
