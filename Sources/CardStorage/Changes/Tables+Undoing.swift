internal import Cards

extension Tables {
    /// The result of undo or redo.
    struct Reverted {
        let step: HistoryStep
        let changed: ChangedCards
    }

    /// Runs a change of cards and makes the log entries that it adds one step. `origin` is the step that is undone or redone, nil
    /// for a new action of the user: that clears redo.
    func logStep(
        _ kind: StepTable.Kind, of origin: Int64? = nil, source: String? = nil,
        _ body: () throws(StoreError) -> ChangedCards
    ) throws(StoreError) -> ChangedCards {
        let before = try log.lastSequence()
        let changed = try body()
        try endStep(kind, of: origin, after: before, source: source)
        return changed
    }

    /// Makes the log entries after this one a step.
    /// - Parameter source: see ``StepTable/add(first:last:kind:origin:source:to:)``.
    func endStep(
        _ kind: StepTable.Kind, of origin: Int64? = nil, after before: Int64, source: String? = nil
    ) throws(StoreError) {
        let last = try log.lastSequence()
        guard last > before else { return }
        if origin == nil { try forgetSteps(on: .redo) }
        try steps.add(
            first: before + 1, last: last, kind: kind, origin: origin, source: source,
            to: kind == .undo ? .redo : .undo)
    }

    /// Reverts the step on top of the stack: undo and redo both revert the log entries of the newest step, so that the former
    /// state comes back exactly. A step that would change nothing is dropped.
    func revert(_ stack: StepTable.Stack, at time: Timestamp) throws(StoreError) -> Reverted? {
        while let step = try steps.top(of: stack) {
            try steps.drop(step)
            let changed = try logStep(stack == .undo ? .undo : .redo, of: step.origin) { () throws(StoreError) in
                try ImportConflicts(self).revert(step.origin, from: stack, at: time) { () throws(StoreError) in
                    try revert(step, at: time)
                }
            }
            if !changed.isEmpty { return Reverted(step: try describe(step.origin), changed: changed) }
            try release(importUndo.remove(step: step.origin))
        }
        return nil
    }

    /// Empties the stack, and removes what was kept beside the cards for its steps.
    func forgetSteps(on stack: StepTable.Stack) throws(StoreError) {
        try release(importUndo.remove(stack))
        try steps.clear(stack)
    }

    /// Removes kept files that neither their card nor undo or redo of an import names any more.
    func release(_ files: [ImportUndoTable.File]) throws(StoreError) {
        for file in files where try !importUndo.names(file) {
            let kept = try origins.entry(of: file.card, in: file.program)?.kept.origin.attachment
            if kept != file.hash { try photos.removeUse(of: file.hash, by: file.card) }
        }
    }

    /// Restores these cards from the trash. Those that are not in it are left out.
    func restore(_ identifiers: [CardID], at time: Timestamp) throws(StoreError) -> ChangedCards {
        var writer = try CardWriter(self, at: time)
        for identifier in identifiers {
            guard let card = try trash.card(identifier)?.card else { continue }
            try writer.apply([.set(CardPatch(from: nil, to: card))], isRestoring: true)
        }
        return writer.changed
    }

    /// From the newest entry to the oldest, in batches: a step may be an import of a million cards.
    private func revert(_ step: StepTable.Entry, at time: Timestamp) throws(StoreError) -> ChangedCards {
        var changed = ChangedCards()
        var last = step.last
        while true {
            let entries = try log.entries(from: step.first, backFrom: last, limit: 500)
            for entry in entries { changed.formUnion(try revert(entry, at: time)) }
            guard let oldest = entries.last else { return changed }
            last = oldest.sequence - 1
        }
    }

    private func revert(_ entry: ChangeLog.Entry, at time: Timestamp) throws(StoreError) -> ChangedCards {
        if entry.isOfSecret {
            var writing = SecretWriting(self, at: time)
            try writing.revert(entry)
            return writing.changed
        }
        guard let inverse = entry.inverse else { return ChangedCards() }
        guard case .set(let patch) = inverse else { return try apply([inverse], at: time) }
        if let card = try cards.entry(entry.card)?.card {
            let booked = try ledger.entries(with: entry.sequence).filter { $0.card == entry.card }
            if !booked.isEmpty { return try LedgerWriting(self).cancel(booked, reverting: patch, on: card, at: time) }
        } else {
            // Only reverting a deletion restores a card, and only one with a name.
            guard entry.isDeletion, patch.fields.contains(.name) else { return ChangedCards() }
        }
        var writer = try CardWriter(self, at: time)
        try writer.apply([inverse], isRestoring: true)
        return writer.changed
    }

    /// What a step did, whether it is still done or not.
    func describe(_ origin: Int64) throws(StoreError) -> HistoryStep {
        guard let step = try steps.entry(origin) else { return HistoryStep(description: "changed cards", cards: []) }
        var summary = StepSummary(isRestore: step.kind == .restore)
        try log.forEachEntry(from: step.first, to: step.last) { summary.add($0) }
        var name = summary.name
        if name == nil, let identifier = summary.cards.first { name = try self.name(of: identifier) }
        return HistoryStep(description: summary.text(name: name ?? ""), cards: summary.cards)
    }

    /// The name of a card, also of one in the trash; nil for one that was deleted for good.
    func name(of card: CardID) throws(StoreError) -> String? {
        if let name = try cards.name(card) { return name }
        return try trash.card(card)?.card.name
    }
}

extension Tables {
    /// Gives fields of a card the values that they had after a change of the log; nil for all fields. Nil if there is nothing to
    /// restore from.
    func restore(
        _ fields: FieldSet?, of identifier: CardID, after change: Int64, at time: Timestamp
    ) throws(StoreError) -> (restored: RestoredCard, changed: ChangedCards)? {
        guard let past = try PastCardReading.card(identifier, after: change, in: self), !past.card.hasBlankName else {
            return nil
        }
        // A deleted card comes back as a whole, with its times.
        var wanted = past.now == nil ? past.card.filledFields : FieldSet(past.differences)
        if let fields, past.now != nil { wanted.formIntersection(fields) }
        var missing: FieldSet = []
        for field in wanted {
            guard let photo = past.card.photo(in: field), try !photos.holds(photo) else { continue }
            missing.insert(field)
        }
        wanted.subtract(missing)
        var changed = ChangedCards()
        if !wanted.isEmpty {
            var writer = try CardWriter(self, at: time)
            let patch = CardPatch(values: past.card, fields: wanted)
            _ = try writer.set(patch, to: past.now, isRestoring: past.now == nil)
            changed = writer.changed
        }
        let restored = RestoredCard(
            name: past.now?.name ?? past.card.name,
            fields: (changed.isEmpty ? [] : wanted.filter { !$0.isBookkeeping }).inReadingOrder,
            missingPhotos: missing.inReadingOrder)
        return (restored, changed)
    }
}

extension PhotoTable {
    fileprivate func holds(_ photo: PhotoHash) throws(StoreError) -> Bool {
        try connection.first("SELECT 1 FROM photo WHERE hash = ?", photo.text) { _ in true } ?? false
    }
}

/// What a step did, collected from its log entries in order, and described in a few words.
struct StepSummary {
    /// Each card once, in the step's order.
    private(set) var cards: [CardID] = []
    /// The card's name after the step, if the step is about one card and its entries contain the name.
    private(set) var name: String?

    private let isRestore: Bool
    private var seen: Set<CardID> = []
    private var kinds: Set<Kind> = []

    /// What an entry did to its card.
    private enum Kind: Hashable {
        case added, deleted, starred, unstarred, archived, unarchived, used, secret
        /// Nil: several fields, or a field without a noun.
        case changed(CardField?)
    }

    init(isRestore: Bool) { self.isRestore = isRestore }

    mutating func add(_ entry: ChangeLog.Entry) {
        let isNew = seen.insert(entry.card).inserted
        if isNew { cards.append(entry.card) }
        if cards.count == 1 { name = Self.name(in: entry) ?? name }
        // A card that the step added and then changed counts as added.
        if !isNew, !entry.isDeletion, kinds == [.added] { return }
        kinds.insert(Self.kind(of: entry))
    }

    /// - Parameter name: the card's name, used if there is only one.
    func text(name: String) -> String {
        let isOne = cards.count == 1
        let object = isOne ? name : "\(cards.count) cards"
        guard kinds.count == 1, let kind = kinds.first else { return "changed \(object)" }
        switch kind {
        case .added where isRestore: return "restored \(object)"
        case .added: return isOne ? "added \(object)" : "imported \(object)"
        case .deleted: return "deleted \(object)"
        case .starred: return "starred \(object)"
        case .unstarred: return "unstarred \(object)"
        case .archived: return "archived \(object)"
        case .unarchived: return "unarchived \(object)"
        case .used: return "used \(object)"
        case .secret: return "\(isRestore ? "restored" : "changed") a secret field of \(object)"
        case .changed(let field):
            let verb = isRestore ? "restored" : "changed"
            return field?.definition?.noun.map { "\(verb) the \($0) of \(object)" } ?? "\(verb) \(object)"
        }
    }

    private static func kind(of entry: ChangeLog.Entry) -> Kind {
        if entry.isDeletion { return .deleted }
        if entry.isCreation { return .added }
        if entry.isOfSecret { return .secret }
        guard let patch = entry.fields.flatMap({ CardPatch(stored: $0, of: entry.card) }) else { return .changed(nil) }
        if patch.fields.contains(.used) { return patch.values.used == nil ? .unarchived : .used }
        switch patch.fields.filter({ !$0.isBookkeeping }) {
        case [.isStarred]: return patch.values.isStarred ? .starred : .unstarred
        case [.isArchived]: return patch.values.isArchived ? .archived : .unarchived
        case [.balance, .currency]: return .changed(.balance)
        case let fields: return .changed(fields.only)
        }
    }

    /// The name that the entry set, or that was deleted with the card.
    private static func name(in entry: ChangeLog.Entry) -> String? {
        guard let bytes = entry.fields ?? entry.previous, let patch = CardPatch(stored: bytes, of: entry.card),
            patch.fields.contains(.name)
        else { return nil }
        return patch.values.name
    }
}
