import CardViewModels
import Cards
import Terminal
import TestSupport
import Testing

@testable import CardScreens

/// Own fields, further codes and pictures on the screens.
@MainActor
@Suite("Own fields, codes and pictures on the screens")
struct EntryScreenTests {
    nonisolated static let photos: [PhotoHash: [UInt8]] = [
        PhotoHash(of: [34, 21]): [34, 21], PhotoHash(of: [20, 40]): [20, 40], PhotoHash(of: [40, 20]): [40, 20],
    ]

    nonisolated static let gym = Card.made("Gym", "LOY-7734") { card in
        card.barcode = Barcode(format: .qrCode)
        card.front = PhotoHash(of: [34, 21])
        card.ownFields = [OwnField(name: "Locker", value: "12"), OwnField(name: "Member since", value: "May 2019")]
        card.codes = [
            FurtherCode(label: "Voucher", barcode: Barcode(format: .qrCode, value: "V-1")),
            FurtherCode(label: "", barcode: Barcode(format: .code128, value: "C-2")),
        ]
        card.pictures = [
            FurtherPicture(label: "Receipt", hash: PhotoHash(of: [20, 40])),
            FurtherPicture(label: "", hash: PhotoHash(of: [40, 20])),
        ]
    }

    private func journey(
        _ card: Card = gym, size: Size = Size(columns: 80, rows: 40), look: Look = .terminal,
        files: FakeFiles = FakeFiles()
    ) async throws -> Journey {
        try await Journey(
            [card, .made("Zoo", "1")], photos: Self.photos, size: size, files: files, theme: look.theme)
    }

    private func form(_ card: Card = gym, files: FakeFiles = FakeFiles()) async throws -> Journey {
        let journey = try await journey(card, size: Size(columns: 120, rows: 40), files: files)
        journey.press(Key("e"))
        await journey.see("Edit Gym")
        return journey
    }

    private func saved(_ journey: Journey) async throws -> Card {
        journey.press(.control("s"))
        await journey.see("Saved Gym")
        return try #require(try await journey.store.card(Self.gym.identifier))
    }

    @Test("the card's page lists them", arguments: GoldenTests.sizes, Look.allCases)
    func page(size: Size, look: Look) async throws {
        let journey = try await journey(size: size, look: look)
        journey.press(.enter)
        await journey.wait("the card") {
            guard let card = journey.model.navigator.path.last as? CardModel else { return false }
            return card.card != nil && card.pictures.values.allSatisfy { $0 != .loading }
        }
        await expectGolden(journey, "card-lists", look)
        guard size.rows >= 24 else { return }
        for text in ["Locker  12", "Member since: May 2019", "Voucher = QR code: V-1", "Receipt, picture 2"] {
            #expect(journey.text.contains(text), "\(text)")
        }
    }

    @Test("[ and ] step through the codes of a card, and say which one is shown")
    func codes() async throws {
        let journey = try await journey(size: Size(columns: 120, rows: 40))
        journey.press(Key("b"))
        await journey.see("1 of 3")
        #expect(journey.lines.last?.contains("] next code") == true)
        journey.press(Key("]"))
        await journey.see("2 of 3 · Voucher")
        await journey.see("V-1")
        journey.press(Key("y"))
        await journey.see("clipboard: V-1")
        journey.press(Key("]"))
        await journey.see("3 of 3 · Code 128")
        await journey.see("C-2")
        journey.press(Key("]"))
        await journey.see("LOY-7734")
        await journey.see("1 of 3")
        journey.press(Key("["))
        await journey.see("3 of 3 · Code 128")
        // Another card begins with its own code.
        journey.press(Key("l"))
        await journey.wait("the next card") { journey.barcode?.card?.name == "Zoo" }
        #expect(!journey.text.contains("of 3"))
        journey.press(Key("h"))
        await journey.see("1 of 3")
    }

    @Test("a card with further codes alone shows the first of them")
    func onlyFurther() async throws {
        var card = Self.gym
        card.barcode = nil
        let journey = try await journey(card)
        journey.press(Key("b"))
        await journey.see("1 of 2 · Voucher")
        #expect(journey.text.contains("V-1") && !journey.text.contains("LOY-7734"))
    }

    @Test("the code's screen with several codes", arguments: GoldenTests.sizes)
    func codeGolden(size: Size) async throws {
        let journey = try await journey(size: size)
        journey.press(Key("b"))
        await journey.wait("the barcode") { journey.barcode != nil }
        journey.press(Key("]"))
        await journey.wait("the next code") { journey.barcode?.codePosition == "2 of 3 · Voucher" }
        await expectGolden(journey, "barcode-further", .terminal)
    }

    @Test("Tab and [ ] step through front and further pictures, and 3 shows the first of these")
    func pictures() async throws {
        let journey = try await journey()
        journey.press(.enter)
        await journey.see("Receipt, picture 2")
        journey.press(Key("3"))
        await journey.see("2 of 3 · Receipt")
        journey.press(.tab)
        await journey.see("3 of 3 · picture 2")
        journey.press(Key("]"))
        await journey.see("1 of 3 · front")
        journey.press(Key("["))
        await journey.see("3 of 3 · picture 2")
        await journey.see("whole picture")
        await expectGolden(journey, "photo-further", .terminal)
    }

    @Test("the form edits fields and codes as lines: one is changed, one removed, one added")
    func lines() async throws {
        let journey = try await form()
        journey.focus(.ownFields)
        await journey.see("one per line, e.g. Locker = 12")
        // The cursor is at the end.
        for _ in "Member since = May 2019" { journey.press(Key(.backspace)) }
        journey.type("Shoes = 43")
        journey.press(.enter)
        journey.type("Locker")
        await journey.see("line 3: write it as NAME = VALUE")
        journey.type(" two = 13")
        await journey.seeNo("write it as")
        journey.focus(.codes)
        journey.press(.enter)
        journey.type("Parking = ean13: 4006381333931")
        let card = try await saved(journey)
        #expect(card.ownFields.map(\.line) == ["Locker = 12", "Shoes = 43", "Locker two = 13"])
        #expect(card.codes.map(\.title) == ["Voucher", "Code 128", "Parking"])
        #expect(card.pictures == Self.gym.pictures)
    }

    @Test("the form of another card has these fields behind F2 or a button, so that its buttons are in sight")
    func more() async throws {
        let journey = try await Journey([.made("Zoo", "1")], size: Size(columns: 80, rows: 30))
        journey.press(Key("e"))
        await journey.see("[ More ]")
        #expect(!journey.text.contains("fields"))
        journey.click("[ More ]")
        await journey.see("one per line, e.g. Voucher = QR code: 4711")
        #expect(journey.text.contains("codes") && journey.text.contains("pictures"))
        // Clearing them hides nothing.
        journey.type("x")
        journey.press(Key(.backspace))
        await journey.see("codes")
        journey.press(.escape, Key("e"))
        await journey.see("[ More ]")
        journey.press(Key(.function(2)))
        journey.type("Voucher = QR code: 4711")
        journey.press(.control("s"))
        await journey.see("Saved Zoo")
        #expect(try await journey.store.cards(named: "Zoo").first?.codes.map(\.line) == ["Voucher = QR code: 4711"])
    }

    @Test("the form reads a typed path when it saves, and names the file that cannot be read")
    func path() async throws {
        let journey = try await form(files: FakeFiles(files: ["/home/may.jpg": [100, 80]]))
        journey.focus(.pictures)
        journey.press(.enter)
        journey.type("May = /home/none.jpg")
        journey.press(.control("s"))
        await journey.see("none.jpg: The picture could not be read")
        for _ in 0..<8 { journey.press(Key(.backspace)) }
        journey.type("may.jpg")
        let card = try await saved(journey)
        #expect(card.pictures.map(\.label) == ["Receipt", "", "May"])
        let hash = try #require(card.pictures.last?.hash)
        #expect(try await journey.store.photo(hash) == [100, 80])
    }

    @Test("Ctrl-O adds a picture from a folder, and Ctrl-T one of the camera")
    func chosen() async throws {
        let journey = try await form(files: FakeFiles(files: ["/home/may.jpg": [100, 80]]))
        journey.focus(.pictures)
        journey.press(.control("o"))
        await journey.see("Choose a picture of the card")
        await journey.see("may.jpg")
        journey.type("may")
        journey.press(.enter)
        await journey.see("#" + PhotoHash(of: [100, 80]).text.prefix(8))
        journey.press(.control("t"))
        await journey.wait("the camera") { journey.camera.isRunning }
        journey.camera.show([60, 90])
        await journey.see("all of the picture is kept")
        journey.press(.enter)
        await journey.see("#" + PhotoHash(of: [60, 90]).text.prefix(8))
        let card = try await saved(journey)
        #expect(card.pictures.map(\.hash).suffix(2) == [PhotoHash(of: [100, 80]), PhotoHash(of: [60, 90])])
    }

    @Test("a PDF stays as it is, and its barcode is offered to a card without one", arguments: [true, false])
    func document(isTaken: Bool) async throws {
        let document = Array("%PDF-1.4 ticket %%EOF".utf8)
        var card = Self.gym
        (card.number, card.barcode) = ("", nil)
        let journey = try await form(card, files: FakeFiles(files: ["/home/ticket.pdf": document]))
        journey.reader.put(FoundBarcode(barcode: Barcode(format: .qrCode), number: "4711"), in: document)
        journey.focus(.pictures)
        journey.press(.control("o"))
        await journey.see("ticket.pdf")
        journey.type("ticket")
        journey.press(.enter)
        await journey.see("The PDF has a barcode: QR code")
        journey.press(Key(isTaken ? "y" : "n"))
        await journey.see("#" + PhotoHash(of: document).text.prefix(8))
        let new = try await saved(journey)
        #expect(new.pictures.last?.hash == PhotoHash(of: document))
        #expect(try await journey.store.photo(PhotoHash(of: document)) == document)
        #expect(new.number == (isTaken ? "4711" : ""))
    }

    @Test("the path of a PDF is read when the field is left by Tab, and its barcode is offered, also beside a number")
    func typedDocument() async throws {
        let document = Array("%PDF-1.4 ticket %%EOF".utf8)
        var card = Self.gym
        card.barcode = nil
        let journey = try await form(card, files: FakeFiles(files: ["/home/ticket.pdf": document]))
        journey.reader.put(FoundBarcode(barcode: Barcode(format: .ean13), number: "5901234123457"), in: document)
        journey.focus(.pictures)
        journey.press(.enter)
        journey.type("Ticket = /home/ticket.pdf")
        journey.press(.tab)
        await journey.see("The PDF has a barcode: EAN-13")
        journey.type("y")
        await journey.see("#" + PhotoHash(of: document).text.prefix(8))
        #expect(!journey.text.contains("not loaded yet"))
        let new = try await saved(journey)
        #expect(new.pictures.last?.label == "Ticket" && new.barcode?.format == .ean13)
    }

    @Test("the form with the cursor in the codes", arguments: GoldenTests.sizes, Look.allCases)
    func formGolden(size: Size, look: Look) async throws {
        let journey = try await journey(size: size, look: look)
        journey.press(Key("e"))
        await journey.see("Edit Gym")
        await journey.wait("the photo") {
            guard let form = journey.model.navigator.path.last as? CardFormModel else { return false }
            guard case .shown? = form.pictures[.front] else { return false }
            return true
        }
        journey.focus(.codes)
        await expectGolden(journey, "form-lists", look)
    }
}
