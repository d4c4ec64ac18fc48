internal import Cards

/// The log of changes to cards, in the order in which they happened here. Each entry holds the former values, so that it can be
/// undone. Entries are only ever appended, and removed with a card that is deleted for good.
struct ChangeLog {
    let connection: Connection
    private let name = DeviceName()

    init(connection: Connection) { self.connection = connection }

    /// Who made a change.
    enum Device {
        /// The user of this store.
        case here
        /// A backend, by its number in the store.
        case backend(Int64)
        /// Another device of the vault.
        case device(DeviceID)
        /// The repair of a damaged card.
        case repair
    }

    /// What stands for those of ``Device`` that have no name of their own.
    enum Mark {
        /// Followed by a blank and the backend's number; older versions wrote no number.
        static let backend = "backend"
        static let repair = "repair"
    }

    /// The sequence of the last entry; 0 for none.
    func lastSequence() throws(StoreError) -> Int64 {
        let last = try connection.first("SELECT max(sequence) FROM change") { $0.number() } ?? 0
        // Every step counts on from here.
        guard last < Self.lastNumber else {
            throw .damaged(path: connection.path, reason: "the log of changes has no numbers left")
        }
        return last
    }

    /// Logs the card's new values; `previous` is nil for a new card. Returns the entry's sequence.
    func append(
        _ card: Card, was previous: Card?, by device: Device, at time: Timestamp
    ) throws(StoreError) -> Int64 {
        guard let previous else {
            return try append(
                card.identifier, fields: CardJSON.storedText(of: card), previous: nil, by: device, at: time)
        }
        let fields = card.differences(from: previous)
        return try append(
            card.identifier, fields: CardJSON.storedText(of: card, fields: fields),
            previous: CardJSON.storedText(of: previous, fields: fields), by: device, at: time)
    }

    /// Logs that the card was deleted, with all its values. Returns the entry's sequence.
    /// - Parameter born: the entry that added the card.
    func append(
        deleting card: Card, by device: Device = .here, born: Int64?, at time: Timestamp
    ) throws(StoreError) -> Int64 {
        let sequence = try append(
            card.identifier, fields: nil, previous: CardJSON.storedText(of: card), by: device, at: time)
        try connection.run("UPDATE change SET born = ? WHERE sequence = ?", born, sequence)
        return sequence
    }

    /// Logs that a secret field of the card was changed, and nothing of it. Returns the entry's sequence.
    func append(
        secretOf identifier: CardID, by device: Device = .here, at time: Timestamp
    ) throws(StoreError) -> Int64 {
        let nothing = CardJSON.storedText(of: Card(identifier: identifier, name: ""), fields: [])
        return try append(identifier, fields: nothing, previous: nothing, by: device, at: time)
    }

    private func append(
        _ identifier: CardID, fields: [UInt8]?, previous: [UInt8]?, by device: Device, at time: Timestamp
    ) throws(StoreError) -> Int64 {
        let device =
            switch device {
            case .here: try name.text(connection)
            case .backend(let number): "\(Mark.backend) \(number)"
            case .device(let id): Self.devicePrefix + id.text
            case .repair: Mark.repair
            }
        try connection.run(Self.insert) {
            $0.add(device)
            $0.add(time.milliseconds)
            $0.add(identifier.text)
            $0.add(text: fields)
            $0.add(text: previous)
        }
        return connection.lastInsertedRow
    }

    private static let lastNumber: Int64 = 1 << 62

    /// Before the identifier of another device.
    static let devicePrefix = "device:"

    private static let insert = "INSERT INTO change (device, time, card, fields, previous) VALUES (?, ?, ?, ?, ?)"

    /// The store's name in the log, which never changes and is read once.
    private final class DeviceName {
        private var known: String?

        func text(_ connection: Connection) throws(StoreError) -> String {
            if let known { return known }
            let name = try connection.first("SELECT name FROM device") { $0.text() } ?? ""
            known = name
            return name
        }
    }
}

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
        /// Whether a secret field of the card was changed: any other entry replaces a value by another one.
        var isOfSecret: Bool { fields != nil && fields == previous }

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
