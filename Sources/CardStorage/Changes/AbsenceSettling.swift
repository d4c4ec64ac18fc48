internal import Cards

/// What the user decides about cards that a backend no longer has, and about those that were sent to it again after they were deleted here for
/// good, inside a transaction of the caller.
struct AbsenceSettling {
    /// How many cards something was decided about.
    private(set) var count = 0
    /// Whether values of cards were removed from the store.
    private(set) var hasRemoved = false
    private let tables: Tables
    private let backend: BackendTable.Entry
    private var writer: CardWriter
    private var kept: [Card] = []

    init(_ tables: Tables, with backend: BackendTable.Entry, at time: Timestamp) throws(StoreError) {
        self.tables = tables
        self.backend = backend
        writer = try CardWriter(tables, at: time)
    }

    /// The cards about which something was decided.
    var settled: ChangedCards { writer.changed }

    /// As one step of the history.
    mutating func settle(_ cards: [CardID], _ decision: AbsenceDecision) throws(StoreError) {
        let before = try tables.log.lastSequence()
        for identifier in cards {
            try tables.checkCancellation()
            if let returned = try tables.shadows.returned(identifier, of: backend) {
                switch decision {
                case .delete: try deleteThere(identifier)
                case .keep: try writer.apply([.set(CardPatch(from: nil, to: returned.withoutVerbatim))])
                }
            } else if let card = try tables.cards.entry(identifier)?.card,
                try tables.shadows.isAbsent(identifier, of: backend)
            {
                // Without its shadow it is a card that the backend never had: deleted there already, or new there.
                try tables.shadows.remove(identifier, of: backend)
                switch decision {
                case .delete: try writer.delete(card, by: .here)
                case .keep: kept.append(card)
                }
            } else {
                continue
            }
            count += 1
            writer.changed.insert(identifier)
        }
        try tables.endStep(.change, after: before)
        // After the step: nothing of these cards is another. For this backend only, which was asked about.
        var sender = try CardWriter(tables, for: [backend], at: writer.time)
        for card in kept {
            // As a change, which is sent also where the user declined to send the cards of earlier times.
            var changed = card
            changed.modified = writer.time.after(card.modified)
            try sender.write(changed, was: card, by: .here)
        }
        if count > 0 { try tables.backends.forgetValidators(of: backend) }
    }

    private mutating func deleteThere(_ identifier: CardID) throws(StoreError) {
        try tables.shadows.removeValues(identifier)
        try tables.photos.removeUses(by: identifier)
        try tables.pending.add(identifier, sequence: tables.log.lastSequence(), for: backend)
        hasRemoved = true
    }
}
