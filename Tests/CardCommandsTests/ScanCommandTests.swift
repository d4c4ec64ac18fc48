import Cards
import Testing

@testable import CardCommands

@Suite("Reading barcodes on the command line")
struct ScanCommandTests {
    private static let ean = FoundBarcode(barcode: Barcode(format: .ean13), number: "5901234123457")
    private static let text = FoundBarcode(
        barcode: Barcode(format: .qrCode, value: "é", encoding: "UTF-8"), number: "12")
    private static let doubtful: FoundBarcode = {
        var found = FoundBarcode(barcode: Barcode(format: .code39), number: "AB")
        (found.isDoubtful, found.page, found.part) = (true, 2, CodePart(number: 1, count: nil))
        return found
    }()

    private func fixture(_ cards: [Card] = []) async throws -> CommandLineFixture {
        var line = try await CommandLineFixture(cards)
        line.codes = [
            "one": [Self.ean], "two": [Self.ean, Self.text], "odd": [Self.doubtful],
            "mixed": [Self.doubtful, Self.ean],
        ]
        for name in ["one", "two", "odd", "mixed", "none", "no picture"] {
            _ = try line.folder.write(name, to: "Elm \(name).jpg")
        }
        return line
    }

    private func path(_ name: String, _ line: CommandLineFixture) -> String { line.folder.path + "/Elm \(name).jpg" }

    @Test("the codes of several files are printed, one a line, with what is to be known of them")
    func printed() async throws {
        let line = try await fixture()
        let (two, odd) = (path("two", line), path("odd", line))
        let result = await line.run("scan", two, odd)
        #expect((result.code, result.err) == (0, ""))
        #expect(
            result.out == """
                EAN_13\t5901234123457\t\(two)\t
                QR_CODE\té\t\(two)\t
                CODE_39\tAB\t\(odd)\tpage 2, part 1, may be wrong

                """)
    }

    @Test("on a terminal, too, a long value is whole")
    func longValue() async throws {
        var line = try await fixture()
        line.isTerminal = true
        let value = String(repeating: "7", count: 600)
        line.codes["long"] = [FoundBarcode(barcode: Barcode(format: .qrCode), number: value)]
        let file = try line.folder.write("long", to: "long.jpg")
        #expect(await line.run("scan", file).out == "QR_CODE  \(value)  \(file)\n")
    }

    @Test("--json gives one object a line, with the bytes as base64")
    func json() async throws {
        let line = try await fixture()
        let file = path("two", line)
        let result = await line.run("scan", "--json", file)
        #expect(
            result.out == """
                {"file":"\(file)","kind":"EAN_13","value":"5901234123457","number":"5901234123457","bytes":"NTkwMTIzNDEyMzQ1Nw=="}
                {"file":"\(file)","kind":"QR_CODE","value":"é","number":"12","encoding":"UTF-8","bytes":"w6k="}

                """)
        let odd = await line.run("scan", "--json", path("odd", line))
        #expect(odd.out.hasSuffix("\"page\":2,\"part\":{\"number\":1},\"doubtful\":true}\n"))
    }

    @Test("files without a code, and those that cannot be read, are named; the others are read")
    func none() async throws {
        let line = try await fixture()
        let (none, wrong, missing) = (path("none", line), path("no picture", line), line.folder.path + "/missing")
        let result = await line.run("scan", none, wrong, missing, path("one", line))
        #expect(result.code == 1 && result.out.hasPrefix("EAN_13\t"))
        #expect(result.err.contains("no barcode was found in \(none)\n"))
        #expect(result.err.contains("\(wrong): This is not a picture.\n"))
        #expect(result.err.contains("cards-tui: \(missing)"))
    }

    @Test("--add adds a card named after the file; several codes and a doubtful one add none")
    func add() async throws {
        let line = try await fixture()
        let result = await line.run("scan", "--add", path("one", line), path("two", line), path("odd", line))
        #expect(result.code == 1)
        let card = try #require(try await line.store.cards.values.first)
        #expect(result.out == card.identifier.text + "\n")
        #expect((card.name, card.number) == ("Elm one", "5901234123457"))
        #expect(card.barcode == Barcode(format: .ean13))
        #expect(try await line.store.cards.count == 1)
        #expect(result.err.contains("there are 2 barcodes in \(path("two", line)):\n  EAN_13  5901234123457\n"))
        #expect(result.err.contains("the barcode in \(path("odd", line)) may have been misread:\n  CODE_39  AB\n"))
        let mixed = await line.run("scan", "--add", path("mixed", line))
        #expect(mixed.code == 0)
        #expect(try await line.store.cards.count == 2)
    }

    @Test("--add with a share link adds the card of the link")
    func link() async throws {
        var line = try await fixture()
        let url = "https://catima.app/share#store%3DZoo%26note%3D%26cardid%3D12"
        line.codes["link"] = [FoundBarcode(barcode: Barcode(format: .qrCode), number: url)]
        let file = try line.folder.write("link", to: "code.png")
        #expect(await line.run("scan", "--add", file).code == 0)
        let card = try #require(try await line.store.cards.values.first)
        #expect((card.name, card.number) == ("Zoo", "12"))
    }

    @Test("--add with several share links, in one code or in several, adds the card of each; --into takes one")
    func links() async throws {
        var line = try await fixture([.make("A", "Yew")])
        func link(_ name: String) -> String { "https://catima.app/share#store%3D\(name)%26note%3D%26cardid%3D12" }
        line.codes["links"] = ["Zoo: \(link("Zoo"))\n\nElm: \(link("Elm"))", link("Oak")].map {
            FoundBarcode(barcode: Barcode(format: .qrCode), number: $0)
        }
        let file = try line.folder.write("links", to: "code.png")
        let added = await line.run("scan", "--add", file)
        #expect(added.code == 0 && added.out.split(separator: "\n").count == 3)
        #expect(try await line.store.cards.values.map(\.name).sorted() == ["Elm", "Oak", "Yew", "Zoo"])
        line.codes["links"]?.removeLast()
        let into = await line.run("scan", file, "--into", "A")
        #expect(into.code == 1 && into.err.contains("the code has 2 share links, and one card was named"))
    }

    @Test("--into gives the code to a card, whose number stays")
    func into() async throws {
        let line = try await fixture([.make("A", "Zoo") { $0.number = "77" }, .make("B", "Yew")])
        let result = await line.run("scan", path("mixed", line), "--into", "zoo")
        #expect((result.code, result.out) == (0, "EAN_13\t5901234123457\n"))
        let (zoo, yew) = (try #require(CardID("A")), try #require(CardID("B")))
        let card = try #require(try await line.store.card(zoo))
        #expect((card.number, card.barcode) == ("77", Barcode(format: .ean13, value: "5901234123457")))
        #expect(await line.run("scan", path("one", line), "--into", "B").code == 0)
        let other = try #require(try await line.store.card(yew))
        #expect((other.number, other.barcode) == ("5901234123457", Barcode(format: .ean13)))
        let several = await line.run("scan", path("one", line), path("two", line), "--into", "B")
        #expect(several.code == 1 && several.out.isEmpty)
        #expect(await line.run("scan", path("one", line), "--into", "nobody").code == 1)
    }

    @Test(
        "what contradicts itself is refused",
        arguments: [["scan"], ["scan", "x", "--add", "--into", "y"], ["scan", "x", "--json", "--add"]])
    func wrong(arguments: [String]) async throws { #expect(try await fixture().run(arguments).code == 2) }
}
