import BarcodeSupport
import CardCodes
import Cards
import Foundation
import PtySupport
import TestSupport
import Testing

/// PDFs of cards in the real program: attached, shown, opened, exported and imported, byte for byte.
@Suite("PDFs of cards", .inTurns)
struct DocumentJourneys {
    private func document(_ number: String, in home: Home, named name: String) throws -> (path: String, bytes: [UInt8])
    {
        let content = try BarcodeContent(number, as: .ean13)
        let bytes = SymbolDocument.pdf([try ZintDrawing().symbols(for: content).first, nil])
        try Data(bytes).write(to: URL(fileURLWithPath: home.path(name)))
        return (home.path(name), bytes)
    }

    @Test("a command attaches one, which goes out, into an export and back in as it is")
    func commands() async throws {
        let home = try Home()
        let (path, bytes) = try document("5901234123457", in: home, named: "ticket.pdf")
        let id = try await home.add("Elm Gym", number: "12")
        let added = try await home.run(["edit", id, "--picture", "Ticket = \(path)"])
        #expect(added.status == 0, "\(added.errors)")
        #expect(try await home.run(["photo", id, "1", "--out", home.path("out.pdf")]).status == 0)
        #expect(try Files.bytes(of: home.path("out.pdf")) == bytes)
        #expect(try await home.run(["export", "--photos", home.path("photos")]).status == 0)
        #expect(try Files.bytes(of: home.path("photos/elm-gym-picture-1.pdf")) == bytes)
        #expect(try await home.run(["export", home.path("cards.json")]).status == 0)
        let other = try Home()
        #expect(try await other.run(["import", home.path("cards.json")]).status == 0)
        #expect(try await other.run(["photo", "Elm Gym", "1", "--out", other.path("out.pdf")]).status == 0)
        #expect(try Files.bytes(of: other.path("out.pdf")) == bytes)
        // As front photo it is its first page.
        #expect(try await home.run(["photo", id, "front", "--set", path]).status == 0)
        #expect(try await home.run(["photo", id, "front", "--out", home.path("front.png")]).status == 0)
        #expect(try Files.bytes(of: home.path("front.png")).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        // One that is cut off is refused, and nothing changes.
        let cut = home.path("cut.pdf")
        try Data(bytes.dropLast(30)).write(to: URL(fileURLWithPath: cut))
        let refused = try await home.run(["edit", id, "--picture", "Cut = \(cut)"])
        #expect(refused.status != 0 && refused.errors.contains("its end is missing"), "\(refused.errors)")
        #expect(try await home.run(["photo", id, "2", "--out", home.path("none")]).status != 0)
    }

    @Test(
        "importing one with a barcode makes a card that keeps it; o opens it as a private file that goes with the program"
    )
    func screen() async throws {
        let home = try Home()
        try home.configure(
            "open_command: sh -c 'stat -c \"%a %n\" \"$1\" >\(home.path("seen")); cp \"$1\" \(home.path("copy"))' opener\n"
        )
        let (path, bytes) = try document("5901234123457", in: home, named: "Ticket.pdf")
        let imported = try await home.run(["import", path])
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try await home.run(["show", "Ticket", "--json"]).output.contains("5901234123457"))
        let program = try home.start(environment: ["COLORTERM": "truecolor", "XDG_RUNTIME_DIR": home.path("run")])
        try FileManager.default.createDirectory(atPath: home.path("run"), withIntermediateDirectories: true)
        try await program.wait(forPosition: "1 of 1")
        try await program.press("enter")
        try await program.wait(for: "Ticket")
        try await program.press("3")
        try await program.wait(for: "o open")
        try await program.wait(until: "the page") { $0.coloredCells.count > 200 }
        try await program.press("o")
        try await program.wait(for: "Opened ticket-picture-1.pdf")
        #expect(try Files.bytes(of: home.path("copy")) == bytes)
        let seen = try home.folder.text(of: "seen")
        #expect(
            seen.hasPrefix("600 \(home.path("run"))/cards-tui-") && seen.hasSuffix("/ticket-picture-1.pdf\n"), "\(seen)"
        )
        try await program.press("q", "q")
        #expect(try await program.quit() == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path("run")).isEmpty)
    }
}
