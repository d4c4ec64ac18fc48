import Cards
import FoundationEssentials
import Testing

@testable import CardCommands

@Suite("Photos on the command line")
struct PhotoCommandTests {
    private static let png: [UInt8] = Array("\u{89}PNG\r\n".unicodeScalars.map { UInt8($0.value) })
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1]

    private func card(_ identifier: String, _ name: String, front: [UInt8]? = nil, back: [UInt8]? = nil) throws -> Card
    {
        var card = Card(identifier: try #require(CardID(identifier)), name: name)
        (card.front, card.back) = (front.map { PhotoHash(of: $0) }, back.map { PhotoHash(of: $0) })
        return card
    }

    @Test("a photo is drawn on a terminal, and written as stored to a pipe", arguments: [true, false])
    func show(isTerminal: Bool) async throws {
        let fixture = try await CommandLineFixture(
            [card("a", "Amber", front: Self.jpeg)], photos: [Self.jpeg], isTerminal: isTerminal)
        let collected = Collected()
        let result = await fixture.run(
            "show", "Amber", "--photo", "front",
            out: TextSink(columns: CommandLineFixture.columns(isTerminal)) { collected.add($0) })
        #expect(result.code == 0)
        #expect(collected.bytes == (isTerminal ? Array("drawn 5\n".utf8) : Self.jpeg))
    }

    @Test("a missing photo, and one whose bytes are not stored, give an error")
    func missing() async throws {
        let fixture = try await CommandLineFixture([card("a", "Amber", front: Self.jpeg)])
        let none = await fixture.run("show", "Amber", "--photo=back")
        #expect(none.code == 1 && none.out.isEmpty && none.err == "cards-tui: \"Amber\" has no back photo\n")
        let gone = await fixture.run("show", "a", "--photo=front")
        #expect(gone.code == 1 && gone.err == "cards-tui: the front photo of \"Amber\" is not in the store\n")
        for wrong in [["--photo", "left"], ["--photo", "front", "--json"], ["--photo"]] {
            #expect(await fixture.run(["show", "a"] + wrong).code == 2)
        }
    }

    @Test("photos are exported to files named after their cards; equal names are numbered")
    func export() async throws {
        let fixture = try await CommandLineFixture(
            [
                card("a", "Amber", front: Self.png), card("b", "amber", back: Self.jpeg),
                card("c", "Amber 2", front: Self.jpeg, back: Self.png), card("d", "No photo"),
                card("e", "Gone", front: [1, 2, 3]),
            ], photos: [Self.png, Self.jpeg])
        let folder = fixture.folder.path + "/new/photos"
        let result = await fixture.run("export", "--photos", folder)
        #expect(result.code == 0 && result.out.isEmpty)
        #expect(
            result.err == "Photos missing from the store were left out: 1\n4 photos written to \(folder)\n")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(
            names == ["amber-2-2-back.png", "amber-2-2-front.jpg", "amber-2-back.jpg", "amber-front.png"])
        #expect(try Data(contentsOf: .init(filePath: folder + "/amber-2-back.jpg")) == Data(Self.jpeg))
        // Repeating the export changes nothing.
        _ = await fixture.run("export", "--photos", folder)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names)
    }

    @Test("a symbolic link in place of a photo's file is replaced, its target is unchanged")
    func plantedLink() async throws {
        let fixture = try await CommandLineFixture([card("a", "Amber", front: Self.png)], photos: [Self.png])
        let (folder, victim) = (fixture.folder.path + "/photos", fixture.folder.path + "/victim")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data([7]).write(to: .init(filePath: victim))
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/amber-front.png", withDestinationPath: victim)
        #expect(await fixture.run("export", "--photos", folder).code == 0)
        #expect(try Data(contentsOf: .init(filePath: victim)) == Data([7]))
        #expect(try Data(contentsOf: .init(filePath: folder + "/amber-front.png")) == Data(Self.png))
    }

    @Test("a card store with the name of a photo's file is not replaced")
    func ontoTheStore() async throws {
        let fixture = try await CommandLineFixture([card("a", "Amber", front: Self.png)], photos: [Self.png])
        let store = try fixture.folder.write("cards", to: "amber-front.png")
        let result = await fixture.run("export", "--photos", fixture.folder.path, "--store", store)
        #expect(result.code == 1 && result.err.contains("it is the card store itself"), "\(result.err)")
        #expect(try fixture.folder.text(of: "amber-front.png") == "cards")
    }

    @Test("thousands of cards with the same name take no longer than others")
    func manyOfOneName() async throws {
        let cards = try (0..<3000).map { try card("c\($0)", "漢字", front: Self.png) }
        let fixture = try await CommandLineFixture(cards, photos: [Self.png])
        let folder = fixture.folder.path + "/photos"
        #expect(await fixture.run("export", "--photos", folder).err.hasPrefix("3000 photos"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(names).count == 3000 && names.contains("card-front.png") && names.contains("card-3000-front.png"))
    }

    @Test("one command exports cards and photos; at least one must be named")
    func both() async throws {
        let fixture = try await CommandLineFixture([card("a", "Amber", front: Self.png)], photos: [Self.png])
        let (file, folder) = (fixture.folder.path + "/cards.json", fixture.folder.path + "/photos")
        #expect(await fixture.run("export", file, "--photos", folder).code == 0)
        #expect(FileManager.default.fileExists(atPath: file))
        #expect(FileManager.default.fileExists(atPath: folder + "/amber-front.png"))
        let none = await fixture.run("export")
        #expect(none.code == 2 && none.err.contains("FILE is missing"))
        #expect(await fixture.run("export", "--photos", file).code == 1)
    }
}
