import Cards
import Glibc
import Testing

@testable import CardStorage

@Suite("Copies of a store")
struct BackupTests {
    private static let photo: [UInt8] = [0xFF, 0xD8, 1, 2, 3]

    /// A store with two cards, a photo and something in the trash.
    private func filled(_ path: String) async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: path)
        let hash = PhotoHash(of: Self.photo)
        try await store.put(testCard("a", "Amber") { $0.front = hash }, photos: [hash: Self.photo])
        try await store.put(testCard("b", "Birch"), testCard("c", "Cedar"))
        try await store.apply([.delete(try CardID(test: "c"))])
        return store
    }

    private func kind(of path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
    }

    @Test("the mark of the changes differs after each change of a card, and only then")
    func changeMark() async throws {
        let folder = try TemporaryFolder()
        let store = try await filled(folder.file())
        var marks = [try await store.changeMark()]
        try await store.recordUse(of: CardID(test: "a"))
        #expect(try await store.changeMark() == marks[0])
        try await store.put(testCard("d", "Dogwood"))
        marks.append(try await store.changeMark())
        #expect(try await store.undo() != nil)
        marks.append(try await store.changeMark())
        try await store.empty([CardID(test: "c")])
        marks.append(try await store.changeMark())
        #expect(Set(marks).count == 4)
        // Another program sees the same.
        #expect(try await SQLiteCardStore(at: folder.file()).changeMark() == marks[3])
    }

    @Test("a copy has cards, photos, history and trash; restored elsewhere it is a store like any other")
    func roundTrip() async throws {
        let folder = try TemporaryFolder()
        let store = try await filled(folder.file())
        try await store.backUp(to: folder.file("copy"))
        #expect(rights(of: folder.file("copy")) == 0o600)
        // Changes after the copy are not in it.
        try await store.put(testCard("d", "Dogwood"))
        #expect(try SQLiteCardStore.restore(folder.file("copy"), to: folder.file("new/deep/cards.sqlite")) == 2)
        let restored = try SQLiteCardStore(at: folder.file("new/deep/cards.sqlite"))
        #expect(try await restored.names() == ["Amber", "Birch"])
        #expect(try await restored.photo(PhotoHash(of: Self.photo)) == Self.photo)
        #expect(try await restored.trash().map(\.card.name) == ["Cedar"])
        #expect(try await restored.undo() != nil)
        #expect(try await restored.names() == ["Amber", "Birch", "Cedar"])
        #expect(try await restored.column("PRAGMA journal_mode") == ["wal"])
        #expect(try await restored.check().isWhole)
        // Neither call leaves anything beside the files.
        #expect(folder.names.filter { $0.hasPrefix(".") || $0.hasPrefix("copy-") } == [])
    }

    @Test("a copy replaces a file of that name, through a link too; a folder and a pipe stay")
    func targets() async throws {
        let folder = try TemporaryFolder()
        let store = try await filled(folder.file())
        let descriptor = open(folder.file("old"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        #expect(Glibc.write(descriptor, Self.photo, 3) == 3)
        close(descriptor)
        #expect(symlink(folder.file("old"), folder.file("link")) == 0)
        try await store.backUp(to: folder.file("link"))
        #expect(kind(of: folder.file("link")) == S_IFLNK)
        #expect(try SQLiteCardStore.restore(folder.file("old"), to: folder.file("new")) == 2)
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        for path in [folder.path, folder.file("pipe"), folder.file("none/copy")] {
            await #expect(throws: StoreError.self) { try await store.backUp(to: path) }
        }
        #expect(kind(of: folder.file("pipe")) == S_IFIFO)
    }

    @Test("nothing is restored over a file, and no file that is no store or is damaged is restored")
    func refused() async throws {
        let folder = try TemporaryFolder()
        let store = try await filled(folder.file())
        try await store.backUp(to: folder.file("copy"))
        let taken = StoreError.cannotOpen(path: folder.file(), reason: "a file with that name already exists")
        #expect(throws: taken) { try SQLiteCardStore.restore(folder.file("copy"), to: folder.file()) }
        #expect(try await store.names() == ["Amber", "Birch"])
        for (name, bytes) in [("text", Array("not a store, and long enough to be read as one".utf8)), ("empty", [])] {
            let descriptor = open(folder.file(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
            close(descriptor)
            #expect(throws: StoreError.notAStore(path: folder.file(name))) {
                try SQLiteCardStore.restore(folder.file(name), to: folder.file("new"))
            }
        }
        let size = StoreFile.size(of: folder.file("copy"))
        let file = open(folder.file("copy"), O_RDWR | O_CLOEXEC)
        let noise = [UInt8](repeating: 0xA5, count: 4096)
        // All pages but the first, which names the tables.
        for page in 1..<size / 4096 { #expect(pwrite(file, noise, 4096, off_t(page * 4096)) == 4096) }
        close(file)
        #expect(throws: StoreError.self) {
            try SQLiteCardStore.restore(folder.file("copy"), to: folder.file("new"))
        }
        #expect(StoreFile.size(of: folder.file("new")) == 0)
        #expect(throws: StoreError.self) {
            try SQLiteCardStore.restore(folder.file("nothing"), to: folder.file("new"))
        }
    }

    @Test("a copy by a newer version is not restored")
    func newer() async throws {
        let folder = try TemporaryFolder()
        try await filled(folder.file()).close()
        let connection = try Connection(path: folder.file())
        try connection.execute("PRAGMA user_version = \(Schema.version + 1)")
        connection.close()
        let reason = StoreError.newerVersion(
            path: folder.file(), found: Schema.version + 1, known: Schema.version)
        #expect(throws: reason) { try SQLiteCardStore.restore(folder.file(), to: folder.file("new")) }
    }

    @Test("copies that are made while another store writes are whole, each of them")
    func whileWriting() async throws {
        let folder = try TemporaryFolder()
        let store = try await filled(folder.file())
        let other = try SQLiteCardStore(at: folder.file())
        let writing = Task {
            // Two cards at a time: a copy has both of a pair, or none.
            for number in 0..<200 {
                let pair = try ["x", "y"].map { try testCard("\($0)\(number)", "Pair \(number)") }
                try await other.apply(pair.map { .set(CardPatch(from: nil, to: $0)) })
            }
        }
        for number in 0..<5 {
            try await store.backUp(to: folder.file("copy-\(number)"))
            let copy = try SQLiteCardStore(at: folder.file("copy-\(number)"))
            #expect(try await copy.check().isWhole)
            #expect(try await copy.count().isMultiple(of: 2))
            copy.close()
        }
        try await writing.value
    }

    @Test("a store in memory is copied, too")
    func memory() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Amber"))
        try await store.backUp(to: folder.file("copy"))
        #expect(try SQLiteCardStore.restore(folder.file("copy"), to: folder.file()) == 1)
        #expect(try await SQLiteCardStore(at: folder.file()).names() == ["Amber"])
    }
}
