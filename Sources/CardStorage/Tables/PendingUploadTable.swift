internal import Cards

/// The upload queue of each backend: the cards that differ from its shadow, with the attempts so far. It holds no contents: a
/// card is sent as it is at that time.
struct PendingUploadTable {
    let connection: Connection

    /// Oldest first, without parked ones and those about which the user was not asked.
    func changes(for backend: BackendTable.Entry, limit: Int) throws(StoreError) -> [PendingUpload] {
        try connection.all(
            "\(Self.select) AND is_refused = 0 AND owed.sequence > ? ORDER BY owed.sequence LIMIT ?", backend.number,
            backend.heldUpTo, limit
        ) {
            Self.change(from: &$0)
        }
    }

    /// Parked or not; nil when nothing is pending.
    func change(_ identifier: CardID, for backend: BackendTable.Entry) throws(StoreError) -> PendingUpload? {
        try connection.first("\(Self.select) AND owed.card = ?", backend.number, identifier.text) {
            Self.change(from: &$0)
        }.flatMap { $0 }
    }

    private static let select = """
        SELECT owed.card, owed.sequence, attempts, failure, card.id, \(CardColumns.list)
        FROM owed LEFT JOIN card ON card.id = owed.card WHERE backend = ?
        """

    private static func change(from row: inout Row) -> PendingUpload? {
        guard let identifier = CardID(row.text()) else { return nil }
        let (sequence, attempts, failure) = (row.number(), row.count(), row.optionalText())
        let isThere = row.optionalText() != nil
        return PendingUpload(
            identifier: identifier,
            content: isThere ? .upload(CardColumns.card(identifier, from: &row)) : .delete,
            attempts: attempts, lastFailure: failure, sequence: sequence)
    }

    /// How many uploads are pending, and how many of these are parked.
    func count(for backend: BackendTable.Entry) throws(StoreError) -> (all: Int, refused: Int) {
        try connection.first(
            """
            SELECT (SELECT count(*) FROM owed WHERE backend = ?1),
                (SELECT count(*) FROM owed WHERE backend = ?1 AND is_refused = 1)
            """, backend.number
        ) {
            ($0.count(), $0.count())
        } ?? (0, 0)
    }

    /// How many of those that are not parked are from before the backend became known.
    func earlierCount(for backend: BackendTable.Entry) throws(StoreError) -> Int {
        try connection.first(
            "SELECT count(*) FROM owed WHERE backend = ? AND sequence <= ? AND is_refused = 0", backend.number,
            backend.since
        ) {
            $0.count()
        } ?? 0
    }

    /// In the order of the screen: parked ones first, then the oldest.
    func pendingCards(for backend: BackendTable.Entry, limit: Int) throws(StoreError) -> [PendingCard] {
        try connection.all(
            """
            SELECT owed.card, card.name, nullif(shadow.name, ''), attempts, failure, is_refused
            FROM owed LEFT JOIN card ON card.id = owed.card
                LEFT JOIN shadow ON shadow.backend = owed.backend AND shadow.card = owed.card
            WHERE owed.backend = ? ORDER BY is_refused DESC, owed.sequence LIMIT ?
            """, backend.number, limit
        ) { row in
            guard let identifier = CardID(row.text()) else { return nil }
            let (here, there) = (row.optionalText(), row.optionalText())
            return PendingCard(
                id: identifier, name: here ?? there ?? identifier.text,
                kind: here == nil ? .deleted : there == nil ? .new : .changed,
                attempts: row.count(), lastFailure: row.optionalText(), isRefused: row.flag())
        }
    }

    /// The number of attempts; nil when nothing is pending.
    func attempts(_ identifier: CardID, for backend: BackendTable.Entry) throws(StoreError) -> Int? {
        try connection.first(
            "SELECT attempts FROM owed WHERE backend = ? AND card = ?", backend.number, identifier.text
        ) {
            $0.count()
        }
    }

    /// Queues the card, or moves it to this change. Attempts and the last failure are kept; a parked card is tried again if it
    /// has changed since, here (then its sequence differs) or elsewhere.
    func add(
        _ identifier: CardID, sequence: Int64, for backend: BackendTable.Entry, hasChanged: Bool = false
    ) throws(StoreError) {
        try connection.run(
            """
            INSERT INTO owed (backend, card, sequence, attempts) VALUES (?, ?, ?, 0)
            ON CONFLICT (backend, card) DO UPDATE SET sequence = excluded.sequence,
                is_refused = iif(excluded.sequence = owed.sequence AND NOT ?, is_refused, 0)
            """, backend.number, identifier.text, sequence, hasChanged
        )
    }

    /// Queues every card without a shadow: for a new backend.
    func addCardsWithoutShadow(for backend: BackendTable.Entry) throws(StoreError) {
        try connection.run(
            """
            INSERT OR IGNORE INTO owed (backend, card, sequence, attempts)
            SELECT ?1, id, sequence, 0 FROM card
            WHERE NOT EXISTS (SELECT 1 FROM shadow WHERE shadow.backend = ?1 AND shadow.card = card.id)
            """
        ) { $0.add(backend.number) }
    }

    func remove(_ identifier: CardID, for backend: BackendTable.Entry) throws(StoreError) {
        try connection.run("DELETE FROM owed WHERE backend = ? AND card = ?", backend.number, identifier.text)
    }

    /// Drops what was queued before the backend became known, except deletions: those cards the backend has already.
    func removeOld(for backend: BackendTable.Entry) throws(StoreError) {
        try connection.run(
            "DELETE FROM owed WHERE backend = ? AND sequence <= ? AND card IN (SELECT id FROM card)", backend.number,
            backend.since
        )
    }

    func noteAttempt(_ identifier: CardID, for backend: BackendTable.Entry) throws(StoreError) {
        try connection.run(
            "UPDATE owed SET attempts = attempts + 1 WHERE backend = ? AND card = ?", backend.number, identifier.text)
    }

    /// A rejection does not park a card that has changed since it was sent.
    func recordFailure(
        _ change: PendingUpload, reason: String, isRefusal: Bool, for backend: BackendTable.Entry
    ) throws(StoreError) {
        try connection.run(
            """
            UPDATE owed SET failure = ?1, is_refused = iif(sequence = ?2, ?3, is_refused)
            WHERE backend = ?4 AND card = ?5
            """, reason, change.sequence, isRefusal, backend.number, change.identifier.text
        )
    }

    /// Parks the card: it is not sent until the user retries it or it changes.
    func park(_ identifier: CardID, because reason: String, for backend: BackendTable.Entry) throws(StoreError) {
        try connection.run(
            "UPDATE owed SET failure = ?, is_refused = 1 WHERE backend = ? AND card = ?", reason, backend.number,
            identifier.text)
    }

    /// Un-parks the card, nil for all. Of a card that was deleted for good it is not known whether a list that has it is stale or
    /// somebody brought it back, so its deletion is sent again only if it is named.
    func retry(_ identifier: CardID?, for backend: BackendTable.Entry) throws(StoreError) {
        try connection.run(
            """
            UPDATE owed SET is_refused = 0 WHERE backend = ?1 AND is_refused = 1 AND CASE
                WHEN ?2 IS NULL THEN NOT (ifnull(failure, '') = ?3
                    AND EXISTS (SELECT 1 FROM emptied WHERE emptied.card = owed.card AND \(TrashTable.isGone)))
                ELSE card = ?2 END
            """, backend.number, identifier?.text, BackendMerge.contradictionText
        )
    }
}

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
    func acknowledge(
        _ change: PendingUpload, by backend: BackendTable.Entry, at time: Timestamp
    ) throws(StoreError) {
        if let before = try shadows.entry(change.identifier, of: backend)?.card {
            let now: Card? = if case .upload(let card) = change.content { card } else { nil }
            if let now, try vault.entry() != nil {
                try LedgerWriting(self).noteUpload(of: now, was: before, to: backend, at: time)
            }
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
