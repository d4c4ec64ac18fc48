internal import Cards

/// What the user decides about cards that a backend no longer has, and about those that were sent to it again after they were deleted here for
/// good, inside a transaction of the caller.
struct AbsenceSettling {
    let tables: Tables
    let backend: BackendTable.Entry
    let time: Timestamp
    /// The cards about which something was decided.
    private(set) var settled: Set<CardID> = []
    /// Whether values of cards were removed from the store.
    private(set) var hasRemoved = false
    private var kept: [CardTable.Entry] = []

    init(_ tables: Tables, with backend: BackendTable.Entry, at time: Timestamp) {
        (self.tables, self.backend, self.time) = (tables, backend, time)
    }

    /// Returns the cards that changed here: as one step of the history.
    mutating func settle(_ cards: [CardID], _ decision: AbsenceDecision) throws(StoreError) -> ChangedCards {
        let before = try tables.log.lastSequence()
        var changed = ChangedCards()
        for identifier in cards {
            try tables.checkCancellation()
            if let returned = try tables.shadows.returned(identifier, of: backend) {
                settled.insert(identifier)
                switch decision {
                case .delete: try deleteThere(identifier)
                case .keep:
                    let patch = CardPatch(from: nil, to: returned.withoutVerbatim)
                    changed.formUnion(try tables.apply([.set(patch)], at: time))
                }
            } else if let card = try tables.cards.entry(identifier),
                try tables.shadows.isAbsent(identifier, of: backend)
            {
                settled.insert(identifier)
                // Without its shadow it is a card that the backend never had: deleted there already, or new there.
                try tables.shadows.remove(identifier, of: backend)
                switch decision {
                case .delete: changed.formUnion(try tables.apply([.delete(identifier)], at: time))
                case .keep: kept.append(card)
                }
            }
        }
        try tables.endStep(.change, after: before)
        // After the step: nothing of these cards is another. Asked for by name, so that a declined consent for the cards of earlier times does
        // not count.
        for card in kept { try sendAgain(card) }
        if !settled.isEmpty { try tables.backends.forgetValidators(of: backend) }
        return changed
    }

    private mutating func deleteThere(_ identifier: CardID) throws(StoreError) {
        try tables.shadows.removeValues(identifier)
        try tables.photos.removeUses(by: identifier)
        try tables.pending.add(identifier, sequence: tables.log.lastSequence(), for: backend)
        hasRemoved = true
    }

    /// Gives a card a later time of its last change and queues it: it is sent as a change, although nothing of it differs.
    private func sendAgain(_ old: CardTable.Entry) throws(StoreError) {
        var card = old.card
        card.modified = time.after(card.modified)
        let sequence = try tables.log.append(card, was: old.card, by: .here, at: time)
        try tables.cards.write(CardTable.Entry(card: card, sequence: sequence), isNew: false)
        try tables.pending.add(card.identifier, sequence: sequence, for: backend)
    }
}
