import Cards
import Glibc
import Testing

@testable import CardStorage

@Suite("A store whose files were taken away, or cannot be made")
struct ReopeningTests {
    @Test("what was saved last is read where nothing can be made beside the store, by a copy in memory")
    func readOnlyCopy() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore(at: folder.file())
        try await store.put(testCard("a", "Gym"))
        // As a program leaves it that was killed.
        for end in ["", "-wal"] { try copy(folder.file() + end, to: folder.file("left.sqlite") + end) }
        let connection = try ReadOnlyCopy.open(folder.file("left.sqlite"))
        #expect(try Tables(connection).cards.summaries(in: 0..<9).map(\.name) == ["Gym"])
        #expect(
            folder.names == ["cards.sqlite", "cards.sqlite-shm", "cards.sqlite-wal", "left.sqlite", "left.sqlite-wal"])
    }

    @Test("-wal and -shm that are deleted while the store is open cost nothing that was saved")
    func deletedCompanions() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore(at: folder.file())
        try await store.put(testCard("a", "Gym"))
        #expect(try await store.find(.all).count == 1)
        unlink(folder.file() + "-wal")
        unlink(folder.file() + "-shm")
        try await store.put(testCard("b", "Bus"))
        #expect(try await store.names() == ["Bus", "Gym"])
        #expect(try await store.find(.all).count == 2)
        // Another program sees both.
        let other = try SQLiteCardStore(at: folder.file())
        #expect(try await other.names() == ["Bus", "Gym"])
        try await other.put(testCard("c", "Club"))
        try await store.put(testCard("d", "Deli"))
        #expect(try await store.names() == ["Bus", "Club", "Deli", "Gym"])
    }

    @Test("where another program has written meanwhile nothing is written over it, and it is said")
    func deletedAndWritten() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore(at: folder.file())
        try await store.put(testCard("a", "Gym"))
        unlink(folder.file() + "-wal")
        unlink(folder.file() + "-shm")
        let theirs = open(folder.file() + "-wal", O_WRONLY | O_CREAT, 0o600)
        #expect(write(theirs, "something", 9) == 9)
        close(theirs)
        await #expect(throws: StoreError.latestLost(path: folder.file())) { try await store.put(testCard("b", "Bus")) }
        #expect(try await store.names() == ["Gym"])
    }

    /// By another process: closing a descriptor of the store here would drop its locks.
    private func copy(_ source: String, to target: String) throws {
        try #require(system("cp '\(source)' '\(target)'") == 0)
    }
}
