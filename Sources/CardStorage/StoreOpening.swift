internal import Cards

/// Opens the store's file and determines whether it can be written. Of a file of the current version it reads only the header:
/// the start of the program waits for this.
struct StoreOpening {
    let connection: Connection
    /// Why nothing can be written; nil where writing works.
    let readOnlyReason: StoreError?

    /// - Parameters:
    ///   - busyTimeout: how long to wait for another program that is writing, now and later.
    ///   - folders: where a store in a read-only folder may be copied to.
    init(
        path: String, busyTimeout: Duration, through folders: [String] = ReadOnlyCopy.temporaryFolders
    ) throws(StoreError) {
        if path == SQLiteCardStore.inMemory {
            try self.init(Connection(.memory("cards-\(CardID.random())"), path: path))
            return
        }
        try StoreFile.createIfMissing(at: path)
        do {
            try self.init(Connection(.file(path), path: path, busyTimeout: busyTimeout))
            return
        } catch {
            // Reading needs files beside the store. Where none can be created, no other program can write either, and locks are
            // not needed.
            let reason: StoreError
            switch error {
            case .diskFull: reason = .openedOnFullDisk(path: path)
            case .cannotOpen, .readOnly:
                guard StoreFile.folderIsReadOnly(of: path) else { throw error }
                reason = .readOnly(path: path)
            default: throw error
            }
            guard let connection = try? ReadOnlyCopy.open(path, through: folders) else {
                try self.init(Connection(.immutable(path), path: path), reason: .readOnlyWithoutLatest(path: path))
                return
            }
            try self.init(connection, reason: reason)
        }
    }

    private init(_ connection: Connection, reason: StoreError) throws(StoreError) {
        switch try Schema(connection).state() {
        case .current:
            self.connection = connection
            readOnlyReason = try Self.alteration(of: connection) ?? reason
        case .newer(let version):
            self.connection = connection
            readOnlyReason = .newerVersion(path: connection.path, found: version, known: Schema.version)
        case .older: throw reason
        }
    }

    /// The settings of every connection that writes. Deleted content is overwritten with zeros, also what an edit replaced: a card
    /// that is deleted for good must not remain in free pages.
    static let settings = """
        PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA cache_size = -\(SQLiteCardStore.smallCache);
        PRAGMA journal_size_limit = \(SQLiteCardStore.journalSizeLimit)
        """

    /// Why nothing may be written to a store of today's version that another program has changed. Throws if it cannot be read either.
    private static func alteration(of connection: Connection) throws(StoreError) -> StoreError? {
        do throws(StoreError) {
            try ShapeCheck(connection).run(version: Schema.version)
            return nil
        } catch {
            guard case .altered = error else { throw error }
            return error
        }
    }

    private init(_ connection: Connection) throws(StoreError) {
        self.connection = connection
        try connection.execute(Self.settings)
        let schema = Schema(connection)
        // At one moment: another program may just be making the store.
        switch try connection.reading({ () throws(StoreError) in try schema.state() }) {
        case .current:
            let alteration = try Self.alteration(of: connection)
            if alteration != nil { try connection.execute("PRAGMA query_only = ON") }
            readOnlyReason = alteration ?? (connection.isReadOnly ? .readOnly(path: connection.path) : nil)
        case .newer(let version):
            try connection.execute("PRAGMA query_only = ON")
            readOnlyReason = .newerVersion(path: connection.path, found: version, known: Schema.version)
        case .older(let version):
            if connection.isReadOnly { throw .readOnly(path: connection.path) }
            if version > 0 { try ShapeCheck(connection).run(version: version) }
            try schema.migrate()
            readOnlyReason = nil
        }
    }
}
