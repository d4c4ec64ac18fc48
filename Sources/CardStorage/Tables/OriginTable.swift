internal import Cards
internal import Glibc

/// Where cards came from, see ``CardOrigin``. A row outlives its card, so that undo restores it as well; it counts for nothing as
/// long as the card does not exist.
struct OriginTable {
    let connection: Connection
    private let lastRead = LastFile()

    init(connection: Connection) { self.connection = connection }

    struct Entry {
        let card: CardID
        let fileNumber: Int64
        let kept: KeptOrigin
    }

    func entry(of identifier: CardID, in program: String) throws(StoreError) -> Entry? {
        try connection.first(Self.select + "WHERE card = ? AND origin.program = ?", identifier.text, program) {
            entry(from: &$0)
        }.flatMap { $0 }
    }

    /// The cards in the rows up to this one that have this key in the program, by their rows.
    func entries(
        key: String, in program: String, upTo last: Int64
    ) throws(StoreError) -> [(row: Int64, entry: Entry)] {
        try connection.all(Self.selectByKey, program, key, last) { row in
            let number = row.number()
            return entry(from: &row).map { (number, $0) }
        }
    }

    private static let columns = "origin.card, file, origin.program, header, origin_file.groups, key, place, raw, base"
    private static let select = "SELECT \(columns) FROM origin CROSS JOIN origin_file ON number = file "
    private static let selectByKey = """
        SELECT card.row, \(columns) FROM origin
            CROSS JOIN card ON card.id = origin.card CROSS JOIN origin_file ON origin_file.number = file
        WHERE origin.program = ? AND key = ? AND card.row <= ?
        """

    private func entry(from row: inout Row) -> Entry? {
        guard let card = CardID(row.text()) else { return nil }
        let number = row.number()
        let file = lastRead.file(from: &row)
        let origin = CardOrigin(file: file, key: row.text(), place: row.count(), raw: row.optionalBytes() ?? [])
        guard let base = CardPatch(stored: row.optionalBytes() ?? [], of: card) else { return nil }
        return Entry(card: card, fileNumber: number, kept: KeptOrigin(origin: origin, base: base.applied(to: nil)))
    }

    /// The file that was read last: thousands of cards have the same one, and its groups are parsed once for all of them.
    private final class LastFile {
        private var (header, groups): ([UInt8], [UInt8]) = ([], [])
        private var file = OriginFile(program: "")

        func file(from row: inout Row) -> OriginFile {
            let (program, header, groups) = (row.text(), row.borrowedBytes(), row.borrowedBytes())
            if file.program == program, Self.isEqual(self.header, header), Self.isEqual(self.groups, groups) {
                return file
            }
            (self.header, self.groups) = (Array(header), Array(groups))
            let texts = (try? JSONParser.parse(self.groups))?.array?.compactMap(\.string)
            file = OriginFile(program: program, header: self.header, groups: texts ?? [])
            return file
        }

        private static func isEqual(_ bytes: [UInt8], _ others: UnsafeRawBufferPointer) -> Bool {
            guard bytes.count == others.count, let first = others.baseAddress else {
                return bytes.count == others.count
            }
            return memcmp(bytes, first, bytes.count) == 0
        }
    }

    /// Neither statement but the last one has SQLite keep each page that it changes, in case it fails halfway: for 100,000 cards that
    /// would be a gigabyte.
    func write(
        _ origin: CardOrigin, base: Card, file: Int64, of identifier: CardID
    ) throws(StoreError) {
        // The file's card has an identifier of its own until it is found here.
        let base = CardJSON.storedText(of: base, as: identifier)
        for sql in [Self.insert, Self.update, Self.replace] {
            let before = connection.totalChanges
            try connection.run(sql) {
                $0.add(identifier.text)
                $0.add(origin.program)
                $0.add(origin.key)
                $0.add(file)
                $0.add(origin.place)
                $0.add(blob: origin.raw)
                $0.add(text: base)
            }
            if connection.totalChanges > before { return }
        }
    }

    /// Writes nothing if the card has an origin in the program.
    private static let insert = """
        INSERT OR IGNORE INTO origin (card, program, key, file, place, raw, base) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """
    /// Writes nothing if the origin is of another file.
    private static let update = """
        UPDATE origin SET key = ?3, place = ?5, raw = ?6, base = ?7 WHERE card = ?1 AND program = ?2 AND file = ?4
        """
    private static let replace = """
        INSERT OR REPLACE INTO origin (card, program, key, file, place, raw, base) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """

    func remove(_ identifier: CardID) throws(StoreError) {
        try connection.run("DELETE FROM origin WHERE card = ?", identifier.text)
    }

    /// In the order of the files.
    func keys(of program: String) throws(StoreError) -> [(card: CardID, key: String)] {
        try connection.all(
            """
            SELECT origin.card, origin.key FROM origin
                CROSS JOIN origin_file ON origin_file.number = origin.file CROSS JOIN card ON card.id = origin.card
            WHERE origin.program = ? ORDER BY origin_file.time, origin.file, origin.place, card.row
            """, program
        ) { row in
            CardID(row.text()).map { (card: $0, key: row.text()) }
        }
    }

    // MARK: - Files

    func lastFile(of program: String) throws(StoreError) -> OriginFile? {
        try connection.first(
            "SELECT program, header, groups FROM origin_file WHERE program = ? ORDER BY time DESC, number DESC LIMIT 1",
            program
        ) {
            lastRead.file(from: &$0)
        }
    }

    /// Makes the file the last one of its program, and returns its number. Files with the same columns are one.
    func note(_ file: OriginFile, at time: Timestamp) throws(StoreError) -> Int64 {
        let number = try connection.first("SELECT number FROM origin_file WHERE program = ? AND header = ?") {
            $0.add(file.program)
            $0.add(blob: file.header)
        } read: {
            $0.number()
        }
        let groups = JSONWriter.bytes(of: file.groups)
        guard let number else {
            try connection.run("INSERT INTO origin_file (program, header, groups, time) VALUES (?, ?, ?, ?)") {
                $0.add(file.program)
                $0.add(blob: file.header)
                $0.add(text: groups)
                $0.add(time.milliseconds)
            }
            return connection.lastInsertedRow
        }
        if try lastFile(of: file.program) == file { return number }
        try connection.run("UPDATE origin_file SET groups = ?, time = ? WHERE number = ?") {
            $0.add(text: groups)
            $0.add(time.milliseconds)
            $0.add(number)
        }
        return number
    }
}
