internal import Cards

/// A whole card as columns of a table: cards and shadows keep it the same way. Columns rather than JSON, because reading
/// ten thousand of them must take milliseconds.
///
/// The first columns are those that a row of the list shows.
enum CardColumns {
    private static let summaryNames = [
        "name", "number", "starred", "archived", "valid_from", "expiry", "color", "front", "back", "groups",
    ]
    private static let names =
        summaryNames + [
            "icon", "barcode_format", "barcode_value", "barcode_encoding", "balance", "currency", "created",
            "modified", "note", "unknown",
        ]

    static var count: Int { names.count }
    /// For an INSERT; for a SELECT.
    static let list = names.joined(separator: ", ")
    /// For the SELECT of a ``CardSummary`` from `card`.
    static let summaryList =
        summaryNames.joined(separator: ", ") + ", EXISTS (SELECT 1 FROM conflict WHERE conflict.card = card.id)"
    /// As many question marks.
    static let placeholders = names.map { _ in "?" }.joined(separator: ", ")
    /// For an UPDATE: the parameters from this number on.
    static func assignments(from first: Int) -> String {
        names.enumerated().map { "\($1) = ?\(first + $0)" }.joined(separator: ", ")
    }
    /// For an upsert.
    static let updates = names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")

    // MARK: - Writing

    static func add(_ card: Card, to parameters: inout Parameters) {
        parameters.add(card.name)
        parameters.add(card.number)
        parameters.add(card.isStarred)
        parameters.add(card.isArchived)
        parameters.add(card.validFrom.map { Int64($0.daysSince1970) })
        parameters.add(card.expiry.map { Int64($0.daysSince1970) })
        parameters.add(card.color.map { Int64($0.red) << 16 | Int64($0.green) << 8 | Int64($0.blue) })
        parameters.add(card.front?.text)
        parameters.add(card.back?.text)
        parameters.add(text: card.groups.isEmpty ? nil : JSONWriter.bytes(of: card.groups))
        parameters.add(card.icon?.text)
        parameters.add(card.barcode?.format.rawValue)
        parameters.add(card.barcode?.value)
        parameters.add(card.barcode?.encoding)
        parameters.add(card.balance)
        parameters.add(card.currency)
        parameters.add(card.created?.milliseconds)
        parameters.add(card.modified?.milliseconds)
        parameters.add(card.note)
        parameters.add(text: card.unknownFields.isEmpty ? nil : JSONWriter.bytes(of: .object(card.unknownFields)))
    }

    // MARK: - Reading

    static func card(_ identifier: CardID, from row: inout Row) -> Card {
        var card = Card(identifier: identifier, name: "")
        readSummary(of: &card, from: &row)
        card.icon = row.optionalText().flatMap { PhotoHash($0) }
        let (format, value, encoding) = (row.optionalText(), row.optionalText(), row.optionalText())
        card.barcode = format.map { Barcode(format: BarcodeFormat(rawValue: $0), value: value, encoding: encoding) }
        card.balance = row.text()
        card.currency = row.optionalText()
        card.created = row.optionalNumber().map { Timestamp(clamping: $0) }
        card.modified = row.optionalNumber().map { Timestamp(clamping: $0) }
        card.note = row.text()
        card.unknownFields = json(from: &row)?.object ?? [:]
        return card
    }

    /// Reads `id`, `note_line` and ``summaryList``.
    static func summary(from row: inout Row) -> CardSummary? {
        guard let identifier = CardID(row.text()) else { return nil }
        let noteLine = row.text()
        var card = Card(identifier: identifier, name: "")
        readSummary(of: &card, from: &row)
        var summary = CardSummary(card)
        summary.noteLine = noteLine
        summary.hasConflict = row.flag()
        return summary
    }

    private static func readSummary(of card: inout Card, from row: inout Row) {
        card.name = row.text()
        card.number = row.text()
        card.isStarred = row.flag()
        card.isArchived = row.flag()
        card.validFrom = day(from: &row)
        card.expiry = day(from: &row)
        card.color = row.optionalNumber().map {
            CardColor(
                red: UInt8(truncatingIfNeeded: $0 >> 16), green: UInt8(truncatingIfNeeded: $0 >> 8),
                blue: UInt8(truncatingIfNeeded: $0))
        }
        card.front = row.optionalText().flatMap { PhotoHash($0) }
        card.back = row.optionalText().flatMap { PhotoHash($0) }
        card.groups = groups(from: &row)
    }

    static func groups(from row: inout Row) -> [String] { json(from: &row)?.array?.compactMap(\.string) ?? [] }

    /// A day out of the calendar's years can only come from a file that was tampered with: its arithmetic must not overflow.
    private static func day(from row: inout Row) -> CalendarDay? {
        row.optionalNumber().flatMap { number in
            (Int64(CalendarDay.first.daysSince1970)...Int64(CalendarDay.last.daysSince1970)).contains(number)
                ? CalendarDay(daysSince1970: Int(number)) : nil
        }
    }

    private static func json(from row: inout Row) -> JSON? { row.optionalBytes().flatMap { try? JSONParser.parse($0) } }
}
