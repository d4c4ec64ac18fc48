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
        for patch in patches { try merge(patch.withoutBlankName, from: backend, at: time, into: &outcome) }
        return outcome
    }

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
                try owed.retry(identifier)
                outcome.report.changed += 1
                outcome.changed.insert(identifier)
                try settle(identifier, withAllBut: backend)
            }
            try settle(identifier, entry: entry, shadow: merge.shadow, with: backend)
        } else {
            let card = patch.applied(to: shadow?.card)
            // Deleted here, and the backend is still to be told: it is brought back only where someone has changed it since,
            // and never where it was emptied from the trash.
            if try owed.attempts(identifier, for: backend) != nil {
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
            try owed.remove(identifier, for: backend)
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
