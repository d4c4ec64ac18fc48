import Cards
import Glibc
import TestSupport
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
        for end in ["", "-wal"] { try await copy(folder.file() + end, to: folder.file("left.sqlite") + end) }
        let connection = try ReadOnlyCopy.open(folder.file("left.sqlite"))
        #expect(try Tables(connection).cards.summaries(in: 0..<9).map(\.name) == ["Gym"])
        #expect(
            folder.names == ["cards.sqlite", "cards.sqlite-shm", "cards.sqlite-wal", "left.sqlite", "left.sqlite-wal"])
    }

    @Test("where the copy has no folder either, it is refused, and what was written before can be read")
    func noCopy() async throws {
        let folder = try TemporaryFolder()
        let path = try await leave(folder)
        #expect(throws: StoreError.readOnlyWithoutLatest(path: path)) {
            try ReadOnlyCopy.open(path, through: [folder.file("none")])
        }
        #expect(folder.names == ["left.sqlite", "left.sqlite-wal"])
    }

    @Test(
        "a store in a read-only folder that cannot be copied is read without the last changes, with the reason",
        .enabled(if: geteuid() != 0, "needs a user other than root"))
    func withoutLatest() async throws {
        let folder = try TemporaryFolder()
        let path = try await leave(folder)
        chmod(folder.path, 0o500)
        let opening = try StoreOpening(path: path, busyTimeout: .zero, through: [folder.file("none")])
        #expect(opening.readOnlyReason == .readOnlyWithoutLatest(path: path))
        #expect(try Tables(opening.connection).cards.summaries(in: 0..<9).map(\.name) == ["Bus"])
        let copied = try StoreOpening(path: path, busyTimeout: .zero)
        #expect(copied.readOnlyReason == .readOnly(path: path))
        #expect(try Tables(copied.connection).cards.summaries(in: 0..<9).map(\.name) == ["Bus", "Gym"])
        chmod(folder.path, 0o700)
    }

    /// Writes a store as a killed program leaves it: "Bus" in its file, "Gym" in -wal only.
    private func leave(_ folder: TemporaryFolder) async throws -> String {
        let other = try TemporaryFolder()
        do {
            let store = try SQLiteCardStore(at: other.file())
            try await store.put(testCard("b", "Bus"))
            store.close()
        }
        let store = try SQLiteCardStore(at: other.file())
        try await store.put(testCard("a", "Gym"))
        for end in ["", "-wal"] { try await copy(other.file() + end, to: folder.file("left.sqlite") + end) }
        store.close()
        return folder.file("left.sqlite")
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
        #expect(try await store.card(CardID(test: "a"))?.name == "Gym")
    }

    /// In another process: closing a descriptor of the store here would release its locks.
    private func copy(_ source: String, to target: String) async throws {
        try #require(await succeeds("cp \"$1\" \"$2\"", source, target))
    }
}
