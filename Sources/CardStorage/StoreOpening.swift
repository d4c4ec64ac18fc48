internal import Cards

/// Opens the store's file and finds out what may be done with it. It does no more on a file of the current version than
/// read its header: a start of the program waits for this.
struct StoreOpening {
    let connection: Connection
    /// Why nothing can be written; nil when all is well.
    let readOnlyReason: StoreError?

    init(path: String) throws(StoreError) {
        if path == SQLiteCardStore.inMemory {
            try self.init(Connection(.memory("cards-\(CardID.random())"), path: path))
            return
        }
        try StoreFile.createIfMissing(at: path)
        do {
            try self.init(Connection(path: path))
        } catch {
            // Reading needs a lock file beside the store. Where none can be made nobody writes either, and locks are needless.
            guard case .cannotOpen = error, StoreFile.folderIsReadOnly(of: path) else { throw error }
            try self.init(Connection(.immutable(path), path: path))
        }
    }

    private init(_ connection: Connection) throws(StoreError) {
        self.connection = connection
        try connection.execute(
            """
            PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -\(SQLiteCardStore.smallCache)
            """)
        let schema = Schema(connection)
        switch try schema.state() {
        case .current:
            readOnlyReason = connection.isReadOnly ? .readOnly(path: connection.path) : nil
        case .newer(let version):
            try connection.execute("PRAGMA query_only = ON")
            readOnlyReason = .newerVersion(path: connection.path, found: version, known: Schema.version)
        case .older:
            if connection.isReadOnly { throw .readOnly(path: connection.path) }
            try schema.migrate()
            readOnlyReason = nil
        }
    }
}
