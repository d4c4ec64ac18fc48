public import Cards

extension SQLiteCardStore {
    public func undo() throws -> HistoryStep? { try revert(.undo) }

    public func redo() throws -> HistoryStep? { try revert(.redo) }

    public func trash() throws -> [TrashedCard] { try tables.trash.cards() }

    public func trashSummary() throws -> TrashSummary {
        TrashSummary(count: try tables.trash.count(), isUndoable: try tables.trash.holdsUndoable())
    }

    /// Cards that are not in the trash are left out.
    public func restore(_ identifiers: [CardID]) throws {
        let changed = try write(identifiers.count) { () throws(StoreError) in
            try tables.logStep(.restore) { () throws(StoreError) in try tables.restore(identifiers, at: clock.now()) }
        }
        notify(applied: changed)
    }

    public func restore(
        _ fields: FieldSet?, of card: CardID, after change: Int64
    ) throws -> RestoredCard? {
        var restored: RestoredCard?
        let changed = try write { () throws(StoreError) in
            try tables.logStep(.restore) { () throws(StoreError) in
                guard let result = try tables.restore(fields, of: card, after: change, at: clock.now()) else {
                    return ChangedCards()
                }
                restored = result.restored
                return result.changed
            }
        }
        notify(applied: changed)
        return restored
    }

    /// Cards that are not in the trash are left out. Nothing of the others remains in the store's files, unless another program
    /// is reading just now: then a later write truncates `-wal`, or the next start.
    public func empty(_ identifiers: [CardID]) throws {
        let emptied = try write(identifiers.count) { () throws(StoreError) in try tables.empty(identifiers) }
        if !emptied.isEmpty { truncateLog() }
        notify(changed: emptied)
    }

    /// Removes what was deleted from `-wal`, too; where another program reads just now, a later write does it, or the next start.
    func truncateLog() {
        // The program may end before a write can do it.
        if !connection.truncateLog() { try? write { () throws(StoreError) in try leftovers.note(.log) } }
    }

    /// Makes the present state the oldest: earlier steps can no longer be undone.
    public func forgetSteps() throws {
        try write { () throws(StoreError) in
            try tables.forgetSteps(on: .undo)
            try tables.forgetSteps(on: .redo)
        }
    }

    private func revert(_ stack: StepTable.Stack) throws -> HistoryStep? {
        let top = try tables.steps.top(of: stack)
        // Only a damaged step has numbers whose difference overflows.
        let count = top.map { Int(clamping: $0.last.subtractingReportingOverflow($0.first).partialValue) } ?? 0
        let reverted = try write(count) { () throws(StoreError) in try tables.revert(stack, at: clock.now()) }
        if let reverted { notify(applied: reverted.changed) }
        return reverted?.step
    }
}

extension SQLiteCardStore {
    public func steps(limit: Int) throws -> [PastStep] {
        try connection.reading { () throws(StoreError) in
            var steps: [PastStep] = []
            for entry in try tables.steps.last(limit) {
                guard let time = try tables.log.time(from: entry.first, to: entry.last) else { continue }
                let kind: PastStep.Kind =
                    switch entry.kind {
                    case .change, .restore, .importing, .expiry, .renewal: .change
                    case .undo: .undo
                    case .redo: .redo
                    }
                let step = try tables.describe(entry.origin)
                steps.append(PastStep(time: time, kind: kind, description: step.description, cards: step.cards))
            }
            return steps
        }
    }

    public func history(_ query: HistoryQuery) throws -> HistoryPage {
        try connection.reading { () throws(StoreError) in try HistoryReading(tables: tables).page(query) }
    }

    public func card(_ identifier: CardID, after change: Int64) throws -> PastCard? {
        try connection.reading { () throws(StoreError) in
            try PastCardReading.card(identifier, after: change, in: tables)
        }
    }
}

/// Reads pages of the history.
private struct HistoryReading {
    let tables: Tables

    /// A search looks through this many entries in one call, so that changes need not wait for it long.
    private static let searchedEntries = 500

    func page(_ query: HistoryQuery) throws(StoreError) -> HistoryPage {
        let limit = max(query.limit, 1)
        let count = query.words.isEmpty ? limit : max(limit, Self.searchedEntries)
        let entries = try tables.log.history(of: query.card, from: query.start, limit: count)
        var changes: [PastChange] = []
        var last: Int64?
        var (names, addresses): ([CardID: String], [Int64: String?]) = ([:], [:])
        var devices: [String: String]?
        for dated in entries {
            if changes.count == limit { break }
            last = dated.sequence
            guard let entry = dated.entry else { continue }
            if names[entry.card] == nil { names[entry.card] = try tables.name(of: entry.card) ?? "" }
            let source = try dated.source { number throws(StoreError) in
                if let known = addresses[number] { return known }
                let address = try tables.backends.address(number)
                addresses[number] = .some(address)
                return address
            } deviceName: { text throws(StoreError) in
                if devices == nil { devices = try tables.vault.namesInLog() }
                return devices?[text]
            }
            var change = PastChange(
                id: dated.sequence, card: entry.card, name: names[entry.card] ?? "", time: dated.time, source: source,
                content: try content(of: entry, dated.sequence))
            guard query.matches(change) else { continue }
            for photo in change.photoChanges.flatMap({ [$0.old, $0.new] }) {
                if let photo { change.photoSizes[photo] = try tables.photos.size(of: photo) }
            }
            changes.append(change)
        }
        let isAll = entries.count < count && last == entries.last?.sequence
        let next = isAll ? nil : last.map { query.start.goesBack ? HistoryQuery.Start.before($0) : .after($0) }
        return HistoryPage(changes: query.start.goesBack ? changes : changes.reversed(), next: next)
    }

    /// With the unit of stamps that changed: without it `7/10` would be a number. That of money is no part of the change.
    private func content(of entry: ChangeLog.Entry, _ sequence: Int64) throws(StoreError) -> PastChange.Content {
        guard case .changed(let fields, var old, var new) = entry.content, fields.contains(.balance),
            !fields.contains(.currency)
        else { return entry.content }
        // Cheap first: nearly all cards have money. What was deleted is asked for its past.
        let present = try tables.cards.entry(entry.card)?.card
        guard present.map({ BalanceUnit(code: $0.currency).isWrittenWithAmount }) ?? true,
            let past = try PastCardReading.card(entry.card, after: sequence, in: tables),
            BalanceUnit(code: past.card.currency).isWrittenWithAmount
        else { return entry.content }
        (old.currency, new.currency) = (past.card.currency, past.card.currency)
        return .changed(fields, old: old, new: new)
    }
}
