internal import Cards

/// The log as a history of cards.
extension ChangeLog {
    /// An entry, when it was made, and what is known of where it came from.
    struct DatedEntry {
        /// Whatever the entry holds: its number goes on from there even if the entry cannot be read.
        let sequence: Int64
        /// Nil if it is about no card.
        let entry: Entry?
        let time: Timestamp
        let device: String
        let step: (kind: StepTable.Kind, source: String?)?
    }

    /// Up to `limit` entries from this start on, in the order in which they are read, without those of emptied cards.
    func history(
        of card: CardID?, from start: HistoryQuery.Start, limit: Int
    ) throws(StoreError) -> [DatedEntry] {
        let bound =
            switch start {
            case .newest: Int64.max
            case .oldest: 0 as Int64
            case .before(let sequence), .after(let sequence): sequence
            }
        let sql = Self.selectHistory(ofCard: card != nil, goesBack: start.goesBack)
        return try connection.all(sql) {
            $0.add(bound)
            $0.add(limit)
            if let card { $0.add(card.text) }
        } read: { row in
            let (sequence, card, fields, previous) =
                (row.number(), CardID(row.text()), row.optionalBytes(), row.optionalBytes())
            let (time, device) = (Timestamp(clamping: row.number()), row.text())
            let (kind, source) = (row.optionalText(), row.optionalText())
            return DatedEntry(
                sequence: sequence,
                entry: card.map { Entry(sequence: sequence, card: $0, fields: fields, previous: previous) },
                time: time, device: device,
                step: kind.map { (kind: StepTable.Kind(rawValue: $0) ?? .change, source: source) })
        }
    }

    /// The text of each is made once: the connection finds a prepared statement by its text.
    static func selectHistory(ofCard isOfCard: Bool, goesBack: Bool) -> String {
        switch (isOfCard, goesBack) {
        case (true, true): backOfCard
        case (true, false): forthOfCard
        case (false, true): backOfAll
        case (false, false): forthOfAll
        }
    }

    private static let backOfCard = ofCard("<", "DESC")
    private static let forthOfCard = ofCard(">", "ASC")
    private static let backOfAll = "\(selectDated) change.sequence < ?1 ORDER BY change.sequence DESC LIMIT ?2"
    private static let forthOfAll = "\(selectDated) change.sequence > ?1 ORDER BY change.sequence LIMIT ?2"

    /// The index has no additions: these are looked up by the rows of the card and of its deletions.
    private static func ofCard(_ side: String, _ direction: String) -> String {
        """
        WITH birth (sequence) AS (
            SELECT row FROM card WHERE id = ?3
            UNION SELECT born FROM change INDEXED BY change_deletion
            WHERE card = ?3 AND fields IS NULL AND born IS NOT NULL
        ), own (sequence) AS (
            SELECT sequence FROM change INDEXED BY change_card
            WHERE card = ?3 AND previous IS NOT NULL AND sequence \(side) ?1
            UNION ALL
            SELECT change.sequence FROM birth CROSS JOIN change ON change.sequence = birth.sequence
            WHERE change.card = ?3 AND previous IS NULL AND change.sequence \(side) ?1
            ORDER BY 1 \(direction) LIMIT ?2
        )
        \(selectDated) change.sequence IN own ORDER BY change.sequence \(direction)
        """
    }

    /// With the step that the entry is part of; downloads are no steps.
    private static let selectDated = """
        SELECT change.sequence, change.card, fields, previous, change.time, device, step.kind, step.source
        FROM change LEFT JOIN emptied ON emptied.card = change.card
            LEFT JOIN step ON step.first = (
                SELECT CASE WHEN last >= change.sequence THEN first END FROM step WHERE first <= change.sequence
                ORDER BY first DESC LIMIT 1)
        WHERE change.sequence > ifnull(emptied.sequence, 0) AND
        """
}

extension ChangeLog.DatedEntry {
    /// - Parameter backend: the address of a backend by its number.
    /// - Parameter deviceName: the name of another device by its text in the log.
    func source(
        backend: (Int64) throws(StoreError) -> String?, deviceName: (String) throws(StoreError) -> String?
    ) throws(StoreError) -> ChangeSource {
        if device == ChangeLog.Mark.repair { return .repair }
        if device.hasPrefix(ChangeLog.devicePrefix) { return .device(try deviceName(device)) }
        if device.hasPrefix(ChangeLog.Mark.backend) {
            guard let number = Int64(device.dropFirst(ChangeLog.Mark.backend.count + 1)) else { return .backend(nil) }
            return .backend(try backend(number))
        }
        return switch step?.kind {
        case nil, .change?, .renewal?: .here
        case .restore?: .restored
        case .undo?: .undo
        case .redo?: .redo
        case .importing?: .imported(step?.source)
        case .expiry?: .expiry
        }
    }
}

extension ChangeLog.Entry {
    /// What it did to the card.
    var content: PastChange.Content {
        guard let fields else {
            guard let previous, let patch = CardPatch(stored: previous, of: card) else { return .unreadable }
            return .deleted(patch.applied(to: nil))
        }
        if isOfSecret { return .secret }
        guard let new = CardPatch(stored: fields, of: card) else { return .unreadable }
        guard let previous else { return .added(new.applied(to: nil)) }
        guard let old = CardPatch(stored: previous, of: card) else { return .unreadable }
        // A field that only one of them has could not be read in the other.
        let changed = new.fields.intersection(old.fields).inReadingOrder
        return changed.isEmpty ? .unreadable : .changed(changed, old: old.values.stored, new: new.values.stored)
    }
}

extension Card {
    /// Without the members that the log represents as null because they are missing.
    fileprivate var stored: Card {
        var card = self
        if !unknownFields.isEmpty { card.unknownFields = unknownFields.filter { $0.value != .null } }
        return card
    }
}

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
