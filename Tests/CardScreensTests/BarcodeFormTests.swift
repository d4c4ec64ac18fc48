import Cards
import Terminal
import Testing

@testable import CardViewModels

@MainActor
@Suite("The barcode in the form")
struct BarcodeFormTests {
    static let wrong = Card.made("Cedar Library", "5901234123450") { $0.barcode = Barcode(format: .ean13) }

    /// With a code value of its own, whose check digit is wrong.
    private static let wrongValue = Card.made("Cedar Library", "77") {
        $0.barcode = Barcode(format: .ean8, value: "96385070")
    }

    private func editing(_ card: Card, size: Size = Size(columns: 80, rows: 24)) async throws -> Journey {
        let journey = try await Journey([card], size: size)
        journey.press(Key("e"))
        await journey.see("Edit \(card.name)")
        return journey
    }

    private func creating(_ name: String = "Elm", size: Size = Size(columns: 80, rows: 24)) async throws -> Journey {
        let journey = try await Journey(size: size)
        journey.press(Key("a"))
        journey.type(name)
        if !name.isEmpty { journey.press(.tab) }
        return journey
    }

    private func saved(_ journey: Journey, _ name: String) async throws -> Card {
        journey.press(.control("s"))
        await journey.see("Saved \(name)")
        return try #require(try await journey.store.cards(named: name).first)
    }

    @Test("a wrong check digit is reported below the kind, and Ctrl-F corrects it in the number")
    func checkDigit() async throws {
        let journey = try await editing(Self.wrong)
        await journey.see("✗ the last digit should be 7 · use 7? Ctrl-F")
        journey.press(.tab, .control("f"))
        await journey.see("5901234123457")
        #expect(!journey.text.contains("✗"))
        #expect(try await saved(journey, "Cedar Library").number == "5901234123457")
    }

    @Test("the message follows the typing")
    func typing() async throws {
        let journey = try await editing(Self.wrong)
        journey.press(.tab, Key(.backspace), Key(.backspace))
        await journey.see("✗ it needs 13 digits, but has 11")
        journey.type("57")
        await journey.seeNo("✗")
        journey.type("x")
        await journey.see("✗")
        journey.press(Key(.backspace))
        await journey.seeNo("✗")
    }

    @Test("a card whose number does not fit its kind can be saved")
    func savedWrong() async throws {
        let journey = try await editing(Self.wrong)
        journey.press(.tab)
        journey.press(Key(.backspace), Key(.backspace))
        await journey.see("✗")
        let card = try await saved(journey, "Cedar Library")
        #expect(card.number == "59012341234" && card.barcode == Barcode(format: .ean13))
    }

    @Test("a code value is corrected in its field, and the number stays")
    func ownValue() async throws {
        let journey = try await editing(Self.wrongValue)
        await journey.see("use 4? Ctrl-F")
        journey.press(.tab, .tab, .tab, .control("f"))
        await journey.see("96385074")
        let saved = try await saved(journey, "Cedar Library")
        #expect(saved.number == "77" && saved.barcode == Barcode(format: .ean8, value: "96385074"))
    }

    @Test("an error of the code value stands beneath it; the status line names the first of two errors")
    func twoErrors() async throws {
        let journey = try await editing(Self.wrongValue)
        await journey.see("use 4? Ctrl-F")
        let row = journey.place(of: "✗ the last digit should be 4").row
        #expect(journey.lines[row - 1].contains("code value"))
        journey.focus(.expiry)
        journey.type("soon or later")
        await journey.see("code value: the last digit should be 4 · and 1 more")
        // The first that prevents saving has the cursor then, and is named.
        journey.press(.control("s"))
        await journey.see(" expiry: ")
        #expect(!journey.text.contains("and 1 more"))
    }

    @Test("in other fields Ctrl-F moves the cursor")
    func elsewhere() async throws {
        let journey = try await editing(Self.wrong)
        journey.press(.control("a"), .control("f"))
        journey.type("X")
        await journey.see("CXedar Library")
        #expect(journey.text.contains("5901234123450"))
    }

    @Test("the number of a new card sets its kind as it is typed, which is said and can be changed")
    func evident() async throws {
        let journey = try await creating()
        journey.type("4006381333931")
        await journey.see("set from the number · ↵ chooses another")
        #expect(journey.text.contains("EAN-13"))
        journey.press(Key(.backspace))
        await journey.seeNo("EAN-13")
        journey.type("1")
        await journey.see("EAN-13")
        // What was typed or chosen stays, whatever the number becomes.
        journey.press(.tab, .control("u"))
        await journey.see("fits EAN-13,")
        journey.press(.shiftTab, Key(.backspace))
        journey.type("1")
        await journey.see("fits EAN-13,")
        journey.press(.control("f"))
        await journey.see("same as the number")
        #expect(try await saved(journey, "Elm").barcode == Barcode(format: .ean13))
    }

    @Test("a typed or pasted kind replaces the one that was set from the number", arguments: [false, true])
    func replacingKind(isPasted: Bool) async throws {
        let journey = try await creating()
        journey.type("4006381333931")
        await journey.see("set from the number")
        journey.press(.tab)
        if isPasted { journey.paste("code 128") } else { journey.type("code 128") }
        await journey.seeNo("set from the number")
        #expect(!journey.text.contains("EAN-13"))
        #expect(try await saved(journey, "Elm").barcode == Barcode(format: .code128))
    }

    @Test(
        "links, GS1 elements and the digits of a trade item set their kinds, too",
        arguments: [
            ("https://club.example/77", BarcodeFormat.qrCode), ("(01)09501101530003(10)AB-123", .gs1Code128),
            ("12345678901231", .itf), ("96385074", .ean8), ("036000291452", .upcA),
        ])
    func evidentKinds(number: String, format: BarcodeFormat) async throws {
        let journey = try await creating()
        journey.type(number)
        await journey.see("set from the number")
        #expect(try await saved(journey, "Elm").barcode == Barcode(format: format))
    }

    @Test("a wrong check digit is told while the number is typed, and Ctrl-F corrects it; Code 128 is not offered")
    func wrongCheckDigit() async throws {
        let journey = try await creating()
        journey.type("4006381333930")
        await journey.see("Looks like EAN-13, but the check digit should be 1 · Ctrl-F")
        #expect(!journey.text.contains("Code 128"))
        journey.press(.control("f"))
        await journey.see("4006381333931")
        let card = try await saved(journey, "Elm")
        #expect(card.number == "4006381333931" && card.barcode == Barcode(format: .ean13))
    }

    @Test("Ctrl-F takes a stored number as it is, in its field and in that of the barcode", arguments: [true, false])
    func storedNumber(isAtNumber: Bool) async throws {
        let journey = try await editing(.made("Oak", "032160099458"))
        journey.press(.tab)
        if !isAtNumber {
            journey.press(.tab)
            await journey.see("Looks like UPC-A, but the check digit should be 7 · Ctrl-F uses")
        }
        journey.press(.control("f"))
        await journey.see("same as the number")
        let card = try await saved(journey, "Oak")
        #expect(card.number == "032160099458" && card.barcode == Barcode(format: .code128))
    }

    @Test(
        "a zero that a table has dropped is put in front again, where the check digit is right with it",
        arguments: [
            (BarcodeFormat.upcA, "36000291452", "036000291452"), (.ean13, "36000291452", "0036000291452"),
            (.ean13, "36000291457", "360002914573"), (.ean8, "1234565", "01234565"), (.upcE, "1234565", "01234565"),
        ])
    func droppedZero(format: BarcodeFormat, number: String, fixed: String) async throws {
        let journey = try await editing(.made("Oak", number) { $0.barcode = Barcode(format: format) })
        guard fixed.hasPrefix("0") else { return #expect(!journey.text.contains("use 0")) }
        await journey.see("\(fixed)? Ctrl-F")
        journey.press(.tab, .control("f"))
        await journey.seeNo("✗")
        let card = try await saved(journey, "Oak")
        #expect(card.number == fixed && card.barcode == Barcode(format: format))
    }

    @Test("it is offered also where no kind is chosen, though not while the number is typed")
    func droppedZeroWithoutKind() async throws {
        let journey = try await editing(.made("Oak", "36000291452"))
        journey.press(.tab)
        #expect(!journey.text.contains("Looks like"))
        journey.press(.tab)
        await journey.see("Looks like UPC-A without its leading 0 · Ctrl-F")
        journey.press(.control("f"))
        await journey.seeNo("Looks like")
        let card = try await saved(journey, "Oak")
        #expect(card.number == "036000291452" && card.barcode == Barcode(format: .upcA))
    }

    @Test("digits that may be the beginning of longer ones are told only when the field is left")
    func beginning() async throws {
        let journey = try await creating()
        journey.type("40063813")
        await journey.see("fits Code 128, ITF … · Ctrl-F uses Code 128")
        #expect(!journey.text.contains("Looks like"))
        journey.press(.tab)
        await journey.see("Looks like EAN-8, but the check digit should be")
    }

    @Test("Tab completes a kind, and an unknown one is reported")
    func completing() async throws {
        let journey = try await creating()
        journey.type("77")
        journey.press(.tab)
        journey.type("pdf")
        await journey.see("PDF417")
        journey.press(.tab)
        await journey.see("automatic")
        journey.press(.tab)
        journey.type("A-77")
        #expect(try await saved(journey, "Elm").barcode == Barcode(format: .pdf417, value: "A-77"))
        journey.press(Key("e"))
        await journey.see("Edit Elm")
        journey.press(.tab, .tab)
        journey.type("x")
        await journey.see("✗ this is not a known kind of barcode")
        journey.press(.control("s"))
        await journey.see("barcode: this is not a known kind")
        journey.press(Key(.backspace))
        await journey.seeNo("✗")
    }

    @Test("undoing a change of the barcode names it")
    func undone() async throws {
        let journey = try await editing(Self.wrong)
        journey.press(.tab, .tab, .control("u"))
        journey.type("Code 128")
        _ = try await saved(journey, "Cedar Library")
        journey.press(Key("u"))
        await journey.see("barcode")
        await journey.wait("the barcode") {
            try await journey.store.card(Self.wrong.identifier)?.barcode == Barcode(format: .ean13)
        }
    }

    @Test("a draft keeps the barcode, an incomplete kind too, and can be resumed")
    func kept() async throws {
        let journey = try await creating()
        journey.type("77")
        journey.press(.tab)
        journey.type("qr code")
        journey.press(.tab)
        journey.type("CLUB:77")
        journey.press(.tab)
        journey.type("utf")
        await journey.wait("the draft to be kept") {
            let drafts = await journey.drafts.kept.values
            return drafts.contains { CardDraft(json: $0.form, photos: [:])?.text(of: .encoding) == "utf" }
        }
        let draft = try #require(await journey.drafts.kept.values.first)
        let form = try #require(CardDraft(json: draft.form, photos: draft.photos))
        #expect(form.text(of: .barcode) == "qr code" && form.text(of: .barcodeValue) == "CLUB:77")
        #expect(form.card.barcode == Barcode(format: .qrCode, value: "CLUB:77"))
    }

    // MARK: - Keyboard scanner

    @Test("a number typed by a scanner sets its kind, with a hint how to change it")
    func scanner() async throws {
        let journey = try await creating()
        journey.type("5901234123457")
        journey.press(.enter)
        await journey.see("set from the number")
        #expect(journey.text.contains("EAN-13"))
        // Another number means another kind.
        journey.press(.shiftTab)
        journey.type("8")
        await journey.seeNo("set from the number")
        #expect(journey.text.contains("Looks like ITF-14"))
        journey.press(Key(.backspace), .enter)
        await journey.see("set from the number")
        #expect(try await saved(journey, "Elm").barcode == Barcode(format: .ean13))
    }

    @Test(
        "a scanner's CR and LF open nothing, and a person's next Enter does",
        arguments: ["number", "name"])
    func twoEnters(field: String) async throws {
        let journey = try await creating(field == "name" ? "" : "Elm")
        journey.type("5901234123457")
        journey.press(.enter, .enter)
        await journey.see("set from the number")
        #expect(!journey.text.contains("Choose the barcode"))
        if field == "name" {
            journey.type("Elm")
            #expect(try await saved(journey, "Elm").number == "5901234123457")
            return
        }
        // That Enter was the scanner's; only one is ignored.
        journey.press(.enter)
        await journey.see("Choose the barcode")
    }

    @Test("an Enter some time after the number is a key press")
    func laterEnter() async throws {
        let journey = try await creating()
        journey.type("5901234123457")
        journey.press(.enter)
        await journey.time.waitForSleeper { $0 == .milliseconds(100) }
        journey.time.advance(by: .milliseconds(100))
        guard let form = journey.model.navigator.path.last as? CardFormModel else {
            Issue.record("there is no form")
            return
        }
        await Changes.see { !form.scanPause.isRunning }
        journey.press(.enter)
        await journey.see("Choose the barcode")
    }

    @Test("an EAN-8 typed by a scanner sets its kind in a new card")
    func scannedShort() async throws {
        let journey = try await creating()
        journey.type("96385074")
        journey.press(.enter, .enter)
        await journey.see("set from the number")
        let card = try await saved(journey, "Elm")
        #expect(card.number == "96385074" && card.barcode == Barcode(format: .ean8))
    }

    @Test("no kind is set if one was typed, without a check digit, and for existing cards")
    func scannerElsewhere() async throws {
        let journey = try await creating()
        journey.type("5901234123450")
        journey.press(.enter)
        #expect(!journey.text.contains("set from the number"))
        journey.type("Code 128")
        journey.press(.shiftTab, Key(.backspace))
        journey.type("7")
        journey.press(.enter)
        #expect(!journey.text.contains("set from the number"))
        #expect(try await saved(journey, "Elm").barcode == Barcode(format: .code128))
        let other = try await editing(.made("Oak", "590123412345"))
        other.press(.tab)
        other.type("7")
        other.press(.enter)
        #expect(!other.text.contains("set from the number"))
        #expect(try await saved(other, "Oak").barcode == nil)
    }

    @Test("a number typed by a scanner into the name of an empty form becomes the number")
    func scannedName() async throws {
        let journey = try await creating("")
        journey.type("5901234123457")
        journey.press(.enter)
        await journey.see("5901234123457 was entered as the number. Type the card's name.")
        journey.type("Elm")
        let card = try await saved(journey, "Elm")
        #expect(card.number == "5901234123457" && card.barcode == Barcode(format: .ean13))
    }

    @Test(
        "other typed names stay in the name",
        arguments: ["5901234123450", "96385074", "Club 5901234123457", "20261121"])
    func otherNames(name: String) async throws {
        let journey = try await creating("")
        journey.type(name)
        journey.press(.enter)
        journey.type("1")
        #expect(try await saved(journey, name).number == "1")
    }

    // MARK: - Pictures

    @Test("the form with a number that does not fit", arguments: GoldenTests.sizes, Look.allCases)
    func wrongPicture(size: Size, look: Look) async throws {
        let journey = try await Journey([Self.wrong], size: size, theme: look.theme)
        journey.press(Key("e"))
        await journey.see("Edit Cedar Library")
        journey.press(.tab)
        await expectGolden(journey, "form-barcode", look)
    }

    @Test("a number without a kind", arguments: GoldenTests.sizes)
    func fittingPicture(size: Size) async throws {
        let journey = try await creating(size: size)
        journey.type("5901234123457")
        await expectGolden(journey, "form-barcode-fits")
    }

    @Test("a barcode of bytes", arguments: GoldenTests.sizes)
    func bytesPicture(size: Size) async throws {
        var card = Self.wrong
        card.barcode = Barcode(format: .qrCode, value: "https://club.example/77", encoding: "UTF-8")
        let journey = try await editing(card, size: size)
        journey.press(.tab, .tab, .tab)
        await expectGolden(journey, "form-barcode-bytes")
    }
}
