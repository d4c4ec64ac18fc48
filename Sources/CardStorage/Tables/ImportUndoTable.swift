internal import Cards

/// What imports replaced beside the cards: origins and conflicts, for undo and redo of their steps. The cards themselves are in the log.
struct ImportUndoTable {
    let connection: Connection

    /// A card that an import found here, with the program of the file and the import's step.
    struct Key {
        let card: CardID
        let program: String
        let step: Int64
    }

    struct Entry {
        let key: Key
        /// Whether the origin was replaced.
        let replacesOrigin: Bool
        /// The conflict with the files of the program before and after the import; nil where it stayed the same.
        let conflict: (before: CardPatch, after: CardPatch)?
    }

    /// Notes the card's origin, or that it has none, before the import writes another.
    func noteOrigin(_ key: Key) throws(StoreError) {
        try connection.run(
            """
            INSERT OR IGNORE INTO import_undo (card, program, step, replaces, key, file, place, raw, base, contests)
            SELECT ?1, ?2, ?3, 1, origin.key, origin.file, origin.place, origin.raw, origin.base, 0
            FROM (SELECT 1) LEFT JOIN origin ON origin.card = ?1 AND origin.program = ?2
            """
        ) {
            Self.add(key, to: &$0)
        }
    }

    /// Notes the card's conflict with the files before and after the import; nil is none.
    func noteConflict(_ key: Key, before: CardPatch?, after: CardPatch?) throws(StoreError) {
        try connection.run(
            """
            INSERT INTO import_undo (card, program, step, replaces, contests, before, after) VALUES (?1, ?2, ?3, 0, 1, ?4, ?5)
            ON CONFLICT (card, program, step) DO UPDATE SET contests = 1, before = excluded.before, after = excluded.after
            """
        ) {
            Self.add(key, to: &$0)
            $0.add(text: before.map(Self.text))
            $0.add(text: after.map(Self.text))
        }
    }

    /// What redo brings back.
    func setConflict(_ key: Key, after: CardPatch?) throws(StoreError) {
        try connection.run("UPDATE import_undo SET after = ?4 WHERE card = ?1 AND program = ?2 AND step = ?3") {
            Self.add(key, to: &$0)
            $0.add(text: after.map(Self.text))
        }
    }

    func entries(of step: Int64) throws(StoreError) -> [Entry] {
        try connection.all(
            "SELECT card, program, replaces, contests, before, after FROM import_undo WHERE step = ?", step
        ) { row -> Entry? in
            guard let card = CardID(row.text()) else { return nil }
            let key = Key(card: card, program: row.text(), step: step)
            let (replacesOrigin, contests) = (row.flag(), row.flag())
            let (before, after) = (row.optionalBytes(), row.optionalBytes())
            return Entry(
                key: key, replacesOrigin: replacesOrigin,
                conflict: contests ? (Self.patch(before, of: card), Self.patch(after, of: card)) : nil)
        }
    }

    /// Puts the noted origin in the place of the present one, and notes that: undo and redo do the same.
    func swapOrigin(_ key: Key) throws(StoreError) {
        // The present one is noted under the negative step in between.
        for sql in [
            """
            INSERT INTO import_undo (card, program, step, replaces, key, file, place, raw, base, contests)
            SELECT ?1, ?2, -?3, 1, origin.key, origin.file, origin.place, origin.raw, origin.base, 0
            FROM (SELECT 1) LEFT JOIN origin ON origin.card = ?1 AND origin.program = ?2
            """,
            "DELETE FROM origin WHERE card = ?1 AND program = ?2 AND ?3 > 0",
            """
            INSERT INTO origin (card, program, key, file, place, raw, base)
            SELECT card, program, key, file, place, raw, base FROM import_undo
            WHERE card = ?1 AND program = ?2 AND step = ?3 AND base IS NOT NULL
            """,
            """
            UPDATE import_undo SET (key, file, place, raw, base) = (
                SELECT now.key, now.file, now.place, now.raw, now.base FROM import_undo AS now
                WHERE now.card = ?1 AND now.program = ?2 AND now.step = -?3
            ) WHERE card = ?1 AND program = ?2 AND step = ?3
            """,
            "DELETE FROM import_undo WHERE card = ?1 AND program = ?2 AND step = -?3",
        ] { try connection.run(sql) { Self.add(key, to: &$0) } }
    }

    func remove(_ card: CardID) throws(StoreError) {
        try connection.run("DELETE FROM import_undo WHERE card = ?", card.text)
    }

    /// Returns the files that these entries named.
    func remove(step: Int64) throws(StoreError) -> [File] {
        let files = try files(where: "step = ?", String(step))
        try connection.run("DELETE FROM import_undo WHERE step = ?", step)
        return files
    }

    /// Removes the entries of the steps on this stack. Returns the files that they named.
    func remove(_ stack: StepTable.Stack) throws(StoreError) -> [File] {
        let steps = "step IN (SELECT origin FROM step WHERE stack = ?)"
        let files = try files(where: steps, stack.rawValue)
        try connection.run("DELETE FROM import_undo WHERE \(steps)", stack.rawValue)
        return files
    }

    // MARK: - Kept files

    /// A file that is kept beside a card, see ``CardOrigin/attachment``.
    struct File {
        let card: CardID
        let program: String
        let hash: PhotoHash
    }

    /// So many of a card's earlier files are kept as they are.
    private static let wholeFiles = 3

    /// The newest of the card's earlier files that is not kept as it is.
    func oldFile(of card: CardID, in program: String) throws(StoreError) -> (key: Key, file: File)? {
        try connection.first(
            """
            SELECT step, CAST(raw AS TEXT) FROM import_undo WHERE card = ?1 AND program = ?2 AND replaces = 1
            ORDER BY step DESC LIMIT 1 OFFSET \(Self.wholeFiles)
            """, card.text, program
        ) { row in
            let (step, hash) = (row.number(), row.optionalText().flatMap { PhotoHash($0) })
            return hash.map {
                (Key(card: card, program: program, step: step), File(card: card, program: program, hash: $0))
            }
        }.flatMap { $0 }
    }

    /// - Parameter hash: nil for no file.
    func setFile(_ key: Key, _ hash: PhotoHash?) throws(StoreError) {
        try connection.run("UPDATE import_undo SET raw = ?4 WHERE card = ?1 AND program = ?2 AND step = ?3") {
            Self.add(key, to: &$0)
            $0.add(blob: Array((hash?.text ?? "").utf8))
        }
    }

    func names(_ file: File) throws(StoreError) -> Bool {
        try connection.first(
            "SELECT 1 FROM import_undo WHERE card = ? AND program = ? AND CAST(raw AS TEXT) = ?", file.card.text,
            file.program, file.hash.text
        ) { _ in true } ?? false
    }

    private static let programs = CardOrigin.keepingFiles.map { "'\($0)'" }.joined(separator: ", ")

    private func files(where condition: String, _ values: String...) throws(StoreError) -> [File] {
        try connection.all(
            """
            SELECT card, program, CAST(raw AS TEXT) FROM import_undo
            WHERE \(condition) AND raw IS NOT NULL AND program IN (\(Self.programs))
            """
        ) { parameters in
            for value in values { parameters.add(value) }
        } read: { row -> File? in
            let (card, program, hash) = (CardID(row.text()), row.text(), PhotoHash(row.text()))
            guard let card, let hash else { return nil }
            return File(card: card, program: program, hash: hash)
        }
    }

    private static func add(_ key: Key, to parameters: inout Parameters) {
        parameters.add(key.card.text)
        parameters.add(key.program)
        parameters.add(key.step)
    }

    private static func text(of patch: CardPatch) -> [UInt8] {
        CardJSON.storedText(of: patch.values, fields: patch.fields)
    }

    /// Without fields where there was no conflict.
    private static func patch(_ text: [UInt8]?, of card: CardID) -> CardPatch {
        text.flatMap { CardPatch(stored: $0, of: card) }
            ?? CardPatch(values: Card(identifier: card, name: ""), fields: [])
    }
}

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

    /// Logs for a step that changed no card which cards it concerns, so that it can be undone.
    func log(_ step: Int64, at time: Timestamp) throws(StoreError) {
        for entry in try tables.importUndo.entries(of: step) where entry.conflict != nil {
            try log(entry.key.card, at: time)
        }
    }

    /// The card itself stays as it is: the entry has only a time, which is no change of content.
    private func log(_ identifier: CardID, at time: Timestamp) throws(StoreError) {
        guard let card = try tables.cards.entry(identifier)?.card else { return }
        var touched = card
        touched.modified = time.after(card.modified)
        _ = try tables.log.append(touched, was: card, by: .here, at: time)
    }

    /// Runs undo or redo of an import's step, and brings back what it replaced beside the cards: so the next import finds again what undo
    /// took back. Returns the cards that changed.
    func revert(
        _ step: Int64, from stack: StepTable.Stack, at time: Timestamp, _ body: () throws(StoreError) -> ChangedCards
    ) throws(StoreError) -> ChangedCards {
        let entries = try tables.importUndo.entries(of: step)
        // As it is before the cards change back, for redo.
        var present: [CardPatch?] = []
        for entry in entries {
            present.append(
                entry.conflict == nil ? nil : try conflict(of: entry.key.card, withFilesOf: entry.key.program))
        }
        let before = try tables.log.lastSequence()
        var changed = try body()
        let isLogged = try tables.log.lastSequence() > before
        for (entry, present) in zip(entries, present) {
            try tables.checkCancellation()
            if entry.replacesOrigin { try tables.importUndo.swapOrigin(entry.key) }
            guard let (before, after) = entry.conflict else { continue }
            let isUndo = stack == .undo
            if isUndo { try tables.importUndo.setConflict(entry.key, after: present) }
            if try change(entry.key, from: isUndo ? after : before, to: isUndo ? before : after) {
                changed.insert(entry.key.card)
                if !isLogged { try log(entry.key.card, at: time) }
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
