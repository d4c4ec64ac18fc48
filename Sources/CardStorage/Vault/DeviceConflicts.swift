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
        var isNew = false
        for (device, side) in sides {
            try tables.photos.write(CardPatch(values: side.values, fields: []))
            let backend = try conflictSide(device)
            if try tables.conflicts.conflict(identifier, with: backend) == nil { isNew = true }
            try tables.conflicts.set(side, of: backend)
        }
        let none = CardPatch(values: Card(identifier: identifier, name: ""), fields: [])
        for device in try tables.vault.devices() where sides[device.id] == nil {
            guard let backend = try tables.backends.entry(BackendID(device: device.id)) else { continue }
            try tables.conflicts.set(none, of: backend)
        }
        return isNew
    }

    /// The values of each device in the fields where it has another one than the card.
    private func sides(of card: Card, _ versions: CardVersions) throws(StoreError) -> [DeviceID: CardPatch] {
        let identifier = card.identifier
        var sides: [DeviceID: CardPatch] = [:]
        for (key, siblings) in versions.hidden where !SharedFields.field(of: key).isBookkeeping {
            for sibling in siblings {
                guard let device = try latest(sibling.batches)?.device else { continue }
                var patch = SharedFields.patch([key: sibling.value], of: identifier)
                if key == CardVersions.balanceKey, let shared = SharedBalance(sibling.value) {
                    let ledger = Ledger(try tables.ledger.entries(of: identifier))
                    patch.fields = [.balance]
                    patch.values.balance = shared.balance(
                        entries: ledger.sum(in: card.currency), hasEntries: !ledger.entries.isEmpty)
                }
                var side = sides[device] ?? CardPatch(values: Card(identifier: identifier, name: ""), fields: [])
                for field in patch.fields where !Self.isSame(field, in: patch.values, card) {
                    if side.fields.insert(field).inserted { side.values.copy([field], from: patch.values) }
                }
                if !side.fields.isEmpty { sides[device] = side }
            }
        }
        return sides
    }

    /// Whether a user sees the same. "20" and "20.00" are one amount, which devices may write differently.
    private static func isSame(_ field: CardField, in card: Card, _ other: Card) -> Bool {
        if field == .balance, let left = ExactDecimal(card.balance), let right = ExactDecimal(other.balance) {
            return left == right
        }
        return card.isEqual(to: other, in: field)
    }

    private func latest(_ batches: [BatchID]) throws(StoreError) -> BatchID? {
        var latest: (time: HybridTime, batch: BatchID)?
        for batch in batches {
            let time = try tables.batches.time(batch.number, of: numbers.device(batch.device)) ?? HybridTime(bits: 0)
            if latest.map({ ($0.time, $0.batch) < (time, batch) }) ?? true { latest = (time, batch) }
        }
        return latest?.batch
    }

    private func conflictSide(_ device: DeviceID) throws(StoreError) -> BackendTable.Entry {
        let side = BackendID(device: device)
        if let entry = try tables.backends.entry(side) { return entry }
        return try tables.backends.add(side, consent: .declined, since: tables.log.lastSequence())
    }
}
