import Cards
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("Imports", .inTurns)
struct ImportJourneys {
    @Test("several cards are shared as links and one code; a message with the links is imported, by command and pasted")
    func sharingSeveral() async throws {
        let (here, there) = (try Home(), try Home())
        for (name, number) in [("Zebra Zoo", "11"), ("Yak Park", "22"), ("Elk Inn", "33")] {
            try await here.add(name, number: number)
        }
        let names = ["Zebra Zoo", "Yak Park", "Elk Inn"]
        let links = try await here.run(["show"] + names + ["--share-url"])
        #expect(links.status == 0 && links.output.split(separator: "\n").count == 3)
        let message =
            "I want to share some cards with you\n\n"
            + zip(names, links.output.split(separator: "\n")).map { "\($0): \($1)" }.joined(separator: "\n\n")
        let file = try there.folder.write(message + "\nhttps://catima.app/share#store%3DX\n", to: "message.txt")
        let imported = try await there.run("import", file)
        #expect(imported.output.contains("3 added"), "\(imported.output) \(imported.errors)")
        #expect((imported.output + imported.errors).contains("line 8: The link has no card number"))
        #expect(try await there.cards().count == 3)
        let code = try await here.run(
            ["show"] + names + ["--share-qr"], environment: ["COLUMNS": "300", "LINES": "200"])
        #expect(code.status == 0, "\(code.errors)")
        // On the screen a message is pasted, and looked at first.
        let third = try Home()
        let program = try third.start()
        try await program.wait(for: "No cards")
        try await program.paste(message)
        try await program.wait(for: "3 new")
        try await program.type("i")
        try await program.wait(for: "3 share links: 3 added")
        try await program.type("A:share\r")
        try await program.wait(for: "The share code needs 30 lines; you have 24. y copies the link")
        #expect(try await third.cards().count == 3)
    }

    @Test(
        "the picture of a code of several cards, as the screen saves it, is each of them again, by import and by scan")
    func codeOfSeveral() async throws {
        let (here, there, third) = (try Home(), try Home(), try Home())
        for (name, number) in [("Zebra Zoo", "11"), ("Yak Park", "22")] { try await here.add(name, number: number) }
        let program = try here.start(size: Size(columns: 120, rows: 60))
        try await program.wait(for: "1 of 2")
        try await program.type("A:share\r")
        try await program.wait(for: "2 cards")
        try await program.press("w")
        try await program.wait(forText: "as a file")
        try await program.press("ctrl-u")
        try await program.type(here.path("share.png"))
        try await program.press("enter")
        try await program.wait(forText: "Saved ")
        let imported = try await there.run("import", here.path("share.png"))
        #expect(imported.output.contains("2 added"), "\(imported.output) \(imported.errors)")
        #expect(try await there.names().sorted() == ["Yak Park", "Zebra Zoo"])
        let scanned = try await third.run("scan", here.path("share.png"), "--add")
        #expect(scanned.status == 0, "\(scanned.errors)")
        #expect(try await third.names().sorted() == ["Yak Park", "Zebra Zoo"])
    }

    @Test("a table is looked at, one card is left out, the others are imported, and u takes that back")
    func table() async throws {
        let home = try Home()
        try await home.add("Elm Gym", number: "1")
        let table = "Shop;Number;Lid\nElm Gym;1;\nFern Florist;F-1;green\nGrove Grocer;G-2;\n"
        try Files.write(Array(table.utf8), to: home.path("cards.csv"))
        let program = try home.start()
        try await program.wait(for: "Elm Gym · 1 of 1")
        try await program.press("i")
        try await program.wait(for: "Import cards")
        try await program.type("~/cards.csv\r")
        try await program.wait(for: "Import from a table")
        try await program.wait(for: "Columns: Shop → name, Number → number, Lid → note")
        #expect(try await home.names() == ["Elm Gym"])
        try await program.press("G")
        try await program.wait(for: "Grove Grocer · new · 3 of 3")
        try await program.press("space")
        try await program.wait(for: "1 left out")
        try await program.press("i")
        try await program.wait(for: "1 left out")
        try await program.wait(for: "Fern Florist")
        try await program.wait(for: "by name")
        #expect(try await home.names() == ["Elm Gym", "Fern Florist"])
        try await program.press("u")
        try await program.wait(for: "Undid")
        #expect(try await home.names() == ["Elm Gym"])
        #expect(try await program.quit() == 0)
    }

    @Test("an encrypted archive that was exported is imported again with its password, which the log does not have")
    func password() async throws {
        let home = try Home()
        try await home.add("Elm Gym", number: "1")
        try Files.write(Array("s3cret-words\n".utf8), to: home.path("password"))
        let ending = try await home.run(
            "export", home.path("backup.zip"), "--format", "catima", "--password-file", home.path("password"))
        try #require(ending.status == 0, "\(ending.errors)")
        let other = try Home()
        let program = try other.start()
        try await program.wait(for: "No cards yet.")
        try await program.press("i")
        try await program.wait(for: "Import cards")
        try await program.type(home.path("backup.zip") + "\r")
        try await program.wait(for: "Password for backup.zip")
        try await program.type("s3cret-words\r")
        try await program.wait(for: "Import from Catima")
        try await program.press("i")
        try await program.wait(forText: "1 added")
        #expect(try await program.quit() == 0)
        #expect(try await other.names() == ["Elm Gym"])
        #expect(!other.log.contains("s3cret-words"))
    }

    @Test("of a split archive one part is named: those beside it are read with it, by the command and on the screen")
    func parts() async throws {
        let home = try Home()
        try await home.add("Elm Gym", number: "1")
        let archive = home.path("cards.zip")
        try #require(try await home.run("export", archive, "--format", "catima").status == 0)
        let bytes = try Files.bytes(of: archive)
        for (index, start) in stride(from: 0, to: bytes.count, by: 200).enumerated() {
            let name = "cards.zip.00\(index + 1)"
            try Files.write(Array(bytes[start..<min(start + 200, bytes.count)]), to: home.path(name))
        }
        let other = try Home()
        let preview = try await other.run("import", home.path("cards.zip.002"), "--dry-run")
        #expect(preview.status == 0 && preview.output.contains("1 added"), "\(preview.errors)")
        let program = try other.start()
        try await program.wait(for: "No cards yet.")
        try await program.press("i")
        try await program.wait(for: "Import cards")
        try await program.type(home.path("cards.zip.001") + "\r")
        try await program.wait(for: "Import from Catima")
        try await program.press("i")
        try await program.wait(forText: "1 added")
        #expect(try await program.quit() == 0)
        #expect(try await other.names() == ["Elm Gym"])
    }
}
