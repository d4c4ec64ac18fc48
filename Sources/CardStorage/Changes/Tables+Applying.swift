internal import Cards

extension Tables {
    /// Applies the user's changes: cards, log, photos and upload queues. Returns the cards that changed.
    /// - Parameter isRestoring: whether cards that are not here were deleted and come back: that counts as a change of them, for their
    ///   deletion may have been sent.
    func apply(
        _ changes: [CardChange], at time: Timestamp, isRestoring: Bool = false
    ) throws(StoreError) -> ChangedCards {
        let backends = try backends.receiving()
        var changed = ChangedCards()
        for change in changes {
            try checkCancellation()
            let isChanged =
                switch change {
                case .set(let patch):
                    try apply(
                        patch, to: cards.entry(patch.identifier)?.card, at: time, queueingFor: backends,
                        isRestoring: isRestoring)
                case .delete(let identifier): try delete(identifier, at: time, queueingFor: backends)
                }
            if isChanged { changed.insert(change.identifier) }
        }
        return changed
    }

    /// Switches it for these cards; the outcome is nil when none of them exists.
    func toggle(
        _ toggle: CardToggle, of identifiers: [CardID], at time: Timestamp
    ) throws(StoreError) -> (outcome: CardToggle.Outcome?, changed: ChangedCards) {
        let backends = try backends.receiving()
        let isOn = try hasCard(identifiers) { !toggle.isOn($0) }
        var changed = ChangedCards()
        var (found, count, name): (Int, Int, String?) = (0, 0, nil)
        for identifier in identifiers {
            try checkCancellation()
            guard let card = try cards.entry(identifier)?.card else { continue }
            (found, name) = (found + 1, found == 0 ? card.name : nil)
            var values = card
            toggle.set(isOn, on: &values)
            let patch = CardPatch(values: values, fields: [toggle.field])
            if try apply(patch, to: card, at: time, queueingFor: backends) {
                changed.insert(identifier)
                count += 1
            }
        }
        return (found == 0 ? nil : CardToggle.Outcome(count: count, name: name, isOn: isOn), changed)
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
        let backends = try backends.receiving()
        let before = try log.lastSequence()
        var changed = ChangedCards()
        let step = before + 1
        var matching = OriginMatching(self, options, step: step, at: time)
        var program: String?
        var booked: [CardID: ExactDecimal] = [:]
        var report = try CardImport(from: source, options: options).run {
            try cards.entry($0)?.card
        } match: { index, origin, card in
            try matching.match(index, origin, card)
        } apply: { patch, old in
            let isBooked = booked[patch.identifier].map { LedgerWriting.isBalance(of: patch, over: old, changedBy: $0) }
            if try apply(patch, to: old, at: time, queueingFor: backends, isBooked: isBooked ?? false) {
                changed.insert(patch.identifier)
            }
        } keep: { kept in
            try matching.keep(kept)
            program = kept.origin.program
            guard let merge = kept.merge else { return }
            for (hash, bytes) in kept.contestedPhotos { try photos.write(bytes, hash: hash, of: kept.card) }
            let key = ImportUndoTable.Key(card: kept.card, program: kept.origin.program, step: step)
            if try ImportConflicts(self).keep(merge, key) { changed.insert(kept.card) }
        } book: { entries, card in
            let new = try LedgerWriting(self).bringBack(entries, of: card, at: time)
            if !new.isEmpty { changed.insert(card.identifier) }
            booked[card.identifier] = Ledger(new).sum(in: card.currency)
            return new.count
        }
        report.renames = matching.renames
        try endStep(.importing, after: before, source: program)
        // Without a change of a card there is no step.
        if try log.lastSequence() == before { try importUndo.remove(step: step) }
        return (report, changed)
    }

    /// Applies a change of a card whose entries in the ledger are written already.
    func applyBooked(_ patch: CardPatch, to card: Card, at time: Timestamp) throws(StoreError) -> ChangedCards {
        var changed = ChangedCards()
        if try apply(patch, to: card, at: time, queueingFor: backends.receiving(), isBooked: true) {
            changed.insert(card.identifier)
        }
        return changed
    }

    /// False when only timestamps would change.
    /// - Parameter isBooked: whether the ledger has the change of the balance already.
    private func apply(
        _ patch: CardPatch, to old: Card?, at time: Timestamp, queueingFor backends: [BackendTable.Entry],
        isBooked: Bool = false, isRestoring: Bool = false
    ) throws(StoreError) -> Bool {
        try photos.write(patch)
        var card = patch.applied(to: old)
        guard !card.hasBlankName else {
            throw .failed(path: cards.connection.path, reason: "the card \(patch.identifier) has no name")
        }
        if let old {
            if card.hasSameContent(as: old) { return false }
            card.modified = time
        } else {
            // A card from a file may have its own times.
            card.created = card.created ?? time
            let isSent = backends.contains { !$0.isOnlyConflictSide }
            card.modified = isRestoring && isSent ? time.after(card.modified) : card.modified ?? time
        }
        let entry = CardTable.Entry(card: card, sequence: try log.append(card, was: old, by: .here, at: time))
        try cards.write(entry, isNew: old == nil)
        if let old, !isBooked {
            try LedgerWriting(self).noteBalance(of: card, was: old, with: entry.sequence, at: time)
        }
        if old != nil { try conflicts.dropResolvedFields(of: card) }
        for backend in backends {
            let shadow = try shadows.entry(card.identifier, of: backend)?.card
            try updatePending(card.identifier, entry: entry, shadow: shadow, for: backend)
            if isRestoring, old == nil, shadow != nil {
                try pending.add(card.identifier, sequence: entry.sequence, for: backend)
            }
        }
        return true
    }

    private func delete(
        _ identifier: CardID, at time: Timestamp, queueingFor backends: [BackendTable.Entry]
    ) throws(StoreError) -> Bool {
        guard let card = try cards.entry(identifier)?.card else { return false }
        _ = try log.append(deleting: card, born: cards.birth(identifier), at: time)
        try cards.remove(identifier)
        try conflicts.remove(identifier)
        for backend in backends { try updatePending(identifier, for: backend) }
        return true
    }
}
