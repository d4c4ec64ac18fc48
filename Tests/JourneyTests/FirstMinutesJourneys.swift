import Cards
import PtySupport
import Terminal
import TestSupport
import Testing

/// What a new user does first, in a home without anything: the keys that it takes are counted.
@Suite("The first five minutes", .inTurns)
struct FirstMinutesJourneys {
    private static let sizes = [Size(columns: 80, rows: 24), Size(columns: 40, rows: 20)]
    private static let name = "Elm"
    private static let number = "4006381333931"
    /// All keys, of which 21 are what is written on the card, a part of the file's name and the word that is searched.
    private static let keys = 39

    /// A script that starts the program in this home folder from any environment; the folder has a photo. `sh` reads it: a file that was just written
    /// may still be open in a child process that another test is starting, and cannot be executed then.
    private func script(_ home: Home) throws -> String {
        try Files.write(Samples.photoBytes(Self.name, .front), to: home.path("elm.png"))
        let variables = home.environment.map { "\($0.key)='\($0.value)'" }.sorted().joined(separator: " ")
        return try home.folder.write(
            "#!/bin/sh\ncd '\(home.folder.path)' && exec env \(variables) '\(Home.program)'\n", to: "start",
            mode: 0o700)
    }

    @Test("a card, its barcode, its photo, a search and undo on this machine", arguments: sizes)
    func local(size: Size) async throws {
        let home = try Home()
        try await goThrough(try home.start(program: "/bin/sh", [try script(home)], size: size), size)
        try await expectUndone(home)
    }

    @Test(
        "a card, its barcode, its photo, a search and undo over ssh",
        SecureShell.isPossible, arguments: sizes)
    func remote(size: Size) async throws {
        let home = try Home()
        let server = try await SecureShell(home)
        try await goThrough(try server.connect(try script(home), size: size), size)
        withExtendedLifetime(server) {}
        try await expectUndone(home)
    }

    /// The card is stored, and its photo undone.
    private func expectUndone(_ home: Home) async throws {
        // A list has no photos.
        let ending = try await home.run("export", "-")
        let cards = try #require(try JSONParser.parse(Array(ending.output.utf8)).array, "\(ending.errors)")
        #expect(cards.map { $0["name"]?.string } == [Self.name] && cards.map { $0["number"]?.string } == [Self.number])
        #expect(cards.allSatisfy { ($0["front"]?.string ?? "").isEmpty && $0["color"] == nil })
    }

    private func goThrough(_ program: TerminalProgram, _ size: Size) async throws {
        var count = 0
        func press(_ keys: String...) async throws {
            for key in keys { try await program.press(key) }
            count += keys.count
        }
        func type(_ text: String) async throws { for character in text { try await press(String(character)) } }

        try await program.wait(for: "No cards yet.")
        try await press("a")
        try await type(Self.name)
        try await press("tab")
        try await type(Self.number)
        try await press("ctrl-s", "b")
        if size.columns < 57 {
            // The window is too narrow for the bars: the number is shown in large digits.
            try await program.wait(forText: "The barcode needs")
        } else {
            try await program.wait(forBarcode: Self.number, .ean13)
        }
        try await press("esc")
        try await program.wait(forPosition: "1 of 1")

        try await press("e")
        try await program.wait(for: "Edit Elm")
        // Backwards over the buttons and the back. Shift-Tab would go past the part, which is empty.
        try await press("shift-tab", "shift-tab", "shift-tab", "up", "up", "enter")
        try await program.wait(for: "elm.png")
        try await type("elm")
        try await program.wait(for: "/ elm")
        try await press("enter")
        try await program.wait(for: "Crop the front")
        try await program.wait(until: "the photo behind the outline") { $0.coloredCells.count > 100 }
        try await press("enter")
        try await program.wait(for: "Edit Elm")
        try await press("ctrl-s")
        try await program.wait(for: "Saved Elm")

        try await press("/")
        try await type("el")
        try await press("enter")
        // The only match is opened.
        try await program.wait(for: "EAN-13")
        try await press("u")
        try await program.wait(forText: "Undid: changed Elm")
        #expect(count == Self.keys)

        try await program.press("q")
        try await program.wait(for: "/ el")
        #expect(try await program.quit() == 0)
    }
}
