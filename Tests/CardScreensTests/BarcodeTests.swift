import BarcodeSupport
import CardCodes
import CardSettings
import CardTransfer
import Cards
import Terminal
import TestSupport
import Testing

@testable import CardScreens
@testable import CardViewModels

@MainActor
@Suite("The barcode page")
struct BarcodeTests {
    nonisolated static let cards: [Card] = [
        .made("Alpine Airways", "4006 3813 3393 1") {
            $0.barcode = Barcode(format: .ean13, value: "4006381333931")
            ($0.balance, $0.currency) = ("12.50", "EUR")
        },
        .made("Bakery", "LOY-7734") { $0.barcode = Barcode(format: .qrCode) },
        .made("Cinema", "C-99") { $0.front = PhotoHash(of: [34, 21]) },
        .made("Deli", "12") { $0.barcode = Barcode(format: BarcodeFormat(rawValue: "MYSTERY")) },
    ]
    nonisolated static let photos: [PhotoHash: [UInt8]] = [PhotoHash(of: [34, 21]): [34, 21]]

    private func opened(
        _ index: Int = 0, size: Size = Size(columns: 120, rows: 40), files: FakeFiles = FakeFiles()
    ) async throws -> Journey {
        let journey = try await Journey(Self.cards, photos: Self.photos, size: size, files: files)
        for _ in 0..<index { journey.press(Key("j")) }
        journey.press(Key("b"))
        await journey.wait("the barcode") { journey.barcode != nil }
        return journey
    }

    @Test("it is white from edge to edge, with name, balance, number and keys")
    func page() async throws {
        let journey = try await opened()
        let canvas = journey.draw()
        #expect(
            canvas.cells.allSatisfy { [.palette(231), .palette(16)].contains($0.style.background) })
        #expect(journey.lines[0].hasPrefix(" Alpine Airways"))
        #expect(journey.lines[0].hasSuffix(" 12.50 EUR "))
        #expect(journey.text.contains(" 4006 3813 3393 1 "))
        #expect(journey.lines[39].contains("Esc back"))
    }

    @Test("keys pressed after b wait for the page, whose first frame is complete")
    func waiting() async throws {
        let journey = try await Journey(Self.cards, photos: Self.photos)
        await journey.gate.hold(.card)
        journey.press(Key("b"))
        journey.press(Key("y"))
        await journey.wait("the question to the store") { await journey.gate.isWaiting(.card) }
        #expect(journey.model.navigator.path.isEmpty)
        #expect(journey.terminal.copied == [])
        await journey.gate.release(.card)
        await journey.see("clipboard: 4006 3813 3393 1")
        #expect(journey.barcode != nil)
    }

    @Test("+ and - choose a size that fits, which is saved with the card; 0 chooses the largest")
    func sizes() async throws {
        let journey = try await opened()
        await journey.see("size 2 of 2")
        let large = journey.darkColumns
        journey.press(Key("-"))
        await journey.see("size 1 of 2")
        #expect(journey.darkColumns < large)
        await journey.wait("the store") {
            try await journey.store.usage(of: Self.cards[0].identifier).moduleWidth == 500
        }
        journey.press(Key("-"), Key("+"), Key("-"), .escape, Key("b"))
        await journey.wait("the barcode") { journey.barcode != nil }
        await journey.see("size 1 of 2")
        journey.press(Key("0"))
        await journey.see("size 2 of 2")
        await journey.wait("the store") {
            try await journey.store.usage(of: Self.cards[0].identifier).moduleWidth == nil
        }
        #expect(journey.darkColumns == large)
    }

    @Test("the slider changes the size by keys and mouse")
    func scrubbing() async throws {
        let journey = try await opened(size: Size(columns: 240, rows: 70))
        await journey.see("size 3 of 3")
        journey.press(Key("s"), Key("0"))
        #expect(journey.lines[69].contains("●"))
        #expect(journey.lines[69].contains("half a column per module"))
        journey.press(Key(.up), .enter)
        await journey.see("size 2 of 3")
        await journey.wait("the store") {
            try await journey.store.usage(of: Self.cards[0].identifier).moduleWidth == 1000
        }
        let place = journey.place(of: "size 2 of 3")
        journey.mouse(.press(.left), column: place.column, row: place.row)
        #expect(journey.lines[69].contains("●"))
        journey.mouse(.drag, column: 200, row: place.row)
        journey.mouse(.release, column: 200, row: place.row)
        journey.time.advance(by: .seconds(5))
        await journey.see("size 3 of 3")
        journey.mouse(.wheelDown, column: 10, row: 10)
        await journey.see("size 2 of 3")
    }

    @Test("[ and ] show the neighbours in the list, each with its own size and reason")
    func neighbours() async throws {
        let journey = try await opened()
        journey.press(Key("-"))
        await journey.see("size 1 of 2")
        journey.press(Key("["))
        journey.press(Key("]"))
        await journey.see("LOY-7734")
        #expect(journey.lines[0].contains("Bakery"))
        // Keys wait for the card that they are meant for.
        journey.press(Key("]"), Key("y"))
        await journey.see("clipboard: C-99")
        journey.press(.escape)
        await journey.wait("the list") { journey.model.navigator.path.isEmpty }
        #expect(journey.model.list.selectedRow?.name == "Cinema")
    }

    @Test("a card without a barcode shows a large number and how to add one")
    func without() async throws {
        let journey = try await opened(2)
        await journey.see("No barcode yet: ↵ chooses a kind that fits, R scans one from a photo.")
        #expect(journey.darkColumns > 20)
        #expect(!journey.text.contains("C-99"))
        journey.press(Key("1"))
        await journey.see("C-99 · whole picture")
        journey.press(Key("b"))
        await journey.see("No barcode")
        // Back to the screen that it was opened from, not pushed over it.
        #expect(journey.model.navigator.path.count == 1)
        journey.press(Key("e"))
        await journey.see("Edit Cinema")
        journey.press(.escape)
        await journey.see("No barcode")
    }

    @Test("a code for which the window is a little too narrow is shown with a narrower margin, and the screen says so")
    func reducing() async throws {
        let journey = try await opened(size: Size(columns: 55, rows: 12))
        let content = try BarcodeContent("4006381333931", as: .ean13)
        await journey.see("narrow margin")
        let image = try #require(ScreenRaster().image(of: journey.draw()))
        #expect(try Decoding.difference(between: content, and: image, .zxing) == nil)
        journey.press(Key("m"))
        await journey.see("m narrows the margin, but the bars would not be wider")
    }

    @Test("m makes the bars wider where a narrower margin leaves room, and full again")
    func wider() async throws {
        let journey = try await opened(size: Size(columns: 110, rows: 24))
        await journey.seeNo("narrow margin")
        let columns = journey.darkColumns
        journey.press(Key("m"))
        await journey.see("Narrow margin: some scanners")
        #expect(journey.darkColumns > columns)
        journey.press(Key("m"))
        await journey.seeNo("narrow margin")
        #expect(journey.darkColumns == columns)
    }

    @Test("a code to hand over that does not fit says that its link can be copied")
    func shareTooLarge() async throws {
        let journey = try await opened(size: Size(columns: 74, rows: 14))
        journey.press(.tab)
        await journey.see("y copies the link.")
        journey.press(Key("y"))
        await journey.see("clipboard: the link")
    }

    @Test("an undrawable kind and a window that is too small give a reason")
    func reasons() async throws {
        let journey = try await opened(3)
        await journey.see("MYSTERY is not a known kind of barcode")
        journey.press(.escape, Key("g"), Key("b"))
        await journey.wait("the barcode") { journey.barcode != nil }
        journey.size = Size(columns: 40, rows: 12)
        await journey.see("The barcode needs 55 columns; you have")
    }

    @Test("a change elsewhere is drawn; a deletion elsewhere leaves the page")
    func elsewhere() async throws {
        let journey = try await opened()
        var card = Self.cards[0]
        (card.number, card.barcode) = ("NEW 1", Barcode(format: .code128))
        try await journey.store.apply([.set(CardPatch(from: Self.cards[0], to: card, photos: [:]))])
        await journey.see("NEW 1")
        try await journey.store.apply([.delete(card.identifier)])
        await journey.see("Alpine Airways was deleted elsewhere.")
        #expect(journey.model.navigator.path.isEmpty)
    }

    @Test("opening counts as a use, from the list, a card and a photo")
    func use() async throws {
        let journey = try await Journey(Self.cards, photos: Self.photos)
        journey.press(Key("j"), Key("j"), .enter)
        await journey.see("3 of 4")
        journey.press(Key("b"))
        await journey.wait("the barcode") { journey.barcode != nil }
        await journey.wait("the use") { try await journey.store.usage(of: Self.cards[2].identifier).uses == 2 }
        journey.press(.escape, .escape, Key("1"))
        await journey.see("C-99 · whole picture")
        journey.press(Key("b"))
        await journey.wait("the barcode") { journey.barcode != nil }
        #expect(journey.model.navigator.path.count == 2)
    }

    @Test("Tab shows the QR code that shares the card, and goes back")
    func sharing() async throws {
        let journey = try await opened(size: Size(columns: 120, rows: 60))
        let before = journey.draw()
        journey.press(.tab)
        await journey.see("scan with Catima · 4006 3813 3393 1")
        guard case .shown(let content, let symbols)? = journey.barcode?.code else {
            Issue.record("there is no code")
            return
        }
        #expect(content.format == .qrCode)
        #expect(content.text == ShareLink(Self.cards[0], isForCode: true)?.url)
        #expect(Set(symbols.map(\.shape)) == [.squares])
        journey.press(Key("y"))
        await journey.see("clipboard: the link")
        #expect(journey.terminal.copied == [content.text])
        // Its size does not change the preferred size of the card's own code.
        journey.press(Key("-"), .tab)
        await journey.see("size 2 of 2")
        #expect(journey.draw() == before)
    }

    @Test("x inverts the barcode, with a warning, and back")
    func inverting() async throws {
        let journey = try await opened()
        let before = journey.draw()
        journey.press(Key("x"))
        await journey.see("many scanners cannot read this")
        #expect(journey.draw()[0, 5].style.background == .palette(16))
        journey.press(Key("x"))
        #expect(journey.draw() == before)
    }

    @Test("the next card is not inverted")
    func invertedAlone() async throws {
        let journey = try await opened()
        journey.press(Key("x"))
        await journey.see("many scanners cannot read this")
        journey.press(Key("]"))
        await journey.see("LOY-7734")
        #expect(journey.draw()[0, 5].style.background == .palette(231))
    }

    @Test("w saves it as a PNG")
    func writing() async throws {
        let files = FakeFiles()
        let journey = try await opened(1, files: files)
        journey.press(Key("w"))
        await journey.see("Save the barcode of Bakery as a file")
        await journey.see("bakery-barcode.png")
        journey.press(.enter)
        await journey.see("Saved the barcode of Bakery to bakery-barcode.png")
        #expect(files.written["bakery-barcode.png"]?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
        #expect(journey.barcode != nil)
    }

    @Test("messages name the kind as in everyday language, for one card and two of different kinds")
    func labels() async throws {
        #expect(FieldText.text(for: .barcode, of: Self.cards[0], .iso) == "EAN-13 4006381333931")
        #expect(FieldText.text(for: .barcode, of: Self.cards[3], .iso) == "MYSTERY")
        let journey = try await Journey(Self.cards, photos: Self.photos)
        journey.press(.enter)
        await journey.see("EAN-13 4006381333931")
    }

    @Test("stopping while it is drawn asks nothing")
    func writingStopped() async throws {
        let journey = try await opened()
        let model = try #require(journey.barcode)
        journey.model.transfer.writeBarcode(model) { [1] }
        journey.model.activities.stop()
        await journey.wait("the activity to end") { !journey.model.isBusy }
        #expect(journey.model.navigator.path.last === model)
        #expect(journey.model.message == nil)
    }

    @Test("of the sizes chosen while one is drawn only the last is drawn")
    func passedSizes() async throws {
        let cell = try #require(CellPixels(width: 10, height: 20))
        let medium = PictureMedium(colors: .trueColor, graphics: .kitty, cell: cell)
        let symbols = try ZintDrawing().symbols(for: try BarcodeContent("5901234123457", as: .ean13))
        let fits = BarcodeSizes(medium, isPlain: false).fits(symbols, in: Size(columns: 80, rows: 24))
        let pictures = BarcodePictures()
        func graphic(_ index: Int) -> PictureGraphic? {
            pictures.request(fits[index], isInverted: false, on: medium)
            return pictures.graphic(of: fits[index], isInverted: false, on: medium)
        }
        for index in 0..<4 { #expect(graphic(index) == nil) }
        await Changes.see { graphic(3) != nil }
        #expect(!pictures.isWorking)
        // Looking it up again starts nothing: the first request was completed.
        #expect(graphic(0) != nil && !pictures.isWorking)
        #expect(graphic(1) == nil && pictures.isWorking)
    }

    @Test("on a console without half blocks it is drawn in whole cells, or says how many columns it needs")
    func consoleFont() async throws {
        let wide = try await opened(size: Size(columns: 130, rows: 40))
        wide.terminal.glyphs = .letters
        #expect(wide.darkColumns > 30)
        #expect(!wide.text.unicodeScalars.contains { (0x2580...0x259F).contains($0.value) })
        let narrow = try await opened(size: Size(columns: 100, rows: 40))
        #expect(!narrow.text.contains("columns"))
        narrow.terminal.glyphs = .letters
        #expect(narrow.text.contains("columns"))
        #expect(!narrow.text.unicodeScalars.contains { (0x2580...0x259F).contains($0.value) })
    }

    @Test("in pixels it lies on white, so that no dark line is below an incomplete last row")
    func paperBelow() async throws {
        let cell = try #require(CellPixels(width: 9, height: 17))
        let journey = try await opened()
        journey.terminal.graphics = .kitty
        journey.terminal.cell = cell
        await journey.wait("the pixels") { !journey.draw().graphics.isEmpty }
        #expect(journey.draw().graphics.map(\.ground) == [Ink(.indexed256).paper])
    }

    @Test("the balance is written as the locale writes it")
    func balance() async throws {
        let card = Card.made("Alpine Airways", "1") { ($0.balance, $0.currency) = ("1234.50", "EUR") }
        let journey = try await Journey([card], format: .german)
        journey.press(Key("b"))
        await journey.wait("the page") { journey.lines[0].hasSuffix(" 1.234,50 € ") }
    }

    @Test("dark and light themes do not change the page", arguments: ["gruvbox-light", "gruvbox-dark"])
    func themes(name: String) async throws {
        let plain = try await opened()
        let themed = try await Journey(
            Self.cards, photos: Self.photos, size: plain.size,
            theme: ThemeCatalog(folder: "/nonexistent").theme(named: name))
        themed.press(Key("b"))
        await themed.wait("the barcode") { themed.barcode != nil }
        #expect(themed.draw() == plain.draw())
    }
}

extension Journey {
    /// The number of dark columns in the darkest row.
    var darkColumns: Int {
        let canvas = draw()
        let ink = Ink(.indexed256)
        return (1..<canvas.size.rows - 1).map { row in
            (0..<canvas.size.columns).count { canvas[$0, row].style == ink.dark }
        }.max() ?? 0
    }

    /// The barcode screen's model, once its code is loaded.
    var barcode: BarcodeModel? {
        guard let barcode = model.navigator.path.last as? BarcodeModel, !model.isBusy else { return nil }
        return barcode
    }
}
