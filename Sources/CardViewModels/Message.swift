/// What the program says in the status line until the next key.
public struct Message: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case news, warning }

    public var words: String
    public var kind: Kind
    /// Whether what it tells of can be undone: said with the key that does it.
    public var offersUndo: Bool

    public init(_ words: String, kind: Kind = .news, offersUndo: Bool = false) {
        (self.words, self.kind, self.offersUndo) = (words, kind, offersUndo)
    }

    /// Both, one sentence behind the other; a warning when either is one.
    func followed(by other: Message) -> Message {
        let end = words.last.map { ".!?…".contains($0) } == true ? " " : ". "
        return Message(words + end + other.words, kind: kind == .warning ? .warning : other.kind)
    }

    init(_ error: any Error) { self.init(error.message, kind: .warning) }
}
