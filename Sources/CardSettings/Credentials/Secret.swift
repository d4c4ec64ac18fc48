/// What proves to the backend who we are, as the user keeps it: `user:password` or a token. It never prints itself: not in a
/// message, a log, a dump or a debugger's list. How it is sent is the network's to say.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// For the one place that sends it.
    public let text: String

    /// Blanks around it go. Nil when the text is empty or holds a control character, which would end the header that
    /// carries it.
    init?(_ text: String) {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }),
            start[...end].unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return nil }
        self.text = String(start[...end])
    }

    public var description: String { "secret" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
