internal import Cards

/// What the devices of a vault tell each other about secret fields: see ``SharedSecrets``. Only ``SecretWriting`` changes what a card has.
struct SharedSecretTable {
    let connection: Connection

    /// Version 17.
    ///
    /// - `secret_stamp`: names every value; `state` 0 for that of the row of `secret` with the label, 1 for one that is gone, 2 for one that
    ///   was forgotten. Where no device is told, only the first are kept.
    /// - `secret_send`: the cards whose secret fields the other devices do not know; `text` is what goes into the next batch, NULL until
    ///   it is encrypted.
    /// - `secret_received`: what came in batches and was not decrypted yet. A `card` of `*` stands for the batches that an older version
    ///   read, which passed over them.
    static let schema = """
        CREATE TABLE secret_stamp (
            card TEXT NOT NULL, stamp TEXT NOT NULL, label TEXT NOT NULL, state INTEGER NOT NULL, PRIMARY KEY (card, stamp)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE secret_send (card TEXT PRIMARY KEY, text TEXT) STRICT, WITHOUT ROWID;
        CREATE TABLE secret_received (
            row INTEGER PRIMARY KEY, card TEXT NOT NULL, device INTEGER NOT NULL, text TEXT NOT NULL
        ) STRICT;
        INSERT INTO secret_stamp (card, stamp, label, state)
            SELECT card, '0-' || lower(hex(randomblob(8))), label, 0 FROM secret;
        INSERT INTO secret_send (card) SELECT DISTINCT card FROM secret WHERE EXISTS (SELECT 1 FROM vault);
        INSERT INTO secret_received (card, device, text) SELECT '*', 0, '' FROM vault;
        """

    private enum State {
        static let (shown, gone, forgotten): (Int64, Int64, Int64) = (0, 1, 2)
    }

    /// Also of a card in the trash.
    func secrets(of card: CardID) throws(StoreError) -> SharedSecrets {
        var (values, gone, forgotten): ([SharedSecrets.Stamp: CardSecret], Set<SharedSecrets.Stamp>, _) = (
            [:], [], [SharedSecrets.Stamp: ExactText]()
        )
        try connection.forEach(
            """
            SELECT stamp, state, secret_stamp.label, value FROM secret_stamp
                LEFT JOIN secret ON state = 0 AND secret.card = secret_stamp.card AND secret.label = secret_stamp.label
            WHERE secret_stamp.card = ?
            """, card.text
        ) { row in
            let (text, state, label) = (row.text(), row.number(), row.text())
            guard let stamp = SharedSecrets.Stamp(text) else { return }
            switch state {
            case State.shown:
                if let value = row.optionalText() { values[stamp] = try? CardSecret(label: label, value: value) }
            case State.forgotten: forgotten[stamp] = ExactText(label)
            default: gone.insert(stamp)
            }
        }
        return SharedSecrets(values: values, gone: gone, forgotten: forgotten)
    }

    // MARK: - Changes here

    /// Notes that the field was set here, or removed.
    func replace(_ label: String, of card: CardID, isThere: Bool, at time: Timestamp) throws(StoreError) {
        let old = try connection.first(
            "SELECT stamp FROM secret_stamp WHERE card = ? AND label = ? AND state = 0", card.text, label
        ) { SharedSecrets.Stamp($0.text()) }
        try end(label, of: card, as: State.gone)
        if isThere { try add(SharedSecrets.Stamp(at: time, replacing: old ?? nil), card, label, State.shown) }
        try send(card)
    }

    /// Notes that all that the field ever was is deleted here for good.
    func forget(_ label: String, of card: CardID) throws(StoreError) {
        try end(label, of: card, as: State.forgotten)
        try send(card)
    }

    private func end(_ label: String, of card: CardID, as state: Int64) throws(StoreError) {
        if try isShared {
            try connection.run(
                "UPDATE secret_stamp SET state = ? WHERE card = ? AND label = ? AND state < ?", state, card.text, label,
                state)
        } else {
            try connection.run("DELETE FROM secret_stamp WHERE card = ? AND label = ?", card.text, label)
        }
    }

    private func add(
        _ stamp: SharedSecrets.Stamp, _ card: CardID, _ label: String, _ state: Int64
    ) throws(StoreError) {
        try connection.run(
            "INSERT OR REPLACE INTO secret_stamp (card, stamp, label, state) VALUES (?, ?, ?, ?)", card.text,
            stamp.text,
            label, state)
    }

    private var isShared: Bool {
        get throws(StoreError) { try connection.first("SELECT 1 FROM vault") { _ in true } ?? false }
    }

    // MARK: - Sending

    /// Has the secret fields of the card, where it has or had some, go to the other devices of the vault.
    func send(_ card: CardID) throws(StoreError) {
        try connection.run(
            """
            INSERT OR REPLACE INTO secret_send (card) SELECT ?1
            WHERE EXISTS (SELECT 1 FROM vault) AND EXISTS (SELECT 1 FROM secret_stamp WHERE card = ?1)
            """, card.text)
    }

    /// Has those of all cards go to the devices of a vault that the store joins.
    func sendAll() throws(StoreError) {
        try connection.run("INSERT OR REPLACE INTO secret_send (card) SELECT DISTINCT card FROM secret_stamp") { _ in }
    }

    /// Cards here whose secret fields are to be encrypted.
    func toSeal(limit: Int) throws(StoreError) -> [CardID] {
        try connection.all(
            "SELECT card FROM secret_send WHERE text IS NULL AND card IN (SELECT id FROM card) LIMIT ?", limit
        ) { CardID($0.text()) }
    }

    func setSealed(_ text: String, of card: CardID) throws(StoreError) {
        try connection.run("UPDATE secret_send SET text = ? WHERE card = ?", text, card.text)
    }

    /// The cards whose encrypted fields are to go into a batch.
    func sealed() throws(StoreError) -> [CardID] {
        try connection.all("SELECT card FROM secret_send WHERE text IS NOT NULL AND card IN (SELECT id FROM card)") {
            CardID($0.text())
        }
    }

    func sealed(of card: CardID) throws(StoreError) -> String? {
        try connection.first("SELECT text FROM secret_send WHERE card = ?", card.text) { $0.optionalText() } ?? nil
    }

    /// Notes that they are in a batch.
    func removeSealed(of card: CardID) throws(StoreError) {
        try connection.run("DELETE FROM secret_send WHERE card = ? AND text IS NOT NULL", card.text)
    }

    /// Of how many cards here the other devices do not know the secret fields.
    func unsentCount() throws(StoreError) -> Int {
        try connection.first("SELECT count(*) FROM secret_send WHERE card IN (SELECT id FROM card)") { $0.count() } ?? 0
    }

    // MARK: - Receiving

    func add(received text: String, of card: CardID, from device: Int64) throws(StoreError) {
        try connection.run(
            "INSERT INTO secret_received (card, device, text) VALUES (?, ?, ?)", card.text, device, text)
    }

    /// What is to be decrypted, in the order in which it came.
    func received(after row: Int64, limit: Int) throws(StoreError) -> [(
        row: Int64, card: CardID, device: Int64, text: String
    )] {
        try connection.all(
            "SELECT row, card, device, text FROM secret_received WHERE row > ? AND card <> '*' ORDER BY row LIMIT ?",
            row,
            limit
        ) { row in
            let (number, card) = (row.number(), CardID(row.text()))
            return card.map { (row: number, card: $0, device: row.number(), text: row.text()) }
        }
    }

    func remove(received row: Int64) throws(StoreError) {
        try connection.run("DELETE FROM secret_received WHERE row = ?", row)
    }

    /// Whether an older version read batches here.
    func hasUnreadBatches() throws(StoreError) -> Bool {
        try connection.first("SELECT 1 FROM secret_received WHERE card = '*'") { _ in true } ?? false
    }

    func setBatchesRead() throws(StoreError) {
        try connection.run("DELETE FROM secret_received WHERE card = '*'") { _ in }
    }

    // MARK: - Both

    /// Names the values as they are named on the other devices.
    func write(_ secrets: SharedSecrets, of card: CardID) throws(StoreError) {
        let labels = try Dictionary(
            connection.all("SELECT stamp, label FROM secret_stamp WHERE card = ?", card.text) {
                (text: $0.text(), label: $0.text())
            }
            .map { ($0.text, $0.label) }, uniquingKeysWith: { $1 })
        try connection.run("DELETE FROM secret_stamp WHERE card = ?", card.text)
        for (stamp, secret) in secrets.values { try add(stamp, card, secret.label, State.shown) }
        for stamp in secrets.gone { try add(stamp, card, labels[stamp.text] ?? "", State.gone) }
        for (stamp, label) in secrets.forgotten { try add(stamp, card, label.text, State.forgotten) }
    }

    /// Leaves nothing of a card that is deleted for good.
    func remove(_ card: CardID) throws(StoreError) {
        for table in ["secret_stamp", "secret_send", "secret_received"] {
            try connection.run("DELETE FROM \(table) WHERE card = ?", card.text)
        }
    }

    /// Forgets what only other devices of the vault need.
    func leaveVault() throws(StoreError) {
        try connection.execute(
            "DELETE FROM secret_stamp WHERE state <> 0; DELETE FROM secret_send; DELETE FROM secret_received")
    }
}
