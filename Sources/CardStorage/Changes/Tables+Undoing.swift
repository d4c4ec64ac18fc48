internal import Cards

extension Tables {
    /// What undo or redo came to.
    struct TakenBack {
        let step: HistoryStep
        let changed: ChangedCards
    }

    /// Runs what changes cards and makes the entries that it logs one step. `origin` is the step that is taken back or done
    /// again, nil for what the user does anew: that ends redo.
    func logStep(
        _ kind: StepTable.Kind, of origin: Int64? = nil, _ body: () throws(StoreError) -> ChangedCards
    ) throws(StoreError) -> ChangedCards {
        let before = try log.lastSequence()
        let changed = try body()
        try endStep(kind, of: origin, after: before)
        return changed
    }

    /// Makes what was logged behind this entry one step.
    func endStep(_ kind: StepTable.Kind, of origin: Int64? = nil, after before: Int64) throws(StoreError) {
        let last = try log.lastSequence()
        guard last > before else { return }
        if origin == nil { try steps.clear(.redo) }
        try steps.add(first: before + 1, last: last, kind: kind, origin: origin, to: kind == .undo ? .redo : .undo)
    }

    /// Undoes or does again the step on top of the stack: both take back what was logged last of it, so that what stood
    /// there before comes back exactly. A step that would change nothing any more is passed over for good.
    func takeBack(_ stack: StepTable.Stack, at time: Timestamp) throws(StoreError) -> TakenBack? {
        while let step = try steps.top(of: stack) {
            try steps.drop(step)
            let changed = try logStep(stack == .undo ? .undo : .redo, of: step.origin) { () throws(StoreError) in
                try takeBack(step, at: time)
            }
            if !changed.isEmpty { return TakenBack(step: try describe(step.origin), changed: changed) }
        }
        return nil
    }

    /// Brings these cards out of the trash. Those that are not in it are left out.
    func restore(_ identifiers: [CardID], at time: Timestamp) throws(StoreError) -> ChangedCards {
        var changed = ChangedCards()
        for identifier in identifiers {
            try checkCancellation()
            guard let card = try trash.card(identifier)?.card else { continue }
            changed.formUnion(try apply([.set(CardPatch(from: nil, to: card))], at: time))
        }
        return changed
    }

    /// Forgets these cards for good, with what this machine alone knew of them and the photos that only they named. Gives
    /// those that were in the trash. What a backend is owed of them stays owed.
    ///
    /// A backend's shadow of an emptied card may still name a photo. It only waits for the deletion to be sent.
    func empty(_ identifiers: [CardID]) throws(StoreError) -> Set<CardID> {
        let sequence = try log.lastSequence()
        var emptied: Set<CardID> = []
        for identifier in identifiers where try trash.holds(identifier) {
            try checkCancellation()
            try trash.empty(identifier, upTo: sequence)
            try usage.remove(identifier)
            try photos.removeUses(by: identifier)
            emptied.insert(identifier)
        }
        return emptied
    }

    /// From the newest entry to the oldest, some at a time: a step may be an import of a million cards.
    private func takeBack(_ step: StepTable.Entry, at time: Timestamp) throws(StoreError) -> ChangedCards {
        var changed = ChangedCards()
        var last = step.last
        while true {
            let entries = try log.entries(from: step.first, backFrom: last, limit: 500)
            for entry in entries { changed.formUnion(try takeBack(entry, at: time)) }
            guard let oldest = entries.last else { return changed }
            last = oldest.sequence - 1
        }
    }

    private func takeBack(_ entry: ChangeLog.Entry, at time: Timestamp) throws(StoreError) -> ChangedCards {
        guard let inverse = entry.inverse else { return ChangedCards() }
        if case .set(let patch) = inverse, try cards.entry(entry.card) == nil {
            // Only a deletion brings a card back; without a name it would be none.
            guard entry.isDeletion, patch.fields.contains(.name) else { return ChangedCards() }
        }
        return try apply([inverse], at: time)
    }

    private func describe(_ origin: Int64) throws(StoreError) -> HistoryStep {
        guard let step = try steps.entry(origin) else { return HistoryStep(words: "changed cards", cards: []) }
        var summary = StepSummary(isRestore: step.kind == .restore)
        try log.forEachEntry(from: step.first, to: step.last) { summary.add($0) }
        var name = summary.name
        if name == nil, let identifier = summary.cards.first { name = try cards.entry(identifier)?.card.name }
        return HistoryStep(words: summary.words(name: name ?? ""), cards: summary.cards)
    }
}
