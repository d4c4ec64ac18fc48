internal import Basics
internal import Cards

/// What the devices of a vault tell each other about secret fields: see ``SharedSecrets``. Only ``SecretWriting`` changes what a card has.
struct SharedSecretTable {
    let connection: Connection

    /// Version 17.
    ///
    /// - `secret_stamp`: names every value, with the label under which it was set; `state` 0 for that of the row of `secret` whose label is
    ///   `shown`, 1 for one that is gone, 2 for one that was forgotten. Where no device is told, only the first are kept.
    /// - `secret_send`: the cards whose secret fields the other devices do not know; `text` is what goes into the next batch, NULL until
    ///   it is encrypted.
    /// - `secret_received`: what came in batches and was not decrypted yet. A `card` of `*` stands for the batches that an older version
    ///   read, which passed over them.
    static let schema = """
        CREATE TABLE secret_stamp (
            card TEXT NOT NULL, stamp TEXT NOT NULL, label TEXT NOT NULL, shown TEXT NOT NULL, state INTEGER NOT NULL,
            PRIMARY KEY (card, stamp)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE secret_send (card TEXT PRIMARY KEY, text TEXT) STRICT, WITHOUT ROWID;
        CREATE TABLE secret_received (
            row INTEGER PRIMARY KEY, card TEXT NOT NULL, device INTEGER NOT NULL, text TEXT NOT NULL
        ) STRICT;
        INSERT INTO secret_stamp (card, stamp, label, shown, state)
            SELECT card, '0-' || lower(hex(randomblob(8))), label, label, 0 FROM secret;
        INSERT INTO secret_send (card) SELECT DISTINCT card FROM secret WHERE EXISTS (SELECT 1 FROM vault);
        INSERT INTO secret_received (card, device, text) SELECT '*', 0, '' FROM vault;
        """

    private enum State {
        static let (shown, gone, forgotten): (Int64, Int64, Int64) = (0, 1, 2)
    }

    /// Also of a card in the trash.
    func secrets(of card: CardID) throws(StoreError) -> SharedSecrets {
        var values: [SharedSecrets.Stamp: CardSecret] = [:]
        var (gone, forgotten): (Set<SharedSecrets.Stamp>, [SharedSecrets.Stamp: ExactText]) = ([], [:])
        try connection.forEach(
            """
            SELECT stamp, state, secret_stamp.label, value FROM secret_stamp
                LEFT JOIN secret ON state = 0 AND secret.card = secret_stamp.card AND secret.label = shown
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

    /// The labels under which values were set, by their stamps.
    func labels(of card: CardID) throws(StoreError) -> [String: String] {
        var labels: [String: String] = [:]
        try connection.forEach("SELECT stamp, label FROM secret_stamp WHERE card = ?", card.text) { row in
            let stamp = row.text()
            labels[stamp] = row.text()
        }
        return labels
    }

    // MARK: - Writing

    /// Names the values of the card, whose rows of `secret` the caller writes. Those that are gone are kept where other devices are told.
    func write(_ secrets: SharedSecrets, of card: CardID) throws(StoreError) {
        let labels = try labels(of: card)
        try connection.run("DELETE FROM secret_stamp WHERE card = ?", card.text)
        for field in secrets.fields {
            for stamp in field.stamps {
                try add(stamp, card, secrets.values[stamp]?.label ?? field.label, shown: field.label, State.shown)
            }
        }
        guard try isShared else { return }
        for stamp in secrets.gone { try add(stamp, card, labels[stamp.text] ?? "", State.gone) }
        for (stamp, label) in secrets.forgotten { try add(stamp, card, label.text, State.forgotten) }
    }

    /// Has the other devices forget what fields with these labels were before; nil for all labels.
    /// - Parameter labels: folded.
    func forgetGone(_ labels: Set<ExactText>?, of card: CardID) throws(StoreError) {
        let gone = try connection.all("SELECT stamp, label FROM secret_stamp WHERE card = ? AND state = 1", card.text) {
            (stamp: $0.text(), label: ExactText(TextFolding.fold($0.text())))
        }
        for (stamp, label) in gone where labels?.contains(label) ?? true {
            try connection.run(
                "UPDATE secret_stamp SET state = ? WHERE card = ? AND stamp = ?", State.forgotten, card.text, stamp)
        }
    }

    private func add(
        _ stamp: SharedSecrets.Stamp, _ card: CardID, _ label: String, shown: String = "", _ state: Int64
    ) throws(StoreError) {
        try connection.run(
            "INSERT OR REPLACE INTO secret_stamp (card, stamp, label, shown, state) VALUES (?, ?, ?, ?, ?)", card.text,
            stamp.text, label, shown, state)
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

    /// Has those of all cards go to the devices of the vault: the store joins it, or shares it at another place.
    func sendAll() throws(StoreError) {
        try connection.run(
            """
            INSERT OR REPLACE INTO secret_send (card)
                SELECT DISTINCT card FROM secret_stamp WHERE EXISTS (SELECT 1 FROM vault)
            """
        ) { _ in }
    }

    /// Cards whose secret fields are to be encrypted, also those in the trash: a field that was forgotten there is forgotten everywhere.
    func toSeal(limit: Int) throws(StoreError) -> [CardID] {
        try connection.all("SELECT card FROM secret_send WHERE text IS NULL LIMIT ?", limit) { CardID($0.text()) }
    }

    func setSealed(_ text: String, of card: CardID) throws(StoreError) {
        try connection.run("UPDATE secret_send SET text = ? WHERE card = ?", text, card.text)
    }

    /// The cards whose encrypted fields are to go into a batch.
    func sealed() throws(StoreError) -> [CardID] {
        try connection.all("SELECT card FROM secret_send WHERE text IS NOT NULL") { CardID($0.text()) }
    }

    func sealed(of card: CardID) throws(StoreError) -> String? {
        try connection.first("SELECT text FROM secret_send WHERE card = ?", card.text) { $0.optionalText() } ?? nil
    }

    /// Notes that they are in a batch.
    func removeSealed(of card: CardID) throws(StoreError) {
        try connection.run("DELETE FROM secret_send WHERE card = ? AND text IS NOT NULL", card.text)
    }

    /// Of how many cards the other devices do not know the secret fields.
    func unsentCount() throws(StoreError) -> Int {
        try connection.first("SELECT count(*) FROM secret_send") { $0.count() } ?? 0
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
