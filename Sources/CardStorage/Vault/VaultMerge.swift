internal import Cards

/// Merges batches of other devices into cards, log, ledger, conflicts and upload queues, inside a transaction of the caller. What was
/// changed here must be in batches before.
struct VaultMerge {
    private(set) var report = VaultMergeReport()
    private var writer: CardWriter
    private let tables: Tables
    private let numbers: VaultNumbers
    private let now: Timestamp
    private var vault: VaultTable.Entry
    private var known: VersionVector
    private let device: DeviceID
    private var times: [BatchID: HybridTime] = [:]
    private let terms: DeletionGuard.Terms
    /// The devices that this store was.
    private let former: Set<Int64>
    /// The versions of cards that have, or had, concurrent values.
    private var conflicted: [CardID: CardVersions] = [:]
    /// The totals of the ledgers that were added to.
    private var totals: [CardID: LedgerTotals] = [:]

    /// The totals of so many cards are kept at most.
    private static let mostTotals = 1000

    /// Nil where the store is in no vault.
    init?(_ tables: Tables, at time: Timestamp, _ terms: DeletionGuard.Terms) throws(StoreError) {
        guard let vault = try tables.vault.entry() else { return nil }
        let numbers = try VaultNumbers(tables.vault.connection)
        guard let device = numbers.device(numbered: vault.device) else { return nil }
        self.tables = tables
        self.numbers = numbers
        now = time
        self.vault = vault
        self.device = device
        known = try tables.vault.known()
        writer = try CardWriter(tables, at: time)
        self.terms = terms
        former = try tables.vault.formerDevices()
    }

    /// The cards that changed here, or whose conflicts did.
    var changed: ChangedCards { writer.changed }

    /// Merges those for which all that they build on is known; the others are in the report.
    mutating func merge(_ batches: [ReceivedBatch]) throws(StoreError) {
        var pending = batches
        // Those that wait, by what is missing to each first: tried again when that is known.
        var waiting: [BatchID: [ReceivedBatch]] = [:]
        while !pending.isEmpty {
            var next: [ReceivedBatch] = []
            for received in pending {
                if let missing = try merge(received) {
                    waiting[missing, default: []].append(received)
                } else {
                    next += waiting.removeValue(forKey: received.batch.id) ?? []
                }
            }
            pending = next
        }
        var causes: [BatchID: BatchID] = [:]
        for (missing, batches) in waiting { for received in batches { causes[received.batch.id] = missing } }
        (report.waiting, report.missing) = (causes.keys.sorted(), Self.roots(of: causes))
        try writeConflicts()
        let names = Dictionary(
            try tables.vault.devices().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        for index in report.news.indices { report.news[index].name = names[report.news[index].device] ?? "" }
        for index in report.rejected.indices {
            report.rejected[index].deviceName = names[report.rejected[index].device] ?? ""
        }
        try tables.vault.write(vault)
    }

    /// What is behind all that waits: the batches that are not among those that wait, each with how many wait for it.
    /// - Parameter causes: what each waits for, which may wait as well.
    private static func roots(of causes: [BatchID: BatchID]) -> [BatchID: Int] {
        var (counts, roots): ([BatchID: Int], [BatchID: BatchID]) = ([:], [:])
        for start in causes.keys {
            var (path, current): (Set<BatchID>, BatchID) = ([], start)
            // Two that name each other wait for ever.
            while roots[current] == nil, let next = causes[current], path.insert(current).inserted { current = next }
            let root = roots[current] ?? current
            for batch in path { roots[batch] = root }
            counts[root, default: 0] += 1
        }
        return counts
    }

    /// Once for each card: hundreds of devices may have changed the same field.
    private mutating func writeConflicts() throws(StoreError) {
        for (identifier, versions) in conflicted {
            try tables.versions.write(versions, of: identifier, numbers)
            if try DeviceConflicts(tables, numbers).update(of: identifier, versions) { report.conflicts += 1 }
            writer.changed.insert(identifier)
        }
        conflicted = [:]
    }

    /// What it has to wait for; nil where it is merged, or was before.
    private mutating func merge(_ received: ReceivedBatch) throws(StoreError) -> BatchID? {
        let batch = received.batch
        if known.contains(batch.id) {
            let number = try numbers.device(batch.id.device)
            if try tables.batches.isSame(received.hash, batch.id.number, of: number) == false {
                report.contradicting.append(batch.id)
            }
            return nil
        }
        if batch.id.number > known[batch.id.device] + 1 { return BatchID(batch.id.device, batch.id.number - 1) }
        if let missing = batch.seen.sorted.first(where: { $0.number > known[$0.device] }) {
            return BatchID(missing.device, missing.number)
        }
        let number = try numbers.device(batch.id.device)
        try tables.batches.add(
            BatchTable.Entry(
                device: number, number: batch.id.number, time: batch.time, hash: received.hash, photos: batch.photos,
                body: received.bytes))
        times[batch.id] = batch.time
        if batch.changes.contains(where: \.isDeletion) {
            try DeletionGuard(tables).forget(of: number, before: batch.time, isAccepted: terms.areAccepted)
        }
        for change in batch.changes {
            try tables.checkCancellation()
            if let secrets = change.secrets {
                try tables.sharedSecrets.add(received: secrets, of: change.card, from: number)
            }
            if !change.isOfSecrets { try merge(change, of: batch) }
            // Where the number is taken by a batch of ours, nobody gets this one.
            if former.contains(number) { try tables.vault.mark(change.card, SharedFields.all.text) }
        }
        known[batch.id.device] = batch.id.number
        try tables.vault.setReceived(batch.id.number, of: number)
        if let name = batch.deviceName { try tables.vault.setName(name, of: number) }
        vault.time = vault.time.adopting(batch.time, at: now)
        report.merged += 1
        // What this merge wrote is no change of this device.
        vault.sequence = try tables.log.lastSequence()
        vault.ledgerRow = try tables.ledger.lastRow()
        if totals.count > Self.mostTotals { totals = [:] }
        return nil
    }

    // MARK: - One card

    private mutating func merge(_ change: BatchedChange, of batch: ChangeBatch) throws(StoreError) {
        let identifier = change.card
        let entry = try tables.cards.entry(identifier)
        // What was in conflict before this merge, or earlier in it, must be derived anew, also where nothing contradicts any more.
        let wasConflicted = conflicted[identifier] != nil
        var versions = try takeVersions(of: identifier)
        var base = entry?.card
        // A card that was deleted and changed concurrently is as it was. One that somebody made after a deletion is new, and has nothing
        // that the deletion removed, whatever other deletions there are.
        if base == nil, !versions.deletions.isEmpty, !versions.deletions.contains(where: { batch.seen.contains($0.id) })
        {
            base = try tables.trash.sharedCard(
                identifier, isOwn: versions.deletions.contains { $0.id.device == device })
        }
        let hadConflicts = !versions.hidden.isEmpty
        let wasThere = change.isDeletion && terms.wasThere(versions, own: device)
        let booked = try tables.ledger.write(change.entries, of: identifier, sequence: 0)
        if totals[identifier]?.add(booked) == false { totals[identifier] = nil }
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
            let card = try merged(values, into: old, versions, of: batch.id.device)
            versions.held =
                card.hasBlankName ? held.merging(values) { $1 }.filter { versions.shown[$0.key] != nil } : [:]
            if !card.hasBlankName { try write(card, was: entry, versions, from: batch.id.device) }
        } else {
            versions.held = [:]
            if let entry {
                try writer.delete(entry.card, by: .device(batch.id.device))
                report.deleted += 1
                report.add(DeviceNews(batch.id.device, .deleted, entry.card))
                if change.isDeletion, wasThere, !terms.areAccepted {
                    try DeletionGuard(tables).note(
                        identifier, by: numbers.device(batch.id.device), at: batch.time)
                }
            }
        }
        if wasConflicted || hadConflicts || !versions.hidden.isEmpty {
            conflicted[identifier] = versions
        } else {
            try tables.versions.write(versions, of: identifier, numbers)
        }
        if base != nil { try reassert(identifier, versions) }
    }

    private mutating func takeVersions(of card: CardID) throws(StoreError) -> CardVersions {
        if let versions = conflicted.removeValue(forKey: card) { return versions }
        return try tables.versions.versions(of: card, numbers)
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
        if card == entry?.card { return }
        // Its balance is what the ledger says, so the ledger has it.
        try writer.write(card, was: entry?.card, keeping: entry?.sequence, by: .device(device), isBooked: true)
        report.add(DeviceNews(device, entry == nil ? .added : .changed, card))
        if entry != nil {
            report.changed += 1
        } else {
            report.added += 1
            if !versions.deletions.isEmpty { report.revived.append(card.name) }
        }
    }

    /// - Parameter base: the card as it is here, or was when it was deleted.
    private mutating func merged(
        _ values: [ExactText: JSON], into base: Card, _ versions: CardVersions, of device: DeviceID
    ) throws(StoreError) -> Card {
        var rejected: [CardJSONError] = []
        let patch = SharedFields.patch(values, of: base.identifier) { rejected.append($1) }
        var card = patch.applied(to: base)
        report.rejected += rejected.map {
            RejectedValue(device, card.hasBlankName ? card.identifier.text : card.name, $0)
        }
        card.unknownFields = card.unknownFields.filter { $0.value != .null }
        let groups = versions.groups.keys.map(\.text)
        if Set(groups.map { ExactText($0) }) != Set(card.groups.map { ExactText($0) }) {
            card.groups = SharedFields.sorted(groups)
        }
        if let shared = versions.balance.flatMap({ SharedBalance($0) }) {
            let balance = try totals(of: card.identifier).balance(shared, in: card.currency)
            if ExactDecimal(balance) == nil || ExactDecimal(balance) != ExactDecimal(card.balance) {
                card.balance = balance
            }
        }
        return card
    }

    private mutating func totals(of card: CardID) throws(StoreError) -> LedgerTotals {
        if let known = totals[card] { return known }
        let new = LedgerTotals(try tables.ledger.entries(of: card))
        totals[card] = new
        return new
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
