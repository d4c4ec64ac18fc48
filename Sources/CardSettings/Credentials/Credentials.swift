internal import FoundationEssentials

/// What proves to the backend who we are. It never prints itself: not in a message, a log, a dump or a debugger's list.
public struct Credentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let secret: String

    /// Reads `user:password`, or a token. Nil when the text is empty or holds a control character, which would end the
    /// header that carries it.
    public init?(_ text: String) {
        let secret = text.drop(while: \.isWhitespace)
        let end = secret.lastIndex { !$0.isWhitespace }
        guard let end, text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else { return nil }
        self.secret = String(secret[...end])
    }

    /// The value of the Authorization header: Basic (RFC 7617) for `user:password`, else Bearer (RFC 6750).
    public var authorization: String {
        guard secret.contains(":") else { return "Bearer " + secret }
        return "Basic " + Data(secret.utf8).base64EncodedString()
    }

    public var description: String { "credentials" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
