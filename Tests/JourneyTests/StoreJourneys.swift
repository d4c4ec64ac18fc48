import Cards
import Glibc
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("A store that cannot be used", .inTurns)
struct StoreJourneys {
    /// Starts the program in a terminal wide enough for whole sentences, and returns the message with which it exits before showing its
    /// screen.
    private func refusal(_ home: Home, _ arguments: String...) async throws -> (status: Int32, message: String) {
        let program = try home.start(arguments, size: Size(columns: 300, rows: 5))
        let status = try await program.exitStatus()
        return (status, await program.text)
    }

    @Test("a file that is not a store is rejected and unchanged")
    func notAStore() async throws {
        let home = try Home()
        let file = try home.folder.write(String(repeating: "My diary. ", count: 200), to: "diary.txt")
        let (status, message) = try await refusal(home, "--store", file)
        #expect(status == 3)
        #expect(message.contains("\(file) is not a card store. Nothing was changed."))
        let listed = try await home.run("list", "--store", file)
        #expect(listed.status == 3)
        #expect(listed.errors.contains("is not a card store"))
        #expect(try home.folder.text(of: "diary.txt").hasPrefix("My diary."))
    }

    @Test("a folder in place of the store is rejected")
    func folder() async throws {
        let home = try Home()
        let (status, message) = try await refusal(home, "--store", home.path("data"))
        #expect(status == 3)
        #expect(message.contains("\(home.path("data")) cannot be opened: Is a directory."))
    }

    @Test("opening a store locked by another program gives an error after a while")
    func lockedAtStart() async throws {
        let home = try Home()
        let lock = try Database(home.path("locked.sqlite"))
        try lock.run("BEGIN EXCLUSIVE; CREATE TABLE theirs (a)")
        let (status, message) = try await refusal(home, "--store", home.path("locked.sqlite"))
        #expect(status == 3)
        #expect(message.contains("is locked by another program. Nothing was changed."))
    }

    @Test(
        "a store locked later can still be read; failed saves give a message and stay in the form")
    func lockedLater() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        let program = try home.start()
        try await program.wait(forPosition: "1 of 1")
        let lock = try Database(home.store)
        try lock.run("BEGIN IMMEDIATE")
        async let added = home.run("add", "--name", "Other", "--number", "1")
        try await program.press("e")
        try await program.type(" Plus")
        try await program.press("ctrl-s")
        try await program.wait(for: "Saving…")
        // Text typed meanwhile stays in the form, and the message stays on the screen.
        try await program.type("!")
        try await program.wait(forText: "is locked by another program. Nothing was changed.")
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

    @Test("a store of a newer version can be read, is never changed, and a message says so")
    func newer() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        try Database(home.store).run("PRAGMA user_version = 99")
        let program = try home.start()
        try await program.wait(forText: "was written by a newer cards-tui (format 99, this one knows")
        try await program.wait(forText: "It is open read-only")
        try await program.wait(forSelected: "Elm Gym")
        try await program.press("t")
        try await program.wait(forText: "was written by a newer cards-tui")
        try await program.wait(until: "the star to go") { !$0.text.contains("★") }
        try await program.press("enter")
        try await program.wait(for: "number  1")
        try await program.press("q")
        try await program.wait(for: "by name")
        #expect(try await program.quit() == 0)
        let added = try await home.run("add", "--name", "Other", "--number", "1")
        #expect(added.status == 3)
        #expect(added.errors.contains("update cards-tui to change cards"))
        #expect(try await home.names() == ["Elm Gym"])
    }

    @Test(
        "a full disk gives a message, and the form can be saved when there is room",
        SmallDisk.isPossible)
    func fullDisk() async throws {
        let home = try Home()
        let disk = try SmallDisk(home)
        let program = disk.program
        try await program.wait(for: "No cards yet.")
        try await program.press("a")
        try await program.type("Elm Gym\t1\t\t")
        try await program.wait(for: "Ready to save")
        try await program.paste(String(repeating: "The words of a long note. ", count: 1500))
        try await program.press("ctrl-s")
        try await program.wait(forText: "is full. The last change was not saved")
        try await disk.makeRoom()
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Elm Gym")
        #expect(try await program.quit() == 0)
    }

    @Test(
        "on a full disk the cards are shown with a message, and saving works once there is room",
        SmallDisk.isPossible)
    func screenOnFullDisk() async throws {
        let home = try Home()
        let disk = try SmallDisk(home, card: "Elm Gym")
        let program = disk.program
        try await program.wait(forText: "is full. Cards can be read")
        #expect(await program.text.contains("Elm Gym"))
        try await program.press("e")
        try await program.type(" Plus")
        try await program.press("ctrl-s")
        try await program.wait(forText: "free some space to save changes")
        try await program.wait(for: "Elm Gym Plus")
        try await disk.makeRoom()
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Elm Gym Plus")
        try await program.wait(forSelected: "Elm Gym Plus")
        #expect(try await program.quit() == 0)
    }

    @Test(
        "on a full disk list, show and export print the cards, and add gives a reason",
        SmallDisk.isPossible,
        arguments: [["list"], ["show", "Elm Gym"], ["export", "-"], ["add", "--name", "Bus", "--number", "2"]])
    func commandsOnFullDisk(command: [String]) async throws {
        let home = try Home()
        let program = try SmallDisk(home, command, card: "Elm Gym").program
        #expect(try await program.exitStatus() == (command[0] == "add" ? 3 : 0))
        let message = await program.text
        #expect(message.contains("Elm Gym") == (command[0] != "add"))
        #expect(message.filter { !$0.isWhitespace }.contains("isfull.Cardscanberead"))
    }

    @Test("quitting the screen leaves one file, and a copy of it has the last changes")
    func oneFile() async throws {
        let home = try Home()
        let program = try home.start()
        try await program.wait(for: "No cards yet.")
        try await program.press("a")
        try await program.type("Elm Gym\t1")
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Elm Gym")
        #expect(try await program.quit() == 0)
        #expect(!Files.exists(home.store + "-wal") && !Files.exists(home.store + "-shm"))
        try Files.write(Files.bytes(of: home.store), to: home.path("copy.sqlite"))
        #expect(try await home.run("list", "--store", home.path("copy.sqlite")).output.hasPrefix("Elm Gym\t1"))
        try await home.add("Bus")
        #expect(!Files.exists(home.store + "-wal"))
    }

    @Test("a signal that ends the screen leaves one file, too", arguments: [SIGTERM, SIGHUP])
    func oneFileAfterSignal(signal: Int32) async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        let program = try home.start()
        try await program.wait(forPosition: "1 of 1")
        try await program.press("t")
        try await program.wait(for: "★")
        kill(await program.process, signal)
        _ = try await program.exitStatus()
        #expect(!Files.exists(home.store + "-wal"))
    }

    @Test("an export from the screen never replaces the card store")
    func exportOntoItself() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        let program = try home.start()
        try await program.wait(for: "Elm Gym · 1 of 1")
        try await program.press("X")
        try await program.wait(for: "Export as")
        try await program.press("enter")
        try await program.wait(for: "Which cards?")
        try await program.press("enter")
        try await program.wait(for: "Export 1 card")
        try await program.press("ctrl-u")
        try await program.type(home.store + "\r")
        try await program.wait(forText: "it is the card store itself. Choose another file")
        try await program.press("esc")
        try await program.wait(for: "Elm Gym · 1 of 1")
        #expect(try await program.quit() == 0)
        #expect(try await home.names() == ["Elm Gym"])
    }

    @Test("a command waits longer for a locked store than the screen")
    func busyTimeout() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        let lock = try Database(home.store)
        try lock.run("BEGIN IMMEDIATE")
        let program = try home.start(["add", "--name", "Bus", "--number", "2"])
        let process = await program.process
        #expect(await !Processes([process]).end(within: 5))
        try lock.run("ROLLBACK")
        #expect(try await program.exitStatus() == 0)
        #expect(try await home.names() == ["Bus", "Elm Gym"])
    }

    @Test(
        "add on a full disk gives a one-line error",
        SmallDisk.isPossible)
    func addOnFullDisk() async throws {
        let home = try Home()
        let program = try SmallDisk(home, ["add", "--name", "Bus", "--number", "2"], card: "Elm Gym").program
        #expect(try await program.exitStatus() == 3)
        try await program.wait(forText: "is full. Cards can be read; free some space to save changes.")
        #expect(await program.text.filter { !$0.isWhitespace }.split(separator: "isfull").count == 2)
    }

    @Test(
        "a store that a killed program left on a disk that is read-only now is read whole, and add gives a reason",
        SmallDisk.isPossible, arguments: [true, false])
    func readOnlyFileSystem(hasIndex: Bool) async throws {
        let home = try Home()
        // The commands run where the screen ran: its disk is mounted for these processes only.
        let script = """
            mount -t tmpfs none "$1" || exit 1
            "$0"
            [ "$3" = true ] || rm "$1/cards-tui/cards.sqlite-shm"
            mount -o remount,ro "$1" || exit 2
            [ -s "$1/cards-tui/cards.sqlite-wal" ] || exit 3
            "$0" list >"$2/list" || exit 4
            "$0" add --name Bus --number 2 2>"$2/errors"
            exit $(($? + 100))
            """
        let shell = try home.start(
            program: "/usr/bin/unshare",
            ["-m", "/bin/sh", "-c", script, Home.program, home.path("data"), home.folder.path, "\(hasIndex)"])
        try await shell.wait(for: "No cards yet.")
        try await shell.press("a")
        try await shell.type("Elm Gym\t1")
        try await shell.press("ctrl-s")
        try await shell.wait(for: "Saved Elm Gym")
        let screen = Processes.children(of: await shell.process)
        try #require(screen.count == 1)
        kill(screen[0], SIGKILL)
        #expect(try await shell.exitStatus() == 103)
        #expect(try home.folder.text(of: "list").hasPrefix("Elm Gym\t1"))
        #expect(try home.folder.text(of: "errors").contains("cannot be written. Nothing was changed."))
    }

    @Test("a damaged card is reported by every command, the others are printed, and check repairs it")
    func damagedCard() async throws {
        let home = try Home()
        try await home.bring((0..<1200).map { Samples.card("Card \(10_000 + $0)", number: "\($0)") })
        try Database(home.store).run("UPDATE card SET id = 'a/b' WHERE name = 'Card 10007'")
        let listed = try await home.run("list")
        #expect(listed.status == 3)
        #expect(listed.output.split(separator: "\n").count == 1199)
        #expect(listed.errors.contains("(\"Card 10007\") cannot be read: its identifier is damaged"))
        for command in [["list", "--json=array"], ["export", "-"]] {
            let ending = try await home.run(command)
            #expect(ending.status == 3)
            #expect(try JSONParser.parse(Array(ending.output.utf8)).array?.count == 1199)
            #expect(ending.errors.contains("Card 10007"))
        }
        let program = try home.start([])
        try await program.wait(forText: "1 card is damaged. See: cards-tui check")
        #expect(try await program.quit() == 0)
        #expect(try await home.run("show", "Card 10007").status == 3)
        #expect(try await home.run("show", "Card 10008").status == 0)
        #expect(try await home.run("check").status == 3)
        let repaired = try await home.run("check", "--repair")
        #expect(repaired.status == 0)
        #expect(repaired.output.contains("\"Card 10007\" has its identifier back"))
        #expect(try await home.run("check").output == "The card store is intact: 1200 cards.\n")
        #expect(try await home.cards().count == 1200)
    }
}
