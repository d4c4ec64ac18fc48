internal import Cards

/// What happened to the cards, in the order in which it happened here. Entries are added, never rewritten; each holds the
/// values from before, so that it can be undone.
struct ChangeLog {
    let connection: Connection

    /// Who made a change.
    enum Device {
        /// This store's own people.
        case here
        case backend
    }

    /// The place of the last entry; 0 for none.
    func lastSequence() throws(StoreError) -> Int64 {
        try connection.first("SELECT max(sequence) FROM change") { $0.number() } ?? 0
    }

    /// Notes that these fields of the card were set. Gives the entry's place.
    func append(
        setting fields: Set<CardField>, of card: Card, was previous: Card?, by device: Device, at time: Timestamp
    ) throws(StoreError) -> Int64 {
        try append(
            card.identifier, fields: CardJSON.storedText(of: card, fields: fields),
            previous: previous.map { CardJSON.storedText(of: $0, fields: fields) }, by: device, at: time)
    }

    /// Notes that the card was deleted, with all that it was.
    func append(deleting card: Card, at time: Timestamp) throws(StoreError) -> Int64 {
        try append(
            card.identifier, fields: nil, previous: CardJSON.storedText(of: card, fields: card.filledFields), by: .here,
            at: time)
    }

    private func append(
        _ identifier: CardID, fields: [UInt8]?, previous: [UInt8]?, by device: Device, at time: Timestamp
    ) throws(StoreError) -> Int64 {
        try connection.run(device == .here ? Self.insertHere : Self.insertBackend) {
            $0.add(time.milliseconds)
            $0.add(identifier.text)
            $0.add(text: fields)
            $0.add(text: previous)
        }
        return connection.lastInsertedRow
    }

    private static let insertHere = """
        INSERT INTO change (device, time, card, fields, previous) SELECT name, ?, ?, ?, ? FROM device
        """
    private static let insertBackend = """
        INSERT INTO change (device, time, card, fields, previous) VALUES ('backend', ?, ?, ?, ?)
        """
}
