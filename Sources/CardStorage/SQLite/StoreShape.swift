internal import Basics
internal import Cards

/// What a store's file defines beside its rows: tables and indexes, and whatever somebody else put there.
struct StoreShape: Equatable {
    struct Object: Equatable {
        /// As the file calls it: `table`, `index`, `trigger`, `view`. SQLite goes by the text.
        let kind: String
        let name: String
        /// That of an index or a trigger.
        let table: String
        let sql: String

        /// `the trigger wipe`.
        var text: String { "the \(kind) \(name)" }
    }

    private let objects: [Object]

    private static let select =
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name, type"

    /// Those of an open file. Indexes that SQLite makes for constraints have no text, and belong to their tables.
    init(_ connection: Connection) throws(StoreError) {
        objects = try connection.all(Self.select) {
            Object(kind: $0.text(), name: $0.text(), table: $0.text(), sql: $0.text())
        }
    }

    /// Tells shapes apart without the expected one, which costs milliseconds, and without making the objects: every start compares this.
    static func digest(_ connection: Connection) throws(StoreError) -> PhotoHash {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16 << 10)
        try connection.forEach(select) { row in
            for _ in 0..<4 {
                bytes.append(contentsOf: row.borrowedBytes())
                bytes.append(0)
            }
        }
        bytes.removeLast(min(1, bytes.count))
        return PhotoHash(of: bytes)
    }

    /// Makes the tables of a version in an empty file.
    static func create(inVersion version: Int, _ connection: Connection) throws(StoreError) {
        for step in Schema.steps[..<version] { try connection.execute(step) }
        try connection.execute("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(version)")
    }

    /// Those of a store that the steps up to this version make.
    static func expected(inVersion version: Int) throws(StoreError) -> StoreShape {
        let connection = try Connection(.memory("shape-\(CardID.random())"), path: SQLiteCardStore.inMemory)
        defer { connection.close() }
        try create(inVersion: version, connection)
        return try StoreShape(connection)
    }

    /// How a file differs from what it should define.
    struct Differences {
        /// What is not as it should be, or not there.
        var altered: [Object] = []
        /// What no version made.
        var foreign: [Object] = []

        var isEmpty: Bool { altered.isEmpty && foreign.isEmpty }

        /// Tables that cannot be read: there is none, or something else under its name.
        var unreadable: [Object] = []

        var hasActingIndex: Bool { (altered + foreign).contains { $0.kind == "index" && $0.acts } }

        var sentences: [String] {
            altered.map { $0.sql.isEmpty ? "\($0.text) is missing" : "\($0.text) is not as cards-tui created it" }
                + foreign.map { "\($0.text) does not belong to cards-tui" }
        }

        /// Those with which a change could do more, or less, than it says: constraints may delete rows and leave others out. Triggers and views
        /// never run, see `cards_sqlite_distrust_schema`.
        var harmful: [Object] {
            altered.filter { $0.kind == "table" || !($0.sql.isEmpty || $0.begins(["INDEX"])) || $0.acts }
                + foreign.filter { !$0.begins(["INDEX", "TRIGGER", "VIEW", "TABLE", "VIRTUAL TABLE"]) || $0.acts }
        }
    }

    func differences(from expected: StoreShape) -> Differences {
        var differences = Differences()
        let found = Dictionary(objects.map { ($0.text, $0) }, uniquingKeysWith: { first, _ in first })
        for object in expected.objects {
            let other = found[object.text]
            if other == object { continue }
            // As it is in the file, to tell what it does.
            differences.altered.append(
                Object(kind: object.kind, name: object.name, table: object.table, sql: other?.sql ?? ""))
            if object.kind == "table", other?.isTable != true { differences.unreadable.append(object) }
        }
        let known = Set(expected.objects.map(\.text))
        differences.foreign = objects.filter { !known.contains($0.text) && !LeftoversTable.is($0) && !$0.isStatistics }
        return differences
    }

    /// The text of an object by its name.
    func sql(of name: String) -> String? { objects.first { $0.name == name }?.sql }

    /// The names of the tables.
    var tables: [String] { objects.filter { $0.kind == "table" }.map(\.name) }
}

extension StoreShape.Object {
    /// Whether its text, which is what counts for SQLite, creates one of these.
    fileprivate func begins(_ kinds: [String]) -> Bool {
        let text = sql.uppercased()
        return kinds.contains { text.hasPrefix("CREATE \($0) ") }
    }

    /// Whether SQLite does more with it at a change of a card than to note values of columns: an expression is computed, a collation called, a
    /// foreign key forbids the change.
    fileprivate var acts: Bool {
        let text = sql.uppercased()
        if isTable { return text.contains(bytesOf: "REFERENCES") }
        guard begins(["INDEX"]) else { return false }
        guard let open = text.firstIndex(of: "(") else { return true }
        // The columns, and which rows are in it.
        let rest = text[text.index(after: open)...]
        return rest.contains { "(+-*/|".contains($0) } || rest.contains(bytesOf: "COLLATE")
    }

    fileprivate var isTable: Bool { kind == "table" && begins(["TABLE"]) }

    /// What `ANALYZE` makes.
    fileprivate var isStatistics: Bool { isTable && name.hasPrefix("sqlite_stat") }
}

/// Compares what an open file defines with what a store of its version does, and mends that.
struct ShapeCheck {
    /// That of a store of today's version: a test tells it.
    static let digest = "3835955f4fe9a507915da85cba501281249bc34bf4b686110a750a156d162bb6"

    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Throws if a table cannot be read, or a change of the store would do something else than we say.
    func run(version: Int) throws(StoreError) {
        let differences = try self.differences(version: version)
        if let table = differences.unreadable.first {
            throw .damaged(path: connection.path, reason: "there is no table \(table.name)")
        }
        if let object = differences.harmful.first { throw .altered(path: connection.path, what: object.text) }
    }

    func differences(version: Int = Schema.version) throws(StoreError) -> StoreShape.Differences {
        if version == Schema.version, try StoreShape.digest(connection).text == Self.digest {
            return StoreShape.Differences()
        }
        return try StoreShape(connection).differences(from: try StoreShape.expected(inVersion: version))
    }

    /// What SQLite finds wrong with the pages, so many problems at most. Nothing where an index of others keeps it from looking, such as
    /// one in an order that only another program knows: that is among the differences.
    func problems(atMost limit: Int, _ differences: StoreShape.Differences) throws(StoreError) -> [String] {
        do {
            let found = try connection.all("PRAGMA integrity_check(\(limit))") { $0.text() }
            if found.isEmpty { return ["its pages cannot be read"] }
            return found.filter { $0 != "ok" }
        } catch {
            guard case .failed = error, differences.hasActingIndex else { throw error }
            return []
        }
    }

    /// Removes triggers, views and indexes that no version made, and makes its own indexes anew. Runs in a transaction of the caller. Returns
    /// a sentence for each repair.
    func repair(_ differences: StoreShape.Differences) throws(StoreError) -> [String] {
        var repairs: [String] = []
        for object in differences.foreign where ["trigger", "view", "index"].contains(object.kind) {
            // One that is not what the file calls it stays, and is still reported.
            guard (try? drop(object)) != nil else { continue }
            repairs.append("Removed \(object.text)")
        }
        let indexes = differences.altered.filter { $0.kind == "index" }
        if indexes.isEmpty { return repairs }
        let expected = try StoreShape.expected(inVersion: Schema.version)
        for index in indexes {
            guard let sql = expected.sql(of: index.name) else { continue }
            if !index.sql.isEmpty { try drop(index) }
            try connection.execute(sql)
            repairs.append("Recreated \(index.text)")
        }
        return repairs
    }

    private func drop(_ object: StoreShape.Object) throws(StoreError) {
        let name = object.name.replacing(bytesOf: "\"", with: "\"\"")
        try connection.execute("DROP \(object.kind.uppercased()) \"\(name)\"")
    }
}
