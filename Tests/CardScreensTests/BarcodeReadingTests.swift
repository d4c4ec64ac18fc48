import CardTransfer
import Cards
import Terminal
import Testing

@testable import CardViewModels

@MainActor
@Suite("Scanning a barcode")
struct BarcodeReadingTests {
    static let ean = FoundBarcode(barcode: Barcode(format: .ean13), number: "5901234123457")
    static let club = FoundBarcode(
        barcode: Barcode(format: .qrCode, value: "CLUB:77", encoding: "UTF-8"), number: "77", page: 2)
    static let files = FakeFiles(files: [
        "/home/card.png": [40, 30], "/home/leaflet.pdf": [1, 2, 3], "/home/notes.txt": [1],
    ])

    var pictured: Card {
        .made("Cedar Library") {
            $0.front = PhotoHash(of: [34, 21])
            $0.note = "n"
        }
    }

    /// The form of a card with a front photo, with the picker for the source of the code open.
    func asking(_ card: Card? = nil) async throws -> Journey {
        let journey = try await Journey([card ?? pictured], photos: Card.samplePhotos, files: Self.files)
        journey.press(Key("e"))
        await journey.see("Edit Cedar Library")
        journey.press(.control("g"))
        await journey.see("Scan a barcode")
        return journey
    }

    /// The list, with the picker for the source of a new card's code open.
    func asked() async throws -> Journey {
        let journey = try await Journey(files: Self.files)
        journey.press(Key("R"))
        await journey.see("Scan a barcode")
        return journey
    }

    func saved(_ journey: Journey, _ name: String) async throws -> Card {
        journey.press(.control("s"))
        await journey.see("Saved \(name)")
        return try #require(try await journey.store.cards(named: name).first)
    }

    /// Waits until a long activity can be stopped.
    private func passMoment(_ journey: Journey) async {
        await journey.time.waitForSleeper { $0 == .milliseconds(300) }
        journey.time.advance(by: .milliseconds(300))
        await journey.see("Esc stops")
    }

    // MARK: - From a photo

    @Test("a single code on the front photo is set at once, with a message")
    func photo() async throws {
        let journey = try await asking()
        journey.reader.put(Self.ean, in: [34, 21])
        #expect(!journey.text.contains("back photo"))
        journey.press(.enter)
        await journey.see("Scanned EAN-13 5901234123457 from the front photo.")
        let card = try await saved(journey, "Cedar Library")
        #expect(card.number == "5901234123457" && card.barcode == Barcode(format: .ean13))
        #expect(card.front == pictured.front)
    }

    @Test("an existing number stays; the scanned value becomes the code value, with a message")
    func otherNumber() async throws {
        var card = pictured
        card.number = "A-1"
        let journey = try await asking(card)
        journey.reader.put(Self.club, in: [34, 21])
        journey.press(.enter)
        await journey.see("unchanged.")
        let saved = try await saved(journey, "Cedar Library")
        #expect(saved.number == "A-1")
        #expect(saved.barcode == Barcode(format: .qrCode, value: "CLUB:77", encoding: "UTF-8"))
    }

    @Test("of two codes the chosen one is set, and Esc sets none")
    func two() async throws {
        let journey = try await asking()
        journey.reader.put(Self.ean, Self.club, in: [34, 21])
        journey.press(.enter)
        await journey.see("2 barcodes")
        #expect(journey.text.contains("EAN-13 5901234123457") && journey.text.contains("page 2"))
        journey.press(.escape)
        await journey.seeNo("2 barcodes")
        await journey.see("No changes")
        journey.press(.control("g"), .enter)
        await journey.see("2 barcodes")
        journey.press(Key(.down), .enter)
        await journey.see("Scanned QR code CLUB:77 from the front photo.")
        #expect(try await saved(journey, "Cedar Library").barcode == Self.club.barcode)
    }

    @Test("a doubtful code is never set without being chosen, and Esc sets none")
    func doubtful() async throws {
        let journey = try await asking()
        var code = Self.ean
        code.isDoubtful = true
        journey.reader.put(code, in: [34, 21])
        journey.press(.enter)
        await journey.see("may be wrong")
        let form = try #require(openForm(journey))
        #expect(form.draft.card.barcode == pictured.barcode && form.draft.card.number == pictured.number)
        journey.press(.escape)
        await journey.seeNo("may be wrong")
        await journey.see("No changes")
        journey.press(.control("g"), .enter)
        await journey.see("may be wrong")
        journey.press(.enter)
        await journey.see("Scanned EAN-13 5901234123457 from the front photo.")
        #expect(try await saved(journey, "Cedar Library").barcode == Barcode(format: .ean13))
    }

    private func openForm(_ journey: Journey) -> CardFormModel? {
        guard let form = journey.model.navigator.top as? CardFormModel else { return nil }
        return form
    }

    @Test("the message about one of several codes with one text names the part")
    func part() async throws {
        let journey = try await asking()
        var code = FoundBarcode(barcode: Barcode(format: .qrCode), number: "CLUB")
        code.part = CodePart(number: 2, count: 3)
        journey.reader.put(code, in: [34, 21])
        journey.press(.enter)
        await journey.see("Scanned QR code CLUB, part 2 of 3 from the front photo.")
    }

    @Test("a photo without a code gives a message and changes nothing")
    func none() async throws {
        let journey = try await asking()
        journey.press(.enter)
        await journey.see("No barcode was found in the front photo.")
        journey.press(.escape)
        await journey.seeNo("Edit Cedar Library")
        #expect(await journey.drafts.saves == 0)
    }

    @Test("a missing library gives a message")
    func failing() async throws {
        let journey = try await asking()
        journey.reader.fail(.libraryMissing("libZXing"), in: [34, 21])
        journey.press(.enter)
        await journey.see("libZXing, which is not installed")
    }

    @Test("Esc stops a long scan, and the form is unchanged")
    func cancelled() async throws {
        let journey = try await asking()
        journey.reader.put(Self.ean, in: [34, 21])
        journey.reader.hold()
        journey.press(.enter)
        await journey.wait("the reader") { !journey.reader.asked.isEmpty }
        await passMoment(journey)
        #expect(journey.text.contains("Looking for a barcode in the front photo"))
        journey.press(.escape)
        await journey.wait("the reader to stop") { journey.reader.cancellations == 1 }
        await journey.see("No changes")
        #expect(!journey.text.contains("EAN-13"))
    }

    @Test("a result that arrives after the form was closed is ignored")
    func leftMeanwhile() async throws {
        let journey = try await asking()
        journey.reader.put(Self.ean, in: [34, 21])
        journey.reader.hold()
        journey.press(.enter)
        await journey.wait("the reader") { !journey.reader.asked.isEmpty }
        journey.model.navigator.goBack()
        journey.reader.release()
        await journey.wait("the answer") { !journey.model.isBusy }
        #expect(journey.model.navigator.path.isEmpty)
        #expect(!journey.text.contains("Scanned"))
    }

    // MARK: - From a file

    @Test("a scanned picture starts a new card, whose form has its values")
    func newFromFile() async throws {
        let journey = try await asked()
        #expect(!journey.text.contains("photo"))
        journey.reader.put(Self.club, in: [40, 30])
        journey.press(.enter)
        await journey.see("Choose a picture or PDF")
        await journey.see("leaflet.pdf")
        #expect(!journey.text.contains("notes.txt"))
        journey.type("card")
        journey.press(.enter)
        await journey.see("New card")
        await journey.see("Scanned QR code CLUB:77 from card.png; the picture is the front photo.")
        // The draft is stored before anything is typed.
        await journey.wait("the draft") {
            await journey.drafts.kept.values.contains {
                CardDraft(json: $0.form, photos: [:])?.card.barcode == Self.club.barcode
            }
        }
        #expect(await journey.drafts.saves > 0)
        journey.type("Club")
        let card = try await saved(journey, "Club")
        #expect(card.number == "77" && card.barcode == Self.club.barcode)
        #expect(journey.model.navigator.path.isEmpty)
    }

    @Test("all pages of a PDF are read, and each code names its page")
    func pages() async throws {
        let journey = try await asked()
        var ean = Self.ean
        ean.page = 1
        journey.reader.put(ean, Self.club, in: [1, 2, 3])
        journey.press(.enter)
        await journey.see("leaflet.pdf")
        journey.type("leaf")
        journey.press(.enter)
        await journey.see("2 barcodes")
        #expect(journey.text.contains("page 1") && journey.text.contains("page 2"))
        journey.press(.enter)
        await journey.see("Scanned EAN-13 5901234123457 from leaflet.pdf.")
        #expect(journey.text.contains("New card"))
    }

    @Test("unreadable files and files without a code are reported where the file is chosen")
    func unreadable() async throws {
        let journey = try await asked()
        journey.reader.fail(.pagesNeed(program: "pdftoppm", package: "poppler-utils"), in: [1, 2, 3])
        journey.press(.enter)
        await journey.see("leaflet.pdf")
        journey.type("leaf")
        journey.press(.enter)
        await journey.see("pdftoppm, which is not installed")
        #expect(journey.text.contains("Choose a picture or PDF"))
        journey.press(.escape)
        journey.type("/home/gone.png")
        journey.press(.enter)
        await journey.see("there is no /home/gone.png")
        journey.type("card")
        journey.press(.enter)
        await journey.see("No barcode was found in card.png. Add it as a new card?")
        journey.type("n")
        await journey.see("Choose a picture or PDF")
    }

    @Test("a picture that is chosen becomes the front photo of a card without one, with a code and without")
    func picturesAreKept() async throws {
        for hasCode in [true, false] {
            let journey = try await asked()
            if hasCode { journey.reader.put(Self.ean, in: [40, 30]) }
            journey.press(.enter)
            await journey.see("card.png")
            journey.type("card")
            journey.press(.enter)
            if hasCode {
                await journey.see("Scanned EAN-13 5901234123457 from card.png; the picture is the front photo.")
            } else {
                await journey.see("Add it as a new card?")
                journey.type("y")
            }
            await journey.see("New card")
            journey.type("Elm")
            let card = try await saved(journey, "Elm")
            #expect(card.number == (hasCode ? "5901234123457" : "") && card.front != nil)
        }
        // A photo that is there stays.
        let journey = try await asking()
        journey.reader.put(Self.ean, in: [40, 30])
        journey.press(Key(.down), .enter)
        await journey.see("card.png")
        journey.type("card")
        journey.press(.enter)
        await journey.see("from card.png.")
        #expect(try await saved(journey, "Cedar Library").front == pictured.front)
    }

    @Test("choosing in the picker returns to the form, with code and typed text")
    func fileIntoForm() async throws {
        let journey = try await Journey(files: Self.files)
        journey.reader.put(Self.ean, in: [40, 30])
        journey.press(Key("a"))
        journey.type("Elm")
        journey.press(.control("g"), .enter)
        await journey.see("card.png")
        journey.type("card")
        journey.press(.enter)
        await journey.see("from card.png; the picture is the front photo.")
        #expect(try await saved(journey, "Elm").number == "5901234123457")
    }

    // MARK: - Share codes

    /// A share code as another program shows it: a QR code with a link to the card.
    private func handedOver() -> FoundBarcode {
        let card = Card.made("Maple Books", "5901234123457") {
            $0.barcode = Barcode(format: .ean13)
            ($0.note, $0.balance, $0.currency) = ("Ring twice.", "12.50", "EUR")
            $0.expiry = CalendarDay("2030-05-01")
        }
        let link = ShareLink(card)?.url ?? ""
        return FoundBarcode(barcode: Barcode(format: .qrCode), number: link)
    }

    @Test("a share link fills in the whole new card")
    func sharedNew() async throws {
        let journey = try await asked()
        journey.reader.put(handedOver(), in: [40, 30])
        journey.press(.enter)
        await journey.see("card.png")
        journey.type("card")
        journey.press(.enter)
        await journey.see("Scanned the card Maple Books from card.png; the picture is the front photo.")
        let card = try await saved(journey, "Maple Books")
        #expect(card.number == "5901234123457" && card.barcode == Barcode(format: .ean13))
        #expect(card.note == "Ring twice." && card.balance == "12.50" && card.currency == "EUR")
        #expect(card.expiry == CalendarDay("2030-05-01"))
    }

    @Test("in an existing card's form it sets the barcode only")
    func sharedKnown() async throws {
        let journey = try await asking()
        journey.reader.put(handedOver(), in: [34, 21])
        journey.press(.enter)
        await journey.see("Scanned the card Maple Books from the front photo.")
        let card = try await saved(journey, "Cedar Library")
        #expect(card.number == "5901234123457" && card.barcode == Barcode(format: .ean13))
        #expect(card.note == "n" && card.balance.isEmpty && card.expiry == nil)
    }

    @Test("a damaged link gives an error, and no card is begun")
    func sharedDamaged() async throws {
        let journey = try await asked()
        let link = FoundBarcode(barcode: Barcode(format: .qrCode), number: "https://catima.app/share#store%3DElm")
        journey.reader.put(link, in: [40, 30])
        journey.press(.enter)
        await journey.see("card.png")
        journey.type("card")
        journey.press(.enter)
        await journey.wait("the answer") { !journey.model.isBusy && journey.model.message != nil }
        #expect(journey.text.contains("Choose a picture or PDF"))
    }

    // MARK: - From other screens

    @Test("R on a card scans into its form")
    func card() async throws {
        let journey = try await Journey([pictured], photos: Card.samplePhotos)
        journey.reader.put(Self.ean, in: [34, 21])
        journey.press(.enter)
        await journey.wait("the card") { !journey.model.navigator.path.isEmpty && !journey.model.isBusy }
        journey.press(Key("R"))
        await journey.see("from the front photo")
        journey.press(.enter)
        await journey.see("from the front photo.")
        #expect(journey.text.contains("Edit Cedar Library"))
    }

    @Test("the palette finds the command by its keywords")
    func palette() async throws {
        let journey = try await Journey(files: Self.files)
        journey.press(Key(":"))
        journey.type("read")
        await journey.see("scan a barcode into a new card")
        journey.press(.enter)
        await journey.see("with the camera…")
    }
}
