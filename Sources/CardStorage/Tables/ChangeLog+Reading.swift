internal import Cards

extension ChangeLog {
    /// The log entry of one change to one card.
    struct Entry {
        let sequence: Int64
        let card: CardID
        /// As stored; nil when the card was deleted.
        let fields: [UInt8]?
        /// As stored; nil when the card was new.
        let previous: [UInt8]?

        var isDeletion: Bool { fields == nil }
        var isCreation: Bool { previous == nil }

        /// The change that reverts the entry; nil when it cannot be read. It concerns the same card.
        var inverse: CardChange? {
            guard let previous else { return isDeletion ? nil : .delete(card) }
            guard var patch = CardPatch(stored: previous, of: card)?.withoutBlankName else { return nil }
            if !isDeletion {
                // The log represents a missing unknown field as null.
                patch.values.unknownFields = patch.values.unknownFields.filter { $0.value != .null }
            }
            return .set(patch)
        }
    }

    /// Up to `limit` entries in this closed range, newest first, without those of emptied cards.
    func entries(from first: Int64, backFrom last: Int64, limit: Int) throws(StoreError) -> [Entry] {
        try connection.all(Self.selectBack, first, last, limit) { Self.entry(from: &$0) }
    }

    /// All these entries, oldest first. `read` must not write.
    func forEachEntry(from first: Int64, to last: Int64, _ read: (Entry) -> Void) throws(StoreError) {
        try connection.forEach(Self.selectForth, first, last) { row in
            if let entry = Self.entry(from: &row) { read(entry) }
        }
    }

    /// When the first of these entries was made; nil if none is left.
    func time(from first: Int64, to last: Int64) throws(StoreError) -> Timestamp? {
        try connection.first("SELECT change.time \(Self.source) ORDER BY change.sequence LIMIT 1", first, last) {
            Timestamp(clamping: $0.number())
        }
    }

    static let selectBack = "\(selectRange) ORDER BY change.sequence DESC LIMIT ?"
    static let selectForth = "\(selectRange) ORDER BY change.sequence"
    private static let selectRange = "SELECT change.sequence, change.card, fields, previous \(source)"
    private static let source = """
        FROM change LEFT JOIN emptied ON emptied.card = change.card
        WHERE change.sequence BETWEEN ? AND ? AND change.sequence > ifnull(emptied.sequence, 0)
        """

    private static func entry(from row: inout Row) -> Entry? {
        let (sequence, card) = (row.number(), row.text())
        return CardID(card).map {
            Entry(sequence: sequence, card: $0, fields: row.optionalBytes(), previous: row.optionalBytes())
        }
    }
}

extension CardPatch {
    /// Reads a card's fields from the log. A field with an invalid value is left out: one bad date must not lose the whole card.
    /// Nil when the JSON is invalid or about another card.
    init?(stored bytes: [UInt8], of identifier: CardID) {
        guard var members = (try? JSONParser.parse(bytes))?.object else { return nil }
        while true {
            do throws(CardJSONError) {
                self = try CardJSON.patch(from: .object(members), photos: .hash, identifier: identifier)
                break
            } catch {
                guard case .badValue(let key) = error, members.removeValue(forKey: key) != nil else { return nil }
            }
        }
        guard self.identifier == identifier else { return nil }
    }
}
