import CardTransfer
import Cards
import TestSupport
import Testing

@Suite("Share links")
struct ShareLinkTests {
    private let identifier = CardID.random()

    private func card(_ text: String) throws(ShareLinkError) -> Card {
        try ShareLink.card(from: text, identifier: identifier)
    }

    @Test("a link has the form that Catima writes") func writing() {
        var card = Card(identifier: identifier, name: "Grocery Store")
        card.note = "Quite necessary"
        (card.balance, card.number) = ("150", "dhd")
        card.barcode = Barcode(format: .aztec)
        card.color = CardColor("#67bfcc")
        // The example of docs/CARD_SHARING_URL_FORMAT.md, in another color.
        #expect(
            ShareLink(card)?.url
                == "https://catima.app/share#store%3DGrocery%2BStore%26note%3DQuite%2Bnecessary%26balance%3D150"
                + "%26cardid%3Ddhd%26barcodetype%3DAZTEC%26headercolor%3D-9977908")
    }

    @Test("punctuation is encoded twice, and the note is always present") func encodedTwice() {
        var card = Card(identifier: identifier, name: "A&B = C%")
        card.number = "1+1/ü"
        #expect(
            ShareLink(card)?.url
                == "https://catima.app/share#store%3DA%2526B%2B%253D%2BC%2525%26note%3D%26cardid%3D1%252B1%252F%25C3%25BC"
        )
    }

    @Test(
        "links of Catima are read",
        arguments: [
            "https://catima.app/share#store%3DGrocery%2BStore%26note%3DQuite%2Bnecessary%26balance%3D150%26cardid%3Ddhd"
                + "%26barcodetype%3DAZTEC%26headercolor%3D-9977996",
            "  https://catima.app/share#store%3DGrocery%2BStore%26note%3DQuite%2Bnecessary%26balance%3D150%26cardid%3Ddhd"
                + "%26barcodetype%3DAZTEC%26headercolor%3D-9977996\n",
            "https://catima.app/share?store=Grocery%20Store&note=Quite%20necessary&balance=150&cardid=dhd&barcodetype=AZTEC"
                + "&headercolor=-9977996",
            "https://thelastproject.github.io/Catima/share#store%3DGrocery%2BStore%26note%3DQuite%2Bnecessary%26balance"
                + "%3D150%26cardid%3Ddhd%26barcodetype%3DAZTEC%26headercolor%3D-9977996%26someday%3Dmore",
            "HTTPS://brarcher.github.io/loyalty-card-locker/share?store=Grocery+Store&note=Quite+necessary&balance=150"
                + "&cardid=dhd&barcodetype=AZTEC&headercolor=-9977996",
            "https://catima.app/share/#store%3DGrocery%2BStore%26note%3DQuite%2Bnecessary%26balance%3D150%26cardid%3Ddhd"
                + "%26barcodetype%3DAZTEC%26headercolor%3D-9977996%26barcodeid%3D",
        ])
    func reading(text: String) throws {
        let card = try card(text)
        #expect(ShareLink.isShareLink(text))
        #expect(card.identifier == identifier)
        #expect(card.name == "Grocery Store" && card.note == "Quite necessary" && card.number == "dhd")
        #expect(card.amountLeft == Balance(amount: "150", currency: nil))
        #expect(card.barcode == Barcode(format: .aztec))
        // -9977996 is 0xFF67BF74.
        #expect(card.color == CardColor("#67bf74"))
    }

    @Test("an empty balance is written as Catima writes it") func noBalance() throws {
        #expect(try card("https://catima.app/share#store%3Da%26cardid%3D1%26balance%3D0").amountLeft == nil)
        let money = try card("https://catima.app/share#store%3Da%26cardid%3D1%26balance%3D0%26balancetype%3DEUR")
        #expect(money.amountLeft == Balance(amount: "0", currency: "EUR"))
    }

    @Test(
        "midnight in any time zone is read as that day",
        arguments: [-10, -8, -5, 0, 1, 2, 5, 8, 9, 11, 12, 13])
    func days(hoursEast: Int64) throws {
        let day = try #require(CalendarDay("2026-12-31"))
        let midnight = (Int64(day.daysSince1970) * 24 - hoursEast) * 3_600_000
        let card = try card("https://catima.app/share#store%3Da%26cardid%3D1%26expiry%3D\(midnight)")
        #expect(card.expiry == day)
    }

    @Test("the dates of a link are the same days almost everywhere", arguments: [-10, -5, 0, 2, 9, 13])
    func writtenDays(hoursEast: Int64) throws {
        var card = Card(identifier: identifier, name: "a")
        card.number = "1"
        card.expiry = CalendarDay("2026-12-31")
        let digits = try #require(ShareLink(card)?.url.split(separator: "expiry%3D").last?.prefix { $0.isNumber })
        let local = try #require(Int64(digits)) + hoursEast * 3_600_000
        #expect(CalendarDay(daysSince1970: Int(local / 86_400_000)) == card.expiry)
    }

    @Test(
        "an invalid link gives a reason and no card",
        arguments: [
            ("https://example.org/share#store%3Da%26cardid%3D1", ShareLinkError.notShareLink),
            ("https://catima.app.example.org/share#store%3Da%26cardid%3D1", .notShareLink),
            ("https://catima.app@example.org/share#store%3Da%26cardid%3D1", .notShareLink),
            ("https://me@catima.app/share#store%3Da%26cardid%3D1", .notShareLink),
            ("https://catima.app:8443/share#store%3Da%26cardid%3D1", .notShareLink),
            ("https://catima.app/shared#store%3Da%26cardid%3D1", .notShareLink),
            ("https://catima.app/", .notShareLink), ("javascript:alert(1)", .notShareLink), ("", .notShareLink),
            ("http://catima.app/share#store%3Da%26cardid%3D1", .notSecure),
            ("https://catima.app/share", .noName), ("https://catima.app/share#", .noName),
            ("https://catima.app/share#stare%3Da%26note%3D%26cardid%3D1", .noName),
            ("https://catima.app/share#store%3D%2B%2B%26cardid%3D1", .noName),
            ("https://catima.app/share#store%3Da%26note%3D", .noNumber),
            ("https://catima.app/share#store%3Da%26cardid%3D", .noNumber),
            ("https://catima.app/share#store%3Da%26cardid%3D1%", .wrongPercentSign),
            ("https://catima.app/share#store%3Da%26cardid%3D1%2", .wrongPercentSign),
            ("https://catima.app/share#store%3Da%26cardid%3D%25G1", .wrongPercentSign),
            ("https://catima.app/share#store%3Da%26cardid%3D%25FF", .wrongPercentSign),
            ("https://catima.app/share#store%3Da\u{1B}%26cardid%3D1", .controlCharacter),
            ("https://catima.app/share#store%3Da%251B%26cardid%3D1", .controlCharacter),
            ("https://catima.app/share#store%3Da%26cardid%3D1%2500", .controlCharacter),
            ("https://catima.app/share#store%3Da%26note%3D%251B%26cardid%3D1", .controlCharacter),
            (
                "https://catima.app/share#store%3Da%26cardid%3D1%26expiry%3Dsoon",
                .wrongValue(of: "its expiry date", wanted: "a date")
            ),
            (
                "https://catima.app/share#store%3Da%26cardid%3D1%26validfrom%3D9223372036854775807",
                .wrongValue(of: "its start date", wanted: "a date")
            ),
            (
                "https://catima.app/share#store%3Da%26cardid%3D1%26balance%3Dmuch",
                .wrongValue(of: "the balance", wanted: "a number")
            ),
            (
                "https://catima.app/share#store%3Da%26cardid%3D1%26balance%3D1%26balancetype%3DEURO",
                .wrongValue(of: "the currency", wanted: "three letters")
            ),
            (
                "https://catima.app/share#store%3Da%26cardid%3D1%26headercolor%3D99999999999",
                .wrongValue(of: "the color", wanted: "a number")
            ),
            ("https://catima.app/share#store%3Da%26cardid%3D1%26barcodetype%3DMSI", .unknownBarcode("MSI")),
            (
                "https://catima.app/share#store%3Da%26cardid%3D" + String(repeating: "1", count: 2_000_000),
                .tooLong(maximum: 100_000)
            ),
        ])
    func wrong(text: String, expected: ShareLinkError) {
        #expect(throws: expected) { try card(text) }
        #expect(expected.userMessage.hasSuffix("."))
    }

    @Test("a number may contain what its barcode can contain") func controlsInBarcode() throws {
        let card = try card("https://catima.app/share#store%3Da%26cardid%3D1%250D%26barcodetype%3DCODE_128")
        #expect(card.number == "1\r")
        #expect(throws: ShareLinkError.controlCharacter) {
            try self.card("https://catima.app/share#store%3Da%26cardid%3D1%250D%26barcodetype%3DEAN_13")
        }
    }

    @Test("hexadecimal bytes are shared as the same bytes") func hexadecimal() throws {
        var card = Card(identifier: identifier, name: "a")
        card.number = "7"
        card.barcode = Barcode(format: .qrCode, value: "00ff41", encoding: "HEX")
        let read = try self.card(#require(ShareLink(card)).url)
        #expect(try read.barcode?.content(number: "7").bytes == [0, 0xFF, 0x41])
    }

    @Test(
        "a number with gaps or an add-on is shared with the digits that Catima draws",
        arguments: [
            (BarcodeFormat.ean13, "4006 3813 3393 1", nil, "4006381333931"),
            (.ean13, "5901234123457+12", nil, "5901234123457"), (.ean13, "5901234123457 52495", nil, "5901234123457"),
            (.ean13, "M-17", "5901234-123457", "5901234123457"), (.ean8, "9638 5074", nil, "96385074"),
            (.upcA, "0 36000 29145 2", nil, "036000291452"), (.itf, "12 34-56", nil, "123456"),
            // The writer accepts these unchanged, or the code is invalid.
            (.ean13, "4006381333931", nil, nil), (.ean13, "4006381333931", "4006 3813 3393 1", nil),
            (.codabar, "1234", nil, nil), (.codabar, "a1234b", nil, nil), (.ean13, "4006 3813", nil, nil),
            (.qrCode, "4006 3813 3393 1", nil, nil),
        ] as [(BarcodeFormat, String, String?, String?)])
    func digits(format: BarcodeFormat, number: String, value: String?, shared: String?) throws {
        var card = Card(identifier: identifier, name: "a")
        (card.number, card.barcode) = (number, Barcode(format: format, value: value))
        let read = try self.card(#require(ShareLink(card)).url)
        #expect(read.number == number)
        #expect(read.barcode == Barcode(format: format, value: shared))
    }

    @Test("an encoding unknown to Catima is left out", arguments: ["EBCDIC", "HEX"])
    func unknownEncodings(name: String) throws {
        var card = Card(identifier: identifier, name: "a")
        (card.number, card.barcode) = ("5901234123457", Barcode(format: .ean13, encoding: name))
        #expect(try #require(ShareLink(card)).url.contains("barcodeencoding") == false)
        let link = "https://catima.app/share#store%3Da%26cardid%3D1%26barcodetype%3DQR_CODE%26barcodeencoding%3D"
        #expect(try self.card(link + "EBCDIC").barcode == Barcode(format: .qrCode))
        #expect(try self.card(link + "utf-8").barcode == Barcode(format: .qrCode, encoding: "UTF-8"))
    }

    @Test("parameters appended by others do not matter") func foreignParameters() throws {
        let card = try card("https://catima.app/share?utm=%zz&fbclid=%FF#store%3Da%26cardid%3D1%26more%3D%25zz")
        #expect(card.name == "a" && card.number == "1")
        #expect(throws: ShareLinkError.wrongPercentSign) {
            try self.card("https://catima.app/share?note=%zz#store%3Da%26cardid%3D1")
        }
    }

    @Test("a link for a QR code leaves out the colour and nothing else") func code() throws {
        var card = Card(identifier: identifier, name: "a")
        (card.number, card.note, card.color) = ("7", "b", CardColor("#102030"))
        #expect(try self.card(#require(ShareLink(card)).url) == card)
        let read = try self.card(#require(ShareLink(card, isForCode: true)).url)
        #expect(read.differences(from: card) == [.color])
    }

    @Test("a card whose number Catima does not accept cannot be shared") func noNumber() throws {
        var card = Card(identifier: identifier, name: "a")
        #expect(ShareLink(card) == nil)
        card.barcode = Barcode(format: .gs1Code128, value: "(10)AB")
        #expect(ShareLink(card) == nil)
        card.barcode = Barcode(format: BarcodeFormat(rawValue: "MSI"), value: "1")
        #expect(ShareLink(card) == nil)
        card.barcode = Barcode(format: .qrCode, value: "0G", encoding: "HEX")
        #expect(ShareLink(card) == nil)
        card.barcode = Barcode(format: .ean13, value: "4006 3813 3393 1")
        #expect(try self.card(#require(ShareLink(card)).url).number == "4006381333931")
    }

    @Test("a kind unknown to Catima is left out") func unknownKinds() throws {
        var card = Card(identifier: identifier, name: "a")
        card.number = "(10)AB"
        card.barcode = Barcode(format: .gs1Code128)
        #expect(try self.card(#require(ShareLink(card)).url).barcode == nil)
        card.barcode = Barcode(format: .microQR)
        #expect(try self.card(#require(ShareLink(card)).url).barcode == nil)
        card.barcode = Barcode(format: BarcodeFormat(rawValue: "MSI"))
        #expect(try self.card(#require(ShareLink(card)).url).barcode == nil)
    }

    @Test(
        "a balance is written as a decimal in a currency known to Java, or left out",
        arguments: [
            ("12.50", "EUR", "%26balance%3D12.50%26balancetype%3DEUR", false), ("7", nil, "%26balance%3D7", false),
            ("1E+3", nil, "%26balance%3D1000", false),
            ("1.5e-3", "CHF", "%26balance%3D0.0015%26balancetype%3DCHF", false),
            ("0.5", "XBT", "", true), ("5", "eur", "", true), ("5", "ABC", "", true), ("5", "SE\u{212A}", "", true),
            ("soon", "EUR", "", true), ("1E+999999999", "EUR", "", true), ("1e\(Int.min)", "EUR", "", true),
            ("NaN", nil, "", true),
            ("0x10", nil, "", true),
        ] as [(String, String?, String, Bool)])
    func balances(amount: String, currency: String?, written: String, isLeftOut: Bool) throws {
        var card = Card(identifier: identifier, name: "a")
        (card.number, card.balance, card.currency) = ("1", amount, currency)
        let link = try #require(ShareLink(card))
        #expect(link.url == "https://catima.app/share#store%3Da%26note%3D\(written)%26cardid%3D1")
        #expect((link.omission != nil) == isLeftOut)
    }

    @Test(
        "a balance with an exponent is read",
        arguments: [
            ("1E%2B3", "1000"), ("1e3", "1000"), ("12.5E1", "125"), ("0.5E1", "5"), ("-1.25E-2", "-0.0125"),
            ("0E-2", "0.00"),
        ])
    func exponents(written: String, amount: String) throws {
        let link = "https://catima.app/share?store=a&cardid=1&balancetype=EUR&balance=\(written)"
        #expect(try card(link).balance == amount)
    }

    @Test(
        "an invalid or excessive exponent is rejected",
        arguments: ["1E", "E3", "1E999", "1EE3", "1E1.5", "1E\(Int.min)", "1E\(Int.max)", "1E-31"])
    func wrongExponents(written: String) {
        #expect(throws: ShareLinkError.wrongValue(of: "the balance", wanted: "a number")) {
            try card("https://catima.app/share?store=a&cardid=1&balance=\(written)")
        }
    }

    @Test(
        "no balance is Catima's zero, however it is written; in a currency it is one", arguments: ["0", "0.00", "0E-2"])
    func noBalance(written: String) throws {
        let link = "https://catima.app/share?store=a&cardid=1&balance=\(written)"
        #expect(try card(link).balance == "")
        #expect(try card(link + "&balancetype=EUR").balance.isEmpty == false)
    }

    @Test("a barcode that Catima cannot draw is told")
    func barcodeOmissions() throws {
        var card = Card(identifier: identifier, name: "a")
        for (format, number, omission) in [
            (BarcodeFormat.gs1Code128, "(01)09501101530003", "without the barcode: Catima does not know GS1-128"),
            (.ean13, "5901234123457+12", "without the add-on of the barcode"), (.ean13, "5901234123457", nil),
        ] {
            (card.number, card.barcode) = (number, Barcode(format: format))
            #expect(try #require(ShareLink(card)).omission == omission)
        }
        (card.balance, card.currency) = ("5", "ABC")
        (card.number, card.barcode) = ("1", Barcode(format: .rMQR))
        #expect(
            try #require(ShareLink(card)).omission
                == "without the balance: Catima does not know its currency, and without the barcode: Catima does not know rMQR code"
        )
    }

    @Test("the GS1 mark is left out, and the bytes are the same") func markOfGS1() throws {
        var card = Card(identifier: identifier, name: "a")
        card.number = "(01)09501101530003(10)AB"
        card.barcode = Barcode(format: .qrCode, encoding: "GS1")
        let shared = try self.card(#require(ShareLink(card)).url)
        #expect(shared.barcode == Barcode(format: .qrCode, value: "010950110153000310AB", encoding: "ISO-8859-1"))
    }

    @Test("a shared card is read back unchanged") func roundTrip() throws {
        let seed = SeededGenerator.seed()
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let card = Self.random(identifier, &generator)
            let url = try #require(ShareLink(card)).url
            #expect(url.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "seed \(seed)")
            #expect(try self.card(url) == card, "seed \(seed)")
        }
    }

    /// With every field that a link contains.
    private static func random(_ identifier: CardID, _ generator: inout SeededGenerator) -> Card {
        let letters = Array("aZ09 %&=+#?/\\\"'<>~*-_.()!ßéΩ\u{1F600}\u{200F}e\u{301}".unicodeScalars)
        func text(_ letters: [Unicode.Scalar]) -> String {
            var text = String.UnicodeScalarView("x".unicodeScalars)
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                text.append(letters.randomElement(using: &generator) ?? "x")
            }
            return String(text)
        }
        func day() -> CalendarDay? {
            Bool.random(using: &generator)
                ? CalendarDay(daysSince1970: Int.random(in: -40_000...90_000, using: &generator)) : nil
        }
        var card = Card(identifier: identifier, name: text(letters))
        (card.number, card.validFrom, card.expiry) = (text(letters), day(), day())
        if Bool.random(using: &generator) { card.note = text(letters + ["\n", "\t"]) }
        if Bool.random(using: &generator) {
            card.balance = "12.50"
            card.currency = [nil, "EUR", "JPY"].randomElement(using: &generator) ?? nil
        }
        if Bool.random(using: &generator) {
            card.color = CardColor(red: 1, green: .random(in: 0...255, using: &generator), blue: 255)
        }
        let formats = BarcodeFormat.known.filter { ![.gs1Code128, .microQR, .rMQR].contains($0) }
        if let format = formats.randomElement(using: &generator), Bool.random(using: &generator) {
            card.barcode = Barcode(
                format: format, value: Bool.random(using: &generator) ? text(letters) + "value" : nil,
                encoding: [nil, "UTF-8", "ISO-8859-1"].randomElement(using: &generator) ?? nil)
        }
        return card
    }
}
