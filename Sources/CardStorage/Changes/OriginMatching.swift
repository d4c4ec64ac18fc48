internal import Basics
internal import Cards

/// Finds, during one import, the cards that are here already for those of a file of another program, and keeps their origins.
///
/// The same card is one with the same key in the same program, if its number and its folded name are still those of the last import.
/// Otherwise it is one with the same key where that is unique, whatever the card is called, also one that this import added or found: two
/// versions of a pass are one card, as the later one has it.
/// Otherwise it is one with the same number, kind of barcode and folded name that was here before the import began. Otherwise it is one
/// with the same key and name, if the key is an identifier of that program. Each counts once, since a file may hold two alike.
///
/// Two cards add nothing, so that they are no new ones: one without a kind of barcode that has the number and the name of a card here, and no
/// other value that this one does not have; and a row of a table that is, value by value, a former row of the same file.
///
/// A key and number of one card here and of one in the file, under another name, are offered as a rename (``renames``): two people's files
/// use the same identifiers, and people use one number in several shops.
struct OriginMatching {
    private let tables: Tables
    private let options: ImportOptions
    private let time: Timestamp
    /// The import's step.
    private let step: Int64
    /// The cards as they were before the import.
    private var cards: KnownIdentities?
    /// The rows of the cards that were found.
    private var matched: Set<Int64> = []
    /// Whether a program had files here before the import: what the import itself keeps is matched already.
    private var hadFiles: [String: Bool] = [:]
    private var metKeys: Set<String> = []
    /// The hashes of the rows with a number that were met in this import.
    private var metRows: Set<Int> = []
    /// The cards of the unique keys that were met in this import, and whether it added them.
    private var metUnique: [String: (card: CardID, isNew: Bool)] = [:]
    /// Whether the last match is a row that was met before: nothing new is kept of it.
    private var isRepeated = false
    /// The cards of each key that the file has more than once, such as that of the rows without a number: not read for each of them.
    private var sharedKeys: [String: KeyedCards] = [:]
    private var file: (file: OriginFile, number: Int64)?
    /// What the last match found, to write no origin that is the same.
    private var found: OriginTable.Entry?
    /// The renames that may be offered, by the row of the card here; nil where the file has several cards with its number.
    private var offers: [Int64: ImportReport.Rename?] = [:]

    init(_ tables: Tables, _ options: ImportOptions, step: Int64, at time: Timestamp) {
        self.tables = tables
        self.options = options
        self.step = step
        self.time = time
    }

    /// - Parameter index: of the element in the source.
    mutating func match(_ index: Int, _ origin: CardOrigin, _ card: Card) throws(StoreError) -> CardImport.Match? {
        let cards = try knownCards()
        (found, isRepeated) = (nil, false)
        if isMet(origin, card), let match = try repeated(origin, card) { return match }
        if origin.isUnique, let met = metUnique[Self.text(of: origin)]?.card,
            let here = try tables.cards.entry(met)?.card
        {
            found = try tables.origins.entry(of: met, in: origin.program)
            return try match(here)
        }
        let folded = TextFolding.fold(card.name)
        let keyed = try keyedCards(of: origin, among: cards)
        func hasNumber(_ known: Known) -> Bool { known.entry.kept.base.number.isSameText(as: card.number) }
        func hasKind(_ known: Known) -> Bool { known.entry.kept.base.barcode?.format == card.barcode?.format }
        // Rows of a table may share a number, or have none.
        let named = keyed.named[folded] ?? []
        var same = try match(firstOf: named, where: { hasNumber($0) && hasKind($0) })
        if same == nil { same = try match(firstOf: named, where: hasNumber) }
        if let same {
            keyed.forget(matched, named: folded)
            return same
        }
        if origin.isUnique, let match = try match(firstOf: keyed.all, where: { _ in true }) { return match }
        var hasTwin = false
        var fuller: (card: Card, entry: OriginTable.Entry?, row: Int64)?
        for row in cards.rows(folded, card.number, card.barcode?.format.rawValue) where !matched.contains(row) {
            guard let here = try tables.cards.card(in: row), here.number.isSameText(as: card.number),
                TextFolding.fold(here.name) == folded
            else { continue }
            let isTwin = here.barcode?.format == card.barcode?.format
            if !isTwin, fuller != nil || !card.addsNothing(to: here) { continue }
            hasTwin = hasTwin || isTwin
            let entry = try tables.origins.entry(of: here.identifier, in: origin.program)
            // It is another card of the same program, which the file has, too.
            if let entry, entry.kept.origin.key != origin.key, entry.kept.origin.file == origin.file { continue }
            if isTwin {
                found = entry
                return try match(here, in: row)
            }
            fuller = (here, entry, row)
        }
        if origin.key.isEmpty { return nil }
        if !hasTwin, let fuller {
            found = fuller.entry
            return try match(fuller.card, in: fuller.row)
        }
        if origin.isIdentifier {
            if hasTwin { return nil }
            if let match = try match(firstOf: keyed.all, where: { $0.name == folded }) { return match }
        }
        func hasNumberAndFile(_ known: Known) -> Bool {
            hasNumber(known) && known.entry.kept.origin.file == origin.file
        }
        guard let first = keyed.all.firstIndex(where: hasNumberAndFile),
            !keyed.all[(first + 1)...].contains(where: hasNumberAndFile)
        else { return nil }
        return try matchRenamed(index, to: card.name, keyed.all[first])
    }

    /// Whether a row like this one may have been met in this import. An identifier tells cards apart that are alike.
    private mutating func isMet(_ origin: CardOrigin, _ card: Card) -> Bool {
        guard !origin.isIdentifier, !card.number.isEmpty else { return false }
        var hasher = Hasher()
        for text in [card.name, card.number, card.barcode?.format.rawValue ?? "", card.note] {
            ExactText(text).hash(into: &hasher)
        }
        return !metRows.insert(hasher.finalize()).inserted
    }

    /// The card that a former row of the file is, which had the same values.
    private mutating func repeated(_ origin: CardOrigin, _ card: Card) throws(StoreError) -> CardImport.Match? {
        for (row, entry) in try tables.origins.entries(key: origin.key, in: origin.program, upTo: .max) {
            // The base may have more, from a file before this one.
            let base = entry.kept.base
            guard card.filledFields.allSatisfy({ $0.isBookkeeping || card.isSame(as: base, in: $0) }),
                let here = try tables.cards.entry(entry.card)?.card
            else { continue }
            (found, isRepeated) = (entry, true)
            return try match(here, in: row)
        }
        return nil
    }

    /// The card that the element is by its number alone, where the user says so; otherwise that is noted.
    /// - Parameter only: the one card with its number, which may be found for another element already.
    private mutating func matchRenamed(
        _ index: Int, to name: String, _ only: Known
    ) throws(StoreError) -> CardImport.Match? {
        guard !matched.contains(only.row), let here = try tables.cards.entry(only.entry.card)?.card else { return nil }
        if options.renaming.contains(index) { return try match(firstOf: [only]) { _ in true } }
        let offer = ImportReport.Rename(index: index, from: here.name, to: name)
        offers.updateValue(offers.keys.contains(only.row) ? nil : offer, forKey: only.row)
        return nil
    }

    /// The cards of the file that may be renamed ones: each is the only one with its number here and in the file.
    var renames: [ImportReport.Rename] {
        offers.compactMap { row, rename in matched.contains(row) ? nil : rename }.sorted { $0.index < $1.index }
    }

    private mutating func match(
        firstOf known: [Known], where isWanted: (Known) -> Bool
    ) throws(StoreError) -> CardImport.Match? {
        for known in known where !matched.contains(known.row) && isWanted(known) {
            guard let here = try tables.cards.entry(known.entry.card)?.card else { continue }
            found = known.entry
            return try match(here, in: known.row)
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
    private mutating func keyedCards(
        of origin: CardOrigin, among cards: KnownIdentities
    ) throws(StoreError) -> KeyedCards {
        if hadFiles[origin.program] == nil {
            hadFiles[origin.program] = try tables.origins.lastFile(of: origin.program) != nil
        }
        guard hadFiles[origin.program] == true else { return KeyedCards([]) }
        let key = Self.text(of: origin)
        if let shared = sharedKeys[key] { return shared }
        let keyed = KeyedCards(
            try tables.origins.entries(key: origin.key, in: origin.program, upTo: cards.lastRow).map(Known.init))
        if !metKeys.insert(key).inserted { sharedKeys[key] = keyed }
        return keyed
    }

    private static func text(of origin: CardOrigin) -> String { origin.program + "\0" + origin.key }

    private mutating func match(_ card: Card, in row: Int64) throws(StoreError) -> CardImport.Match {
        matched.insert(row)
        return try match(card)
    }

    /// With what was kept of the card that was found.
    private func match(_ card: Card) throws(StoreError) -> CardImport.Match {
        var file: [UInt8]?
        if let hash = found?.kept.origin.attachment { file = try tables.photos.bytes(of: hash) }
        return CardImport.Match(card: card, base: found?.kept.base, file: file) { [tables] fields in
            try SharedImports(tables).fields(fields, of: card)
        }
    }

    mutating func keep(_ kept: CardImport.Kept) throws(StoreError) {
        if isRepeated { return }
        let (origin, base, identifier) = (kept.origin, kept.base, kept.card)
        let isNew = kept.merge == nil || metUnique[Self.text(of: origin)]?.isNew == true
        if origin.isUnique { metUnique[Self.text(of: origin)] = (identifier, isNew) }
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
        // A new card is deleted by undo, and keeps its origin for redo.
        if !isNew {
            try tables.importUndo.noteOrigin(ImportUndoTable.Key(card: identifier, program: origin.program, step: step))
        }
        try tables.origins.write(origin, base: base, file: number, of: identifier)
        guard let old = found?.kept.origin.attachment, found?.card == identifier else { return }
        let files = try reduceOldFile(kept)
        // That of this import, where it has two versions of the card: undo brings back what was here before both.
        let replaced = ImportUndoTable.File(card: identifier, program: origin.program, hash: old)
        try tables.release(files + [replaced])
    }

    /// Keeps of the first file that is old only what it says: each is as large as a pass, and a pass may be renewed every day. Returns the
    /// file that is to go.
    private func reduceOldFile(_ kept: CardImport.Kept) throws(StoreError) -> [ImportUndoTable.File] {
        guard let (key, file) = try tables.importUndo.oldFile(of: kept.card, in: kept.origin.program),
            let bytes = try tables.photos.bytes(of: file.hash)
        else { return [] }
        let reduced = kept.reduced?(bytes)
        if reduced == bytes { return [] }
        let hash = reduced.map { PhotoHash(of: $0) }
        if let reduced, let hash { try tables.photos.write(reduced, hash: hash, of: kept.card) }
        try tables.importUndo.setFile(key, hash)
        return [file]
    }
}

extension Card {
    /// Whether the other card of the same name has all that this one without a kind of barcode has, which has a number.
    fileprivate func addsNothing(to other: Card) -> Bool {
        guard barcode == nil, !number.isEmpty else { return false }
        return filledFields.allSatisfy { $0 == .name || $0.isBookkeeping || isSame(as: other, in: $0) }
    }
}

/// A card here that came from a file of another program.
private struct Known {
    let row: Int64
    let entry: OriginTable.Entry
    /// Its name in that file, folded.
    let name: String

    init(row: Int64, entry: OriginTable.Entry) {
        self.row = row
        self.entry = entry
        name = TextFolding.fold(entry.kept.base.name)
    }
}

/// The cards here with the same key. A class, as the import takes from it what it has matched.
private final class KeyedCards {
    let all: [Known]
    private(set) var named: [String: [Known]]

    init(_ all: [Known]) {
        self.all = all
        named = Dictionary(grouping: all, by: \.name)
    }

    /// Drops what was matched from the start of those with that name, so that the next one of them is found at once.
    func forget(_ matched: Set<Int64>, named name: String) {
        let count = named[name]?.prefix { matched.contains($0.row) }.count ?? 0
        // In pieces: to move the rest for each card would take longer than to search it.
        if count > 64 || count == named[name]?.count { named[name]?.removeFirst(count) }
    }
}

/// The rows of all cards by the hash of what makes them the same for an import: folded name and number, and the kind of barcode where there is
/// no number. It holds 16 bytes of a card.
struct KnownIdentities {
    /// In ascending order.
    private var entries: [Entry] = []
    /// The last row; those behind it are of cards that were added since.
    let lastRow: Int64

    private struct Entry {
        let hash: Int
        let row: Int64
    }

    init(_ cards: CardTable) throws(StoreError) {
        lastRow = try cards.lastRow()
        var entries: [Entry] = []
        try cards.connection.forEach("SELECT row, folded, number, barcode_format FROM card") { row in
            let number = row.number()
            entries.append(Entry(hash: Self.hash(row.text(), row.text(), row.optionalText()), row: number))
        }
        entries.sort { ($0.hash, $0.row) < ($1.hash, $1.row) }
        self.entries = entries
    }

    /// The rows of the cards that may be the same, in ascending order.
    func rows(_ folded: String, _ number: String, _ kind: String?) -> some Sequence<Int64> {
        let hash = Self.hash(folded, number, kind)
        var (first, end) = (0, entries.count)
        while first < end {
            let middle = (first + end) / 2
            if entries[middle].hash < hash { first = middle + 1 } else { end = middle }
        }
        return entries[first...].lazy.prefix { $0.hash == hash }.map(\.row)
    }

    private static func hash(_ folded: String, _ number: String, _ kind: String?) -> Int {
        var hasher = Hasher()
        for text in [folded, number, number.isEmpty ? kind ?? "" : ""] { ExactText(text).hash(into: &hasher) }
        return hasher.finalize()
    }
}
