import Cards
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("A store that cannot be used", .inTurns, .timeLimit(.minutes(10)))
struct StoreJourneys {
    /// Starts the screen in a terminal wide enough for whole sentences, which it never shows; gives the words instead.
    private func refusal(_ home: Home, _ arguments: String...) async throws -> (status: Int32, words: String) {
        let program = try home.start(arguments, size: Size(columns: 300, rows: 5))
        let status = try await program.exitStatus()
        return (status, await program.text)
    }

    @Test("a file that is not a store is left alone, and said")
    func notAStore() async throws {
        let home = try Home()
        let file = try home.folder.write(String(repeating: "My diary. ", count: 200), to: "diary.txt")
        let (status, words) = try await refusal(home, "--store", file)
        #expect(status == 3)
        #expect(words.contains("\(file) is not a card store. Nothing was changed."))
        let listed = try await home.run("list", "--store", file)
        #expect(listed.status == 3)
        #expect(listed.errors.contains("is not a card store"))
        #expect(try home.folder.text(of: "diary.txt").hasPrefix("My diary."))
    }

    @Test("a folder in the place of the store is said")
    func folder() async throws {
        let home = try Home()
        let (status, words) = try await refusal(home, "--store", home.path("data"))
        #expect(status == 3)
        #expect(words.contains("\(home.path("data")) cannot be opened: Is a directory."))
    }

    @Test("a new store that another program has locked is said after a while")
    func lockedAtStart() async throws {
        let home = try Home()
        let lock = try Database(home.path("locked.sqlite"))
        try lock.run("BEGIN EXCLUSIVE; CREATE TABLE theirs (a)")
        let (status, words) = try await refusal(home, "--store", home.path("locked.sqlite"))
        #expect(status == 3)
        #expect(words.contains("is locked by another program. Nothing was changed."))
    }

    @Test(
        "a store that is locked later can be read all the while; what could not be saved is said and kept in the form")
    func lockedLater() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        let program = try home.start()
        try await program.wait(for: "1 of 1")
        let lock = try Database(home.store)
        try lock.run("BEGIN IMMEDIATE")
        async let added = home.run("add", "--name", "Other", "--number", "1")
        try await program.press("e")
        try await program.type(" Plus")
        try await program.press("ctrl-s")
        try await program.wait(for: "saving…")
        // What is typed meanwhile comes back into the form, and the words stay.
        try await program.type("!")
        try await program.wait(forWords: "is locked by another program. Nothing was changed.")
        let ending = try await added
        #expect(ending.status == 3)
        #expect(ending.errors.contains("is locked by another program"))
        try await program.wait(for: "Elm Gym Plus!")
        #expect(try await home.names() == ["Elm Gym"])
        try lock.run("ROLLBACK")
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Elm Gym Plus!")
        #expect(try await home.names() == ["Elm Gym Plus!"])
    }

    @Test("a store of a newer version can be read, is never changed, and says so")
    func newer() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        try Database(home.store).run("PRAGMA user_version = 99")
        let program = try home.start()
        try await program.wait(
            forWords: "was written by a newer cards-tui (format 99, this one knows 6). It is open to read only")
        try await program.wait(forSelected: "Elm Gym")
        try await program.press("t")
        try await program.wait(forWords: "was written by a newer cards-tui")
        try await program.wait(until: "the star to go") { !$0.text.contains("★") }
        try await program.press("enter")
        try await program.wait(for: "number     1")
        try await program.press("q")
        try await program.wait(for: "by name")
        #expect(try await program.quit() == 0)
        let added = try await home.run("add", "--name", "Other", "--number", "1")
        #expect(added.status == 3)
        #expect(added.errors.contains("update cards-tui to change cards"))
        #expect(try await home.names() == ["Elm Gym"])
    }

    @Test(
        "a full disk is said, and what was typed is saved when there is room",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount"))
    func fullDisk() async throws {
        let home = try Home()
        let disk = try SmallDisk(home)
        let program = disk.program
        try await program.wait(for: "No cards yet.")
        try await program.press("a")
        try await program.type("Elm Gym\t1\t\t")
        try await program.wait(for: "can be saved")
        try await program.paste(String(repeating: "The words of a long note. ", count: 1500))
        try await program.press("ctrl-s")
        try await program.wait(forWords: "is full. The last change was not saved")
        try await disk.makeRoom()
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Elm Gym")
        #expect(try await program.quit() == 0)
    }
}
