public import Cards

extension SQLiteCardStore: CardHistory {
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
        if !connection.truncateLog() { try? write { () throws(StoreError) in try remains.note(.log) } }
    }

    /// Makes the present state the oldest: earlier steps can no longer be undone.
    public func forgetSteps() throws {
        try write { () throws(StoreError) in
            try tables.steps.clear(.undo)
            try tables.steps.clear(.redo)
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
