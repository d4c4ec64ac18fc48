import Cards
import Foundation
import PtySupport
import TestSupport
import Testing

@Suite("Codes, photos and copies without the screen", .inTurns)
struct WithoutScreenJourneys {
    private static let number = "5901234123457"

    @Test("a barcode is written as a picture, read again, and becomes the code of another card")
    func codes() async throws {
        let home = try Home()
        try await home.add("Elm Gym", number: Self.number, "--barcode", "EAN_13")
        let (png, svg) = (home.path("code.png"), home.path("code.svg"))
        #expect(try await home.run("barcode", "elm gym", "--png", png).status == 0)
        #expect(try await home.run("barcode", "elm gym", "--svg", svg, "--kind", "QR_CODE").status == 0)
        #expect(try home.folder.text(of: "code.svg").hasPrefix("<svg "))
        let read = try await home.run("scan", png, svg)
        #expect(read.output == "EAN_13\t\(Self.number)\t\(png)\t\n", "\(read.errors)")
        #expect(read.status == 1 && read.errors.contains(svg))
        let json = try await home.run(["scan", "--json", "-"], input: png)
        let object = try JSONParser.parse(Array(json.output.utf8))
        #expect(object["bytes"]?.string == Data(Self.number.utf8).base64EncodedString())
        let added = try await home.run("scan", "--add", png)
        #expect(added.status == 0, "\(added.errors)")
        try await home.add("Oak", number: "77")
        #expect(try await home.run("scan", png, "--into", "oak").status == 0)
        let cards = try await home.cards()
        #expect(cards.compactMap { $0["name"]?.string } == ["code", "Elm Gym", "Oak"])
        #expect(cards.compactMap { $0["number"]?.string } == [Self.number, Self.number, "77"])
        // A picture of nothing, and a terminal that is no place for a picture.
        let terminal = try home.start(["barcode", "oak", "--png", "-"])
        #expect(try await terminal.exitStatus() == 2)
    }

    @Test("a photo is set, cut, written and removed")
    func photos() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        let file = home.path("front.png")
        try Files.write(Samples.photoBytes("Elm", .front), to: file)
        let set = try await home.run("photo", "elm gym", "front", "--set", file, "--crop", "2,3,40,20")
        #expect(set.status == 0, "\(set.errors)")
        #expect(try await home.run("photo", "elm gym", "front", "--out", home.path("out.png")).status == 0)
        let bytes = try Files.bytes(of: home.path("out.png"))
        // The size in the header of a PNG.
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(bytes.dropFirst(16).prefix(8).elementsEqual([0, 0, 0, 40, 0, 0, 0, 20]))
        let beside = try await home.run("photo", "elm gym", "back", "--set", file, "--crop", "9000,0,10,10")
        #expect(
            beside.status == 1 && beside.errors.contains("The crop area lies outside the photo"), "\(beside.errors)")
        #expect(try await home.run("photo", "elm gym", "back", "--set", file, "--crop", "auto").status == 0)
        #expect(try await home.run("photo", "elm gym", "front", "--remove").status == 0)
        #expect(try await home.run("photo", "elm gym", "front").status == 1)
        #expect(try await home.run("check").output == "The card store is intact: 1 card.\n")
    }

    @Test("a copy of the store becomes a new one; onto cards it is restored only where that is said")
    func copies() async throws {
        let home = try Home()
        let first = try await home.add("Elm Gym")
        let copy = home.path("copy.sqlite")
        #expect(try await home.run("backup", copy).status == 0)
        #expect(try await home.run("remove", first).status == 0)
        let over = try await home.run("restore", copy)
        #expect(over.status == 2 && over.errors.contains("use --yes"), "\(over.errors)")
        let new = home.path("new/cards.sqlite")
        #expect(try await home.run("--store", new, "restore", copy).output == "1 card restored to \(new)\n")
        #expect(try await home.run("--store", new, "list").output.hasSuffix("\t\(first)\n"))
        #expect(try await home.run("list").output == "")
    }

    @Test("without a terminal on standard input no password is asked for")
    func password() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        let secret = try home.folder.write("one\n", to: "secret")
        let archive = home.path("cards.zip")
        let written = try await home.run("export", archive, "--format", "catima", "--password-file", secret)
        #expect(written.status == 0, "\(written.errors)")
        let refused = try await home.run("import", archive)
        #expect(refused.status == 1 && refused.errors.contains("needs a password"), "\(refused.errors)")
        let again = try await home.run("export", archive, "--format", "catima", "--password")
        #expect(again.status == 1 && again.errors.contains("no password was given"), "\(again.errors)")
        let imported = try await home.run("import", archive, "--password-file", secret, "--json")
        let result = try JSONParser.parse(Array(imported.output.utf8))
        #expect(imported.status == 0 && result["format"] == .string("catima"), "\(imported.errors)")
    }

    @Test("names complete a command line; keys, themes and what was found are told")
    func told() async throws {
        let home = try Home()
        #expect(try await home.run("complete", "cards", "--", "").output == "")
        #expect(!Files.exists(home.store))
        try await home.add("Élan", number: "1", "--group", "sport")
        try await home.add("Elm Gym")
        #expect(try await home.run("complete", "cards", "--", "el").output == "Élan\nElm Gym\n")
        #expect(try await home.run("complete", "groups", "--", "").output == "sport\n")
        try home.configure("theme: nord\nkeys:\n  list.star: f9\n")
        #expect(try await home.run("themes").output.contains("nord\tdark\t\tin use\n"))
        #expect(try await home.run("keys").output.contains("list.star\tf9\t"))
        #expect(try await home.run("check").status == 0)
        let checked = try JSONParser.parse(Array(await home.run("check", "--json").output.utf8))
        #expect(checked["intact"] == .bool(true) && checked["cards"] == .number("2"))
        let paths = try JSONParser.parse(Array(await home.run("paths", "--json").output.utf8))
        #expect(paths["store"] == .string(home.store))
        try home.configure("theme: nrod\nkeys:\n  list.str: ctrl-f\n")
        let wrong = try await home.run("check")
        #expect(wrong.status == 1 && wrong.errors.contains("list.star"), "\(wrong.errors)")
        #expect(wrong.errors.contains("nord"), "\(wrong.errors)")
        let version = try await home.run("--version", "--verbose").output
        #expect(version.hasPrefix("cards-tui ") && version.contains("cards\tSQLite 3."))
        #expect(version.contains("drawing barcodes\tlibzint\tfound\n"))
    }
}
