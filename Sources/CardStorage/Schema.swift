internal import Cards

/// The store's tables, as numbered steps from one version to the next. A step that was published is never edited.
struct Schema {
    /// Marks the file as ours: "card" in ASCII, in the header's application id.
    static let applicationID: Int64 = 0x6361_7264

    /// Step n brings a store of version n to version n + 1. Each is SQL of its own time and names its own columns: it must mean
    /// the same whatever the code of today says of cards.
    static let steps = [first, finding, history, thumbnails, network, barcodes, acknowledgements, contact]
    static var version: Int { steps.count }

    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// What a file turned out to be.
    enum State: Equatable {
        case current
        case newer(version: Int)
        /// Ours, or empty, and to be brought up from this version.
        case older(version: Int)
    }

    /// Reads the header only. Throws `notAStore` for an SQLite file of another program.
    func state() throws(StoreError) -> State {
        let application = try pragma("application_id")
        let version = Int(clamping: try pragma("user_version"))
        if application == Self.applicationID {
            if version == Self.version { return .current }
            return version > Self.version ? .newer(version: version) : .older(version: max(version, 0))
        }
        guard application == 0, version == 0, try pragma("schema_version") == 0 else {
            throw .notAStore(path: connection.path)
        }
        return .older(version: 0)
    }

    /// Brings the file to the current version, in one transaction.
    func migrate() throws(StoreError) {
        // The journal's mode is kept in the file and cannot be changed inside a transaction.
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.transaction { () throws(StoreError) in
            // Another process may have done it while we waited for the lock.
            guard case .older(let version) = try state() else { return }
            for step in Self.steps[version...] { try connection.execute(step) }
            // A step that changes what these columns follow from leaves them empty.
            try SearchColumns.fill(connection)
            try connection.execute(
                "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(Self.version)")
        }
    }

    private func pragma(_ name: String) throws(StoreError) -> Int64 {
        try connection.first("PRAGMA \(name)") { $0.number() } ?? 0
    }

    // MARK: - Version 1

    /// - `change`: what happened, never rewritten. `fields` NULL: deleted; `previous` NULL: the card was new.
    /// - `card`: what it comes to. `grp` 0 starred, 1 others, 2 archived; `sequence`: the last change made by this store's own
    ///   people. Long columns stand last: a row of the list is read without them.
    /// - `shadow`: what a backend last said of a card. `conflict`: what it said against a change of ours.
    /// - `backend.since`: the last change before the backend became known.
    private static let first = """
        CREATE TABLE device (name TEXT NOT NULL) STRICT;
        INSERT INTO device VALUES (lower(hex(randomblob(8))));

        CREATE TABLE change (
            sequence INTEGER PRIMARY KEY, device TEXT NOT NULL, time INTEGER NOT NULL, card TEXT NOT NULL,
            fields TEXT, previous TEXT
        ) STRICT;

        CREATE TABLE card (
            row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
            grp INTEGER NOT NULL, folded TEXT NOT NULL, sequence INTEGER NOT NULL, note_line TEXT NOT NULL,
            \(cardColumns)
        ) STRICT;
        CREATE UNIQUE INDEX card_order ON card (grp, folded, id);

        CREATE TABLE usage (
            card TEXT PRIMARY KEY, last_used INTEGER NOT NULL, uses INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE photo (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;

        CREATE TABLE backend (
            number INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, consent TEXT NOT NULL, since INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE shadow (
            row INTEGER PRIMARY KEY, backend INTEGER NOT NULL REFERENCES backend, card TEXT NOT NULL,
            \(cardColumns),
            UNIQUE (backend, card)
        ) STRICT;

        CREATE TABLE conflict (
            backend INTEGER NOT NULL REFERENCES backend, card TEXT NOT NULL, theirs TEXT NOT NULL,
            PRIMARY KEY (backend, card)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE owed (
            backend INTEGER NOT NULL REFERENCES backend, card TEXT NOT NULL, sequence INTEGER NOT NULL,
            attempts INTEGER NOT NULL, failure TEXT,
            PRIMARY KEY (backend, card)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX owed_order ON owed (backend, sequence);
        """

    /// The columns of a whole card, in the order of ``CardColumns``.
    private static let cardColumns = """
        name TEXT NOT NULL, number TEXT NOT NULL, starred INTEGER NOT NULL, archived INTEGER NOT NULL,
        valid_from INTEGER, expiry INTEGER, color INTEGER, front TEXT, groups TEXT,
        back TEXT, icon TEXT, barcode_format TEXT, barcode_value TEXT, barcode_encoding TEXT,
        balance TEXT NOT NULL, currency TEXT, created INTEGER, modified INTEGER, note TEXT NOT NULL, unknown TEXT
        """

    // MARK: - Version 2

    /// - `card.search`, `card.traits`: see ``SearchColumns``. They stand last: a row of the list is read without them.
    /// - `card_order` holds all that the index in memory is made of, so that no card is visited for it.
    /// - `hand`: where the user put cards, this machine's alone.
    private static let finding = """
        DROP INDEX card_order;
        ALTER TABLE card ADD COLUMN search BLOB NOT NULL DEFAULT x'';
        ALTER TABLE card ADD COLUMN traits INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE hand (card TEXT PRIMARY KEY, place INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX hand_order ON hand (place);
        CREATE INDEX card_order ON card (grp, folded, id, search, traits, expiry, valid_from)
        """

    // MARK: - Version 4

    /// - `thumbnail`: photos as small pictures, made when they are first wanted. They go with the photo.
    private static let thumbnails = """
        CREATE TABLE thumbnail (
            hash TEXT PRIMARY KEY REFERENCES photo (hash) ON DELETE CASCADE, bytes BLOB NOT NULL
        ) STRICT;
        """

    // MARK: - Version 6

    /// - `barcode_size`: how wide a module of a card's barcode was chosen to be, in thousandths of a column; this machine's alone.
    private static let barcodes = """
        CREATE TABLE barcode_size (card TEXT PRIMARY KEY, module INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        """
}
