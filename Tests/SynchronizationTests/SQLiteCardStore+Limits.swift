@testable import CardStorage

extension SQLiteCardStore {
    /// So many pages are all that the disk has room for.
    func limitPages(to count: Int) throws { try connection.execute("PRAGMA max_page_count = \(count)") }
}
