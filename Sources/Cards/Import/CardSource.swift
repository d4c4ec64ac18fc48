/// Gives the cards of a file in batches, in the order of the file, so that no file is held whole. It touches no store.
///
/// A file format is a source. Share links are no source: they hold one card, which a person looks at first.
public protocol CardSource: Sendable {
    /// The next batch, which may be empty; nil at the end. Throws what makes the whole file useless: nothing of it is imported then.
    mutating func next() throws -> [ImportedCard]?
}

/// One element of a file: what it says of a card, or why it is no card.
public struct ImportedCard: Sendable {
    /// Where the element is in the file.
    public enum Position: Sendable {
        /// Its number and its first line, both from 1.
        case element(Int, line: Int)
        case key(String)

        /// `card 3, line 7` or `card "A-1"`.
        public var text: String {
            switch self {
            case .element(let number, let line): "card \(number), line \(line)"
            case .key(let key): "card \"\(key.prefix(40))\""
            }
        }
    }

    public enum Content: Sendable {
        case patch(CardPatch)
        /// Not a card, for this reason: "the card has no identifier".
        case rejected(reason: String)
    }

    public let position: Position
    public let content: Content

    public init(_ content: Content, at position: Position) { (self.content, self.position) = (content, position) }
}
