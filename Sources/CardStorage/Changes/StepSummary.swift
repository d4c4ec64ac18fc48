internal import Cards

/// What a step did, collected from its log entries in order, and described in a few words.
struct StepSummary {
    /// Each card once, in the step's order.
    private(set) var cards: [CardID] = []
    /// The card's name after the step, if the step is about one card and its entries contain the name.
    private(set) var name: String?

    private let isRestore: Bool
    private var seen: Set<CardID> = []
    private var kinds: Set<Kind> = []

    /// What an entry did to its card.
    private enum Kind: Hashable {
        case added, deleted, starred, unstarred, archived, unarchived, used, secret
        /// Nil: several fields, or a field without a noun.
        case changed(CardField?)
    }

    init(isRestore: Bool) { self.isRestore = isRestore }

    mutating func add(_ entry: ChangeLog.Entry) {
        let isNew = seen.insert(entry.card).inserted
        if isNew { cards.append(entry.card) }
        if cards.count == 1 { name = Self.name(in: entry) ?? name }
        // A card that the step added and then changed counts as added.
        if !isNew, !entry.isDeletion, kinds == [.added] { return }
        kinds.insert(Self.kind(of: entry))
    }

    /// - Parameter name: the card's name, used if there is only one.
    func text(name: String) -> String {
        let isOne = cards.count == 1
        let object = isOne ? name : "\(cards.count) cards"
        guard kinds.count == 1, let kind = kinds.first else { return "changed \(object)" }
        switch kind {
        case .added where isRestore: return "restored \(object)"
        case .added: return isOne ? "added \(object)" : "imported \(object)"
        case .deleted: return "deleted \(object)"
        case .starred: return "starred \(object)"
        case .unstarred: return "unstarred \(object)"
        case .archived: return "archived \(object)"
        case .unarchived: return "unarchived \(object)"
        case .used: return "used \(object)"
        case .secret: return "\(isRestore ? "restored" : "changed") a secret field of \(object)"
        case .changed(let field):
            let verb = isRestore ? "restored" : "changed"
            return field?.definition?.noun.map { "\(verb) the \($0) of \(object)" } ?? "\(verb) \(object)"
        }
    }

    private static func kind(of entry: ChangeLog.Entry) -> Kind {
        if entry.isDeletion { return .deleted }
        if entry.isCreation { return .added }
        if entry.isOfSecret { return .secret }
        guard let patch = entry.fields.flatMap({ CardPatch(stored: $0, of: entry.card) }) else { return .changed(nil) }
        if patch.fields.contains(.used) { return patch.values.used == nil ? .unarchived : .used }
        switch patch.fields.filter({ !$0.isBookkeeping }) {
        case [.isStarred]: return patch.values.isStarred ? .starred : .unstarred
        case [.isArchived]: return patch.values.isArchived ? .archived : .unarchived
        case [.balance, .currency]: return .changed(.balance)
        case let fields: return .changed(fields.only)
        }
    }

    /// The name that the entry set, or that was deleted with the card.
    private static func name(in entry: ChangeLog.Entry) -> String? {
        guard let bytes = entry.fields ?? entry.previous, let patch = CardPatch(stored: bytes, of: entry.card),
            patch.fields.contains(.name)
        else { return nil }
        return patch.values.name
    }
}
