internal import Cards

/// The store's tables, as numbered migration steps. A published step is never edited.
struct Schema {
    /// Marks the file as a card store: "card" in ASCII, in the header's application id.
    static let applicationID: Int64 = 0x6361_7264

    /// Step n migrates a store from version n to version n + 1. Each step names its own columns in literal SQL: it must not
    /// depend on the fields of a card in today's code.
    static let steps = [
        first, finding, history, thumbnails, network, UsageTable.barcodes, acknowledgements, contact, deletion, origins,
        reminders, LedgerTable.schema, [importUndo, changes, vault, lists].joined(separator: "\n"),
        [deletions, RemoteStateTable.schema, BackendTable.lists].joined(separator: "\n"), UsageTable.weights,
        [CardColumns.used, SecretTable.schema].joined(separator: "\n"),
        SharedSecretTable.schema,
    ]
    static let version = 17  // The number of `steps`, whose texts no start makes.
    /// From this version on, deleted content is overwritten at once.
    private static let firstWithoutLeftovers = 9

    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// The version of a file.
    enum State: Equatable {
        case current
        case newer(version: Int)
        /// A card store or an empty file that has to be migrated from this version.
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

    /// Migrates the file to the current version, in one transaction. What older versions left of deleted content is noted only: the
    /// start of the program waits for this.
    func migrate() throws(StoreError) {
        // The journal mode is stored in the file and cannot be changed inside a transaction.
        try connection.executePatiently("PRAGMA journal_mode = WAL")
        try connection.transaction { () throws(StoreError) in
            // Another process may have migrated the file while we waited for the lock.
            guard case .older(let version) = try state() else { return }
            for step in Self.steps[version...] { try connection.execute(step) }
            // A step that changes the source of these columns leaves them empty.
            try CardTable.fillSearch(connection)
            try connection.execute(
                "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(Self.version)")
            if (1..<Self.firstWithoutLeftovers).contains(version) {
                try LeftoversTable(connection: connection).note(.pages)
            }
        }
    }

    private func pragma(_ name: String) throws(StoreError) -> Int64 {
        try connection.first("PRAGMA \(name)") { $0.number() } ?? 0
    }

    // MARK: - Version 1

    /// - `change`: the log of changes. `fields` NULL: deleted; `previous` NULL: the card was new.
    /// - `card`: the cards as they are now. `grp` 0 starred, 1 others, 2 archived; `sequence`: the last change made in this
    ///   store. Long columns come last: a row of the list is read without them.
    /// - `shadow`: a card as a backend last sent it. `conflict`: the values with which a backend contradicts a change made here.
    /// - `backend.since`: the last change before the backend became known. `owed`: the upload queue.
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

    /// The columns of a whole card in version 1.
    private static let cardColumns = """
        name TEXT NOT NULL, number TEXT NOT NULL, starred INTEGER NOT NULL, archived INTEGER NOT NULL,
        valid_from INTEGER, expiry INTEGER, color INTEGER, front TEXT, groups TEXT,
        back TEXT, icon TEXT, barcode_format TEXT, barcode_value TEXT, barcode_encoding TEXT,
        balance TEXT NOT NULL, currency TEXT, created INTEGER, modified INTEGER, note TEXT NOT NULL, unknown TEXT
        """

    // MARK: - Version 2

    /// - `card.search`, `card.traits`: see ``SearchColumns``. They come last: a row of the list is read without them.
    /// - `card_order` covers everything that the index in memory needs, so that the table itself is not read for it.
    /// - `hand`: the user's manual order of cards, on this machine only.
    private static let finding = """
        DROP INDEX card_order;
        ALTER TABLE card ADD COLUMN search BLOB NOT NULL DEFAULT x'';
        ALTER TABLE card ADD COLUMN traits INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE hand (card TEXT PRIMARY KEY, place INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX hand_order ON hand (place);
        CREATE INDEX card_order ON card (grp, folded, id, search, traits, expiry, valid_from)
        """

    // MARK: - Version 4

    /// - `thumbnail`: small pictures of photos, created on first use and deleted with the photo.
    private static let thumbnails = """
        CREATE TABLE thumbnail (
            hash TEXT PRIMARY KEY REFERENCES photo (hash) ON DELETE CASCADE, bytes BLOB NOT NULL
        ) STRICT;
        """
}
