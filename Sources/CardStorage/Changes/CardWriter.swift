internal import Cards

/// The one writer of cards: whoever changes a card, the user, an import, a backend, another device or a repair, has it written here, with all
/// that follows from it: its entry in the log, photos, row, ledger, conflicts, upload queues. Runs inside a transaction of the caller.
///
/// Only what the user does is a step to undo, so steps are made around it: see ``Tables/endStep(_:of:after:source:)``.
struct CardWriter {
    let tables: Tables
    let time: Timestamp
    /// The backends whose queues are kept.
    let backends: [BackendTable.Entry]
    /// The cards that changed, for the notice after the commit.
    var changed = ChangedCards()
    /// Whether a new card may be one from the trash; nil before the first one.
    private var mayComeBack: Bool?

    /// - Parameter backends: nil for all.
    init(_ tables: Tables, for backends: [BackendTable.Entry]? = nil, at time: Timestamp) throws(StoreError) {
        self.tables = tables
        self.time = time
        if let backends { self.backends = backends } else { self.backends = try tables.backends.receiving() }
    }

    /// Logs and writes a card that is new or that differs.
    /// - Parameters:
    ///   - old: the card as it is here; nil for one that is not here.
    ///   - sequence: of the card's last local change, where this is none: what is pending since then stays so. Nil for a local change and for
    ///     a new card: that of its new entry in the log.
    ///   - isBooked: whether the ledger tells of the balance already.
    ///   - isRestoring: whether a card that is not here comes back for the user.
    ///   - source: the backend that the change came from. Its merge keeps the conflicts with it and its queue.
    mutating func write(
        _ card: Card, was old: Card?, keeping sequence: Int64? = nil, by device: ChangeLog.Device,
        isBooked: Bool = false, isRestoring: Bool = false, exceptTo source: BackendTable.Entry? = nil
    ) throws(StoreError) {
        var former = old
        // Asked for while the card is not here: afterwards it is in the trash no longer.
        if old == nil, !isBooked { former = try trashed(card.identifier) }
        let logged = try tables.log.append(card, was: old, by: device, at: time)
        if let former, !isBooked {
            try LedgerWriting(tables).noteBalance(
                of: card, was: former, from: source, with: logged, at: time)
        }
        let entry = CardTable.Entry(card: card, sequence: sequence ?? logged)
        try put(entry, isNew: old == nil, isRestoring: isRestoring, exceptTo: source)
    }

    /// Writes a card whose row was damaged anew, with what is derived from it.
    /// - Parameter isNew: whether the log knows no card with its identifier.
    mutating func rewrite(_ entry: CardTable.Entry, isNew: Bool = false) throws(StoreError) {
        if isNew { _ = try tables.log.append(entry.card, was: nil, by: .repair, at: time) }
        try put(entry, isNew: false)
    }

    mutating func delete(_ card: Card, by device: ChangeLog.Device) throws(StoreError) {
        let identifier = card.identifier
        _ = try tables.log.append(deleting: card, by: device, born: tables.cards.birth(identifier), at: time)
        try tables.cards.remove(identifier)
        try tables.conflicts.remove(identifier)
        for backend in backends { try tables.updatePending(identifier, for: backend, hasChanged: true) }
        changed.insert(identifier)
        mayComeBack = true
    }

    private mutating func put(
        _ entry: CardTable.Entry, isNew: Bool, isRestoring: Bool = false, exceptTo source: BackendTable.Entry? = nil
    ) throws(StoreError) {
        try tables.photos.addUses(by: entry.card)
        try tables.cards.write(entry, isNew: isNew)
        // A card that was not here has none: its deletion ended them.
        if !isNew { try tables.conflicts.dropResolvedFields(of: entry.card, exceptWith: source) }
        for backend in backends where backend.number != source?.number {
            try queue(entry, isNew: isNew, isRestoring: isRestoring, for: backend)
        }
        changed.insert(entry.card.identifier)
    }

    private func queue(
        _ entry: CardTable.Entry, isNew: Bool, isRestoring: Bool, for backend: BackendTable.Entry
    ) throws(StoreError) {
        let identifier = entry.card.identifier
        let shadow = try tables.shadows.entry(identifier, of: backend)?.card
        let attempts = isNew && shadow != nil ? try tables.pending.attempts(identifier, for: backend) : nil
        // Its deletion may have arrived, although the answer did not. What comes back for the user counts as changed in any case.
        let isMissed = isNew && shadow != nil && (isRestoring || (attempts ?? 0) > 0)
        try tables.updatePending(identifier, entry: entry, shadow: shadow, for: backend, hasChanged: true)
        if isMissed { try tables.pending.add(identifier, sequence: entry.sequence, for: backend) }
    }

    /// The card as it was deleted; nil for one that is not in the trash.
    private mutating func trashed(_ identifier: CardID) throws(StoreError) -> Card? {
        // Most imports and first downloads meet an empty one.
        if mayComeBack == nil { mayComeBack = try tables.trash.hasDeletions() }
        return mayComeBack == true ? try tables.trash.card(identifier)?.card : nil
    }
}

extension Tables {
    /// Applies the user's changes. Returns the cards that changed.
    func apply(_ changes: [CardChange], at time: Timestamp) throws(StoreError) -> ChangedCards {
        var writer = try CardWriter(self, at: time)
        try writer.apply(changes)
        return writer.changed
    }

    /// Switches it for these cards; the outcome is nil when none of them exists.
    func toggle(
        _ toggle: CardToggle, of identifiers: [CardID], at time: Timestamp
    ) throws(StoreError) -> (outcome: CardToggle.Outcome?, changed: ChangedCards) {
        var writer = try CardWriter(self, at: time)
        let isOn = try hasCard(identifiers) { !toggle.isOn($0) }
        var (found, count, name): (Int, Int, String?) = (0, 0, nil)
        for identifier in identifiers {
            try checkCancellation()
            guard let card = try cards.entry(identifier)?.card else { continue }
            (found, name) = (found + 1, found == 0 ? card.name : nil)
            var values = card
            toggle.set(isOn, on: &values)
            if try writer.set(CardPatch(values: values, fields: toggle.fields), to: card) { count += 1 }
        }
        return (found == 0 ? nil : CardToggle.Outcome(count: count, name: name, isOn: isOn), writer.changed)
    }

    private func hasCard(
        _ identifiers: [CardID], where predicate: (Card) -> Bool
    ) throws(StoreError) -> Bool {
        for identifier in identifiers {
            try checkCancellation()
            if let card = try cards.entry(identifier)?.card, predicate(card) { return true }
        }
        return false
    }

    /// Lets long operations be cancelled between two cards; the caller's transaction then rolls back.
    func checkCancellation() throws(StoreError) { if Task.isCancelled { throw .stopped } }

    /// Imports the cards of a source as one step. Returns the cards that changed as well.
    func importCards(
        from source: any CardSource, options: ImportOptions, at time: Timestamp
    ) throws -> (report: ImportReport, changed: ChangedCards) {
        var writer = try CardWriter(self, at: time)
        let before = try log.lastSequence()
        let step = before + 1
        var matching = OriginMatching(self, options, step: step, at: time)
        var program: String?
        var booked: [CardID: ExactDecimal] = [:]
        var hiding = SecretWriting(self, at: time)
        var report = try CardImport(from: source, options: options).run {
            try cards.entry($0)?.card
        } match: { index, origin, card in
            try matching.match(index, origin, card)
        } apply: { patch, old in
            let isBooked = booked[patch.identifier].map { LedgerWriting.isBalance(of: patch, over: old, changedBy: $0) }
            _ = try writer.set(patch, to: old, isBooked: isBooked ?? false)
        } keep: { kept in
            try matching.keep(kept)
            program = kept.origin.program
            guard let merge = kept.merge else { return }
            for (hash, bytes) in kept.contestedPhotos { try photos.write(bytes, hash: hash, of: kept.card) }
            let key = ImportUndoTable.Key(card: kept.card, program: kept.origin.program, step: step)
            if try ImportConflicts(self).keep(merge, key) { writer.changed.insert(kept.card) }
        } book: { entries, card in
            guard let new = try LedgerWriting(self).bringBack(entries, of: card) else { return 0 }
            if !new.isEmpty { writer.changed.insert(card.identifier) }
            booked[card.identifier] = Ledger(new).sum(in: card.currency)
            return new.count
        } hide: { secret, card in
            try hiding.set(secret, of: card)
        }
        writer.changed.formUnion(hiding.changed)
        report.renames = matching.renames
        // A conflict alone is a step, too: undo must not take back what the user did before.
        if try log.lastSequence() == before { try ImportConflicts(self).log(step, at: time) }
        try endStep(.importing, after: before, source: program)
        // Without a change of a card and without a conflict there is no step.
        if try log.lastSequence() == before { try release(importUndo.remove(step: step)) }
        return (report, writer.changed)
    }

    /// Applies a change of a card whose entries in the ledger are written already.
    func applyBooked(_ patch: CardPatch, to card: Card, at time: Timestamp) throws(StoreError) -> ChangedCards {
        var writer = try CardWriter(self, at: time)
        _ = try writer.set(patch, to: card, isBooked: true)
        return writer.changed
    }
}

/// What the user changes.
extension CardWriter {
    /// - Parameter isRestoring: whether cards that are not here were deleted and come back.
    mutating func apply(_ changes: [CardChange], isRestoring: Bool = false) throws(StoreError) {
        for change in changes {
            try tables.checkCancellation()
            let old = try tables.cards.entry(change.identifier)?.card
            switch change {
            case .set(let patch): _ = try set(patch, to: old, isRestoring: isRestoring)
            case .delete: if let old { try delete(old, by: .here) }
            }
        }
    }

    /// False when only timestamps would change.
    /// - Parameters: see ``write(_:was:keeping:by:isBooked:isRestoring:exceptTo:)``.
    mutating func set(
        _ patch: CardPatch, to old: Card?, isBooked: Bool = false, isRestoring: Bool = false
    ) throws(StoreError) -> Bool {
        // Also where the card stays as it is: the bytes of its photos may have been missing.
        try tables.photos.write(patch.photos)
        var card = patch.applied(to: old)
        guard !card.hasBlankName else {
            throw .failed(path: tables.cards.connection.path, reason: "the card \(patch.identifier) has no name")
        }
        if let old {
            if card.hasSameContent(as: old) { return false }
            card.modified = time
        } else {
            // A card from a file may have its own times. One that comes back has a later one: its deletion may have been sent.
            card.created = card.created ?? time
            card.modified = isRestoring && !backends.isEmpty ? time.after(card.modified) : card.modified ?? time
        }
        try write(card, was: old, by: .here, isBooked: isBooked, isRestoring: isRestoring)
        return true
    }
}

/// The cards that a write changed; beyond the limit only the fact that there were too many to list.
struct ChangedCards {
    /// Nil when there are too many to list.
    private(set) var identifiers: Set<CardID>? = []

    /// With more, reading everything again is cheaper for listeners.
    private static let most = 10_000

    var isEmpty: Bool { identifiers?.isEmpty == true }

    mutating func insert(_ identifier: CardID) {
        identifiers?.insert(identifier)
        forgetTooMany()
    }

    mutating func formUnion(_ others: ChangedCards) {
        guard let more = others.identifiers else { return identifiers = nil }
        identifiers?.formUnion(more)
        forgetTooMany()
    }

    private mutating func forgetTooMany() {
        if let count = identifiers?.count, count > Self.most { identifiers = nil }
    }
}
