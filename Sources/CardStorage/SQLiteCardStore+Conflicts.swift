public import Cards

extension SQLiteCardStore: ConflictKeeping {
    public func conflict(of identifier: CardID) throws -> CardConflict? { try tables.conflicts.conflict(identifier) }

    public func conflictedCards() throws -> [CardSummary] { try tables.cards.conflictedSummaries() }

    public func resolve(_ choice: ConflictChoice) throws {
        let changed = try write { () throws(StoreError) in
            try tables.logStep(.change) { () throws(StoreError) in try tables.resolve(choice, at: clock.now()) }
        }
        // The mark goes from the card where nothing of it changes, too.
        if changed.isEmpty { tell(changed: [choice.identifier]) }
        tell(applied: changed)
        tellOwed()
    }
}

extension Tables {
    /// A card that is gone has no conflict any more.
    fileprivate func resolve(_ choice: ConflictChoice, at time: Timestamp) throws(StoreError) -> ChangedCards {
        guard let card = try cards.entry(choice.identifier)?.card else { return ChangedCards() }
        if let backend = try backends.entry(choice.backend) {
            try conflicts.settle(card, deciding: choice.fields, with: backend)
        }
        return try choice.patch.map { patch throws(StoreError) in try apply([.set(patch)], at: time) }
            ?? ChangedCards()
    }
}
