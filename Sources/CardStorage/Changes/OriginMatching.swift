internal import Cards

/// Finds, during one import, the cards that are here already for those of a file of another program, and keeps their origins.
///
/// The same card is one with the same key in the same program, if its number or its name is still that of the last import: two
/// people's files use the same keys. Otherwise it is one with the same number, kind of barcode and folded name that was here before
/// the import began; each counts once, since a file may hold two alike.
struct OriginMatching {
    private let tables: Tables
    private let time: Timestamp
    /// The import's step.
    private let step: Int64
    /// The cards as they were before the import.
    private var cards: KnownIdentities?
    /// The rows of the cards that were found.
    private var matched: Set<Int64> = []
    /// Whether a program had files here before the import: what the import itself keeps is matched already.
    private var hadFiles: [String: Bool] = [:]
    private var file: (file: OriginFile, number: Int64)?
    /// What the last match found, to write no origin that is the same.
    private var found: OriginTable.Entry?

    init(_ tables: Tables, step: Int64, at time: Timestamp) {
        (self.tables, self.step, self.time) = (tables, step, time)
    }

    mutating func match(_ origin: CardOrigin, _ card: Card) throws(StoreError) -> CardImport.Match? {
        let cards = try knownCards()
        found = nil
        let folded = TextFolding.fold(card.name)
        let entries = try unmatchedEntries(of: origin, among: cards)
        // Rows of a table may share a number, or have none: those that agree in both go first.
        for asksForBoth in [true, false] {
            for (row, entry) in entries {
                let base = entry.kept.base
                let hasNumber = base.number.isSameText(as: card.number)
                let hasName = TextFolding.fold(base.name) == folded
                let isSame = asksForBoth ? hasNumber && hasName : hasNumber && !origin.key.isEmpty || hasName
                guard isSame, let here = try tables.cards.entry(entry.card)?.card else { continue }
                found = entry
                return match(here, in: row, base: base)
            }
        }
        for row in cards.rows(folded, card.number, card.barcode?.format.rawValue) where !matched.contains(row) {
            guard let here = try tables.cards.card(in: row), here.number.isSameText(as: card.number),
                here.barcode?.format == card.barcode?.format, TextFolding.fold(here.name) == folded
            else { continue }
            let entry = try tables.origins.entry(of: here.identifier, in: origin.program)
            // It is another card of the same program, which the file has, too.
            if let entry, entry.kept.origin.key != origin.key, entry.kept.origin.file == origin.file { continue }
            found = entry
            return match(here, in: row, base: entry?.kept.base)
        }
        return nil
    }

    /// Reads them before the first card of another program is added.
    private mutating func knownCards() throws(StoreError) -> KnownIdentities {
        if let cards { return cards }
        let known = try KnownIdentities(tables.cards)
        cards = known
        return known
    }

    /// Those with the same key that were here before the import. A first import asks for no card.
    private mutating func unmatchedEntries(
        of origin: CardOrigin, among cards: KnownIdentities
    ) throws(StoreError) -> [(row: Int64, entry: OriginTable.Entry)] {
        if hadFiles[origin.program] == nil {
            hadFiles[origin.program] = try tables.origins.lastFile(of: origin.program) != nil
        }
        guard hadFiles[origin.program] == true else { return [] }
        return try tables.origins.entries(key: origin.key, in: origin.program, upTo: cards.lastRow)
            .filter { !matched.contains($0.row) }
    }

    private mutating func match(_ card: Card, in row: Int64, base: Card?) -> CardImport.Match {
        matched.insert(row)
        return CardImport.Match(card: card, base: base)
    }

    mutating func keep(_ kept: CardImport.Kept) throws(StoreError) {
        let (origin, base, identifier) = (kept.origin, kept.base, kept.card)
        if let hash = origin.attachment, let bytes = kept.attachment {
            try tables.photos.write(bytes, hash: hash, of: identifier)
        }
        if file?.file != origin.file { file = (origin.file, try tables.origins.note(origin.file, at: time)) }
        guard let number = file?.number else { return }
        // Origins of one number are of one file.
        if let found, found.card == identifier, found.fileNumber == number,
            found.kept.origin.key.isSameText(as: origin.key),
            found.kept.origin.place == origin.place, found.kept.origin.raw == origin.raw,
            base.differences(from: found.kept.base).isEmpty
        {
            return
        }
        let old = found?.card == identifier ? found?.kept.origin.attachment : nil
        // Undo does not bring an earlier version of a pass back. A new card is deleted by it, and keeps its origin for redo.
        if kept.merge != nil, old == nil || old == origin.attachment {
            try tables.importUndo.noteOrigin(ImportUndoTable.Key(card: identifier, program: origin.program, step: step))
        }
        try tables.origins.write(origin, base: base, file: number, of: identifier)
        if let old, old != origin.attachment { try tables.photos.removeUse(of: old, by: identifier) }
    }
}
