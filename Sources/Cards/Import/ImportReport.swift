/// The result of an import.
public struct ImportReport: Equatable, Sendable {
    /// An element that was not imported, or not completely, and why.
    public struct Skipped: UserFacingError, Equatable {
        /// `card 3, line 7` or `card "A-1"`.
        public let position: String
        public let reason: String

        public var userMessage: String { "\(position): \(reason)" }
    }

    /// What an import does with a card of the file.
    public enum Outcome: Equatable, Sendable {
        case new, same
        case changed(FieldSet)
        /// It is here, and stays as it is: ``ImportOptions/Duplicates/skip``.
        case known
        /// Left out by ``ImportOptions/leavingOut``.
        case leftOut
    }

    /// A card of the file, for a preview.
    public struct Entry: Equatable, Sendable {
        /// The index of the element in the source, for ``ImportOptions/leavingOut``.
        public let index: Int
        public let name: String
        public let number: String
        /// The name of the card here where it is another one.
        public let formerName: String?
        public let outcome: Outcome
        /// The fields that were changed both here and in the file: what is here stays.
        public let conflicts: FieldSet
        /// Whether not everything that the file has of it is taken: ``ImportReport/remarks``.
        public internal(set) var isPartlyRead: Bool
    }

    /// A card of the file that may be one that is here, under another name: its number is all that says so.
    public struct Rename: Equatable, Sendable {
        /// The index of the element in the source, for ``ImportOptions/renaming``.
        public let index: Int
        /// The name here, and that in the file.
        public let old: String
        public let new: String

        public init(index: Int, from old: String, to new: String) {
            self.index = index
            self.old = old
            self.new = new
        }

        /// "Aldi becomes Coop".
        public var text: String { "\(old.shortName) becomes \(new.shortName)" }

        /// "Aldi becomes Coop, Lidl becomes Spar and 2 more?"
        public static func question(_ renames: [Rename]) -> String {
            let shown = renames.prefix(mostAsked).map(\.text).joined(separator: ", ")
            return shown + (renames.count > mostAsked ? " and \(renames.count - mostAsked) more?" : "?")
        }

        private static let mostAsked = 3
    }

    /// What an import makes of one card: ``ImportOptions/detail``.
    public struct Detail: Equatable, Sendable {
        /// Nil for a new card.
        public let before: Card?
        public let after: Card
    }

    public var added = 0
    public var changed = 0
    public var unchanged = 0
    public var skipped: [Skipped] = []
    /// Cards that were imported, but not with everything that the file has of them.
    public var remarks: [Skipped] = []
    /// The cards of which fields were changed both here and in the file: what is here stays until the user resolves it.
    public var conflicts = 0
    /// The cards that were left as they are, or left out.
    public var leftOut = 0
    /// The photos in the file, and the groups that it names.
    public var photos = 0
    public var groups: Set<ExactText> = []
    /// The secret fields that are new or changed.
    public var secrets = 0
    /// All cards of the file, if the options ask for them.
    public var entries: [Entry] = []
    /// The cards that are new because of their names, and may be renamed ones.
    public var renames: [Rename] = []
    /// Nil unless the options ask for it, or where the card stays as it is.
    public var detail: Detail?

    public init() {}

    /// Whether it changes anything beside conflicts.
    public var isChange: Bool { added + changed + secrets > 0 }

    /// "3 added, 1 changed, 2 unchanged, 1 skipped"; counts of zero are left out.
    public var text: String {
        let parts = [
            (added, "added"), (changed, "changed"), (unchanged, "unchanged"), (leftOut, "left out"),
            (conflicts, "in conflict"), (skipped.count, "skipped"),
        ]
        let said = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        if said.isEmpty { return "no cards in this file" }
        let hidden = secrets > 0 ? [secrets.counted("secret field")] : []
        return (said + hidden).joined(separator: ", ")
    }
}

/// How an import treats cards that are here already, and what it leaves out.
public struct ImportOptions: Equatable, Sendable {
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
