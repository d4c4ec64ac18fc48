internal import Basics
internal import Cards

/// The secret fields of cards, and what was replaced in them. They are in no other table: the log has an entry without fields for each change,
/// so that undo, redo and the history know that there was one. A row outlives its card, so that a deleted card comes back with it.
struct SecretTable {
    let connection: Connection

    /// Version 16.
    ///
    /// - `secret.place`: the entry of the log with which it was added; they are shown in this order.
    /// - `former_secret`: what the change with this entry of the log replaced: `value` NULL for nothing.
    static let schema = """
        CREATE TABLE secret (
            row INTEGER PRIMARY KEY, card TEXT NOT NULL, label TEXT NOT NULL, value TEXT NOT NULL, place INTEGER NOT NULL,
            UNIQUE (card, label)
        ) STRICT;
        CREATE TABLE former_secret (
            sequence INTEGER PRIMARY KEY, card TEXT NOT NULL, label TEXT NOT NULL, value TEXT, place INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX former_secret_card ON former_secret (card, label);
        """

    /// A secret field as it was before a change.
    struct Former {
        let label: String
        /// Nil where there was none.
        let value: String?
        let place: Int64
    }

    /// In the order in which they were added.
    func all(of card: CardID) throws(StoreError) -> [CardSecret] {
        try connection.all("SELECT label, value FROM secret WHERE card = ? ORDER BY place, row", card.text) { row in
            try? CardSecret(label: row.text(), value: row.text())
        }
    }

    func count(of card: CardID) throws(StoreError) -> Int {
        try connection.first("SELECT count(*) FROM secret WHERE card = ?", card.text) { $0.count() } ?? 0
    }

    /// Of the cards that are not in the trash.
    func count() throws(StoreError) -> Int {
        try connection.first("SELECT count(*) FROM secret WHERE card IN (SELECT id FROM card)") { $0.count() } ?? 0
    }

    func value(_ label: String, of card: CardID) throws(StoreError) -> (text: String, place: Int64)? {
        try connection.first("SELECT value, place FROM secret WHERE card = ? AND label = ?", card.text, label) {
            (text: $0.text(), place: $0.number())
        }
    }

    /// What the change with this entry of the log replaced; nil where that was forgotten.
    func former(_ sequence: Int64) throws(StoreError) -> Former? {
        try connection.first("SELECT label, value, place FROM former_secret WHERE sequence = ?", sequence) {
            Former(label: $0.text(), value: $0.optionalText(), place: $0.number())
        }
    }

    /// Notes what the change with this entry of the log replaces.
    /// - Parameters:
    ///   - former: nil for nothing.
    ///   - place: that of a field that comes back; nil for the one that it has, or for a new one the last.
    func note(
        former: String?, label: String, of card: CardID, with sequence: Int64, place: Int64? = nil
    ) throws(StoreError) {
        let place = try value(label, of: card)?.place ?? place ?? sequence
        try connection.run("INSERT INTO former_secret (sequence, card, label, value, place) VALUES (?, ?, ?, ?, ?)") {
            $0.add(sequence)
            $0.add(card.text)
            $0.add(label)
            $0.add(former)
            $0.add(place)
        }
    }

    /// - Parameters:
    ///   - value: nil removes it.
    ///   - place: of a new one.
    func set(_ value: String?, label: String, of card: CardID, place: Int64) throws(StoreError) {
        guard let value else {
            return try connection.run("DELETE FROM secret WHERE card = ? AND label = ?", card.text, label)
        }
        try connection.run(
            """
            INSERT INTO secret (card, label, value, place) VALUES (?, ?, ?, ?)
            ON CONFLICT (card, label) DO UPDATE SET value = excluded.value
            """, card.text, label, value, place)
    }

    /// Whether there is one, or was one that undo would bring back.
    func holds(_ label: String?, of card: CardID) throws(StoreError) -> Bool {
        try !labels(like: label, of: card).isEmpty
    }

    /// Removes what fields with these labels were before: undo brings it back no more. Nil for all labels. A field that made room for
    /// another one, `PIN (2)`, had the value under the first label elsewhere, or has it there since.
    /// - Parameter labels: folded.
    func forgetFormer(_ labels: Set<ExactText>?, of card: CardID) throws(StoreError) {
        for label in try self.labels(like: nil, of: card)
        where labels.map({ isOne(label, of: $0) }) ?? true {
            try connection.run("DELETE FROM former_secret WHERE card = ? AND label = ?", card.text, label)
        }
    }

    private func isOne(_ label: String, of labels: Set<ExactText>) -> Bool {
        [label, CardSecret.firstLabel(of: label)].contains { labels.contains(ExactText(TextFolding.fold($0))) }
    }

    /// Removes all that the card has and had.
    func remove(_ card: CardID) throws(StoreError) {
        for table in ["secret", "former_secret"] {
            try connection.run("DELETE FROM \(table) WHERE card = ?", card.text)
        }
    }

    /// The labels that it has or had: the same in other letters is the same field. Nil for those of all.
    private func labels(like label: String?, of card: CardID) throws(StoreError) -> [String] {
        let folded = label.map { TextFolding.fold($0) }
        let known = try connection.all(
            "SELECT label FROM secret WHERE card = ?1 UNION SELECT label FROM former_secret WHERE card = ?1", card.text
        ) { $0.text() }
        return known.filter { folded == nil || TextFolding.fold($0) == folded }
    }
}
