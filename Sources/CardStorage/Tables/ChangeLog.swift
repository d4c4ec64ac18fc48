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
