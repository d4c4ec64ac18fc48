import Cards
import Glibc
import Testing

@testable import CardStorage

@Suite("Opening the store")
struct OpeningTests {
    private func write(_ bytes: [UInt8], to path: String) throws {
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }

    private func read(_ path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }

    @Test("a new store creates its folder and files for the owner only, and keeps its data")
    func create() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("deep/er/cards.sqlite")
        do {
            let store = try SQLiteCardStore(at: path)
            try await store.put(testCard("a", "Gym"))
            #expect(store.readOnlyReason == nil)
            #expect(rights(of: folder.file("deep")) == 0o700)
            #expect(rights(of: folder.file("deep/er")) == 0o700)
            for suffix in ["", "-wal", "-shm"] { #expect(rights(of: path + suffix) == 0o600, "\(suffix)") }
            #expect(try await store.column("PRAGMA journal_mode") == ["wal"])
            #expect(try await store.column("PRAGMA synchronous") == ["2"])
            #expect(try await store.column("PRAGMA foreign_keys") == ["1"])
        }
        #expect(try await SQLiteCardStore(at: path).names() == ["Gym"])
    }

    @Test("two programs that create a store at the same time both open it")
    func race() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<6 {
                group.addTask { try await SQLiteCardStore(at: path).put(testCard("id\(number)", "card")) }
            }
            try await group.waitForAll()
        }
        #expect(try await SQLiteCardStore(at: path).count() == 6)
    }

    @Test("a new store that many open at once is open for each of them", .timeLimit(.minutes(2)))
    func manyRaces() async throws {
        let folder = try TemporaryFolder()
        for round in 0..<40 {
            let path = folder.file("\(round).sqlite")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 { group.addTask { try SQLiteCardStore(at: path, busyTimeout: .seconds(30)).close() } }
                try await group.waitForAll()
            }
        }
    }

    @Test("a symbolic link stays a link, even a dangling one")
    func link() async throws {
        let folder = try TemporaryFolder()
        let link = folder.file("link.sqlite")
        #expect(symlink(folder.file("real.sqlite"), link) == 0)
        let store = try SQLiteCardStore(at: link)
        try await store.put(testCard("a", "Gym"))
        var status = stat()
        #expect(lstat(link, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
        #expect(rights(of: folder.file("real.sqlite")) == 0o600)
        #expect(try await SQLiteCardStore(at: folder.file("real.sqlite")).names() == ["Gym"])
    }

    @Test("a file that is not SQLite is rejected and not changed")
    func notSQLite() throws {
        let folder = try TemporaryFolder()
        let bytes = Array(String(repeating: "shopping list\n", count: 200).utf8)
        try write(bytes, to: folder.file())
        #expect(throws: StoreError.notAStore(path: folder.file())) { try SQLiteCardStore(at: folder.file()) }
        #expect(try read(folder.file()) == bytes)
    }

    @Test("another program's SQLite file is rejected and not changed")
    func foreign() throws {
        let folder = try TemporaryFolder()
        let path = folder.file()
        try write([], to: path)
        do {
            let connection = try Connection(path: path)
            try connection.execute("CREATE TABLE song (title TEXT)")
        }
        let bytes = try read(path)
        #expect(throws: StoreError.notAStore(path: path)) { try SQLiteCardStore(at: path) }
        #expect(try read(path) == bytes)
    }

    @Test("an empty file becomes a store")
    func empty() async throws {
        let folder = try TemporaryFolder()
        try write([], to: folder.file())
        #expect(try await SQLiteCardStore(at: folder.file()).count() == 0)
    }

    @Test("a store of a newer version can be read, and refuses writes with an explanation")
    func newer() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file()
        do {
            let store = try SQLiteCardStore(at: path)
            try await store.put(testCard("a", "Gym"))
            try await store.execute("PRAGMA user_version = 99")
        }
        let store = try SQLiteCardStore(at: path)
        let refusal = StoreError.newerVersion(path: path, found: 99, known: Schema.version)
        #expect(store.readOnlyReason == refusal)
        #expect(try await store.names() == ["Gym"])
        await #expect(throws: refusal) { try await store.apply([.delete(CardID(test: "a"))]) }
        #expect(try await store.names() == ["Gym"])
    }

    @Test("a store that another program has locked is busy, and works again after")
    func locked() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore(at: folder.file())
        try await store.execute("PRAGMA busy_timeout = 1")
        do {
            let other = try Connection(path: folder.file())
            try other.execute("BEGIN IMMEDIATE")
            await #expect(throws: StoreError.busy(path: folder.file())) { try await store.put(testCard("a", "Gym")) }
        }
        try await store.put(testCard("a", "Gym"))
        #expect(try await store.names() == ["Gym"])
    }

    @Test("when the disk is full the last change is refused and everything before it is kept")
    func diskFull() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore(at: folder.file())
        try await store.put(testCard("a", "Gym"))
        let pages = try #require(try await store.column("PRAGMA page_count").first)
        _ = try await store.column("PRAGMA max_page_count = \(pages)")
        await #expect(throws: StoreError.diskFull(path: folder.file())) {
            try await store.put(testCard("b", String(repeating: "long ", count: 100_000)))
        }
        #expect(try await store.names() == ["Gym"])
        _ = try await store.column("PRAGMA max_page_count = 100000")
        try await store.put(testCard("b", "Bus"))
        #expect(try await SQLiteCardStore(at: folder.file()).names() == ["Bus", "Gym"])
    }

    @Test("a path that is a folder, or lies below a file, cannot be opened and says why")
    func cannotOpen() throws {
        let folder = try TemporaryFolder()
        #expect(throws: StoreError.cannotOpen(path: folder.path, reason: "Is a directory")) {
            try SQLiteCardStore(at: folder.path)
        }
        try write([], to: folder.file("plain"))
        #expect(throws: StoreError.cannotOpen(path: folder.file("plain/x"), reason: "Not a directory")) {
            try SQLiteCardStore(at: folder.file("plain/x"))
        }
        #expect(throws: StoreError.self) { try SQLiteCardStore(at: "") }
    }

    @Test("a store whose folder was deleted refuses changes, which would be lost")
    func deletedFolder() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("gone/cards.sqlite")
        let store = try SQLiteCardStore(at: path)
        try await store.put(testCard("a", "Gym"))
        TemporaryFolder.remove(folder.file("gone"))
        await #expect(
            throws: StoreError.cannotOpen(path: path, reason: "the file was moved or deleted while it was open")
        ) { try await store.put(testCard("b", "Bus")) }
    }

    @Test("a damaged store says so")
    func damaged() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file()
        do {
            let store = try SQLiteCardStore(at: path)
            for number in 0..<200 { try await store.put(testCard("id\(number)", "card \(number)")) }
        }
        var bytes = try read(path)
        for position in 4096..<bytes.count { bytes[position] = 0xA5 }
        try write(bytes, to: path)
        let error = await #expect(throws: StoreError.self) {
            _ = try await SQLiteCardStore(at: path).cards(from: 0, limit: 200)
        }
        guard case .damaged(path, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        "a read-only store is read, in a read-only folder too",
        .enabled(if: geteuid() != 0, "needs a user other than root"))
    func readOnly() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("kept/cards 100%?.sqlite")
        do { try await SQLiteCardStore(at: path).put(testCard("a", "Gym")) }
        chmod(path, 0o400)
        for rights: mode_t in [0o700, 0o500] {
            chmod(folder.file("kept"), rights)
            let store = try SQLiteCardStore(at: path)
            #expect(store.readOnlyReason == .readOnly(path: path))
            #expect(try await store.names() == ["Gym"])
            await #expect(throws: StoreError.readOnly(path: path)) { try await store.put(testCard("b", "Bus")) }
        }
        let missing = folder.file("kept/none.sqlite")
        #expect(throws: StoreError.cannotOpen(path: missing, reason: "Permission denied")) {
            try SQLiteCardStore(at: missing)
        }
        chmod(folder.file("kept"), 0o700)
    }
}
