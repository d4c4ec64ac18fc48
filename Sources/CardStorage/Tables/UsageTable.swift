internal import Cards
internal import Glibc

/// Data about cards that stays on this machine: their use and barcode size. It outlives a deleted card, so that undo restores it
/// as well.
struct UsageTable {
    let connection: Connection

    func usage(of identifier: CardID) throws(StoreError) -> CardUsage {
        var usage =
            try connection.first("SELECT last_used, uses FROM usage WHERE card = ?", identifier.text) { row in
                CardUsage(lastUsed: Timestamp(clamping: row.number()), uses: row.count())
            } ?? CardUsage()
        usage.moduleWidth = try connection.first("SELECT module FROM barcode_size WHERE card = ?", identifier.text) {
            row in
            // Only a damaged store has another.
            min(max(row.count(), 1), Self.largestModule)
        }
        return usage
    }

    private static let largestModule = 1_000_000

    /// - Parameter width: nil removes it. Ignored for a card that does not exist.
    func setModuleWidth(_ width: Int?, of identifier: CardID) throws(StoreError) {
        guard let width else { return try removeModuleWidth(of: identifier) }
        try connection.run(
            "INSERT OR REPLACE INTO barcode_size (card, module) SELECT id, ? FROM card WHERE id = ?", Int64(width),
            identifier.text)
    }

    private func removeModuleWidth(of identifier: CardID) throws(StoreError) {
        try connection.run("DELETE FROM barcode_size WHERE card = ?", identifier.text)
    }

    /// Ignored for a card that does not exist.
    func recordUse(of identifier: CardID, at time: Timestamp) throws(StoreError) {
        let before = try connection.first("SELECT weight FROM usage WHERE card = ?", identifier.text) { $0.number() }
        try connection.run(
            """
            INSERT INTO usage (card, last_used, uses, weight) SELECT id, ?, 1, ? FROM card WHERE id = ?
            ON CONFLICT (card) DO UPDATE SET last_used = excluded.last_used, uses = uses + 1, weight = excluded.weight
            """, time.milliseconds, Self.weight(before, with: time), identifier.text
        )
    }

    /// The time in which a use comes to count half as much.
    private static let halfLife = 30.0 * 86_400_000
    private static let unit = 1_000_000.0

    /// Version 6: the width that the user chose for a module of a card's barcode, in thousandths of a column; on this machine only.
    static let barcodes = """
        CREATE TABLE barcode_size (card TEXT PRIMARY KEY, module INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        """

    /// Version 15. Of older uses only the last one's time is known.
    static let weights = """
        ALTER TABLE usage ADD COLUMN weight INTEGER NOT NULL DEFAULT 0;
        UPDATE usage SET weight = CAST(1000000 * (last_used / 2592000000.0 + log2(max(uses, 1))) AS INTEGER);
        """

    /// How usual a card is: the binary logarithm of the sum of 2^(time / half-life) over all uses, in millionths. It needs no change as
    /// time passes: the larger one is always the more usual card.
    static func weight(_ before: Int64?, with time: Timestamp) -> Int64 {
        let new = Double(time.milliseconds) / halfLife
        guard let old = before.map({ Double($0) / unit }) else { return Int64(new * unit) }
        return Int64((max(old, new) + log2(1 + exp2(-abs(old - new)))) * unit)
    }

    /// Returns how many cards had been used.
    func removeUses() throws(StoreError) -> Int {
        let count = try connection.first("SELECT count(*) FROM usage") { $0.count() } ?? 0
        try connection.run("DELETE FROM usage")
        return count
    }

    func remove(_ identifier: CardID) throws(StoreError) {
        try connection.run("DELETE FROM usage WHERE card = ?", identifier.text)
        try removeModuleWidth(of: identifier)
    }
}
