internal import Cards

/// The merge of one batch of a backend's cards into cards, log, photos, shadows and upload queues, inside a transaction of the
/// caller. Unchanged cards cost one read each and write nothing.
struct BackendMerge {
    /// What the merge has done so far.
    struct Outcome {
        var report = MergeReport()
        /// The shadow rows of all cards in the batch, changed or not.
        var seen: Set<Int64> = []
        /// Whether the backend sent anything new, so that uploads may have become pending.
        var wroteShadow = false
    }

    private(set) var outcome = Outcome()
    private let tables: Tables
    private let backend: BackendTable.Entry
    private var writer: CardWriter
    /// Whether lists have confirmed all writes, so that no card has to be compared with them.
    private let isConfirmed: Bool
    /// The shadow rows of the cards in the batches before this one.
    private let seenBefore: Set<Int64>

    init(
        into tables: Tables, from backend: BackendTable.Entry, seen seenBefore: Set<Int64> = [], at time: Timestamp
    ) throws(StoreError) {
        self.tables = tables
        self.backend = backend
        self.seenBefore = seenBefore
        writer = try CardWriter(tables, at: time)
        isConfirmed = try tables.acknowledged.isEmpty(for: backend)
    }

    /// Merges the cards of the batch. Of a card that the list has twice the first one counts: each of them would be a change of the other one,
    /// with every list.
    mutating func merge(_ patches: [CardPatch]) throws(StoreError) {
        var met: Set<CardID> = []
        for patch in patches {
            if met.insert(patch.identifier).inserted { try merge(patch) } else { noteDoubled(patch) }
        }
    }

    private mutating func noteDoubled(_ patch: CardPatch) {
        outcome.report.doubled.append(patch.values.hasBlankName ? patch.identifier.text : patch.values.name)
    }

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
                !patch.values.isSame(as: shadow, in: field)
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
            let before = states.map { $0.applied(to: nil) }
            guard card == nil, isForgotten || before.contains(where: { listed.hasSameContent(as: $0) }),
                // Who keeps a card that the backend no longer has sends it with a new time.
                isForgotten || !before.allSatisfy({ listed.wasSentAfter($0) })
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
        let shadow = try tables.shadows.entry(patch.identifier, of: backend)
        if let shadow {
            if seenBefore.contains(shadow.row) { return noteDoubled(patch) }
            outcome.seen.insert(shadow.row)
            if patch.isKnown(of: shadow.card) { return }
        }
        noteUnread(patch, shadow?.card)
        if let old = try tables.cards.entry(patch.identifier) {
            outcome.wroteShadow = true
            try merge(patch, into: old, base: shadow?.card)
        } else {
            try mergeDeleted(patch, shadow)
        }
    }

    /// Values that changed there and cannot be read.
    private mutating func noteUnread(_ patch: CardPatch, _ shadow: Card?) {
        for field in patch.unreadFields where patch.values.unknownFields[field.key] != shadow?.unknownFields[field.key]
        {
            let names = [patch.values.name, shadow?.name ?? ""]
            outcome.report.unread.add(
                field, of: patch.values, named: names.first { !$0.isEmpty } ?? patch.identifier.text)
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
        let hasChanged = merge.card != old.card
        if hasChanged {
            try writer.write(
                merge.card, was: old.card, keeping: old.sequence, by: .backend(backend.number), exceptTo: backend)
            outcome.report.changed += 1
        }
        try tables.updatePending(
            patch.identifier, entry: CardTable.Entry(card: merge.card, sequence: old.sequence), shadow: merge.shadow,
            for: backend, hasChanged: hasChanged)
    }

    /// A card that is not here: a new one, or one that was deleted here and that somebody has sent again, or changed, since.
    private mutating func mergeDeleted(_ patch: CardPatch, _ shadow: ShadowTable.Entry?) throws(StoreError) {
        let identifier = patch.identifier
        let attempts = try tables.pending.attempts(identifier, for: backend)
        if try tables.trash.hasEmptied(identifier) {
            // Only its deletion is still to be sent, unless the backend had no card of that name in the meantime.
            if attempts != nil, shadow?.isAbsent != true { return }
            return try hold(patch, base: shadow?.card)
        }
        guard attempts == nil || isSentAgain(patch, since: shadow, attempts: attempts ?? 0) else {
            // Its deletion stays pending. What was sent again later has a later time than what is listed now.
            if let shadow, attempts == 0 {
                outcome.wroteShadow = true
                try tables.shadows.write(patch.shadow(over: shadow.card), of: backend)
            }
            return
        }
        let deleted = try tables.trash.card(identifier)?.card
        if attempts != nil, deleted == nil { return }
        let listed = patch.shadow(over: shadow?.card ?? deleted)
        // A card needs a name; the loader reports cards without one.
        if listed.hasBlankName {
            outcome.wroteShadow = true
            outcome.report.addNameless(identifier)
            return
        }
        outcome.wroteShadow = true
        try tables.photos.write(patch)
        outcome.seen.insert(try tables.shadows.write(listed, of: backend))
        try writer.write(listed.withoutVerbatim, was: nil, by: .backend(backend.number), exceptTo: backend)
        outcome.report.added += 1
        if deleted != nil { outcome.report.revived.append(listed.name) }
        try tables.pending.remove(identifier, for: backend)
    }

    /// Whether a card whose deletion is pending was changed or sent by somebody since: it has another content, the backend had not named it for
    /// a while, or, where the deletion may have arrived there, it has a later time.
    private func isSentAgain(_ patch: CardPatch, since shadow: ShadowTable.Entry?, attempts: Int) -> Bool {
        guard let shadow else { return false }
        let listed = patch.shadow(over: shadow.card)
        return !listed.hasSameContent(as: shadow.card) || shadow.isAbsent
            || attempts > 0 && listed.wasSentAfter(shadow.card)
    }

    /// Keeps a card that was deleted for good, and that somebody has sent again, as the backend's: it is not here, and nothing is sent, until
    /// the user decides.
    private mutating func hold(_ patch: CardPatch, base: Card?) throws(StoreError) {
        let listed = patch.shadow(over: base)
        outcome.wroteShadow = true
        if listed.hasBlankName { return outcome.report.addNameless(patch.identifier) }
        try tables.photos.write(patch)
        outcome.seen.insert(try tables.shadows.write(listed, of: backend))
        try tables.pending.remove(patch.identifier, for: backend)
    }
}

extension Card {
    /// Whether it has a later time of its last change.
    fileprivate func wasSentAfter(_ other: Card) -> Bool {
        modified.map { time in other.modified.map { time > $0 } ?? true } ?? false
    }
}
