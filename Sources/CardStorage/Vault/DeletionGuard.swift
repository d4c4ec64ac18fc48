internal import Cards

/// Stops what is more likely a mistake than a wish: a device that deletes a third of the cards, ten at least, within ten minutes. It counts
/// what the device deleted by its own clock, in batches that are merged and in those that are to be. Runs inside a transaction of the caller.
struct DeletionGuard {
    /// In milliseconds.
    private static let window: Int64 = 10 * 60 * 1000
    private static let fewest = 10

    private let tables: Tables
    private var connection: Connection { tables.vault.connection }

    init(_ tables: Tables) { self.tables = tables }

    struct Terms {
        /// Whether somebody accepted what is deleted: it does not count beside what follows.
        let areAccepted: Bool
        /// What was known when the exchange began: a card that came later was never here. Nil counts every card.
        let knownBefore: VersionVector?

        func wasThere(_ versions: CardVersions, own: DeviceID?) -> Bool {
            guard let knownBefore else { return true }
            let shown = versions.shown.values.joined()
            return shown.isEmpty || shown.contains { $0.device == own || knownBefore.contains($0) }
        }
    }

    /// The most that one device deletes with the batches, together with what is merged; nil where no card that is here is deleted.
    func check(_ batches: [ReceivedBatch], knownBefore before: VersionVector?) throws(StoreError) -> Excess? {
        let deleting = batches.map(\.batch).filter { $0.changes.contains(where: \.isDeletion) }
        if deleting.isEmpty { return nil }
        let numbers = try VaultNumbers(connection)
        let present = try PresentCards(tables, numbers, before)
        var excess: Excess?
        var count: Int?
        for (device, batches) in Dictionary(grouping: deleting, by: \.id.device).sorted(by: { $0.key < $1.key }) {
            try tables.checkCancellation()
            var coming: [(time: Int64, cards: [CardID])] = []
            for batch in batches.sorted(by: { $0.id < $1.id }) {
                var cards: [CardID] = []
                for change in batch.changes where change.isDeletion {
                    if try present.contains(change.card) { cards.append(change.card) }
                }
                if !cards.isEmpty { coming.append((time: batch.time.timestamp.milliseconds, cards: cards)) }
            }
            guard let first = coming.first else { continue }
            let merged =
                if let number = numbers.number(of: device) {
                    try self.merged(number, after: first.time - Self.window)
                } else { [] as [Merged] }
            if count == nil { count = try tables.cards.count() }
            let here = count ?? 0
            let most = Self.most(merged.map { (time: $0.time, cards: [$0.card]) } + coming, from: first.time)
            let found = Excess(
                device: try tables.vault.devices().first { $0.id == device }?.label ?? device.text, deleted: most,
                alreadyDeleted: merged.count, of: here + merged.count)
            if excess == nil || found.isTooMuch { excess = found }
            if found.isTooMuch { break }
        }
        return excess
    }

    /// What a device deletes of the cards that are here.
    struct Excess {
        let device: String
        /// Within ten minutes.
        let deleted: Int
        /// Those of them that are deleted here already.
        let alreadyDeleted: Int
        let of: Int

        var isTooMuch: Bool { deleted >= DeletionGuard.fewest && deleted * 3 >= of }
    }

    /// The most cards that are deleted within one window that ends at this time or later.
    private static func most(_ deletions: [(time: Int64, cards: [CardID])], from start: Int64) -> Int {
        let ordered = deletions.sorted { $0.time < $1.time }
        var counts: [CardID: Int] = [:]
        var (first, most) = (0, 0)
        for deletion in ordered {
            for card in deletion.cards { counts[card, default: 0] += 1 }
            while ordered[first].time <= deletion.time - window {
                for card in ordered[first].cards {
                    counts[card, default: 0] -= 1
                    if counts[card] == 0 { counts[card] = nil }
                }
                first += 1
            }
            if deletion.time >= start { most = max(most, counts.count) }
        }
        return most
    }

    // MARK: - What is merged

    /// Notes that a device deleted a card that was here.
    func note(_ card: CardID, by device: Int64, at time: HybridTime) throws(StoreError) {
        try connection.run(
            "INSERT OR REPLACE INTO vault_deletion (device, card, time) VALUES (?, ?, ?)", device, card.text,
            time.timestamp.milliseconds)
    }

    /// Forgets what no window can reach any more, or all that was accepted.
    func forget(of device: Int64, before time: HybridTime, isAccepted: Bool) throws(StoreError) {
        try connection.run(
            "DELETE FROM vault_deletion WHERE device = ? AND time <= ?", device,
            isAccepted ? Int64.max : time.timestamp.milliseconds - Self.window)
    }

    private typealias Merged = (card: CardID, time: Int64)

    /// The cards that the device deleted after this time and that are not back.
    private func merged(_ device: Int64, after time: Int64) throws(StoreError) -> [Merged] {
        try connection.all(
            """
            SELECT card, time FROM vault_deletion
            WHERE device = ? AND time > ? AND NOT EXISTS (SELECT 1 FROM card WHERE id = vault_deletion.card)
            """, device, time
        ) { row in
            let (card, time) = (CardID(row.text()), row.number())
            return card.map { (card: $0, time: time) }
        }
    }
}

/// Which cards are here and were when an exchange began.
private struct PresentCards {
    private let tables: Tables
    private let numbers: VaultNumbers
    private let terms: DeletionGuard.Terms
    private let own: DeviceID?

    init(_ tables: Tables, _ numbers: VaultNumbers, _ before: VersionVector?) throws(StoreError) {
        self.tables = tables
        self.numbers = numbers
        let known = try tables.vault.known()
        // Where nothing came since, no versions have to be read.
        terms = DeletionGuard.Terms(areAccepted: false, knownBefore: before.flatMap { $0.covers(known) ? nil : $0 })
        own = try tables.vault.entry().flatMap { numbers.device(numbered: $0.device) }
    }

    func contains(_ card: CardID) throws(StoreError) -> Bool {
        let isHere = try tables.vault.connection.first("SELECT 1 FROM card WHERE id = ?", card.text) { _ in true }
        guard isHere == true else { return false }
        if terms.knownBefore == nil { return true }
        return terms.wasThere(try tables.versions.versions(of: card, numbers), own: own)
    }
}
