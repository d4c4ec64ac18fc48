internal import Cards

/// Works out how a card was after a change: as it is now, or was when it was deleted next, with the former values of the fields that
/// changed in between. Only the first change of a field counts, so that few entries are parsed however long the log is.
struct PastCardReading {
    private let identifier: CardID
    /// The former values, as far as they were read.
    private var values: Card
    private var fields: FieldSet = []
    /// The keys of these fields, as they are written.
    private var keys: Set<[UInt8]> = [Array("identifier".utf8)]
    /// The card when it was deleted next.
    private var deleted: Card?
    /// The entry that added it then; nil if it is not known.
    private var born: Int64?
    private var isComplete = true

    private init(_ identifier: CardID) {
        self.identifier = identifier
        values = Card(identifier: identifier, name: "")
    }

    /// Nil if the card did not exist then, or was deleted for good since.
    static func card(
        _ identifier: CardID, after change: Int64, in tables: Tables
    ) throws(StoreError) -> PastCard? {
        let now = try tables.cards.entry(identifier)?.card
        if try tables.trash.isEmptied(identifier, after: change) { return nil }
        var reading = PastCardReading(identifier)
        try tables.log.connection.forEach(select, identifier.text, change, Int64.max) { row in reading.add(&row) }
        guard var card = reading.deleted ?? now else { return nil }
        let born = try reading.deleted == nil ? tables.cards.birth(identifier) : reading.born
        // It was added only after the change.
        if let born, born > change { return nil }
        card.copy(reading.fields, from: reading.values)
        return PastCard(card: card, isComplete: reading.isComplete, now: now)
    }

    /// The entries after a change, up to the next deletion. Each index is named: SQLite knows no better of two that begin alike. A repair
    /// changed no card: it brought back what a damaged one had before.
    static let select = """
        SELECT fields IS NULL, born, previous FROM change INDEXED BY change_card
        WHERE card = ?1 AND previous IS NOT NULL AND sequence > ?2 AND device <> '\(ChangeLog.Mark.repair)'
            AND sequence <= ifnull((
                SELECT min(sequence) FROM change INDEXED BY change_deletion
                WHERE card = ?1 AND sequence > ?2 AND fields IS NULL), ?3)
        ORDER BY sequence
        """

    private mutating func add(_ row: inout Row) {
        let (isDeletion, born, previous) = (row.flag(), row.optionalNumber(), row.borrowedBytes())
        guard isDeletion || hasNewKey(previous) else { return }
        guard let patch = CardPatch(stored: [UInt8](previous), of: identifier) else {
            isComplete = false
            return
        }
        if isDeletion {
            (deleted, self.born) = (patch.applied(to: nil), born)
        } else {
            add(patch)
            StoredKeys.forEach(in: previous) { keys.insert($0) }
        }
    }

    private mutating func add(_ patch: CardPatch) {
        let new = patch.fields.subtracting(fields)
        values.copy(new, from: patch.values)
        // The log represents a missing unknown field as null.
        values.unknownFields = values.unknownFields.filter { $0.value != .null }
        fields.formUnion(new)
    }

    /// Also true for what is no object at all: then parsing it tells so.
    private func hasNewKey(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var (count, isNew) = (0, false)
        StoredKeys.forEach(in: bytes) { key in
            count += 1
            if !isNew, !keys.contains(key) { isNew = true }
        }
        return isNew || count == 0
    }
}

/// The keys of a JSON object at its top level, as they are written, found without parsing the values.
enum StoredKeys {
    private static let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))

    static func forEach(in bytes: UnsafeRawBufferPointer, _ body: ([UInt8]) -> Void) {
        var (index, depth, isKey) = (0, 0, false)
        while index < bytes.count {
            switch bytes[index] {
            case quote:
                let start = index + 1
                index = end(ofText: start, in: bytes)
                if isKey { body(Array(bytes[start..<min(index, bytes.count)])) }
                isKey = false
            case UInt8(ascii: "{"):
                depth += 1
                isKey = depth == 1
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ","): isKey = depth == 1
            default: break
            }
            index += 1
        }
    }

    /// The index of the closing quotation mark.
    private static func end(ofText start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != quote { index += bytes[index] == backslash ? 2 : 1 }
        return index
    }
}
