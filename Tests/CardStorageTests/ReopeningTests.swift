import Cards
import Glibc
import Testing

@testable import CardStorage

@Suite("A store whose files were deleted, or cannot be created")
struct ReopeningTests {
    @Test("where no file can be created beside the store, the last changes are read by a copy in memory")
    func readOnlyCopy() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore(at: folder.file())
        try await store.put(testCard("a", "Gym"))
        // As a killed program leaves it.
        for end in ["", "-wal"] { try copy(folder.file() + end, to: folder.file("left.sqlite") + end) }
        let connection = try ReadOnlyCopy.open(folder.file("left.sqlite"))
        #expect(try Tables(connection).cards.summaries(in: 0..<9).map(\.name) == ["Gym"])
        #expect(
            folder.names == ["cards.sqlite", "cards.sqlite-shm", "cards.sqlite-wal", "left.sqlite", "left.sqlite-wal"])
    }

    @Test("deleting -wal and -shm of an open store loses no saved changes")
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

    @Test("changes that another program made meanwhile are not overwritten, and this is reported")
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

    /// In another process: closing a descriptor of the store here would release its locks.
    private func copy(_ source: String, to target: String) throws {
        try #require(system("cp '\(source)' '\(target)'") == 0)
    }
}
