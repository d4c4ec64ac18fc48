internal import Cards

/// Merges batches of other devices into cards, log, ledger, conflicts and upload queues, inside a transaction of the caller. What was
/// changed here must be sealed before.
struct VaultMerge {
    private(set) var report = VaultMergeReport()
    /// The cards that changed here, or whose conflicts did.
    private(set) var changed = ChangedCards()
    private let tables: Tables
    private let numbers: VaultNumbers
    private let now: Timestamp
    private let backends: [BackendTable.Entry]
    private var vault: VaultTable.Entry
    private var known: VersionVector
    private let device: DeviceID
    private var times: [BatchID: HybridTime] = [:]
    private let terms: DeletionGuard.Terms

    /// Nil where the store is in no vault.
    init?(_ tables: Tables, at time: Timestamp, _ terms: DeletionGuard.Terms) throws(StoreError) {
        guard let vault = try tables.vault.entry() else { return nil }
        let numbers = try VaultNumbers(tables.vault.connection)
        guard let device = numbers.device(numbered: vault.device) else { return nil }
        (self.tables, self.numbers, now, self.vault, self.device) = (tables, numbers, time, vault, device)
        (known, backends) = (try tables.vault.known(), try tables.backends.all())
        self.terms = terms
    }

    /// Merges those for which all that they build on is known; the others are in the report.
    mutating func merge(_ batches: [ReceivedBatch]) throws(StoreError) {
        var left = batches
        while true {
            var waiting: [ReceivedBatch] = []
            for received in left where try !merge(received) { waiting.append(received) }
            if waiting.count == left.count || waiting.isEmpty {
                report.waiting = waiting.map(\.batch.id)
                break
            }
            left = waiting
        }
        let names = Dictionary(
            try tables.vault.devices().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        for index in report.news.indices { report.news[index].name = names[report.news[index].device] ?? "" }
        try tables.vault.write(vault)
    }

    /// False where it has to wait.
    private mutating func merge(_ received: ReceivedBatch) throws(StoreError) -> Bool {
        let batch = received.batch
        let isKnown = known.contains(batch.id)
        let isNext = batch.id.number == known[batch.id.device] + 1 && known.covers(batch.seen)
        // One that waits is looked at again and again: its hash is not made before it is merged.
        guard isKnown || isNext else { return false }
        let number = try numbers.device(batch.id.device)
        let hash = ObjectHash(of: received.bytes)
        if isKnown {
            if try tables.batches.isSame(hash, batch.id.number, of: number) == false {
                report.contradicting.append(batch.id)
            }
            return true
        }
        try tables.batches.add(
            BatchTable.Entry(
                device: number, number: batch.id.number, time: batch.time, hash: hash, photos: batch.photos,
                body: received.bytes))
        times[batch.id] = batch.time
        if batch.changes.contains(where: \.isDeletion) {
            try DeletionGuard(tables).forget(of: number, before: batch.time, isAccepted: terms.areAccepted)
        }
        for change in batch.changes {
            try tables.checkCancellation()
            try merge(change, of: batch)
        }
        known[batch.id.device] = batch.id.number
        try tables.vault.setReceived(batch.id.number, of: number)
        if let name = batch.deviceName { try tables.vault.setName(name, of: number) }
        vault.time = vault.time.adopting(batch.time, at: now)
        report.merged += 1
        // What this merge wrote is no change of this device.
        vault.sequence = try tables.log.lastSequence()
        vault.ledgerRow = try tables.ledger.lastRow()
        return true
    }

    // MARK: - One card

    private mutating func merge(_ change: BatchedChange, of batch: ChangeBatch) throws(StoreError) {
        let identifier = change.card
        let entry = try tables.cards.entry(identifier)
        var versions = try tables.versions.versions(of: identifier, numbers)
        var base = entry?.card
        // A card that was deleted and changed concurrently is as it was. One that somebody made after the deletion is new.
        if base == nil, versions.deletions.contains(where: { !batch.seen.contains($0.id) }) {
            base = try tables.trash.card(identifier)?.card
        }
        let hadConflicts = !versions.hidden.isEmpty
        let wasThere = change.isDeletion && terms.wasThere(versions, own: device)
        for entry in change.entries { _ = try tables.ledger.write(entry, sequence: 0) }
        for reminder in change.reminders { try tables.reminders.add(reminder) }
        try readTimes(of: versions, change)
        let (shared, held) = (versions.balance, versions.held)
        let values = versions.merge(change, as: batch.id, seen: batch.seen, time: { times[$0] ?? HybridTime(bits: 0) })
        {
            key in
            if key == CardVersions.balanceKey { return shared ?? .null }
            return base.map { SharedFields.value(of: key, in: $0) } ?? held[key] ?? .null
        }
        if versions.isAlive {
            let old = base ?? SharedFields.patch(held, of: identifier).applied(to: nil)
            let card = try merged(values, into: old, versions)
            versions.held =
                card.hasBlankName ? held.merging(values) { $1 }.filter { versions.shown[$0.key] != nil } : [:]
            if !card.hasBlankName { try write(card, was: entry, versions, from: batch.id.device) }
        } else {
            versions.held = [:]
            if let entry {
                try delete(entry.card, from: batch.id.device)
                if change.isDeletion, wasThere, !terms.areAccepted {
                    try DeletionGuard(tables).note(
                        identifier, by: numbers.device(batch.id.device), at: batch.time)
                }
            }
        }
        try tables.versions.write(versions, of: identifier, numbers)
        if hadConflicts || !versions.hidden.isEmpty {
            if try DeviceConflicts(tables, numbers).update(of: identifier, versions) { report.conflicts += 1 }
            changed.insert(identifier)
        }
        if base != nil { try reassert(identifier, versions) }
    }

    private mutating func readTimes(of versions: CardVersions, _ change: BatchedChange) throws(StoreError) {
        var batches: [BatchID] = []
        for key in change.isDeletion ? Array(versions.shown.keys) : Array(change.values.keys) {
            batches += versions.shown[key] ?? []
            batches += (versions.hidden[key] ?? []).flatMap(\.batches)
        }
        for batch in batches where times[batch] == nil {
            times[batch] = try tables.batches.time(batch.number, of: numbers.device(batch.device))
        }
    }

    private mutating func write(
        _ card: Card, was entry: CardTable.Entry?, _ versions: CardVersions, from device: DeviceID
    ) throws(StoreError) {
        try tables.photos.write(CardPatch(values: card, fields: []))
        if let entry {
            if card == entry.card { return }
            _ = try tables.log.append(card, was: entry.card, by: .device(device), at: now)
            try tables.cards.write(CardTable.Entry(card: card, sequence: entry.sequence), isNew: false)
            // A backend that refused the card is sent the changed one.
            try tables.pending.retry(card.identifier)
            report.changed += 1
            report.add(DeviceNews(device, .changed, card))
        } else {
            let sequence = try tables.log.append(card, was: nil, by: .device(device), at: now)
            try tables.cards.write(CardTable.Entry(card: card, sequence: sequence), isNew: true)
            report.added += 1
            report.add(DeviceNews(device, .added, card))
            if !versions.deletions.isEmpty { report.revived.append(card.name) }
        }
        changed.insert(card.identifier)
        for backend in backends {
            try tables.conflicts.dropResolvedFields(of: card, with: backend)
            try tables.updatePending(card.identifier, for: backend)
        }
    }

    /// - Parameter base: the card as it is here, or was when it was deleted.
    private func merged(
        _ values: [ExactText: JSON], into base: Card, _ versions: CardVersions
    ) throws(StoreError) -> Card {
        var card = SharedFields.patch(values, of: base.identifier).applied(to: base)
        card.unknownFields = card.unknownFields.filter { $0.value != .null }
        let groups = versions.groups.keys.map(\.text)
        if Set(groups.map { ExactText($0) }) != Set(card.groups.map { ExactText($0) }) {
            card.groups = SharedFields.sorted(groups)
        }
        if let shared = versions.balance.flatMap({ SharedBalance($0) }) {
            let ledger = Ledger(try tables.ledger.entries(of: card.identifier))
            let balance = shared.balance(
                entries: ledger.sum(in: card.currency), hasEntries: !ledger.entries.isEmpty)
            if ExactDecimal(balance) == nil || ExactDecimal(balance) != ExactDecimal(card.balance) {
                card.balance = balance
            }
        }
        return card
    }

    private mutating func delete(_ card: Card, from device: DeviceID) throws(StoreError) {
        _ = try tables.log.append(
            deleting: card, by: .device(device), born: tables.cards.birth(card.identifier), at: now)
        try tables.cards.remove(card.identifier)
        for backend in backends {
            try tables.conflicts.remove(card.identifier, with: backend)
            try tables.updatePending(card.identifier, for: backend)
        }
        report.deleted += 1
        report.add(DeviceNews(device, .deleted, card))
        changed.insert(card.identifier)
    }

    // MARK: - What follows

    /// A card that was deleted and changed without knowing it stays. Who deleted it, and who changed it, send it whole: so that everybody
    /// has it again, also who had deleted it for good and has only parts of it.
    private func reassert(_ identifier: CardID, _ versions: CardVersions) throws(StoreError) {
        guard versions.isAlive, !versions.deletions.isEmpty else { return }
        let isOurs =
            versions.deletions.contains { $0.id.device == device }
            || versions.shown.values.contains { $0.contains { $0.device == device } }
        if isOurs { try tables.vault.mark(identifier, SharedFields.all.text) }
    }
}
