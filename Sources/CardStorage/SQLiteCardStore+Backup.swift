internal import Basics
public import Cards
internal import Glibc
internal import Synchronization

extension SQLiteCardStore {
    public func backUp(to path: String) throws {
        // A connection of its own: VACUUM needs one without other statements, and one that may write.
        let source = try Connection(connection.source, path: connection.path, busyTimeout: StoreCopy.busyTimeout)
        defer { source.close() }
        try StoreCopy.write(source, to: path, .replaced)
    }

    public func changeMark() throws -> String {
        // The last entry of the log stays when its card is deleted for good, so that is counted as well.
        try connection.first(
            "SELECT ifnull((SELECT max(sequence) FROM change), 0) || '.' || count(*) || '.' || ifnull(sum(sequence), 0) FROM emptied"
        ) { $0.text() } ?? ""
    }

    /// Takes this out of a copy of a store: cards with all that it holds of them, whether or not they are in its trash. The copy is
    /// replaced by one without it, of today's version; one that does not have it stays as it is. Throws if it is damaged, is no card store
    /// or was written by a newer version.
    /// - Parameter store: the store that it is a copy of, whose next start removes what is left if this is killed.
    public static func erase(
        _ content: ErasedContent, inCopy path: String, of store: String
    ) throws(StoreError) {
        let source = try BackupFile.openCurrent(path)
        defer { source.close() }
        guard try holds(content, source) else { return }
        try StoreCopy.rewrite(source, at: path, of: store) { copy throws(StoreError) in
            try copy.execute(StoreOpening.settings)
            let tables = Tables(copy)
            try copy.transaction { () throws(StoreError) in
                guard case .cards(let cards) = content else {
                    if case .secrets(let label, let card) = content {
                        try tables.forgetSecrets(label, of: card, isCopy: true)
                    }
                    return
                }
                var writer = try CardWriter(tables, at: CardClock.system.now())
                for identifier in cards {
                    if let card = try tables.cards.entry(identifier)?.card { try writer.delete(card, by: .here) }
                }
                _ = try tables.empty(cards)
            }
            // A row that cannot be read is not deleted.
            if try holds(content, copy) { throw .damaged(path: path, reason: "one of its cards cannot be read") }
        }
    }

    /// Whether the copy has any of it; of a card more than its identifier: in its list, its history or as a backend has it.
    private static func holds(_ content: ErasedContent, _ copy: Connection) throws(StoreError) -> Bool {
        let cards: [CardID]
        switch content {
        case .cards(let all): cards = all
        case .secrets(let label, let card):
            let secrets = SecretTable(connection: copy)
            if try secrets.holds(label, of: card) { return true }
            guard let label else { return false }
            return try secrets.holds(CardSecret.firstLabel(of: label), of: card)
        }
        let list = JSONWriter.bytes(of: cards.map(\.text))
        let places = [
            "card WHERE id", "change WHERE coalesce(fields, previous) IS NOT NULL AND card",
            "shadow WHERE name <> '' AND card", "secret WHERE card", "former_secret WHERE card",
            "secret_stamp WHERE card",
        ]
        for place in places {
            let sql = "SELECT 1 FROM \(place) IN (SELECT value FROM json_each(?)) LIMIT 1"
            if try copy.first(sql, { $0.add(text: list) }, read: { _ in true }) == true { return true }
        }
        return false
    }

    /// The version of SQLite.
    public static var libraryVersion: String { Connection.libraryVersion }

    /// Makes a new store of a copy, which stays as it is. Throws if the copy is damaged, is no card store or was written by a newer
    /// version, or if there is a file at the path of the new store.
    /// - Parameter path: nil only checks the copy.
    /// - Returns: the number of its cards.
    public static func restore(_ backup: String, to path: String?) throws(StoreError) -> Int {
        let source = try BackupFile.open(backup)
        defer { source.close() }
        let cards = try source.first("SELECT count(*) FROM card") { $0.count() } ?? 0
        guard let path else { return cards }
        try StoreFile.createFolder(of: path)
        try StoreCopy.writeRows(source, to: path)
        return cards
    }
}

/// Opens a copy of a store for reading. The copy stays as it is.
enum BackupFile {
    /// Throws if the file is damaged, is no card store or was written by a newer version. The version may be an older one.
    static func open(_ path: String) throws(StoreError) -> Connection {
        // SQLite would wait for the writer of a pipe.
        var status = stat()
        guard stat(PathText.cString(path), &status) == 0 else { throw StoreError(opening: path, systemError: errno) }
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

/// The cards of a copy of a store, for an import: all fields, photos, ledgers and secret fields, in list order. Not in it: the history, the trash, uses,
/// the manual order, and what is known of backends and of other programs' files.
public final class StoreCardSource: CardSource {
    private let reader: Mutex<Reader>

    /// Reads the names of the cards only. Throws ``StoreError``: the file is damaged, is no card store or was written by a newer version.
    public init(_ path: String) throws(StoreError) { reader = Mutex(try Reader(path)) }

    public func next() throws -> [ImportedCard]? { try reader.withLock { try $0.next() } }

    /// Reads cards one by one, since photos may have any size.
    private struct Reader {
        private static let batchCards = 100
        private static let batchBytes = 4 << 20

        private let tables: Tables
        private let damaged: [Int64: DamagedCard]
        private var rows: ArraySlice<Int64>

        init(_ path: String) throws(StoreError) {
            let connection = try BackupFile.openCurrent(path)
            tables = Tables(connection)
            damaged = Dictionary(
                try DamagedCards(connection: connection).all().map { ($0.row, $0) }, uniquingKeysWith: { $1 })
            rows = try connection.all("SELECT row FROM card ORDER BY grp, folded, id") { $0.number() }[...]
        }

        mutating func next() throws(StoreError) -> [ImportedCard]? {
            if rows.isEmpty { return nil }
            var (cards, bytes) = ([ImportedCard](), 0)
            while cards.count < Self.batchCards, bytes < Self.batchBytes, let row = rows.popFirst() {
                guard let card = try card(in: row, &bytes) else { continue }
                cards.append(card)
            }
            return cards
        }

        private func card(in row: Int64, _ bytes: inout Int) throws(StoreError) -> ImportedCard? {
            if let damaged = damaged[row] {
                return ImportedCard(.rejected(reason: damaged.reason), at: .file(damaged.name))
            }
            guard let card = try tables.cards.card(in: row) else { return nil }
            var patch = CardPatch(values: card, fields: .known.union(card.filledFields))
            var remarks: [String] = []
            for field in patch.fields {
                guard let hash = card.photo(in: field), patch.photos[hash] == nil else { continue }
                if let photo = try tables.photos.bytes(of: hash) {
                    patch.photos[hash] = photo
                    bytes += photo.count
                } else {
                    patch.fields.remove(field)
                    // Nothing may name a photo that is nowhere.
                    patch.values.copy([field], from: Card(identifier: card.identifier, name: card.name))
                    remarks.append("the photo (\(field.label)) is missing from the backup and was left out")
                }
            }
            return ImportedCard(
                .patch(patch), at: .file(card.name), ledger: try tables.ledger.entries(of: card.identifier),
                secrets: try tables.secrets.all(of: card.identifier),
                remarks: remarks.sorted())
        }
    }
}
