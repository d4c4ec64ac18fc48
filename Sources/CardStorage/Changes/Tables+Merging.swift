internal import Cards

/// The result of merging one batch.
struct MergeOutcome {
    var report = MergeReport()
    /// The cards that changed here.
    var changed: Set<CardID> = []
    /// The shadow rows of all cards in the batch, changed or not.
    var seen: Set<Int64> = []
    /// Whether the backend sent anything new, so that uploads may have become pending.
    var wroteShadow = false
}

extension Tables {
    /// Merges a backend's cards into cards, log, photos and shadows, and updates its upload queue. Unchanged cards cost one read
    /// each and write nothing.
    func merge(
        _ patches: [CardPatch], from backend: BackendTable.Entry, at time: Timestamp
    ) throws(StoreError) -> MergeOutcome {
        var outcome = MergeOutcome()
        let isConfirmed = try acknowledged.isEmpty(for: backend)
        for patch in patches {
            let patch = patch.withoutBlankName
            let contradiction = try isConfirmed ? nil : checkAcknowledgement(patch, from: backend, into: &outcome)
            if contradiction != .deletion { try merge(patch, from: backend, at: time, into: &outcome) }
            // After the merge, which un-parks the uploads of a card that it changes.
            if contradiction != nil {
                try pending.park(patch.identifier, because: Self.contradictionText, for: backend)
            }
        }
        return outcome
    }

    /// Compares a listed card with writes that the backend accepted but that no list has confirmed yet. A field with its value
    /// from before the write is a stale answer, no change of theirs: our value stays and is pending again. The other fields are
    /// left to the merge.
    /// - Returns: the contradiction to report; nil where there is none, or where the change is sent again anyway.
    private func checkAcknowledgement(
        _ patch: CardPatch, from backend: BackendTable.Entry, into outcome: inout MergeOutcome
    ) throws(StoreError) -> Contradiction? {
        let identifier = patch.identifier
        let states = try acknowledged.states(identifier, of: backend)
        if states.isEmpty { return nil }
        let shadow = try shadows.entry(identifier, of: backend)?.card
        let card = try cards.entry(identifier)
        try acknowledged.remove(identifier, of: backend)
        if let shadow {
            let stale = patch.fields.filter { field in
                !patch.values.isEqual(to: shadow, in: field)
                    && states.contains { $0.fields.contains(field) && patch.values.isEqual(to: $0.values, in: field) }
            }
            if stale.isEmpty { return nil }
            // The shadow, the base of the next merge, gets their values of these fields.
            try shadows.write(CardPatch(values: patch.values, fields: stale).applied(to: shadow), of: backend)
        } else {
            // It was deleted here, and the backend had confirmed the deletion.
            let listed = patch.applied(to: nil)
            // Of one that was deleted for good, nothing is known to compare with.
            let isForgotten = states.contains { $0.fields.isEmpty }
            guard card == nil,
                isForgotten || states.contains(where: { listed.hasSameContent(as: $0.applied(to: nil)) })
            else { return nil }
            let kept = isForgotten ? Card(identifier: identifier, name: "") : listed
            outcome.seen.insert(try shadows.write(kept, of: backend))
        }
        outcome.wroteShadow = true
        // A card that changed since is sent anyway.
        let wasPending = try pending.attempts(identifier, for: backend) != nil
        try updatePending(identifier, for: backend)
        return shadow == nil ? .deletion : wasPending ? nil : .edit
    }

    private enum Contradiction { case edit, deletion }

    static let contradictionText =
        "the backend accepted this change, but still lists the old card. Your change is saved here."

    private func merge(
        _ patch: CardPatch, from backend: BackendTable.Entry, at time: Timestamp, into outcome: inout MergeOutcome
    ) throws(StoreError) {
        let identifier = patch.identifier
        let shadow = try shadows.entry(identifier, of: backend)
        if let shadow {
            outcome.seen.insert(shadow.row)
            if patch.changesNothing(in: shadow.card) { return }
        }
        let old = try cards.entry(identifier)
        // Only its deletion is still to be sent.
        if old == nil, shadow != nil, try trash.hasEmptied(identifier) { return }
        outcome.wroteShadow = true
        if let old {
            let merge = CardMerge(patch, into: old.card, base: shadow?.card)
            try photos.write(patch)
            outcome.seen.insert(try shadows.write(merge.shadow, of: backend))
            try conflicts.update(with: merge, of: backend)
            if !merge.conflicts.isEmpty { outcome.report.conflicts += 1 }
            var entry = old
            if merge.card != old.card {
                // The sequence of the last local change stays: what is pending since then is still pending.
                entry.card = merge.card
                try write(entry, was: old.card, at: time)
                try pending.retry(identifier)
                outcome.report.changed += 1
                outcome.changed.insert(identifier)
                try updatePending(identifier, forAllBut: backend)
            }
            try updatePending(identifier, entry: entry, shadow: merge.shadow, for: backend)
        } else {
            let card = patch.applied(to: shadow?.card)
            // Deleted here, and the deletion is pending: the card is restored only where someone has changed it on the backend
            // since, and never after it was emptied from the trash.
            if try pending.attempts(identifier, for: backend) != nil {
                guard let shadow, !card.hasSameContent(as: shadow.card), try trash.holds(identifier) else { return }
                outcome.report.revived.append(card.name)
            }
            // A card needs a name; the loader reports cards without one.
            if card.hasBlankName {
                outcome.report.addNameless(identifier)
                return
            }
            try photos.write(patch)
            outcome.seen.insert(try shadows.write(card, of: backend))
            try write(CardTable.Entry(card: card, sequence: 0), was: nil, at: time)
            outcome.report.added += 1
            outcome.changed.insert(identifier)
            try pending.remove(identifier, for: backend)
            try updatePending(identifier, forAllBut: backend)
        }
    }

    /// Logs and writes a card as merged with a backend's. A new card gets the sequence of its log entry.
    private func write(_ entry: CardTable.Entry, was old: Card?, at time: Timestamp) throws(StoreError) {
        let sequence = try log.append(entry.card, was: old, by: .backend, at: time)
        let entry = CardTable.Entry(card: entry.card, sequence: old == nil ? sequence : entry.sequence)
        try cards.write(entry, isNew: old == nil)
    }

    /// A change by one backend has to be uploaded to the others.
    private func updatePending(_ identifier: CardID, forAllBut backend: BackendTable.Entry) throws(StoreError) {
        for other in try backends.all() where other.number != backend.number {
            try updatePending(identifier, for: other)
        }
    }
}
