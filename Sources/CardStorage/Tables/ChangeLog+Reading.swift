internal import Cards

extension ChangeLog {
    /// One change to one card, as it was logged.
    struct Entry {
        let sequence: Int64
        let card: CardID
        /// As stored; nil when the card was deleted.
        let fields: [UInt8]?
        /// As stored; nil when the card was new.
        let previous: [UInt8]?

        var isDeletion: Bool { fields == nil }
        var isCreation: Bool { previous == nil }

        /// What takes the entry back; nil when it cannot be read. Its identifier is the entry's card.
        var inverse: CardChange? {
            guard let previous else { return isDeletion ? nil : .delete(card) }
            guard var patch = CardPatch(stored: previous, of: card)?.withoutBlankName else { return nil }
            if !isDeletion {
                // The log tells a kept field that was not there as null.
                patch.values.unknownFields = patch.values.unknownFields.filter { $0.value != .null }
            }
            return .set(patch)
        }
    }

    /// Up to `limit` entries between the two places, these included, the newest first. Those of emptied cards are left out.
    func entries(from first: Int64, backFrom last: Int64, limit: Int) throws(StoreError) -> [Entry] {
        try connection.all(Self.selectBack) {
            $0.add(first)
            $0.add(last)
            $0.add(limit)
        } read: {
            Self.entry(from: &$0)
        }
    }

    /// The same entries, all, the oldest first. `read` must not write.
    func forEachEntry(from first: Int64, to last: Int64, _ read: (Entry) -> Void) throws(StoreError) {
        try connection.forEach(Self.selectForth) {
            $0.add(first)
            $0.add(last)
        } read: { row in
            if let entry = Self.entry(from: &row) { read(entry) }
        }
    }

    static let selectBack = "\(selectRange) ORDER BY change.sequence DESC LIMIT ?"
    static let selectForth = "\(selectRange) ORDER BY change.sequence"
    private static let selectRange = """
        SELECT change.sequence, change.card, fields, previous
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
    /// Reads what the log keeps of a card. A field whose value cannot be understood is left out: one bad date must not lose
    /// a card. Nil when it is not about this card.
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
