@testable import CardStorage

extension SQLiteCardStore {
    /// Limits the file to this number of pages, to simulate a full disk.
    func limitPages(to count: Int) throws { try connection.execute("PRAGMA max_page_count = \(count)") }
}
