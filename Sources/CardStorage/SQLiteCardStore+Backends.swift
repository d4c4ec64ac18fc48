public import Cards

extension SQLiteCardStore {
    public func connect(to backend: BackendID) throws -> BackendRecord {
        // For a known backend nothing is written at the start of the program.
        if let entry = try tables.backends.entry(backend) { return record(backend, entry) }
        let record = try write { () throws(StoreError) in
            if let entry = try tables.backends.entry(backend) { return self.record(backend, entry) }
            let consent: BackendConsent = try tables.cards.count() == 0 ? .granted : .unasked
            let entry = try tables.backends.add(backend, consent: consent, since: tables.log.lastSequence())
            try tables.pending.addCardsWithoutShadow(for: entry)
            return self.record(backend, entry)
        }
        notifyPending()
        return record
    }

    public func note(_ backend: BackendID) {
        try? connection.waiting(Self.noteTimeout) { _ = try connect(to: backend) }
    }

    /// A command that only reads must not wait long for another program.
    private static let noteTimeout = Duration.seconds(2)

    public func setConsent(_ consent: BackendConsent, for backend: BackendID) throws {
        try write { () throws(StoreError) in
            var entry = try known(backend)
            let wasDeclined = entry.consent == .declined
            try tables.backends.setConsent(consent, for: entry)
            entry.consent = consent
            if consent == .declined {
                try tables.pending.removeOld(for: entry)
            } else if wasDeclined {
                for identifier in try tables.cards.identifiers() { try tables.updatePending(identifier, for: entry) }
            }
        }
        notifyPending()
    }

    /// A store in memory is not shared, so it needs no lock.
    public func acquireSyncLock(with backend: BackendID) throws -> Bool {
        guard let file = connection.realPath else { return true }
        if syncLock != nil { return false }
        syncLock = SyncLock(besideStore: file)
        return syncLock != nil
    }

    public func releaseSyncLock(with backend: BackendID) { syncLock = nil }

    // MARK: - Downloads

    public func beginDownload(from backend: BackendID) throws -> Int {
        _ = try known(backend)
        // A new download replaces an interrupted one.
        downloads = downloads.filter { $0.value.backend != backend }
        lastDownload += 1
        downloads[lastDownload] = (backend, [])
        return lastDownload
    }

    public func merge(_ patches: [CardPatch], from backend: BackendID, download: Int) throws -> MergeReport {
        let bytes = patches.reduce(0) { $0 + $1.photos.values.reduce(0) { $0 + $1.count } }
        let outcome = try write(bytes: bytes) { () throws(StoreError) in
            let entry = try known(backend)
            var merge = try BackendMerge(
                into: tables, from: entry, seen: downloads[download]?.seen ?? [], at: clock.now())
            try merge.merge(patches)
            if merge.outcome.wroteShadow { try tables.backends.forgetValidators(of: entry) }
            return merge.outcome
        }
        downloads[download]?.seen.formUnion(outcome.seen)
        guard outcome.wroteShadow else { return outcome.report }
        // Unchanged cards are included: they may no longer be local, or may now be in conflict.
        notify(changed: Set(patches.map(\.identifier)))
        notifyPending()
        return outcome.report
    }

    public func finishDownload(
        from backend: BackendID, download: Int, isWhole: Bool, validators: ListValidators?
    ) throws {
        guard let seen = downloads.removeValue(forKey: download)?.seen else { return }
        let entry = try known(backend)
        let changes = try tables.shadows.absenceChanges(of: entry, seen: seen).filter { isWhole || !$0.isAbsent }
        let confirmsDeletions = try isWhole && tables.acknowledged.hasConfirmedDeletions(by: entry)
        let mayEndDeletions = try isWhole && tables.shadows.hasAbsentDeletions(by: entry)
        // A list without changes writes nothing.
        if changes.isEmpty, !confirmsDeletions, !mayEndDeletions, entry.validators == validators { return }
        let (changed, ended) = try write { () throws(StoreError) in
            var changed: Set<CardID> = []
            for (row, isAbsent) in changes {
                if let card = try tables.shadows.setAbsent(isAbsent, row: row) { changed.insert(card) }
            }
            let ended = isWhole ? try tables.endAbsentDeletions(by: entry) : false
            if confirmsDeletions { try tables.acknowledged.removeConfirmedDeletions(by: entry) }
            if entry.validators != validators { try tables.backends.setValidators(validators, for: entry) }
            return (changed, ended)
        }
        notify(changed: changed)
        if ended {
            // Among them may be cards that were deleted for good.
            truncateLog()
            notifyPending()
        }
    }

    public func note(_ list: ListReport, of backend: BackendID) throws {
        let entry = try known(backend)
        let (skipped, doubled) = (list.rejected, list.doubled.count)
        if try tables.backends.list(of: entry) == (skipped, doubled) { return }
        try write { () throws(StoreError) in
            try tables.backends.setList(skipped: skipped, doubled: doubled, for: entry)
        }
    }

    public func noteSync(with backend: BackendID, at time: Timestamp) throws {
        try write { () throws(StoreError) in try tables.backends.setLastSync(time, for: known(backend)) }
    }

    // MARK: - Uploads

    public func pendingUploads(for backend: BackendID, limit: Int) throws -> [PendingUpload] {
        let entry = try known(backend)
        return try tables.pending.changes(for: entry, limit: max(limit, 0)).map { change in
            try tables.shadows.asSent(change, to: entry)
        }
    }

    public func pendingUpload(_ identifier: CardID, to backend: BackendID) throws -> PendingUpload? {
        let entry = try known(backend)
        return try tables.pending.change(identifier, for: entry).map { try tables.shadows.asSent($0, to: entry) }
    }

    public func tally(of backend: BackendID) throws -> BackendTally {
        let entry = try known(backend)
        let pending = try tables.pending.count(for: entry)
        return BackendTally(
            pending: pending.all, refused: pending.refused, conflicts: try tables.conflicts.count(with: entry),
            absent: try tables.shadows.absentCount(of: entry), returned: try tables.shadows.returnedCount(of: entry),
            earlier: entry.consent == .unasked ? try tables.pending.earlierCount(for: entry) : 0)
    }

    public func pendingCards(for backend: BackendID, limit: Int) throws -> [PendingCard] {
        let (entry, limit) = (try known(backend), max(limit, 0))
        var cards = try tables.pending.pendingCards(for: entry, limit: limit)
        cards += try tables.shadows.returnedCards(of: entry, limit: limit - cards.count)
        return try cards + tables.shadows.absentCards(of: entry, limit: limit - cards.count)
    }

    public func settleAbsent(
        _ cards: [CardID], _ decision: AbsenceDecision, with backend: BackendID
    ) throws -> Int {
        let settling = try write(cards.count) { () throws(StoreError) in
            var settling = try AbsenceSettling(tables, with: known(backend), at: clock.now())
            try settling.settle(cards, decision)
            return settling
        }
        if settling.hasRemoved { truncateLog() }
        notify(applied: settling.settled)
        return settling.count
    }

    public func noteAttempt(_ changes: [PendingUpload], with backend: BackendID) throws {
        try write { () throws(StoreError) in
            let entry = try known(backend)
            for change in changes { try tables.pending.noteAttempt(change.identifier, for: entry) }
        }
    }

    public func acknowledge(_ changes: [PendingUpload], by backend: BackendID) throws {
        let arrived = try write { () throws(StoreError) in
            let entry = try known(backend)
            var arrived: Set<CardID> = []
            for change in changes {
                if try !tables.shadows.isNamed(change.identifier, by: entry) { arrived.insert(change.identifier) }
                try tables.acknowledge(change, by: entry, at: clock.now())
            }
            if !changes.isEmpty { try tables.backends.forgetValidators(of: entry) }
            return arrived
        }
        // These cards are no longer local.
        notify(changed: arrived)
        notifyPending()
    }

    public func recordFailure(
        _ changes: [PendingUpload], reason: String, isRefusal: Bool, by backend: BackendID
    ) throws {
        try write { () throws(StoreError) in
            let entry = try known(backend)
            for change in changes {
                try tables.pending.recordFailure(change, reason: reason, isRefusal: isRefusal, for: entry)
            }
        }
    }

    public func retry(_ identifier: CardID?, with backend: BackendID) throws {
        try write { () throws(StoreError) in try tables.pending.retry(identifier, for: known(backend)) }
        notifyPending()
    }

    public func pendingNotices() -> AsyncStream<Void> { listenForPendingUploads() }

    private func known(_ backend: BackendID) throws(StoreError) -> BackendTable.Entry {
        guard let entry = try tables.backends.entry(backend) else {
            throw .failed(path: connection.path, reason: "the backend \(backend.text) is not known")
        }
        return entry
    }

    private func record(_ backend: BackendID, _ entry: BackendTable.Entry) -> BackendRecord {
        BackendRecord(backend: backend, consent: entry.consent, validators: entry.validators, lastSync: entry.lastSync)
    }
}

extension ShadowTable {
    /// Whether the backend has the card, in any version.
    fileprivate func isNamed(_ identifier: CardID, by backend: BackendTable.Entry) throws(StoreError) -> Bool {
        try connection.first(
            "SELECT absent = 0 FROM shadow WHERE backend = ? AND card = ?", backend.number, identifier.text
        ) {
            $0.flag()
        } ?? false
    }
}

/// What the user decides about cards that a backend no longer has, and about those that were sent to it again after they were deleted here for
/// good, inside a transaction of the caller.
struct AbsenceSettling {
    /// How many cards something was decided about.
    private(set) var count = 0
    /// Whether values of cards were removed from the store.
    private(set) var hasRemoved = false
    private let tables: Tables
    private let backend: BackendTable.Entry
    private var writer: CardWriter
    private var kept: [Card] = []

    init(_ tables: Tables, with backend: BackendTable.Entry, at time: Timestamp) throws(StoreError) {
        self.tables = tables
        self.backend = backend
        writer = try CardWriter(tables, at: time)
    }

    /// The cards about which something was decided.
    var settled: ChangedCards { writer.changed }

    /// As one step of the history.
    mutating func settle(_ cards: [CardID], _ decision: AbsenceDecision) throws(StoreError) {
        let before = try tables.log.lastSequence()
        for identifier in cards {
            try tables.checkCancellation()
            if let returned = try tables.shadows.returned(identifier, of: backend) {
                switch decision {
                case .delete: try deleteThere(identifier)
                case .keep: try writer.apply([.set(CardPatch(from: nil, to: returned.withoutVerbatim))])
                }
            } else if let card = try tables.cards.entry(identifier)?.card,
                try tables.shadows.isAbsent(identifier, of: backend)
            {
                // Without its shadow it is a card that the backend never had: deleted there already, or new there.
                try tables.shadows.remove(identifier, of: backend)
                switch decision {
                case .delete: try writer.delete(card, by: .here)
                case .keep: kept.append(card)
                }
            } else {
                continue
            }
            count += 1
            writer.changed.insert(identifier)
        }
        try tables.endStep(.change, after: before)
        // After the step: nothing of these cards is another. For this backend only, which was asked about.
        var sender = try CardWriter(tables, for: [backend], at: writer.time)
        for card in kept {
            // As a change, which is sent also where the user declined to send the cards of earlier times.
            var changed = card
            changed.modified = writer.time.after(card.modified)
            try sender.write(changed, was: card, by: .here)
        }
        if count > 0 { try tables.backends.forgetValidators(of: backend) }
    }

    private mutating func deleteThere(_ identifier: CardID) throws(StoreError) {
        try tables.shadows.removeValues(identifier)
        try tables.photos.removeUses(by: identifier)
        try tables.pending.add(identifier, sequence: tables.log.lastSequence(), for: backend)
        hasRemoved = true
    }
}
