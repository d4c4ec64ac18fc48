import Cards

/// What happened elsewhere to the saved card while its form was open: the card as it is stored now, and who changed which of its fields.
/// It does not hold the draft.
struct StoredChange: Equatable {
    /// The fields that one device, one backend or another program on this store changed.
    struct Part: Equatable {
        /// "desk", "the backend"; nil for another program on this store.
        let author: String?
        var fields: FieldSet
    }

    /// As it is stored now; nil if it was deleted.
    private(set) var card: Card?
    /// What was changed since the form was opened, the first change first.
    private(set) var parts: [Part] = []
    /// Who deleted the card.
    private var deleter: String?

    init(_ card: Card) { self.card = card }

    var isDeleted: Bool { card == nil }

    /// Adds what is stored now.
    /// - Parameter changes: the last changes of the card, the newest first: they tell who it was.
    mutating func add(_ new: Card?, from old: Card, _ changes: [PastChange]) {
        card = new
        guard let new else {
            deleter = changes.first.flatMap { Self.author(of: $0.source) }
            return
        }
        let changed = new.differences(from: old).filter { !$0.isBookkeeping }
        for field in changed.inReadingOrder {
            let author = changes.first { $0.sets(field) }.flatMap { Self.author(of: $0.source) }
            for index in parts.indices { parts[index].fields.remove(field) }
            if let index = parts.firstIndex(where: { $0.author == author }) {
                parts[index].fields.insert(field)
            } else {
                parts.append(Part(author: author, fields: [field]))
            }
        }
        parts.removeAll(where: \.fields.isEmpty)
    }

    /// Who changed the field last; nil for another program on this store.
    func author(of field: CardField) -> String? { parts.first { $0.fields.contains(field) }?.author }

    private static func author(of source: ChangeSource) -> String? {
        switch source {
        case .device(let name): name?.shortName ?? "another device"
        case .backend: "the backend"
        default: nil
        }
    }

    // MARK: - In words

    /// "desk changed number, note; saving asks about number"; nil if nothing was changed.
    func sentence(for draft: CardDraft) -> String? {
        guard let card else {
            return deleter.map { "\($0) deleted this card; saving brings it back".withCapital }
                ?? "Deleted elsewhere; saving brings the card back"
        }
        if parts.isEmpty { return nil }
        let following = FollowingDraft(draft, of: card)
        let contested = following.contested
        let waiting = following.differing.filter { !contested.contains($0) }
        var clauses = parts.map { part in
            let fields = Self.labels(part.fields.inReadingOrder)
            return part.author.map { "\($0) changed \(fields)" } ?? "changed elsewhere: \(fields)"
        }
        if !contested.isEmpty { clauses.append("saving asks about \(Self.labels(contested))") }
        if !waiting.isEmpty { clauses.append("\(Self.labels(waiting)) follows when you leave it") }
        return clauses.joined(separator: "; ").withCapital
    }

    private static func labels(_ fields: [CardField]) -> String { fields.map(\.label).joined(separator: ", ") }

    /// The stored value of a field that the draft has not followed, and who set it, as text; nil for every other field.
    func value(of field: DraftField, besides draft: CardDraft, _ input: LocalInput) -> String? {
        guard let card else { return nil }
        let following = FollowingDraft(draft, of: card)
        guard following.differing.contains(field.cardField) else { return nil }
        let isMine = following.edited.contains(field.cardField)
        guard field.isText else {
            guard let side = field.side else { return text(card.isStarred ? "starred" : "not starred", field, isMine) }
            let noun = side == .icon ? side.noun : "photo"
            return text(card[side] == nil ? "no \(noun)" : "another \(noun)", field, isMine)
        }
        let value = CardDraft(editing: card, input).text(of: field)
        // A barcode conflicts as a whole, not in each of its parts.
        guard field.cardField != .barcode || value != draft.text(of: field) else { return nil }
        return text(value.isEmpty ? "nothing" : value, field, isMine)
    }

    private func text(_ value: String, _ field: DraftField, _ isMine: Bool) -> String {
        let author = author(of: field.cardField) ?? "elsewhere"
        return "≠ \(author): \(value) · \(isMine ? "saving asks" : "follows when you leave the field")"
    }
}

extension PastChange {
    /// Whether the change may have given the field its value.
    fileprivate func sets(_ field: CardField) -> Bool {
        switch content {
        case .added: true
        case .changed(let fields, _, _): fields.contains(field)
        case .deleted, .secret, .unreadable: false
        }
    }
}

extension String {
    /// For the beginning of a sentence; a name that is lower case stays as it is known.
    fileprivate var withCapital: String {
        hasPrefix("changed ") || hasPrefix("the backend ") || hasPrefix("another device ")
            ? prefix(1).uppercased() + dropFirst() : self
    }
}
