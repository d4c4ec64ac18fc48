import Cards
import Glibc
import Testing

@testable import CardStorage

@Suite("Copies of programs that were killed")
struct LeftCopyTests {
    private func write(_ path: String, _ text: String, daysAgo: Int = 0) {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        #expect(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
        let day = timespec(tv_sec: time(nil) - daysAgo * 86_400 - 1, tv_nsec: 0)
        #expect(futimens(file, [day, day]) == 0)
    }

    @Test("the next start removes them wherever they are, but none that is being written, and nothing else")
    func start() async throws {
        let folder = try TemporaryFolder()
        try SQLiteCardStore(at: folder.file()).close()
        #expect(mkdir(folder.file("far"), 0o700) == 0)
        let names = (0..<4).map { _ in folder.file("far/" + CopyNote.randomName()) }
        for name in names + [folder.file("far/other.db")] { for end in ["", "-wal"] { write(name + end, "cards") } }
        let living = try #require(CopyNote(of: names[0], besideStore: folder.file()))
        // A killed program holds no lock.
        for name in names[1...2] {
            write(folder.file("cards.sqlite-copies/" + (name.split(separator: "/").last ?? "")), name)
        }
        write(folder.file("cards.sqlite-copies/odd"), folder.file("far/other.db"))
        try SQLiteCardStore(at: folder.file()).close()
        let left = names.map { access($0, F_OK) == 0 && access($0 + "-wal", F_OK) == 0 }
        #expect(left == [true, false, false, true])
        #expect(access(folder.file("far/other.db"), F_OK) == 0)
        CopyNote.removeCopy(names[0])
        living.remove()
        try SQLiteCardStore(at: folder.file()).close()
        #expect(access(folder.file("cards.sqlite-copies"), F_OK) != 0)
    }

    @Test("the next backup removes them, too, and those of a day ago that have no note")
    func backup() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore(at: folder.file())
        try await store.put(testCard("a", "Amber"))
        let (old, new, noted) = (CopyNote.randomName(), CopyNote.randomName(), CopyNote.randomName())
        #expect(mkdir(folder.file("far"), 0o700) == 0)
        write(folder.file("far/" + old), "cards", daysAgo: 1)
        write(folder.file("far/" + new), "cards")
        write(folder.file("far/.cards-copy-Mine"), "mine", daysAgo: 9)
        write(folder.file(noted), "cards")
        #expect(mkdir(folder.file("cards.sqlite-copies"), 0o700) == 0)
        write(folder.file("cards.sqlite-copies/" + noted), folder.file(noted))
        try await store.backUp(to: folder.file("far/copy"))
        let left = ["far/" + old, "far/" + new, noted].map { access(folder.file($0), F_OK) == 0 }
        #expect(left == [false, true, false])
        #expect(access(folder.file("far/.cards-copy-Mine"), F_OK) == 0)
        #expect(access(folder.file("cards.sqlite-copies"), F_OK) != 0)
    }

    @Test("a copy is noted while it is written, and not afterwards")
    func noted() async throws {
        let folder = try TemporaryFolder()
        let (store, copy) = (folder.file(), folder.file(CopyNote.randomName()))
        let note = try #require(CopyNote(of: copy, besideStore: store))
        #expect(folder.names == ["cards.sqlite-copies"])
        #expect(rights(of: folder.file("cards.sqlite-copies")) == 0o700)
        note.remove()
        #expect(folder.names == [])
        // Many at once take and leave the same folder.
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<100 {
                        let copy = folder.file(CopyNote.randomName())
                        CopyNote.removeLeftCopies(besideStore: store)
                        guard let note = CopyNote(of: copy, besideStore: store) else {
                            Issue.record("no note")
                            continue
                        }
                        note.remove()
                    }
                }
            }
        }
        #expect(folder.names == [])
    }
}
