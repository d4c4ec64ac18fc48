internal import Cards

/// Shows the values that a card does not show as conflicts, each as one with the device that set it. Runs inside a transaction of the caller.
struct DeviceConflicts {
    private let tables: Tables
    private let numbers: VaultNumbers

    init(_ tables: Tables, _ numbers: VaultNumbers) { (self.tables, self.numbers) = (tables, numbers) }

    /// Has the conflicts of a card be those of its versions. Returns whether there is a new one.
    func update(of identifier: CardID, _ versions: CardVersions) throws(StoreError) -> Bool {
        // A card that is deleted has none: they would be back with it.
        var sides: [DeviceID: CardPatch] = [:]
        if let card = try tables.cards.entry(identifier)?.card { sides = try self.sides(of: card, versions) }
        var kept: [DeviceID: CardPatch] = [:]
        for (side, theirs) in try tables.conflicts.numbered(of: identifier) {
            guard let device = side.address.device else { continue }
            if sides[device] == nil {
                let none = CardPatch(values: Card(identifier: identifier, name: ""), fields: [])
                try tables.conflicts.replace(theirs, with: none, side: side.number)
            } else {
                kept[device] = theirs
            }
        }
        for (device, side) in sides.sorted(by: { $0.key < $1.key }) {
            try tables.photos.addUses(by: side.values)
            try tables.conflicts.replace(kept[device], with: side, of: conflictSide(device))
        }
        return sides.count > kept.count
    }

    /// The values of each device in the fields where it has another one than the card: of two the later.
    private func sides(of card: Card, _ versions: CardVersions) throws(StoreError) -> [DeviceID: CardPatch] {
        var sides: [DeviceID: CardPatch] = [:]
        for hidden in try hidden(beside: card, versions) {
            let device = hidden.latest.device
            var side =
                sides[device] ?? CardPatch(values: Card(identifier: card.identifier, name: ""), fields: [])
            if side.fields.insert(hidden.field).inserted { side.values.copy([hidden.field], from: hidden.card) }
            sides[device] = side
        }
        return sides
    }

    /// A value that a card does not show.
    struct Hidden {
        let field: CardField
        /// Has the value of the field.
        let card: Card
        let batches: [BatchID]
        /// The last batch that set it, and when that was.
        let latest: BatchID
        let time: HybridTime
    }

    /// The values that differ from those of the card, the latest first.
    func hidden(beside card: Card, _ versions: CardVersions) throws(StoreError) -> [Hidden] {
        var found: [Hidden] = []
        var totals: LedgerTotals?
        for (key, siblings) in versions.hidden where !SharedFields.field(of: key).isBookkeeping {
            for sibling in siblings {
                guard let (time, batch) = try latest(of: sibling.batches) else { continue }
                var patch = SharedFields.patch([key: sibling.value], of: card.identifier)
                if key == CardVersions.balanceKey, let shared = SharedBalance(sibling.value) {
                    if totals == nil { totals = LedgerTotals(try tables.ledger.entries(of: card.identifier)) }
                    patch.fields = [.balance]
                    patch.values.balance =
                        totals?.balance(shared, in: currency(of: sibling.batches, card, versions)) ?? ""
                }
                for field in patch.fields where !Self.isSame(field, in: patch.values, card) {
                    found.append(
                        Hidden(
                            field: field, card: patch.values, batches: sibling.batches, latest: batch, time: time))
                }
            }
        }
        return found.sorted { ($1.time, $1.latest) < ($0.time, $0.latest) }
    }

    /// The currency in which these batches set an amount: it counts other entries than the one that the card shows.
    private func currency(of batches: [BatchID], _ card: Card, _ versions: CardVersions) -> String? {
        for (key, siblings) in versions.hidden where SharedFields.field(of: key) == .currency {
            for sibling in siblings where sibling.batches.contains(where: batches.contains) {
                return SharedFields.patch([key: sibling.value], of: card.identifier).values.currency
            }
        }
        return card.currency
    }

    /// Whether a user sees the same. "20" and "20.00" are one amount, which devices may write differently.
    private static func isSame(_ field: CardField, in card: Card, _ other: Card) -> Bool {
        if field == .balance, let left = ExactDecimal(card.balance), let right = ExactDecimal(other.balance) {
            return left == right
        }
        return card.isEqual(to: other, in: field)
    }

    /// The batch that was made last, and when.
    func latest(of batches: [BatchID]) throws(StoreError) -> (time: HybridTime, batch: BatchID)? {
        var latest: (time: HybridTime, batch: BatchID)?
        for batch in batches {
            let time = try tables.batches.time(batch.number, of: numbers.device(batch.device)) ?? HybridTime(bits: 0)
            if latest.map({ ($0.time, $0.batch) < (time, batch) }) ?? true { latest = (time, batch) }
        }
        return latest
    }

    private func conflictSide(_ device: DeviceID) throws(StoreError) -> BackendTable.Entry {
        let side = BackendID(device: device)
        if let entry = try tables.backends.entry(side) { return entry }
        return try tables.backends.add(side, consent: .declined, since: tables.log.lastSequence())
    }
}
