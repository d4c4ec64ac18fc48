internal import Cards

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
