internal import Cards

/// What a step had done, gathered from its entries in their order, and said in a few words.
struct StepSummary {
    /// Each card once, in the step's order.
    private(set) var cards: [CardID] = []
    /// The card's name after the step, where the step has one card and its entries tell it.
    private(set) var name: String?

    private let isRestore: Bool
    private var seen: Set<CardID> = []
    private var kinds: Set<Kind> = []

    /// What an entry did to its card.
    private enum Kind: Hashable {
        case added, deleted, starred, unstarred, archived, broughtBack
        /// Nil: several fields, or one without a name of its own.
        case changed(CardField?)
    }

    init(isRestore: Bool) { self.isRestore = isRestore }

    mutating func add(_ entry: ChangeLog.Entry) {
        let isNew = seen.insert(entry.card).inserted
        if isNew { cards.append(entry.card) }
        if cards.count == 1 { name = Self.name(in: entry) ?? name }
        // A card that the step made and went on changing was added.
        if !isNew, !entry.isDeletion, kinds == [.added] { return }
        kinds.insert(Self.kind(of: entry))
    }

    /// `name` is that of the only card.
    func words(name: String) -> String {
        let isOne = cards.count == 1
        let what = isOne ? name : "\(cards.count) cards"
        guard kinds.count == 1, let kind = kinds.first else { return "changed \(what)" }
        switch kind {
        case .added where isRestore: return "restored \(what)"
        case .added: return isOne ? "added \(what)" : "imported \(what)"
        case .deleted: return "deleted \(what)"
        case .starred: return "starred \(what)"
        case .unstarred: return "unstarred \(what)"
        case .archived: return "archived \(what)"
        case .broughtBack: return "brought back \(what)"
        case .changed(let field):
            return field?.definition?.noun.map { "changed the \($0) of \(what)" } ?? "changed \(what)"
        }
    }

    private static func kind(of entry: ChangeLog.Entry) -> Kind {
        if entry.isDeletion { return .deleted }
        if entry.isCreation { return .added }
        guard let patch = entry.fields.flatMap({ CardPatch(stored: $0, of: entry.card) }) else { return .changed(nil) }
        switch patch.fields.filter({ !$0.isBookkeeping }) {
        case [.isStarred]: return patch.values.isStarred ? .starred : .unstarred
        case [.isArchived]: return patch.values.isArchived ? .archived : .broughtBack
        case [.balance, .currency]: return .changed(.balance)
        case let fields: return .changed(fields.count == 1 ? fields.first : nil)
        }
    }

    /// The name that the entry gave the card, or that went with it.
    private static func name(in entry: ChangeLog.Entry) -> String? {
        guard let bytes = entry.fields ?? entry.previous, let patch = CardPatch(stored: bytes, of: entry.card),
            patch.fields.contains(.name)
        else { return nil }
        return patch.values.name
    }
}
