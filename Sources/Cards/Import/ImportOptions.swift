/// How an import treats cards that are here already, and what it leaves out.
public struct ImportOptions: Hashable, Sendable {
    public enum Duplicates: String, Sendable, CaseIterable {
        /// What changed in the file since the last import is changed here; what changed here stays.
        case merge
        /// They stay as they are.
        case skip
        /// They are added once more.
        case add
    }

    public var duplicates = Duplicates.merge
    /// The elements to leave out, by their index in the source.
    public var leavingOut: Set<Int> = []
    /// The elements that are a card that is here under another name, by their index in the source: ``ImportReport/renames``.
    public var renaming: Set<Int> = []
    /// Whether nothing is written where an element may be a card that is here under another name, so that somebody can be asked.
    public var stopsForRenames = false
    /// Whether nothing is written: the report says what would happen.
    public var isDryRun = false
    /// Whether the report lists every card.
    public var listsCards = false
    /// The element of which a preview gives the card as it is and as it would be; nothing behind it is read.
    public var detail: Int?

    public init() {}

    /// Reads everything and writes nothing: for a preview.
    public static var preview: ImportOptions {
        var options = ImportOptions()
        (options.isDryRun, options.listsCards) = (true, true)
        return options
    }
}
