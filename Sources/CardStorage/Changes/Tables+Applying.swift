internal import Cards

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
        try endStep(.importing, after: before, source: program)
        // Without a change of a card there is no step.
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
