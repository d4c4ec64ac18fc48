internal import Cards

/// What this machine alone knows of the cards. It outlives a deleted card, so that undoing brings it back too.
struct UsageTable {
    let connection: Connection

    func usage(of identifier: CardID) throws(StoreError) -> CardUsage {
        try connection.first("SELECT last_used, uses FROM usage WHERE card = ?") {
            $0.add(identifier.text)
        } read: { row in
            CardUsage(lastUsed: Timestamp(milliseconds: row.number()), uses: row.count())
        } ?? CardUsage()
    }

    /// Nothing happens for a card that is not here.
    func recordUse(of identifier: CardID, at time: Timestamp) throws(StoreError) {
        try connection.run(
            """
            INSERT INTO usage (card, last_used, uses) SELECT id, ?, 1 FROM card WHERE id = ?
            ON CONFLICT (card) DO UPDATE SET last_used = excluded.last_used, uses = uses + 1
            """
        ) {
            $0.add(time.milliseconds)
            $0.add(identifier.text)
        }
    }

    func remove(_ identifier: CardID) throws(StoreError) {
        try connection.run("DELETE FROM usage WHERE card = ?") { $0.add(identifier.text) }
    }
}
