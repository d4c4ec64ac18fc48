internal import Cards

/// The conflicts of imports, and what undo and redo of an import do to them. Runs inside a transaction of the caller.
struct ImportConflicts {
    private let tables: Tables

    init(_ tables: Tables) { self.tables = tables }

    /// Keeps the file's values of the fields that changed both there and here, until the user resolves the conflict: the files of a
    /// program are the other side, as a backend is. Returns whether the conflict is one of this import.
    func keep(_ merge: CardMerge, _ key: ImportUndoTable.Key) throws(StoreError) -> Bool {
        let files = BackendID(filesOf: key.program)
        let known = try tables.backends.entry(files)
        if known == nil, merge.conflicts.isEmpty { return false }
        let side: BackendTable.Entry
        if let known {
            side = known
        } else {
            side = try tables.backends.add(files, consent: .declined, since: tables.log.lastSequence())
        }
        let before = try tables.conflicts.conflict(key.card, with: side)
        // That is so for most cards of a file.
        if before == nil, merge.conflicts.isEmpty { return false }
        try tables.conflicts.update(with: merge, of: side)
        if let kept = try tables.conflicts.conflict(merge.card.identifier, with: side) {
            // The file says what is here by now.
            let agreed = kept.fields.filter { merge.card.isEqual(to: merge.shadow, in: $0) }
            try tables.conflicts.dropResolvedFields(of: merge.card, deciding: agreed, with: side)
        }
        let after = try tables.conflicts.conflict(key.card, with: side)
        if before != after { try tables.importUndo.noteConflict(key, before: before, after: after) }
        return !merge.conflicts.isEmpty
    }

    /// Runs undo or redo of an import's step, and brings back what it replaced beside the cards: so the next import finds again what undo
    /// took back. Returns the cards that changed.
    func revert(
        _ step: Int64, from stack: StepTable.Stack, _ body: () throws(StoreError) -> ChangedCards
    ) throws(StoreError) -> ChangedCards {
        let entries = try tables.importUndo.entries(of: step)
        // As it is before the cards change back, for redo.
        var present: [CardPatch?] = []
        for entry in entries {
            present.append(
                entry.conflict == nil ? nil : try conflict(of: entry.key.card, withFilesOf: entry.key.program))
        }
        var changed = try body()
        for (entry, present) in zip(entries, present) {
            try tables.checkCancellation()
            if entry.replacesOrigin { try tables.importUndo.swapOrigin(entry.key) }
            guard let (before, after) = entry.conflict else { continue }
            let isUndo = stack == .undo
            if isUndo { try tables.importUndo.setConflict(entry.key, after: present) }
            if try change(entry.key, from: isUndo ? after : before, to: isUndo ? before : after) {
                changed.insert(entry.key.card)
            }
        }
        return changed
    }

    private func conflict(of card: CardID, withFilesOf program: String) throws(StoreError) -> CardPatch? {
        guard let side = try tables.backends.entry(BackendID(filesOf: program)) else { return nil }
        return try tables.conflicts.conflict(card, with: side)
    }

    /// Changes the conflict in the fields in which it still is what it was; what the user has resolved since then stays so. Returns
    /// whether it changed.
    private func change(
        _ key: ImportUndoTable.Key, from old: CardPatch, to new: CardPatch
    ) throws(StoreError) -> Bool {
        guard let side = try tables.backends.entry(BackendID(filesOf: key.program)),
            let card = try tables.cards.entry(key.card)?.card
        else { return false }
        let kept = try tables.conflicts.conflict(key.card, with: side)
        var theirs = kept ?? CardPatch(values: Card(identifier: key.card, name: ""), fields: [])
        for field in old.fields.union(new.fields) {
            let isInConflict = theirs.fields.contains(field)
            guard isInConflict == old.fields.contains(field),
                !isInConflict || theirs.values.isEqual(to: old.values, in: field)
            else { continue }
            theirs.values.copy([field], from: new.values)
            if new.fields.contains(field), !card.isEqual(to: new.values, in: field) {
                theirs.fields.insert(field)
            } else {
                theirs.fields.remove(field)
            }
        }
        try tables.conflicts.replace(kept, with: theirs, of: side)
        return try tables.conflicts.conflict(key.card, with: side) != kept
    }
}
