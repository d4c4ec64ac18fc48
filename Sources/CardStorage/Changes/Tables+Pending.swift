internal import Cards

extension Tables {
    /// Adds the card to the backend's upload queue or removes it. The one rule: a card is pending exactly when its content
    /// differs from the backend's shadow.
    ///
    /// - Parameter entry: the card as it is now, nil when it is deleted.
    /// - Parameter shadow: the card as the backend has it, nil when it has none.
    /// - Parameter hasChanged: whether the card was changed, so that it is tried again where it was refused.
    func updatePending(
        _ identifier: CardID, entry: CardTable.Entry?, shadow: Card?, for backend: BackendTable.Entry,
        hasChanged: Bool = false
    ) throws(StoreError) {
        if backend.isOnlyConflictSide { return }
        let isPending: Bool
        if let entry {
            let differs = shadow.map { !entry.card.hasSameContent(as: $0) } ?? true
            isPending = differs && backend.mayBePending(changedAt: entry.sequence)
        } else if shadow != nil {
            isPending = true
        } else {
            // A failed upload may have arrived nevertheless.
            let attempts = try pending.attempts(identifier, for: backend)
            isPending = (attempts ?? 0) > 0
        }
        guard isPending else { return try pending.remove(identifier, for: backend) }
        let sequence = if let entry { entry.sequence } else { try log.lastSequence() }
        try pending.add(identifier, sequence: sequence, for: backend, hasChanged: hasChanged)
    }

    /// The same with card and shadow from the tables.
    func updatePending(
        _ identifier: CardID, for backend: BackendTable.Entry, hasChanged: Bool = false
    ) throws(StoreError) {
        try updatePending(
            identifier, entry: cards.entry(identifier), shadow: shadows.entry(identifier, of: backend)?.card,
            for: backend, hasChanged: hasChanged)
    }

    /// Notes that the backend accepted the card as it was sent; what has changed since is still pending.
    func acknowledge(_ change: PendingUpload, by backend: BackendTable.Entry) throws(StoreError) {
        if let before = try shadows.entry(change.identifier, of: backend)?.card {
            let now: Card? = if case .upload(let card) = change.content { card } else { nil }
            if now == nil, try trash.hasEmptied(change.identifier) {
                try acknowledged.addDeletion(of: change.identifier, by: backend)
            } else {
                try acknowledged.add(before, now, of: backend)
            }
        }
        switch change.content {
        case .upload(let card): try shadows.write(card, of: backend)
        case .delete: try shadows.remove(change.identifier, of: backend)
        }
        try pending.remove(change.identifier, for: backend)
        try updatePending(change.identifier, for: backend)
    }

    /// Ends the parked deletions of cards that a complete list no longer names: nothing is left to delete, and who adds such a card
    /// again adds a new one. So it is with cards that were sent again and are gone since. Returns whether there were any. Deletions that are
    /// not parked are sent anyway.
    func endAbsentDeletions(by backend: BackendTable.Entry) throws(StoreError) -> Bool {
        let ended = try shadows.removeAbsentDeletions(by: backend)
        for identifier in ended {
            try pending.remove(identifier, for: backend)
            if try trash.hasEmptied(identifier) { try photos.removeUses(by: identifier) }
        }
        return !ended.isEmpty
    }
}
