public import Cards

extension SQLiteCardStore {
    public func conflict(of identifier: CardID) throws -> CardConflict? {
        try connection.reading { () throws(StoreError) in try ConflictReading(tables).conflict(of: identifier) }
    }

    public func conflictedCards() throws -> [CardSummary] { try tables.cards.conflictedSummaries() }

    public func hasConflictedCards() throws -> Bool { try tables.conflicts.hasCards() }

    public func resolve(_ choice: ConflictChoice) throws -> FieldSet {
        var decided: FieldSet = []
        let changed = try write { () throws(StoreError) in
            try tables.logStep(.change) { () throws(StoreError) in
                decided = try tables.decidable(choice)
                return try tables.resolve(choice, in: decided, at: clock.now())
            }
        }
        // The card's conflict mark disappears even where its values stay.
        if changed.isEmpty { notify(changed: [choice.identifier]) }
        notify(applied: changed)
        notifyPending()
        return decided
    }
}

extension Tables {
    /// The fields in which all sides still have the values that the user saw; none for a card that is gone.
    fileprivate func decidable(_ choice: ConflictChoice) throws(StoreError) -> FieldSet {
        guard let card = try cards.entry(choice.identifier)?.card,
            let kept = try ConflictReading(self).conflict(of: choice.identifier)
        else { return [] }
        return choice.fields.filter {
            kept.fields.contains($0) && kept.isSame($0, as: choice.conflict) && card.isEqual(to: choice.mine, in: $0)
        }
    }

    fileprivate func resolve(
        _ choice: ConflictChoice, in fields: FieldSet, at time: Timestamp
    ) throws(StoreError) -> ChangedCards {
        guard !fields.isEmpty, let card = try cards.entry(choice.identifier)?.card else { return ChangedCards() }
        for backend in try backends.all() {
            try conflicts.dropResolvedFields(of: card, deciding: fields, with: backend)
        }
        try VaultChanges(self).settle(fields, of: choice.identifier)
        let changed = fields.filter { !card.isEqual(to: choice.result, in: $0) }
        if changed.isEmpty { return ChangedCards() }
        return try apply([.set(CardPatch(values: choice.result, fields: changed))], at: time)
    }
}
