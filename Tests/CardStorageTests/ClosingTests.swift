import CardTransfer
import Cards
import Glibc
import Testing

@testable import CardStorage

@Suite("Closing the store, and the files beside it")
struct ClosingTests {
    private func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    @Test("a closed store is one file, and a copy of it has everything that was saved")
    func close() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore(at: folder.file())
        try await store.put(testCard("a", "Gym"))
        // The finder has its own connection.
        #expect(try await store.find(.all).count == 1)
        #expect((size(of: folder.file() + "-wal") ?? 0) > 0)
        store.close()
        #expect(size(of: folder.file() + "-wal") == nil)
        #expect(size(of: folder.file() + "-shm") == nil)
        #expect(rename(folder.file(), folder.file("copy.sqlite")) == 0)
        #expect(try await SQLiteCardStore(at: folder.file("copy.sqlite")).names() == ["Gym"])
    }

    @Test("a closed store throws an explained error, and beside another program it leaves nothing in -wal")
    func closedBesideAnother() async throws {
        let folder = try TemporaryFolder()
        let (store, other) = (try SQLiteCardStore(at: folder.file()), try SQLiteCardStore(at: folder.file()))
        try await store.put(testCard("a", "Gym"))
        #expect(try await other.names() == ["Gym"])
        store.close()
        store.close()
        #expect(size(of: folder.file() + "-wal") == 0)
        await #expect(throws: StoreError.self) { try await store.put(testCard("b", "Bus")) }
        await #expect(throws: StoreError.self) { _ = try await store.count() }
        try await other.put(testCard("b", "Bus"))
        #expect(try await other.names() == ["Bus", "Gym"])
    }

    @Test("after a large import -wal is empty, even with another open store")
    func largeImport() async throws {
        let folder = try TemporaryFolder()
        let screen = try SQLiteCardStore(at: folder.file())
        let notices = await screen.findingNotices()
        #expect(try await screen.find(.all).count == 0)
        let store = try SQLiteCardStore(at: folder.file())
        let cards = (0..<3000).map {
            #"{"identifier":"c\#($0)","name":"Card \#($0)","note":"\#(String(repeating: "n", count: 500))"}"#
        }
        #expect(
            try await store.importCards(from: JSONCardSource(Array(cards.joined(separator: "\n").utf8))).added == 3000)
        #expect(size(of: folder.file() + "-wal") == 0)
        _ = notices
    }

    @Test("many stores that write at the same time all succeed")
    func manyWriters() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file()
        let (writers, each) = (8, 25)
        _ = try SQLiteCardStore(at: path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<writers {
                group.addTask {
                    let store = try SQLiteCardStore(at: path, busyTimeout: .seconds(30))
                    for number in 0..<each { try await store.put(testCard("w\(writer)-\(number)", "Card")) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await SQLiteCardStore(at: path).count() == writers * each)
    }

    @Test("a lock is waited for until the timeout, and no longer")
    func timeout() throws {
        let folder = try TemporaryFolder()
        _ = try SQLiteCardStore(at: folder.file())
        let other = try Connection(path: folder.file())
        try other.execute("BEGIN IMMEDIATE")
        for timeout in [Duration.milliseconds(40), .milliseconds(400)] {
            let connection = try Connection(.file(folder.file()), path: folder.file(), busyTimeout: timeout)
            let time = ContinuousClock().measure {
                #expect(throws: StoreError.busy(path: folder.file())) { try connection.begin() }
            }
            #expect(time >= timeout)
        }
        try other.execute("ROLLBACK")
        let connection = try Connection(.file(folder.file()), path: folder.file(), busyTimeout: .zero)
        try connection.begin()
    }
}
