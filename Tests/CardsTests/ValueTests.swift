import Basics
import Cards
import TestSupport
import Testing

@Suite("Values of a card")
struct ValueTests {
    @Test(
        "identifiers contain only characters that are safe in a URL's path",
        arguments: ["", "../x", "a b", "a/b", "ä", "a\n", "a%2F"])
    func badIdentifier(text: String) { #expect(CardID(text) == nil) }

    @Test("a new identifier is a version 4 UUID in upper case")
    func newIdentifier() {
        let text = CardID.random().text
        #expect(text.wholeMatch(of: /[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/) != nil)
        #expect(CardID(String(repeating: "a", count: 128)) != nil)
        #expect(CardID(String(repeating: "a", count: 129)) == nil)
    }

    @Test("the identifiers of a sequence are version 7 UUIDs of its time, and ascend")
    func identifierSequence() throws {
        let time = try #require(Timestamp("2026-11-20T08:15:30.123Z"))
        var generator = SeededGenerator(seed: 5)
        let sequence = CardIDSequence(from: time, using: &generator)
        let texts = (0..<1000).map { _ in sequence.next().text }
        #expect(texts == Set(texts).sorted())
        let digits = String(time.milliseconds, radix: 16, uppercase: true)
        let start = "0" + digits.prefix(7) + "-" + digits.suffix(4) + "-7"
        for text in texts {
            #expect(text.hasPrefix(start))
            #expect(text.wholeMatch(of: /[0-9A-F]{8}-[0-9A-F]{4}-7[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/) != nil)
        }
        let other = CardIDSequence(from: time, using: &generator).next().text
        #expect(!texts.contains(other))
        // A clock may be set to any year.
        for milliseconds in [Int64.min, -1, 0, Int64.max] {
            let identifier = CardIDSequence(from: Timestamp(clamping: milliseconds), using: &generator).next()
            #expect(CardID(identifier.text) == identifier)
        }
    }

    @Test(
        "amounts are normalized to a decimal",
        arguments: [
            ("12.50", "12.50"), ("12,50", "12.50"), ("+3", "3"), ("-0,5", "-0.5"), ("1 200", "1200"), ("", nil),
            (".5", nil),
            ("5.", nil), ("1.2.3", nil), ("1e5", nil), ("١٢", nil), ("12.50 EUR", nil),
        ] as [(String, String?)])
    func amounts(text: String, amount: String?) { #expect(Balance.amount(from: text) == amount) }

    @Test("colours are parsed with and without #, with three and six digits")
    func colors() {
        #expect(CardColor("#1A2b3c")?.text == "#1a2b3c")
        #expect(CardColor("fa0")?.text == "#ffaa00")
        #expect(CardColor("#19E")?.text == "#1199ee")
        for text in ["", "#", "#12", "#1234", "#12345", "#1234567", "#gggggg", "+12345", "#-12345", "##12345", "#１２３"] {
            #expect(CardColor(text) == nil)
        }
    }

    @Test("a photo's hash is the SHA-256 of its bytes (FIPS 180-4 examples)")
    func hash() {
        #expect(
            PhotoHash(of: Array("abc".utf8)).text == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(PhotoHash(of: []).text == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(PhotoHash("abc") == nil)
    }

    @Test(
        "folding removes marks, so that names are found without them",
        arguments: [
            ("Łódź", "lodz"), ("ÉCOLE", "ecole"), ("Straße", "strasse"), ("ﬁne", "fine"), ("Ærø", "aero"),
            ("İstanbul", "istanbul"),
            ("plain", "plain"), ("漢字", "漢字"), ("", ""),
        ])
    func folding(text: String, folded: String) { #expect(TextFolding.fold(text) == folded) }

    @Test("links end before the punctuation of the sentence")
    func links() {
        let note =
            "See https://a.example/x?y=1, (http://b.example/z_(q)) or mailto:me@c.example. Not http:// nor ahttps"
        #expect(
            links(in: note) == ["https://a.example/x?y=1", "http://b.example/z_(q)", "mailto:me@c.example"])
        #expect(links(in: "") == [])
        #expect(links(in: String(repeating: "https://", count: 200)).count == 1)
    }

    private func links(in note: String) -> [String] {
        let links = NoteLinks(in: note)
        return (0..<links.count).map { links[$0] }
    }

    @Test("a valid card has a name and something to show")
    func validity() {
        var card = Card(identifier: .random(), name: " ")
        #expect(CardValidation.standard.missing(in: card) == [.name, .numberOrPhoto])
        (card.name, card.number) = ("Name", "1")
        #expect(CardValidation.standard.missing(in: card) == [])
        #expect(CardValidation.bothPhotos.missing(in: card) == [.photo(.front), .photo(.back)])
        (card.number, card.barcode) = (" ", Barcode(format: .qrCode, value: "hello"))
        #expect(CardValidation.standard.missing(in: card) == [], "a barcode with a value of its own")
        card.barcode = Barcode(format: .qrCode, value: "")
        #expect(CardValidation.standard.missing(in: card) == [.numberOrPhoto])
        (card.number, card.back, card.barcode) = ("", PhotoHash(of: [1]), nil)
        #expect(CardValidation.standard.missing(in: card) == [])
        #expect(CardValidation.bothPhotos.missing(in: card) == [.photo(.front)])
    }
}
