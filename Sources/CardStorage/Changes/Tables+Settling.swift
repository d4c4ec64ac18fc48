internal import Cards

extension Tables {
    /// Makes the backend owed this card, or not: the one rule is that a card is owed exactly when its content differs from the
    /// backend's shadow.
    ///
    /// `entry` is the card as it is now, nil when it is gone; `shadow` what the backend has, nil for nothing.
    func settle(
        _ identifier: CardID, entry: CardTable.Entry?, shadow: Card?, with backend: BackendTable.Entry
    ) throws(StoreError) {
        let isPending: Bool
        if let entry {
            let differs = shadow.map { !entry.card.hasSameContent(as: $0) } ?? true
            isPending = differs && backend.mayBeOwed(changedAt: entry.sequence)
        } else if shadow != nil {
            isPending = true
        } else {
            // An upload that failed may have arrived all the same.
            let attempts = try pending.attempts(identifier, for: backend)
            isPending = (attempts ?? 0) > 0
        }
        guard isPending else { return try pending.remove(identifier, for: backend) }
        let sequence = if let entry { entry.sequence } else { try log.lastSequence() }
        try pending.add(identifier, sequence: sequence, for: backend)
    }

    /// The same, read from the tables.
    func settle(_ identifier: CardID, with backend: BackendTable.Entry) throws(StoreError) {
        try settle(
            identifier, entry: cards.entry(identifier), shadow: shadows.entry(identifier, of: backend)?.card,
            with: backend)
    }

    /// The backend has taken this: it has the card as it was sent, and what has changed since is still owed.
    func acknowledge(_ change: PendingUpload, by backend: BackendTable.Entry) throws(StoreError) {
        if let before = try shadows.entry(change.identifier, of: backend)?.card {
            let now: Card? = if case .upload(let card) = change.content { card } else { nil }
            try acknowledged.add(before, now, of: backend)
        }
        switch change.content {
        case .upload(let card): try shadows.write(card, of: backend)
        case .delete: try shadows.remove(change.identifier, of: backend)
        }
        try pending.remove(change.identifier, for: backend)
        try settle(change.identifier, with: backend)
    }
}
