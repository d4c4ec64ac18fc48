import Cards
import Glibc
import Testing

@testable import CardStorage

@Suite("A copy of a store's pages")
struct PageCopyTests {
    /// A closed store with photos of 300 kB together, and a connection to it.
    private func source(_ folder: TemporaryFolder, photos: Int = 3) async throws -> Connection {
        let store = try SQLiteCardStore(at: folder.file())
        for number in 0..<photos {
            let photo = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 8) &+ number) }
            let hash = PhotoHash(of: photo)
            try await store.put(testCard("p\(number)", "Photo \(number)") { $0.front = hash }, photos: [hash: photo])
        }
        store.close()
        #expect(close(open(folder.file("copy"), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)) == 0)
        return try Connection(path: folder.file())
    }

    private func copy(_ source: Connection, _ folder: TemporaryFolder) throws(StoreError) -> Bool {
        try PageCopy.write(source, to: folder.file("copy"), for: folder.file("copy"))
    }

    @Test("it has the bytes of the file, also what was in the log only; afterwards others write as before")
    func bytes() async throws {
        let folder = try TemporaryFolder()
        let source = try await source(folder)
        defer { source.close() }
        let other = try SQLiteCardStore(at: folder.file())
        try await other.put(testCard("l", "Late"))
        #expect(StoreFile.size(of: folder.file() + "-wal") > 0)
        #expect(try copy(source, folder))
        try await other.put(testCard("m", "More"))
        other.close()
        let names = try Connection(path: folder.file("copy")).all("SELECT name FROM card ORDER BY name") { $0.text() }
        #expect(names == ["Late", "Photo 0", "Photo 1", "Photo 2"])
    }

    @Test("the log of a store that a link leads to is found")
    func link() async throws {
        let folder = try TemporaryFolder()
        try await source(folder).close()
        #expect(symlink(folder.file(), folder.file("link")) == 0)
        let linked = try Connection(path: folder.file("link"))
        defer { linked.close() }
        #expect(linked.logBytes == 0)
        try linked.execute("UPDATE card SET name = 'Changed'")
        #expect(linked.logBytes > 0)
        #expect(try copy(linked, folder))
        let names = try Connection(path: folder.file("copy")).all("SELECT name FROM card") { $0.text() }
        #expect(names == ["Changed", "Changed", "Changed"])
    }

    @Test("what others write while it is made stays out of it, and the database stays as it is until the end")
    func snapshot() async throws {
        let folder = try TemporaryFolder()
        let source = try await source(folder)
        defer { source.close() }
        try source.execute("BEGIN")
        _ = try source.first("SELECT count(*) FROM card") { $0.count() }
        let other = try Connection(path: folder.file())
        defer { other.close() }
        try other.execute("UPDATE card SET name = 'Changed'")
        // This is what the copy relies on.
        #expect(try !other.checkpoint(waiting: .zero))
        var pages = [UInt8](repeating: 0, count: StoreFile.size(of: folder.file()))
        try pages.withUnsafeMutableBytes { try source.readFile(at: 0, into: $0) }
        #expect(!pages.contains("Changed"))
        #expect(pages.contains("Photo 1"))
    }

    @Test("a reader that does not end, and a store that is mostly free, are left to a copy that is written anew")
    func refused() async throws {
        let folder = try TemporaryFolder()
        let source = try await source(folder)
        defer { source.close() }
        let reader = try Connection(path: folder.file())
        try reader.execute("BEGIN")
        _ = try reader.first("SELECT count(*) FROM card") { $0.count() }
        try source.execute("UPDATE card SET name = 'Changed'")
        #expect(try !copy(source, folder))
        reader.close()
        #expect(try copy(source, folder))
        try source.execute("DELETE FROM photo")
        #expect(try !copy(source, folder))
        let store = try SQLiteCardStore(at: folder.file())
        try await store.backUp(to: folder.file("small"))
        #expect(StoreFile.size(of: folder.file("small")) < StoreFile.size(of: folder.file()) / 2)
    }

    @Test("deleted photos are not in it")
    func deleted() async throws {
        let folder = try TemporaryFolder()
        let source = try await source(folder, photos: 20)
        source.close()
        let store = try SQLiteCardStore(at: folder.file())
        let photo = Array("a photo of something private ".utf8) + [UInt8](repeating: 0x55, count: 50_000)
        let hash = PhotoHash(of: photo)
        try await store.put(testCard("q", "Private") { $0.front = hash }, photos: [hash: photo])
        try await store.apply([.delete(CardID(test: "q"))])
        try await store.empty([CardID(test: "q")])
        #expect(try await store.photo(hash) == nil)
        store.close()
        let again = try Connection(path: folder.file())
        defer { again.close() }
        #expect(try again.first("PRAGMA freelist_count") { $0.count() } ?? 0 > 0)
        #expect(try copy(again, folder))
        let size = StoreFile.size(of: folder.file("copy"))
        var bytes = [UInt8](repeating: 0, count: size)
        let descriptor = open(folder.file("copy"), O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(pread(descriptor, &bytes, size, 0) == size)
        #expect(!bytes.contains("something private"))
        #expect(bytes.contains("Photo 19"))
    }

    @Test("a damaged store does not replace a good copy")
    func damaged() async throws {
        let folder = try TemporaryFolder()
        try await source(folder).close()
        let store = try SQLiteCardStore(at: folder.file())
        try await store.backUp(to: folder.file("good"))
        store.close()
        let before = StoreFile.size(of: folder.file("good"))
        let pages = StoreFile.size(of: folder.file()) / 4096
        let root = try Connection(path: folder.file())
        let table = try root.first("SELECT rootpage FROM sqlite_schema WHERE name = 'photo'") { $0.count() } ?? 0
        root.close()
        #expect((2...pages).contains(table))
        let descriptor = open(folder.file(), O_WRONLY | O_CLOEXEC)
        let noise = [UInt8](repeating: 0xA5, count: 4096)
        #expect(pwrite(descriptor, noise, 4096, off_t((table - 1) * 4096)) == 4096)
        close(descriptor)
        let source = try Connection(path: folder.file())
        defer { source.close() }
        #expect(throws: StoreError.self) { try StoreCopy.write(source, to: folder.file("good"), .replaced) }
        #expect(StoreFile.size(of: folder.file("good")) == before)
        #expect(try SQLiteCardStore.restore(folder.file("good"), to: nil) == 3)
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool { firstRange(of: text.utf8) != nil }
}
