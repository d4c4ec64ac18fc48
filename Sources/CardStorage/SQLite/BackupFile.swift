internal import Cards
internal import Glibc

/// Opens a copy of a store for reading. The copy stays as it is.
enum BackupFile {
    /// Throws if the file is damaged, is no card store or was written by a newer version. The version may be an older one.
    static func open(_ path: String) throws(StoreError) -> Connection {
        // SQLite would wait for the writer of a pipe.
        var status = stat()
        guard stat(path, &status) == 0 else { throw StoreError(opening: path, systemError: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .cannotOpen(path: path, reason: "it is not a regular file")
        }
        // Nothing is written beside the copy, unless it is a store in use whose latest changes are not in it yet.
        let hasLog = StoreFile.size(of: path + "-wal") > 0
        let source = try Connection(
            hasLog ? .file(path) : .immutable(path), path: path, busyTimeout: StoreCopy.busyTimeout)
        do {
            try check(source)
        } catch {
            source.close()
            throw error
        }
        return source
    }

    private static func check(_ source: Connection) throws(StoreError) {
        let version: Int
        switch try Schema(source).state() {
        case .newer(let found): throw .newerVersion(path: source.path, found: found, known: Schema.version)
        case .older(version: 0): throw .notAStore(path: source.path)
        case .older(let found): version = found
        case .current: version = Schema.version
        }
        let differences = try ShapeCheck(source).differences(version: version)
        if let table = differences.unreadable.first {
            throw .damaged(path: source.path, reason: "there is no table \(table.name)")
        }
        // The rows are what is wanted: what somebody else lets a table accept does not matter.
        try source.execute("PRAGMA ignore_check_constraints = ON")
        if let problem = try ShapeCheck(source).problems(atMost: 1, differences).first {
            throw .damaged(path: source.path, reason: problem)
        }
    }

    /// The same as a store of today's version and of our own making: the rows of one that is not are copied into a temporary file.
    static func openCurrent(_ path: String) throws(StoreError) -> Connection {
        let source = try open(path)
        if try Schema(source).state() == .current, try ShapeCheck(source).differences().isEmpty { return source }
        defer { source.close() }
        let copy = try Connection(.temporary, path: path)
        try copyRows(of: source, to: copy)
        try Schema(copy).migrate()
        return copy
    }

    /// Makes an empty file a store of the same version, with the same rows and nothing else: no trigger, view or table of others, and no
    /// constraint that is not ours.
    static func copyRows(of source: Connection, to target: Connection) throws(StoreError) {
        try source.reading { () throws(StoreError) in
            let version = try source.first("PRAGMA user_version") { $0.count() } ?? 0
            guard (1...Schema.version).contains(version) else { throw StoreError.notAStore(path: source.path) }
            try target.transaction { () throws(StoreError) in
                try StoreShape.create(inVersion: version, target)
                for table in try StoreShape(target).tables { try copyRows(of: table, from: source, to: target) }
            }
        }
    }

    private static func copyRows(
        of table: String, from source: Connection, to target: Connection
    ) throws(StoreError) {
        let names = try target.all("SELECT name FROM pragma_table_info(?)", table) { $0.text() }
        // In brackets: a name in quotation marks that is none would be a text.
        let columns = names.map { "[\($0)]" }.joined(separator: ", ")
        let insert = "INSERT INTO [\(table)] (\(columns)) VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))"
        try target.run("DELETE FROM [\(table)]")
        var failure: StoreError?
        try source.forEach("SELECT \(columns) FROM [\(table)]") { row in
            guard failure == nil else { return }
            do throws(StoreError) {
                try target.run(insert) { [row] in $0.add(row, columns: Int32(names.count)) }
            } catch {
                failure = error
            }
        }
        switch failure {
        case nil: break
        case .failed(_, let reason)?: throw .damaged(path: source.path, reason: "its table \(table): \(reason)")
        case let failure?: throw failure
        }
    }
}
