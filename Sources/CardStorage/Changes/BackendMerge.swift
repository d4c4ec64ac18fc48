internal import Cards

/// The merge of one batch of a backend's cards into cards, log, photos, shadows and upload queues, inside a transaction of the
/// caller. Unchanged cards cost one read each and write nothing.
struct BackendMerge {
    /// What the merge has done so far.
    struct Outcome {
        var report = MergeReport()
        /// The cards that changed here.
        var changed: Set<CardID> = []
        /// The shadow rows of all cards in the batch, changed or not.
        var seen: Set<Int64> = []
        /// Whether the backend sent anything new, so that uploads may have become pending.
        var wroteShadow = false
    }

    private(set) var outcome = Outcome()
    private let tables: Tables
    private let backend: BackendTable.Entry
    private let others: [BackendTable.Entry]
    private let time: Timestamp
    /// Whether lists have confirmed all writes, so that no card has to be compared with them.
    private let isConfirmed: Bool

    init(into tables: Tables, from backend: BackendTable.Entry, at time: Timestamp) throws(StoreError) {
        (self.tables, self.backend, self.time) = (tables, backend, time)
        others = try tables.backends.receiving().filter { $0.number != backend.number }
        isConfirmed = try tables.acknowledged.isEmpty(for: backend)
    }

    /// Merges the next card of the batch.
    mutating func merge(_ patch: CardPatch) throws(StoreError) {
        let patch = patch.withoutBlankName
        let contradiction = isConfirmed ? nil : try checkAcknowledgement(patch)
        if contradiction != .deletion { try mergeListed(patch) }
        // After the merge, which un-parks the uploads of a card that it changes.
        if contradiction != nil {
            try tables.pending.park(patch.identifier, because: Self.contradictionText, for: backend)
        }
    }

    /// Compares a listed card with writes that the backend accepted but that no list has confirmed yet. A field with its value
    /// from before the write is a stale answer, no change of theirs: our value stays and is pending again. The other fields are
    /// left to the merge.
    /// - Returns: the contradiction to report; nil where there is none, or where the change is sent again anyway.
    private mutating func checkAcknowledgement(_ patch: CardPatch) throws(StoreError) -> Contradiction? {
        let identifier = patch.identifier
        let states = try tables.acknowledged.states(identifier, of: backend)
        if states.isEmpty { return nil }
        let shadow = try tables.shadows.entry(identifier, of: backend)?.card
        let card = try tables.cards.entry(identifier)
        try tables.acknowledged.remove(identifier, of: backend)
        if let shadow {
            let stale = patch.fields.filter { field in
                !patch.values.isEqual(to: shadow, in: field)
                    && states.contains { $0.fields.contains(field) && patch.values.isEqual(to: $0.values, in: field) }
            }
            if stale.isEmpty { return nil }
            // The shadow, the base of the next merge, gets their values of these fields.
            try tables.shadows.write(CardPatch(values: patch.values, fields: stale).applied(to: shadow), of: backend)
        } else {
            // It was deleted here, and the backend had confirmed the deletion.
            let listed = patch.applied(to: nil)
            // Of one that was deleted for good, nothing is known to compare with.
            let isForgotten = states.contains { $0.fields.isEmpty }
            guard card == nil,
                isForgotten || states.contains(where: { listed.hasSameContent(as: $0.applied(to: nil)) })
            else { return nil }
            let kept = isForgotten ? Card(identifier: identifier, name: "") : listed
            outcome.seen.insert(try tables.shadows.write(kept, of: backend))
        }
        outcome.wroteShadow = true
        // A card that changed since is sent anyway.
        let wasPending = try tables.pending.attempts(identifier, for: backend) != nil
        try tables.updatePending(identifier, for: backend)
        return shadow == nil ? .deletion : wasPending ? nil : .edit
    }

    private enum Contradiction { case edit, deletion }

    static let contradictionText =
        "the backend accepted this change, but still lists the old card. Your change is saved here."

    private mutating func mergeListed(_ patch: CardPatch) throws(StoreError) {
        let identifier = patch.identifier
        let shadow = try tables.shadows.entry(identifier, of: backend)
        if let shadow {
            outcome.seen.insert(shadow.row)
            if patch.changesNothing(in: shadow.card) { return }
        }
        let old = try tables.cards.entry(identifier)
        // Only its deletion is still to be sent.
        if old == nil, shadow != nil, try tables.trash.hasEmptied(identifier) { return }
        outcome.wroteShadow = true
        if let old {
            try merge(patch, into: old, base: shadow?.card)
        } else {
            try add(patch, base: shadow?.card)
        }
    }

    private mutating func merge(
        _ patch: CardPatch, into old: CardTable.Entry, base: Card?
    ) throws(StoreError) {
        let merge = CardMerge(patch, into: old.card, base: base)
        try tables.photos.write(patch)
        outcome.seen.insert(try tables.shadows.write(merge.shadow, of: backend))
        try tables.conflicts.update(with: merge, of: backend)
        if !merge.conflicts.isEmpty { outcome.report.conflicts += 1 }
        var entry = old
        if merge.card != old.card {
            // The sequence of the last local change stays: what is pending since then is still pending.
            entry.card = merge.card
            try write(entry, was: old.card)
            try tables.pending.retry(patch.identifier)
            outcome.report.changed += 1
            outcome.changed.insert(patch.identifier)
            try updatePendingForOthers(patch.identifier)
            // What the backend says may be what another one, or a file, said before.
            try tables.conflicts.dropResolvedFields(of: merge.card, exceptWith: backend)
        }
        try tables.updatePending(patch.identifier, entry: entry, shadow: merge.shadow, for: backend)
    }

    /// Adds a card that is not here.
    private mutating func add(_ patch: CardPatch, base: Card?) throws(StoreError) {
        let identifier = patch.identifier
        let card = patch.applied(to: base)
        // Deleted here, and the deletion is pending: the card is restored only where someone has changed it on the backend since,
        // and never after it was emptied from the trash.
        if try tables.pending.attempts(identifier, for: backend) != nil {
            guard let base, !card.hasSameContent(as: base), try tables.trash.holds(identifier) else { return }
            outcome.report.revived.append(card.name)
        }
        // A card needs a name; the loader reports cards without one.
        if card.hasBlankName {
            outcome.report.addNameless(identifier)
            return
        }
        try tables.photos.write(patch)
        outcome.seen.insert(try tables.shadows.write(card, of: backend))
        try write(CardTable.Entry(card: card, sequence: 0), was: nil)
        outcome.report.added += 1
        outcome.changed.insert(identifier)
        try tables.pending.remove(identifier, for: backend)
        try updatePendingForOthers(identifier)
    }

    /// Logs and writes a card as merged with a backend's. A new card gets the sequence of its log entry.
    private func write(_ entry: CardTable.Entry, was old: Card?) throws(StoreError) {
        let sequence = try tables.log.append(entry.card, was: old, by: .backend(backend.number), at: time)
        let entry = CardTable.Entry(card: entry.card, sequence: old == nil ? sequence : entry.sequence)
        try tables.cards.write(entry, isNew: old == nil)
        if let old { try LedgerWriting(tables).noteBalance(of: entry.card, was: old, with: sequence, at: time) }
    }

    /// A change by one backend has to be uploaded to the others.
    private func updatePendingForOthers(_ identifier: CardID) throws(StoreError) {
        for other in others { try tables.updatePending(identifier, for: other) }
    }
}
