import CardSettings
import Cards
import Testing

@testable import CardCommands

@Suite("Barcodes and links on the command line")
struct BarcodeCommandTests {
    private static let link =
        "https://catima.app/share#store%3DGrocery%2BStore%26note%3D%26cardid%3D5901234123457%26barcodetype%3DEAN_13"

    private func zoo(_ barcode: Barcode?, number: String = "5901234123457") throws -> Card {
        try Card.make("A", "Zoo") { ($0.number, $0.barcode) = (number, barcode) }
    }

    @Test("a barcode is drawn with its number below it", arguments: [true, false])
    func show(isTerminal: Bool) async throws {
        let line = try await CommandLineFixture([zoo(Barcode(format: .ean13))], isTerminal: isTerminal)
        let result = await line.run("show", "zoo", "--barcode")
        #expect((result.code, result.err) == (0, ""))
        #expect(result.out == "code EAN_13 5901234123457\n5901234123457\n")
        #expect(await line.run("show", "zoo", "--barcode", "--plain").out.hasPrefix("plain EAN_13"))
    }

    @Test("on a terminal that is too small only the number is printed") func tooSmall() async throws {
        let number = String(repeating: "A", count: 40)
        let line = try await CommandLineFixture([zoo(Barcode(format: .code128), number: number)])
        let result = await line.run("show", "A", "--barcode")
        #expect(result.code == 1)
        #expect(result.out == number + "\n")
        #expect(result.err == "cards-tui: the terminal is too small: the code needs 200 columns and 12 lines\n")
        let hexagons = try await CommandLineFixture([zoo(Barcode(format: .maxiCode))])
        let pixels = await hexagons.run("show", "A", "--barcode")
        #expect(pixels.code == 1 && pixels.err.contains("needs pixel graphics"))
    }

    @Test("a card without a barcode, or with an invalid one, gives an error") func none() async throws {
        let none = try await CommandLineFixture([zoo(nil)]).run("show", "A", "--barcode")
        #expect((none.code, none.out, none.err) == (1, "", "cards-tui: \"Zoo\" has no barcode\n"))
        let wrong = try await CommandLineFixture([zoo(Barcode(format: .ean8))]).run("show", "A", "--barcode")
        #expect(wrong.code == 1)
        #expect(
            wrong.err == "cards-tui: the barcode of \"Zoo\" cannot be drawn, an EAN-8: it needs 8 digits, but has 13\n"
        )
    }

    @Test("a link is printed, or drawn as a QR code, and gives the same card again") func share() async throws {
        let line = try await CommandLineFixture([zoo(Barcode(format: .ean13))])
        let url = await line.run("show", "A", "--share-url")
        #expect(url.code == 0)
        let expected = "https://catima.app/share#store%3DZoo%26note%3D%26cardid%3D5901234123457%26barcodetype%3DEAN_13"
        #expect(url.out == expected + "\n")
        #expect(await line.run("show", "A", "--share-qr").out == "code QR_CODE \(expected)\n")
        let empty = try await CommandLineFixture()
        #expect(await empty.run("add", "--from-url", expected).out == "new-1\n")
        let card = try #require(try await empty.store.cards.values.first)
        #expect(card.name == "Zoo" && card.number == "5901234123457" && card.barcode == Barcode(format: .ean13))
    }

    @Test("links to several cards are one a line; nothing is written if one is missing; all else shows one card")
    func severalLinks() async throws {
        let cards = try ["A", "B"].map { name in try Card.make(name, "Zoo \(name)") { $0.number = "1" } }
        let line = try await CommandLineFixture(cards)
        let links = await line.run("show", "A", "B", "--share-url")
        #expect(links.code == 0 && links.out.split(separator: "\n").count == 2)
        #expect(links.out.contains("store%3DZoo%2BA") && links.out.contains("store%3DZoo%2BB"))
        let missing = await line.run("show", "A", "nobody", "--share-url")
        #expect(missing.code != 0 && missing.out.isEmpty)
        for options in [[], ["--barcode"], ["--json"]] {
            let wrong = await line.run(["show", "A", "B"] + options)
            #expect(
                wrong.code == 2 && wrong.err.contains("only --share-url and --share-qr take several cards"),
                "\(options)")
        }
    }

    @Test("one code has several cards; those that do not fit are named, and the exit code says so")
    func severalInCode() async throws {
        var cards = try ["A", "B"].map { name in try Card.make(name, "Zoo \(name)") { $0.number = "1" } }
        let link = "https://catima.app/share#store%3DZoo%2B"
        let rest = "%26note%3D%26cardid%3D1"
        let both = await (try CommandLineFixture(cards)).run("show", "A", "B", "--share-qr")
        #expect(both.code == 0 && both.err.isEmpty)
        #expect(both.out == "code QR_CODE Zoo A: \(link)A\(rest)\n\nZoo B: \(link)B\(rest)\n")
        cards[1].note = String(repeating: "é", count: 2000)
        let line = try await CommandLineFixture(cards)
        let one = await line.run("show", "A", "B", "--share-qr")
        #expect(one.code == 1 && one.out == "code QR_CODE \(link)A\(rest)\n")
        #expect(one.err == "cards-tui: 1 of 2 cards fit into one code, without Zoo B.\n")
        let none = await line.run("show", "B", "B", "--share-qr")
        #expect(none.code == 1 && none.out.isEmpty && none.err.contains("each of the links is too long for a QR code"))
    }

    @Test("all links of a text are added as one step, or none; a damaged one is named with its line")
    func addingSeveral() async throws {
        let link = "https://catima.app/share#store%3DZoo%26note%3D%26cardid%3D1"
        let text = "I want to share some cards with you\n\nZoo: \(link)\n\nB: \(link)2\n"
        let line = try await CommandLineFixture()
        let added = await line.run("add", "--from-url", text)
        #expect((added.code, added.out) == (0, "new-1\nnew-2\n"))
        #expect(try await line.store.cards.values.map(\.number).sorted() == ["1", "12"])
        #expect(await line.run("undo").code == 0)
        #expect(try await line.store.cards.isEmpty)
        let wrong = await line.run("add", "--from-url", text + "\nhttps://catima.app/share#store%3DX%26note%3D")
        #expect(wrong.code == 1 && wrong.out.isEmpty)
        #expect(wrong.err.contains("link 3 of 3, line 7: The link has no card number. Nothing was added."))
        #expect(try await line.store.cards.isEmpty)
    }

    @Test("a currency unknown to Catima is left out with a warning") func strangeCurrency() async throws {
        let card = try Card.make("A", "Zoo") { ($0.number, $0.balance, $0.currency) = ("1", "0.5", "XBT") }
        let url = try await CommandLineFixture([card]).run("show", "A", "--share-url")
        #expect(url.code == 0 && url.out == "https://catima.app/share#store%3DZoo%26note%3D%26cardid%3D1\n")
        #expect(url.err.contains("without the balance: Catima does not know its currency"))
    }

    @Test("a barcode that breaks a rule is drawn with a warning") func brokenRule() async throws {
        let card = try zoo(Barcode(format: .gs1Code128, value: "(01)09501101530004"))
        let drawn = try await CommandLineFixture([card]).run("show", "A", "--barcode")
        #expect(drawn.code == 0 && drawn.err.contains("breaks a rule: the last digit should be 3"))
    }

    @Test("what a link cannot contain is reported") func cannotShare() async throws {
        let photo = try await CommandLineFixture([zoo(nil, number: "")]).run("show", "A", "--share-url")
        #expect(photo.code == 1 && photo.err.contains("has no number, and a link cannot contain photos"))
        let long = try Card.make("A", "Zoo") { ($0.number, $0.note) = ("1", String(repeating: "é", count: 2000)) }
        let code = try await CommandLineFixture([long]).run("show", "A", "--share-qr")
        #expect(code.code == 1 && code.out.isEmpty && code.err.contains("too long: a QR code holds 2953 at most"))
    }

    @Test(
        "an invalid link adds nothing and gives a reason",
        arguments: [
            ("https://example.org/share#store%3Da%26cardid%3D1", "This is not a share link"),
            ("https://catima.app/share#store%3Da%26note%3D", "The link has no card number. Nothing was added."),
            ("https://catima.app/share#store%3Da%26cardid%3D%", "The link is damaged"),
            ("", "This is not a share link"),
        ])
    func wrongLinks(link: String, message: String) async throws {
        let line = try await CommandLineFixture()
        let result = await line.run("add", "--from-url", link)
        #expect(result.code == 1 && result.out.isEmpty && result.err.contains(message))
        #expect(try await line.store.cards.isEmpty)
    }

    @Test("a card of a link must meet the validation of the settings") func validation() async throws {
        let line = try await CommandLineFixture()
        let config = try line.folder.write("validation: both-photos\n", to: "c.yaml")
        let strict = await line.run("add", "--from-url", Self.link, "--config", config)
        #expect(strict.code == 1 && strict.err.contains("front photo"))
        #expect(try await line.store.cards.isEmpty)
    }

    @Test(
        "an invalid barcode is rejected with the reason and a correction",
        arguments: [
            (
                ["--number", "5901234123458", "--barcode", "EAN_13"],
                "--barcode EAN_13: the last digit should be 7. Did you mean \"5901234123457\"?"
            ),
            (
                ["--number", "7", "--barcode", "ean-13", "--barcode-value", "590123412345"],
                "--barcode EAN_13: the check digit is missing: the last digit would be 7. Did you mean \"5901234123457\"?"
            ),
            (
                ["--number", "x", "--barcode", "ITF"],
                "--barcode ITF: “x” is not allowed: use digits. Try: cards-tui help add"
            ),
            (
                ["--number", "1", "--barcode", "QR_CODE", "--barcode-encoding", "EBCDIC"],
                "--barcode QR_CODE: EBCDIC is not a known encoding: use ISO-8859-1, UTF-8, HEX, GS1, or a character set such as ISO-8859-2. Try: cards-tui help add"
            ),
            (
                ["--number", "12 34", "--barcode", "CODE_128"],
                "--barcode CODE_128: it includes the spaces in the number, which few barcodes have. Did you mean \"--barcode-value 1234\"?"
            ),
            (
                ["--number", "1", "--barcode-value", "1"],
                "--barcode-value needs --barcode. Try: cards-tui help add"
            ),
            (
                ["--from-url", "x", "--number", "1"],
                "--from-url cannot be used with --number. Try: cards-tui help add"
            ),
        ])
    func refusals(arguments: [String], message: String) async throws {
        let line = try await CommandLineFixture()
        let name = arguments.contains("--from-url") ? [] : ["--name", "Zoo"]
        let result = await line.run(["add"] + name + arguments)
        #expect(result.code == 2)
        #expect(result.err == "cards-tui: \(message)\n")
        #expect(try await line.store.cards.isEmpty)
    }

    @Test("a barcode can have its own value and encoding") func addBarcode() async throws {
        let line = try await CommandLineFixture()
        let result = await line.run(
            "add", "--name", "Zoo", "--number", "7", "--barcode", "qr code", "--barcode-value", "Ω",
            "--barcode-encoding", "utf-8")
        #expect((result.code, result.err) == (0, ""))
        let expected = Barcode(format: .qrCode, value: "Ω", encoding: "UTF-8")
        #expect(try await line.store.cards.values.first?.barcode == expected)
        // Canonically equal to the number, but other code points, so a scanner returns other bytes.
        let composed = try await CommandLineFixture([])
        let added = await composed.run(
            "add", "--name", "Zoo", "--number", "caf\u{E9}", "--barcode", "qr code", "--barcode-value", "cafe\u{301}",
            "--barcode-encoding", "UTF-8")
        #expect(added.code == 0, "\(added.err)")
        let value = try await composed.store.cards.values.first?.barcode?.value
        #expect(value.map { Array($0.unicodeScalars) } == Array("cafe\u{301}".unicodeScalars))
    }

    @Test(
        "a number that tells its kind gets it, as in the form, unless another or none is asked for",
        arguments: [
            ("4006381333931", nil, .ean13), ("4006381333930", nil, nil), ("C-99", nil, nil),
            ("https://club.example/77", nil, .qrCode), ("4006381333931", "none", nil),
            ("4006381333931", "CODE_128", .code128),
        ] as [(String, String?, BarcodeFormat?)])
    func evidentKind(number: String, option: String?, format: BarcodeFormat?) async throws {
        let line = try await CommandLineFixture()
        let result = await line.run(
            ["add", "--name", "Zoo", "--number", number] + (option.map { ["--barcode", $0] } ?? []))
        #expect((result.code, result.err) == (0, ""))
        #expect(try await line.store.cards.values.first?.barcode?.format == format)
    }

    @Test("none removes the barcode of a card, and goes with no value")
    func noBarcode() async throws {
        let line = try await CommandLineFixture()
        #expect(await line.run("add", "--name", "Zoo", "--number", "4006381333931").code == 0)
        #expect(await line.run("edit", "Zoo", "--barcode", "None").code == 0)
        #expect(try await line.store.cards.values.first?.barcode == nil)
        let refused = await line.run("add", "--name", "Zoo", "--barcode", "none", "--barcode-value", "7")
        #expect(refused.code == 2 && refused.err.contains("--barcode-value cannot be used with --barcode none"))
    }

    @Test("the kind accepts the same spellings as the form", arguments: ["ean13", "EAN-13", "EAN_13", "ean 13"])
    func kinds(text: String) async throws {
        let line = try await CommandLineFixture()
        let result = await line.run("add", "--name", "Zoo", "--number", "5901234123457", "--barcode", text)
        #expect((result.code, result.err) == (0, ""))
        #expect(try await line.store.cards.values.first?.barcode == Barcode(format: .ean13))
    }

    @Test("only one of a card's photo, barcode and link can be shown at a time") func oneWay() async throws {
        let line = try await CommandLineFixture([zoo(Barcode(format: .ean13))])
        for options in [
            ["--barcode", "--json"], ["--share-url", "--share-qr"], ["--barcode", "--photo", "front"],
            ["--share-qr", "--photos"],
        ] {
            let result = await line.run(["show", "A"] + options)
            #expect(result.code == 2 && result.err.contains("cannot be used with"), "\(options)")
        }
    }
}
