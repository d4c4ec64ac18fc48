internal import Cards

/// What merging one batch came to.
struct MergeOutcome {
    var report = MergeReport()
    /// The cards that changed here.
    var changed: Set<CardID> = []
    /// The shadow rows of all cards that were named, changed or not.
    var seen: Set<Int64> = []
    /// Whether the backend said anything new, so that something may have become owed.
    var wroteShadow = false
}

extension Tables {
    /// Merges what a backend says into cards, log, photos and shadows, and settles what it is owed. A backend that says what
    /// it said before costs one look a card and writes nothing.
    func merge(
        _ patches: [CardPatch], from backend: BackendTable.Entry, at time: Timestamp
    ) throws(StoreError) -> MergeOutcome {
        var outcome = MergeOutcome()
        let isConfirmed = try acknowledged.isEmpty(for: backend)
        for patch in patches {
            let patch = patch.withoutBlankName
            let contradiction = try isConfirmed ? nil : settleAnswer(patch, from: backend, into: &outcome)
            if contradiction != .deletion { try merge(patch, from: backend, at: time, into: &outcome) }
            // Behind the merge, which gives a card that is another one by now its next try.
            if contradiction != nil {
                try pending.setAside(patch.identifier, because: Self.contradictionWords, for: backend)
            }
        }
        return outcome
    }

    /// Compares what a list says with what the backend took before it, where that was not confirmed yet. A field that is as before is
    /// no change of theirs: ours stays, and the backend is still owed it. What else the list says of a card that is here is left to be
    /// merged.
    /// - Returns: what was contradicted and has to be said; nil where nothing was, or where it is sent again anyway.
    private func settleAnswer(
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
            // The base of the next merge says what they have in these fields.
            try shadows.write(CardPatch(values: patch.values, fields: stale).applied(to: shadow), of: backend)
        } else {
            // It was deleted, here and by their word there.
            let listed = patch.applied(to: nil)
            guard card == nil, states.contains(where: { listed.hasSameContent(as: $0.applied(to: nil)) }) else {
                return nil
            }
            outcome.seen.insert(try shadows.write(listed, of: backend))
        }
        outcome.wroteShadow = true
        // What was changed since is sent anyway.
        let wasPending = try pending.attempts(identifier, for: backend) != nil
        try settle(identifier, with: backend)
        return shadow == nil ? .deletion : wasPending ? nil : .edit
    }

    private enum Contradiction { case edit, deletion }

    private static let contradictionWords =
        "the backend took this change, and lists the card as it was before. Your change is kept here."

    private func merge(
        _ patch: CardPatch, from backend: BackendTable.Entry, at time: Timestamp, into outcome: inout MergeOutcome
    ) throws(StoreError) {
        let identifier = patch.identifier
        let shadow = try shadows.entry(identifier, of: backend)
        if let shadow {
            outcome.seen.insert(shadow.row)
            if patch.changesNothing(in: shadow.card) { return }
        }
        outcome.wroteShadow = true
        let old = try cards.entry(identifier)
        if let old {
            let merge = CardMerge(patch, into: old.card, base: shadow?.card)
            try photos.write(patch)
            outcome.seen.insert(try shadows.write(merge.shadow, of: backend))
            try conflicts.update(with: merge, of: backend)
            if !merge.conflicts.isEmpty { outcome.report.conflicts += 1 }
            var entry = old
            if merge.card != old.card {
                // The place of the last local change stays: what is owed since then is still owed.
                entry.card = merge.card
                try write(entry, was: old.card, at: time)
                try pending.retry(identifier)
                outcome.report.changed += 1
                outcome.changed.insert(identifier)
                try settle(identifier, withAllBut: backend)
            }
            try settle(identifier, entry: entry, shadow: merge.shadow, with: backend)
        } else {
            let card = patch.applied(to: shadow?.card)
            // Deleted here, and the backend is still to be told: it is brought back only where someone has changed it since,
            // and never where it was emptied from the trash.
            if try pending.attempts(identifier, for: backend) != nil {
                guard let shadow, !card.hasSameContent(as: shadow.card), try trash.holds(identifier) else { return }
                outcome.report.revived.append(card.name)
            }
            // Without a name it is no card; the loader has said so to the user.
            if card.hasBlankName {
                outcome.report.nameless += 1
                return
            }
            try photos.write(patch)
            outcome.seen.insert(try shadows.write(card, of: backend))
            try write(CardTable.Entry(card: card, sequence: 0), was: nil, at: time)
            outcome.report.added += 1
            outcome.changed.insert(identifier)
            try pending.remove(identifier, for: backend)
            try settle(identifier, withAllBut: backend)
        }
    }

    /// Logs and writes a card as a backend made it. A new one takes its place in the log.
    private func write(_ entry: CardTable.Entry, was old: Card?, at time: Timestamp) throws(StoreError) {
        let sequence = try log.append(entry.card, was: old, by: .backend, at: time)
        let entry = CardTable.Entry(card: entry.card, sequence: old == nil ? sequence : entry.sequence)
        try cards.write(entry, isNew: old == nil)
    }

    /// What one backend changed is news to the others.
    private func settle(_ identifier: CardID, withAllBut backend: BackendTable.Entry) throws(StoreError) {
        for other in try backends.all() where other.number != backend.number { try settle(identifier, with: other) }
    }
}
