internal import Cards

/// A whole card as columns of a table, both for cards and for shadows. Columns rather than JSON, because reading ten thousand
/// cards must take milliseconds.
///
/// The fields come from ``FieldDefinition``; those of a ``CardSummary``, which a row of the list shows, come first.
enum CardColumns {
    private static let fields: [FieldDefinition] = {
        let first = [
            CardField.name, .number, .isStarred, .isArchived, .validFrom, .expiry, .color, .front, .back, .groups,
            .balance, .currency, .icon,
        ].compactMap(\.definition)
        return first + FieldDefinition.all.filter { field in !first.contains { $0 === field } }
    }()

    /// The columns of the first fields. Literal, since the first frame waits for their statement: making the table of fields takes as long as
    /// reading the rows.
    private static let summaryNames = [
        "name", "number", "starred", "archived", "valid_from", "expiry", "color", "front", "back", "groups", "balance",
        "currency", "icon", "barcode_format IS NOT NULL",
    ]
    private static let names = fields.flatMap(\.columns) + ["unknown"]

    static var count: Int { names.count }
    /// The columns for an INSERT or SELECT.
    static let list = names.joined(separator: ", ")
    /// The columns of a ``CardSummary``, for a SELECT from ``rowTables``.
    static let summaryList = """
        name, number, starred, archived, valid_from, expiry, color, front, back, groups, balance, currency, icon, \
        barcode_format IS NOT NULL, EXISTS (SELECT 1 FROM conflict WHERE conflict.card = card.id), last_used, uses
        """
    static let rowTables = "card LEFT JOIN usage ON usage.card = card.id"
    /// What ``summary(from:)`` reads, for all rows of `card`, or with ``CardRowParts/state`` of `card LEFT JOIN usage`: the conflicts are looked up
    /// in a set that is read once. Parts that are not needed are constants.
    static func summaryList(_ parts: CardRowParts) -> String {
        var names = summaryNames
        func leaveOut(_ fields: [String], unless part: CardRowParts, _ constant: String = "NULL") {
            if parts.contains(part) { return }
            names = names.map { fields.contains($0) ? constant : $0 }
        }
        leaveOut(["valid_from", "color"], unless: .look)
        leaveOut(["front", "back", "icon"], unless: .photos)
        leaveOut(["barcode_format IS NOT NULL"], unless: .look, "0")
        leaveOut(["balance"], unless: .balance, "''")
        leaveOut(["currency"], unless: .balance)
        names.insert(contentsOf: ["id", parts.contains(.look) ? "note_line" : "''"], at: 0)
        let state =
            parts.contains(.state)
            ? ["id IN (SELECT card FROM conflict)", "last_used", "uses"] : ["0", "NULL", "NULL"]
        return (names + state).joined(separator: ", ")
    }
    /// A question mark for each column.
    static let placeholders = names.map { _ in "?" }.joined(separator: ", ")
    /// The assignments of an UPDATE, with parameters from this number on.
    static func assignments(from first: Int) -> String {
        names.enumerated().map { "\($1) = ?\(first + $0)" }.joined(separator: ", ")
    }
    /// The assignments of an upsert.
    static let updates = names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")

    /// Version 16: `used` of `card` and `shadow`. Another device or a file may have sent the key before, which is then in `unknown`: a day
    /// that the field accepts moves, other values stay. The search learns of stamps.
    static let used =
        ["card", "shadow"].map { table in
            """
            ALTER TABLE \(table) ADD COLUMN used INTEGER;
            UPDATE \(table) SET
                used = CAST(julianday(unknown ->> '$.used') - 2440587.5 AS INTEGER),
                \(table == "card" ? "search = x''," : "")
                unknown = nullif(json_remove(unknown, '$.used'), '{}')
            WHERE instr(unknown, '"used":') AND CASE WHEN json_valid(unknown) THEN
                json_type(unknown, '$.used') = 'text' AND length(unknown ->> '$.used') = 10
                AND unknown ->> '$.used' BETWEEN '0001-01-01' AND '9999-12-31'
                AND date(unknown ->> '$.used') IS unknown ->> '$.used' END;
            """
        }.joined(separator: "\n")
        + "\nUPDATE card SET search = x'' WHERE currency LIKE '%stamps' AND balance <> '';"

    // MARK: - Writing

    static func add(_ card: Card, to parameters: inout Parameters) {
        for field in fields { field.add(card, to: &parameters) }
        parameters.add(text: card.unknownFields.isEmpty ? nil : JSONWriter.bytes(of: .object(card.unknownFields)))
    }

    // MARK: - Reading

    static func card(_ identifier: CardID, from row: inout Row) -> Card {
        var card = Card(identifier: identifier, name: "")
        for field in fields { field.read(&card, from: &row) }
        card.unknownFields = row.json { $0.object }.map(CardJSON.unknownMembers) ?? [:]
        return card
    }

    /// Reads `id`, `note_line` and ``summaryList``.
    static func summary(from row: inout Row) -> CardSummary? {
        guard let identifier = row.cardID() else { return nil }
        let noteLine = row.text()
        // The order of `summaryNames`, and not by their definitions: every frame of a moving list reads rows.
        let (name, number, isStarred, isArchived) = (row.text(), row.text(), row.flag(), row.flag())
        let (validFrom, expiry, color) = (row.day(), row.day(), row.color())
        let (front, back, groups) = (row.photo(), row.photo(), row.texts())
        let (balance, currency, icon) = (row.text(), row.optionalText(), row.photo())
        var summary = CardSummary(
            id: identifier, name: name, number: number, noteLine: noteLine, groups: groups, validFrom: validFrom,
            expiry: expiry, color: color, isStarred: isStarred, isArchived: isArchived, front: front, back: back,
            icon: icon, amountLeft: balance.isEmpty ? nil : Balance(amount: balance, currency: currency))
        summary.hasBarcode = row.flag()
        summary.hasConflict = row.flag()
        summary.usage.lastUsed = row.optionalNumber().map { Timestamp(clamping: $0) }
        summary.usage.uses = Int(clamping: row.optionalNumber() ?? 0)
        return summary
    }

    static func groups(from row: inout Row) -> [String] { row.texts() }
}

extension FieldDefinition {
    /// The columns with lists of entries.
    static let listColumns = lists.flatMap(\.columns)

    /// The column is named after the JSON key: `validFrom` is `valid_from`. A barcode has three columns.
    fileprivate var columns: [String] {
        let name = key.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
        return if case .barcode = kind { ["_format", "_value", "_encoding"].map { name + $0 } } else { [name] }
    }

    fileprivate func add(_ card: Card, to parameters: inout Parameters) {
        switch kind {
        case .text(let access, _): parameters.add(access.get(card))
        case .currency(let access): parameters.add(access.get(card))
        case .texts(let access):
            let texts = access.get(card)
            parameters.add(text: texts.isEmpty ? nil : JSONWriter.bytes(of: texts))
        case .day(let access): parameters.add(access.get(card).map { Int64($0.daysSince1970) })
        case .color(let access):
            parameters.add(access.get(card).map { Int64($0.red) << 16 | Int64($0.green) << 8 | Int64($0.blue) })
        case .time(let access): parameters.add(access.get(card)?.milliseconds)
        case .flag(let access, _, _): parameters.add(access.get(card))
        case .photo(let access): parameters.add(access.get(card)?.text)
        case .barcode(let access):
            let barcode = access.get(card)
            parameters.add(barcode?.format.rawValue)
            parameters.add(barcode?.value)
            parameters.add(barcode?.encoding)
        case .entries(let entries):
            // Of photos the hash is written, so there is always a text.
            let json = entries.count(card) == 0 ? nil : entries.json(card) { $0.text }
            parameters.add(text: json.map { JSONWriter.bytes(of: $0) })
        }
    }

    fileprivate func read(_ card: inout Card, from row: inout Row) {
        switch kind {
        case .text(let access, _): access.set(&card, row.text())
        case .currency(let access): access.set(&card, row.optionalText())
        case .texts(let access): access.set(&card, row.texts())
        case .day(let access): access.set(&card, row.day())
        case .color(let access): access.set(&card, row.color())
        case .time(let access): access.set(&card, row.optionalNumber().map { Timestamp(clamping: $0) })
        case .flag(let access, _, _): access.set(&card, row.flag())
        case .photo(let access): access.set(&card, row.photo())
        case .barcode(let access):
            let (format, value, encoding) = (row.optionalText(), row.optionalText(), row.optionalText())
            access.set(
                &card, format.map { Barcode(format: BarcodeFormat(rawValue: $0), value: value, encoding: encoding) })
        case .entries(let entries):
            if let json = row.json({ $0.array == nil ? nil : $0 }) { entries.setStored(json, &card) }
        }
    }
}

extension Row {
    /// The identifier of a card. Nil for one that is damaged.
    mutating func cardID() -> CardID? {
        let identifier = CardID(text())
        if identifier == nil { noteDamage() }
        return identifier
    }

    /// A JSON array of strings; empty for NULL.
    fileprivate mutating func texts() -> [String] {
        let bytes = borrowedBytes()
        if bytes.isEmpty {
            if !wasNull { noteDamage() }
            return []
        }
        if let text = Self.onlyText(of: bytes) { return [text] }
        guard let array = (try? JSONParser.parse([UInt8](bytes)))?.array else {
            noteDamage()
            return []
        }
        return array.compactMap(\.string)
    }

    /// The text of an array of one plain text, as most lists of groups are: parsing all of them takes longer than reading them.
    private static func onlyText(of array: UnsafeRawBufferPointer) -> String? {
        guard array.count > 4, array.starts(with: "[\"".utf8), array.suffix(2).elementsEqual("\"]".utf8) else {
            return nil
        }
        let text = array[2..<array.count - 2]
        let isPlain = text.allSatisfy { byte in
            (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        return isPlain ? String(decoding: text, as: UTF8.self) : nil
    }

    fileprivate mutating func photo() -> PhotoHash? { optionalText().flatMap { PhotoHash($0) } }

    /// Nil for NULL, and for what is no JSON of that kind.
    fileprivate mutating func json<Value>(_ kind: (JSON) -> Value?) -> Value? {
        guard let bytes = optionalBytes() else { return nil }
        let value = (try? JSONParser.parse(bytes)).flatMap(kind)
        if value == nil { noteDamage() }
        return value
    }

    fileprivate mutating func day() -> CalendarDay? { optionalNumber().flatMap { CalendarDay(stored: $0) } }

    fileprivate mutating func color() -> CardColor? {
        optionalNumber().map {
            CardColor(
                red: UInt8(truncatingIfNeeded: $0 >> 16), green: UInt8(truncatingIfNeeded: $0 >> 8),
                blue: UInt8(truncatingIfNeeded: $0))
        }
    }
}

extension CalendarDay {
    /// Nil outside of the calendar, which only a file that was tampered with has: such a day could overflow its arithmetic.
    init?(stored number: Int64) {
        guard
            (Int64(CalendarDay.first.daysSince1970)...Int64(CalendarDay.last.daysSince1970)).contains(number)
        else { return nil }
        self.init(daysSince1970: Int(number))
    }
}
