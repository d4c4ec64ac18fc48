public import Cards
internal import Glibc

extension SQLiteCardStore {
    public nonisolated func damagedCards() async throws -> [DamagedCard] { try await finder.damagedCards() }

    public nonisolated func damageNotices() -> AsyncStream<Void> { location.damage.listen() }

    public func check() throws -> StoreReport {
        var report = StoreReport()
        let foreign = try foreign()
        report.problems = try problems(foreign)
        report.foreign = foreign.sentences
        report.damaged = try DamagedCards(connection: connection).all()
        report.cards = try tables.cards.count()
        // In a damaged file a missing row proves nothing.
        guard report.problems.isEmpty else { return report }
        report.missingPhotos = try tables.photos.missing()
        report.unusedPhotos = try tables.photos.unused().count
        return report
    }

    /// A store of a newer version may define more.
    private func foreign() throws(StoreError) -> StoreShape.Differences {
        if case .newerVersion = readOnlyReason { return StoreShape.Differences() }
        return try ShapeCheck(connection).differences()
    }

    public func repair() throws -> StoreReport {
        let before = try check()
        if before.isWhole, before.unusedPhotos == 0 { return before }
        var repairs = before.foreign.isEmpty ? [] : try repairShape()
        if case .altered = readOnlyReason {
            // It is opened for writing by the next program.
            var report = try check()
            report.repairs = repairs
            return report
        }
        if !before.problems.isEmpty {
            // Indexes are rebuilt from the tables; damage of a table itself remains.
            try write { () throws(StoreError) in try connection.execute("REINDEX") }
            if try problems().isEmpty { repairs.append("The indexes of the store were rebuilt") }
        }
        repairs += try writeLarge {
            var repair = try CardRepair(tables, at: clock.now())
            return try repair.repair()
        }
        if try problems().isEmpty { repairs += try removeUnusedPhotos() }
        notify(changed: nil)
        notifyPending()
        var report = try check()
        report.repairs = repairs
        return report
    }

    /// Removes triggers, views and indexes of others, and makes the store's own indexes anew.
    private func repairShape() throws(StoreError) -> [String] {
        let isReadOnly = readOnlyReason != nil
        if isReadOnly {
            guard case .altered = readOnlyReason else { return [] }
            try connection.execute("PRAGMA query_only = OFF")
        }
        defer { if isReadOnly { try? connection.execute("PRAGMA query_only = ON") } }
        return try connection.transaction { () throws(StoreError) in try ShapeCheck(connection).repair(foreign()) }
    }

    private func removeUnusedPhotos() throws -> [String] {
        // Listed inside of the transaction: another program may just have stored one.
        let removed = try writeLarge {
            let unused = try tables.photos.unused()
            for hash in unused { try tables.photos.remove(hash) }
            return unused.count
        }
        if removed == 0 { return [] }
        truncateLog()
        return ["Removed unused photos: \(removed)"]
    }

    /// At most twenty problems that SQLite finds.
    private func problems(_ foreign: StoreShape.Differences = StoreShape.Differences()) throws(StoreError) -> [String] {
        do {
            let problems = try ShapeCheck(connection).problems(atMost: 20, foreign)
            // Throws where the log is full: no change can be noted any more.
            if problems.isEmpty { _ = try tables.log.lastSequence() }
            return problems
        } catch {
            guard case .damaged(_, let reason) = error else { throw error }
            return [reason]
        }
    }
}

extension SQLiteCardStore {
    /// For the start of the process, before any store is opened and any other thread runs: SQLite then writes the copies that it makes
    /// beside this store, instead of into a folder for temporary files of all users.
    public static func putTemporaryFiles(besideStore path: String) {
        setenv("SQLITE_TMPDIR", StoreFile.folder(of: path), 0)
    }

    public func hasLeftovers() throws -> Bool {
        guard readOnlyReason == nil, connection.realPath != nil else { return false }
        return try !leftovers.places().isEmpty
    }

    public func removeLeftovers() throws -> Bool {
        guard try hasLeftovers() else { return true }
        do throws(StoreError) {
            if try leftovers.places().contains(.pages) {
                try connection.vacuum(waiting: Self.shortTimeout)
                try connection.transaction { () throws(StoreError) in
                    try leftovers.remove()
                    try leftovers.note(.log)
                }
            }
            guard try connection.checkpoint(waiting: Self.readerTimeout) else { return false }
            try leftovers.remove()
            return true
        } catch {
            guard case .busy = error else { throw error }
            return false
        }
    }

    var leftovers: LeftoversTable { LeftoversTable(connection: connection) }

    /// How long this waits for another program, which may be at work for long.
    private static let shortTimeout = Duration.milliseconds(300)
}

/// Restores what can be restored of damaged cards from the log of changes, inside a transaction of the caller.
struct CardRepair {
    private let tables: Tables
    private var writer: CardWriter
    private var repairs: [String] = []

    init(_ tables: Tables, at time: Timestamp) throws(StoreError) {
        self.tables = tables
        writer = try CardWriter(tables, at: time)
    }

    private var connection: Connection { tables.cards.connection }
    private var damagedCards: DamagedCards { DamagedCards(connection: connection) }

    /// Returns a sentence for each repair.
    mutating func repair() throws(StoreError) -> [String] {
        var identified: [(identifier: CardID, isNew: Bool)] = []
        for card in try damagedCards.all() where card.reason == DamagedCards.badIdentifier {
            let (identifier, isOld) = try self.identifier(ofRow: card.row)
            try tables.cards.setIdentifier(identifier, inRow: card.row)
            identified.append((identifier: identifier, isNew: !isOld))
            note(card, "has \(isOld ? "its identifier back" : "a new identifier"): \(identifier)")
        }
        // Before any row is written whole: the same one may have damaged values, too.
        for card in try damagedCards.all() where DamagedCards.badValues.contains(card.reason) {
            try repairValues(of: card)
        }
        for (identifier, isNew) in identified {
            guard let entry = try tables.cards.entry(identifier) else { continue }
            try writer.rewrite(entry, isNew: isNew)
        }
        return repairs
    }

    private mutating func note(_ card: DamagedCard, _ what: String) {
        let name = card.name.isEmpty ? "row \(card.row)" : "\"\(card.name.prefix(60))\""
        repairs.append("\(name) \(what)")
    }

    private mutating func repairValues(of card: DamagedCard) throws(StoreError) {
        guard let identifier = try validIdentifier(ofRow: card.row), let entry = try tables.cards.entry(identifier)
        else { return }
        let logged = try self.logged(identifier)
        var repaired = entry.card
        for reason in try damagedCards.badValues(ofRow: card.row) {
            let what: String
            switch reason {
            case DamagedCards.badGroups:
                what = "groups"
                repaired.groups = logged?.groups ?? []
            case DamagedCards.badLists:
                what = "codes, custom fields and pictures"
                let empty = Card(identifier: identifier, name: "")
                repaired.copy(FieldSet(FieldDefinition.lists.map(\.field)), from: logged ?? empty)
            default:
                what = "other fields"
                repaired.unknownFields = logged?.unknownFields ?? [:]
            }
            note(
                card, logged == nil ? "has lost its \(what): the history has no record of them" : "has its \(what) back"
            )
        }
        if repaired == entry.card { return try writer.rewrite(entry) }
        try writer.write(repaired, was: entry.card, keeping: entry.sequence, by: .repair)
    }

    /// The identifier in the log entry of the card's last change, unless another card has it by now; else a new one.
    private func identifier(ofRow row: Int64) throws(StoreError) -> (identifier: CardID, isOld: Bool) {
        let old = try connection.first(
            "SELECT card FROM change WHERE sequence = (SELECT sequence FROM card WHERE row = ?)"
        ) {
            $0.add(row)
        } read: {
            CardID($0.text())
        }.flatMap { $0 }
        if let old, try tables.cards.entry(old) == nil { return (old, true) }
        return (.random(), false)
    }

    private func validIdentifier(ofRow row: Int64) throws(StoreError) -> CardID? {
        try connection.first("SELECT id FROM card WHERE row = ?") {
            $0.add(row)
        } read: {
            CardID($0.text())
        }.flatMap { $0 }
    }

    /// The card as its logged changes produce it; nil where the log has none.
    private func logged(_ identifier: CardID) throws(StoreError) -> Card? {
        var card: Card?
        try connection.forEach("SELECT fields FROM change WHERE card = ? ORDER BY sequence", identifier.text) { row in
            guard let fields = row.optionalBytes() else { return card = nil }
            if let patch = CardPatch(stored: fields, of: identifier) { card = patch.applied(to: card) }
        }
        guard var result = card else { return nil }
        // The log represents a removed unknown field as null.
        result.unknownFields = result.unknownFields.filter { $0.value != .null }
        return result
    }
}

/// Where the store's files may still hold content of cards that were deleted for good. The table exists only as long as they may, so
/// that it is no part of the schema.
struct LeftoversTable {
    let connection: Connection

    enum Place: String {
        /// Free pages, which older versions did not overwrite.
        case pages
        /// `-wal`, which could not be truncated.
        case log
    }

    func places() throws(StoreError) -> Set<Place> {
        let exists = try connection.first("SELECT 1 FROM sqlite_master WHERE name = 'remains'") { _ in true } ?? false
        guard exists else { return [] }
        return Set(try connection.all("SELECT place FROM remains") { Place(rawValue: $0.text()) })
    }

    private static let definition = "remains (place TEXT PRIMARY KEY) STRICT, WITHOUT ROWID"

    /// Whether a file defines this table there.
    static func `is`(_ object: StoreShape.Object) -> Bool { object.sql == "CREATE TABLE " + definition }

    func note(_ place: Place) throws(StoreError) {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS \(Self.definition);
            INSERT OR IGNORE INTO remains VALUES ('\(place.rawValue)')
            """)
    }

    func remove() throws(StoreError) { try connection.execute("DROP TABLE IF EXISTS remains") }
}
