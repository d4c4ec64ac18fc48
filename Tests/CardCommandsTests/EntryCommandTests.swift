import Cards
import FoundationEssentials
import Testing

@testable import CardCommands

@Suite("Own fields, codes and pictures on the command line")
struct EntryCommandTests {
    private static let png: [UInt8] = Array("\u{89}PNG\r\n".unicodeScalars.map { UInt8($0.value) })

    private func gym() throws -> Card {
        try Card.make("g", "Gym") { card in
            card.number = "42"
            card.barcode = Barcode(format: .code128)
            card.ownFields = [OwnField(name: "Locker", value: "12"), OwnField(name: "Since", value: "2019")]
            card.codes = [FurtherCode(label: "Voucher", barcode: Barcode(format: .qrCode, value: "4711"))]
            card.pictures = [FurtherPicture(label: "Receipt", hash: PhotoHash(of: Self.png))]
        }
    }

    @Test("add sets them, show lists them, and --json has fields and codes")
    func add() async throws {
        let fixture = try await CommandLineFixture()
        let file = fixture.folder.path + "/receipt.png"
        try Data(Self.png).write(to: .init(filePath: file))
        let added = await fixture.run(
            "add", "--name=Gym", "--number=1", "--field", "Locker=12", "--field=Since = May 2019",
            "--code", "Voucher=QR_CODE:4711", "--picture", "Receipt=\(file)")
        #expect((added.err, added.code) == ("", 0))
        let card = try #require(try await fixture.store.cards.values.first)
        #expect(card.ownFields == [OwnField(name: "Locker", value: "12"), OwnField(name: "Since", value: "May 2019")])
        #expect(card.codes == [FurtherCode(label: "Voucher", barcode: Barcode(format: .qrCode, value: "4711"))])
        #expect(card.pictures == [FurtherPicture(label: "Receipt", hash: PhotoHash(of: Self.png))])
        #expect(try await fixture.store.photos[PhotoHash(of: Self.png)] == Self.png)
        let shown = await fixture.run("show", "Gym").out
        for line in [
            "Code        Voucher = QR code: 4711", "Locker      12", "Since       May 2019", "Picture 1   Receipt",
        ] {
            #expect(shown.contains(line + "\n"), "\(shown)")
        }
        let json = await fixture.run("show", "Gym", "--json").out
        #expect(json.contains("\"Voucher\"") && json.contains("\"Locker\"") && !json.contains("\"pictures\""))
    }

    @Test("edit changes one of them and leaves the others; an empty value removes it, --clear all")
    func edit() async throws {
        let fixture = try await CommandLineFixture([gym()], photos: [Self.png])
        #expect(
            await fixture.run("edit", "Gym", "--field=Locker=13", "--field=Since=", "--picture=Receipt=").out
                == "Changed Gym\n")
        var card = try #require(try await fixture.store.cards.values.first)
        #expect(card.ownFields == [OwnField(name: "Locker", value: "13")])
        #expect(card.codes.count == 1 && card.pictures.isEmpty)
        #expect(await fixture.run("edit", "Gym", "--clear", "field", "--clear", "code").code == 0)
        card = try #require(try await fixture.store.cards.values.first)
        #expect(card.ownFields.isEmpty && card.codes.isEmpty)
    }

    @Test(
        "what cannot be read is refused, and nothing changes",
        arguments: [
            ("--field=Locker", "--field: write it as NAME = VALUE"),
            ("--code=x=QRR:1", "--code: \"QRR\" is not a known kind"),
            ("--code=x=EAN_13:1", "--code: "), ("--picture=", "--picture: write it as LABEL = PATH"),
        ])
    func refused(option: String, message: String) async throws {
        let fixture = try await CommandLineFixture([gym()], photos: [Self.png])
        for arguments in [["edit", "Gym", option], ["add", "--name=x", "--number=1", option]] {
            let result = await fixture.run(arguments)
            #expect(result.code == 2 && result.err.contains(message), "\(result.err)")
        }
        #expect(try await fixture.store.cards.count == 1)
        #expect(try await fixture.store.cards.values.first?.ownFields.count == 2)
    }

    @Test("further pictures are written, set, named and removed by their numbers")
    func pictures() async throws {
        let fixture = try await CommandLineFixture([gym()], photos: [Self.png])
        let file = fixture.folder.path + "/may.png"
        try Data([1] + Self.png).write(to: .init(filePath: file))
        #expect(await fixture.run("photo", "Gym", "2", "--set", file, "--label", "May").code == 0)
        #expect(await fixture.run("photo", "Gym", "1", "--label", "April").code == 0)
        #expect(try await fixture.store.cards.values.first?.pictures.map(\.label) == ["April", "May"])
        let out = fixture.folder.path + "/out.png"
        #expect(await fixture.run("photo", "Gym", "2", "--out", out).code == 0)
        #expect(try Data(contentsOf: .init(filePath: out)) == Data([1] + Self.png))
        #expect(await fixture.run("photo", "Gym", "1", "--remove").code == 0)
        #expect(try await fixture.store.cards.values.first?.pictures.map(\.label) == ["May"])
        let far = await fixture.run("photo", "Gym", "3", "--set", file)
        #expect(far.code == 1 && far.err.contains("the next one is number 2"), "\(far.err)")
        #expect(await fixture.run("photo", "Gym", "5", "--out", out).err == "cards-tui: \"Gym\" has no picture 5\n")
        for wrong in [["21"], ["0"], ["front", "--label", "x"], ["1", "--remove", "--label", "x"]] {
            #expect(await fixture.run(["photo", "Gym"] + wrong).code == 2, "\(wrong)")
        }
    }

    @Test("export --photos writes further pictures with their numbers")
    func export() async throws {
        let fixture = try await CommandLineFixture([gym()], photos: [Self.png])
        let folder = fixture.folder.path + "/photos"
        #expect(await fixture.run("export", "--photos", folder).code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["gym-picture-1.png"])
    }

    @Test("a further code is drawn by its label or number")
    func code() async throws {
        let fixture = try await CommandLineFixture([gym()], photos: [Self.png])
        for name in ["Voucher", "1"] {
            #expect(await fixture.run("barcode", "Gym", "--code", name).out == "code QR_CODE 4711\n4711\n")
        }
        #expect(await fixture.run("barcode", "Gym").out == "code CODE_128 42\n42\n")
        let none = await fixture.run("barcode", "Gym", "--code", "2")
        #expect(none.err == "cards-tui: \"Gym\" has no code \"2\"; it has: Voucher\n" && none.code == 1)
    }
}
