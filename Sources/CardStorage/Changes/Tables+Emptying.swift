internal import Cards

/// Deletion for good: whatever the store holds of a card, but its identifier.
extension Tables {
    /// Deletes these cards for good: from the log, the backends' versions of them, this machine's data about them, and the photos
    /// that only they named. Returns those that were in the trash.
    ///
    /// Pending deletions stay pending, and what sync has to remember stays as an identifier without values.
    func empty(_ identifiers: [CardID]) throws(StoreError) -> Set<CardID> {
        let sequence = try log.lastSequence()
        let backends = try backends.receiving()
        let isShared = try vault.entry() != nil
        var emptied: Set<CardID> = []
        for identifier in identifiers where try trash.holds(identifier) {
            try checkCancellation()
            // The other devices must hear of a deletion whose entry of the log is removed here.
            if isShared { try vault.mark(identifier, SharedFields.all.text) }
            try trash.empty(identifier, upTo: sequence)
            try usage.remove(identifier)
            try manualOrder.remove(identifier)
            try origins.remove(identifier)
            try importUndo.remove(identifier)
            try secrets.remove(identifier)
            try sharedSecrets.remove(identifier)
            try ledger.remove(identifier)
            try reminders.remove(identifier)
            try photos.removeUses(by: identifier)
            try conflicts.remove(identifier)
            for backend in backends { try acknowledged.removeValues(identifier, of: backend) }
            try shadows.removeValues(identifier)
            try pending.removeFailures(identifier)
            emptied.insert(identifier)
        }
        // All at once: the log has no index by card that has all entries.
        if !emptied.isEmpty { try log.removeEntries(of: emptied) }
        return emptied
    }
}

extension ShadowTable {
    /// Leaves no more of the card than that a backend has it, which keeps its deletion pending.
    func removeValues(_ identifier: CardID) throws(StoreError) {
        try connection.run(Self.blank) { parameters in
            parameters.add(identifier.text)
            CardColumns.add(Card(identifier: identifier, name: ""), to: &parameters)
        }
    }

    private static let blank = "UPDATE shadow SET \(CardColumns.assignments(from: 2)) WHERE card = ?1"
}

extension AcknowledgedTable {
    /// Leaves no more than that the backend accepted a write of this card.
    fileprivate func removeValues(_ identifier: CardID, of backend: BackendTable.Entry) throws(StoreError) {
        guard try !states(identifier, of: backend).isEmpty else { return }
        try remove(identifier, of: backend)
        try addDeletion(of: identifier, by: backend)
    }
}

extension PendingUploadTable {
    /// Forgets the backend's messages about the card, which may quote it. Our own stays: it says why the deletion is parked.
    fileprivate func removeFailures(_ identifier: CardID) throws(StoreError) {
        try connection.run(
            "UPDATE owed SET failure = NULL WHERE card = ? AND failure <> ?", identifier.text,
            BackendMerge.contradictionText)
    }
}

extension ChangeLog {
    /// Removes the entries of these cards. The last entry of the log stays, without values: its sequence must not be used again.
    fileprivate func removeEntries(of cards: Set<CardID>) throws(StoreError) {
        let list = JSONWriter.bytes(of: cards.map(\.text))
        for sql in [
            "DELETE FROM change WHERE card IN (SELECT value FROM json_each(?)) AND sequence < (SELECT max(sequence) FROM change)",
            """
            UPDATE change SET fields = NULL, previous = NULL
            WHERE sequence = (SELECT max(sequence) FROM change) AND card IN (SELECT value FROM json_each(?))
            """,
        ] { try connection.run(sql) { $0.add(text: list) } }
    }
}
