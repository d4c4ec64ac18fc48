internal import Cards

extension Tables {
    /// Keeps the file's values of the fields that changed both there and here, until the user resolves the conflict: the files of a
    /// program are the other side, as a backend is. Returns whether the conflict is one of this import.
    ///
    /// Undo of an import leaves the conflict: it is about values that are here before and after it.
    func keepConflicts(of merge: CardMerge, withFilesOf program: String) throws(StoreError) -> Bool {
        let files = BackendID(filesOf: program)
        let known = try backends.entry(files)
        if known == nil, merge.conflicts.isEmpty { return false }
        let side: BackendTable.Entry
        if let known {
            side = known
        } else {
            side = try backends.add(files, consent: .declined, since: log.lastSequence())
        }
        try conflicts.update(with: merge, of: side)
        if let kept = try conflicts.conflict(merge.card.identifier, with: side) {
            // The file says what is here by now.
            let agreed = kept.fields.filter { merge.card.isEqual(to: merge.shadow, in: $0) }
            try conflicts.dropResolvedFields(of: merge.card, deciding: agreed, with: side)
        }
        return !merge.conflicts.isEmpty
    }
}
