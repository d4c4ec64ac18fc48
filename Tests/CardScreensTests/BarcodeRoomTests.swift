import BarcodeSupport
import CardCodes
import CardTransfer
import Cards
import Synchronization
import Terminal
import Testing

@testable import CardScreens
@testable import CardViewModels

@MainActor
@Suite("Codes that a window is too small for")
struct BarcodeRoomTests {
    /// A card whose share code has this many modules across, by the length of one of its texts.
    private func card(
        sharedAs modules: Int, by field: WritableKeyPath<Card, String> = \.name
    ) throws -> Card {
        for count in 1..<200 {
            let card = Card.made("Elm", "4711") { $0[keyPath: field] = String(repeating: "n", count: count) }
            let link = try #require(ShareLink(card, isForCode: true))
            let symbols = try ZintDrawing().symbols(for: BarcodeContent(link.url, as: .qrCode))
            if symbols.first?.width == modules { return card }
        }
        Issue.record("no share code has \(modules) modules")
        return .made("Elm", "4711")
    }

    private final class Clipboard: ClipboardWriting {
        let texts = Mutex<[String]>([])
        func copy(_ text: String) async -> ClipboardOutcome {
            texts.withLock { $0.append(text) }
            return .copied
        }
    }

    @Test("marked cards are one code; what does not fit into it is said, and their links are copied together")
    func severalShared() async throws {
        let cards = ["Elm", "Fir", "Oak"].map { name in
            Card.made(name, name == "Oak" ? "" : "47\(name.count)") {
                if name == "Fir" { $0.note = String(repeating: "n", count: 2000) }
                if name == "Oak" { $0.front = PhotoHash(of: [34, 21]) }
            }
        }
        let clipboard = Clipboard()
        let journey = try await Journey(
            cards, photos: Card.samplePhotos, size: Size(columns: 240, rows: 120), clipboard: clipboard)
        journey.press(Key("A"))
        await journey.wait("the marks") { journey.model.list.markCount == 3 }
        journey.model.barcodes.share()
        await journey.see("Oak cannot be shared without a number")
        await journey.see("3 cards")
        #expect(journey.text.contains("scan with a phone"))
        guard case .shown(let content, _)? = journey.barcode?.code else {
            Issue.record("there is no code")
            return
        }
        #expect(ShareLink.links(in: content.text).count == 2)
        let image = try #require(ScreenRaster().image(of: journey.draw()))
        #expect(try Decoding.difference(between: content, and: image, .zxing) == nil)
        // Without the note it has room in a smaller window.
        journey.size = Size(columns: 120, rows: 50)
        await journey.see("without the notes")
        journey.press(Key("y"))
        await journey.see("the links")
        let copied = try #require(clipboard.texts.withLock { $0.last })
        #expect(ShareLink.links(in: copied).count == 2 && copied.contains("nnn"))
        // What is for one card is refused.
        journey.press(.tab)
        await journey.see("but this code is of several")
        journey.press(Key("e"))
        #expect(journey.model.navigator.form == nil)
        journey.size = Size(columns: 40, rows: 12)
        await journey.see("The share code needs")
    }

    @Test("the code of several cards goes with the last of them")
    func severalDeleted() async throws {
        let cards = ["Elm", "Fir"].map { Card.made($0, "4711") }
        let journey = try await Journey(cards, size: Size(columns: 120, rows: 60))
        journey.press(Key("A"))
        await journey.wait("the marks") { journey.model.list.markCount == 2 }
        journey.model.barcodes.share()
        await journey.see("scan with a phone")
        try await journey.store.apply([.delete(cards[0].identifier)])
        await journey.see("1 card")
        #expect(journey.barcode != nil)
        try await journey.store.apply([.delete(cards[1].identifier)])
        await journey.see("2 cards were deleted elsewhere.")
        #expect(journey.barcode == nil)
    }

    @Test("a code to hand over that misses its lines by one gives up the rows around it and some of its margin")
    func shareWithLessMargin() async throws {
        // 41 modules and 4 on each side need 25 lines.
        let card = try card(sharedAs: 41)
        let journey = try await Journey([card])
        journey.press(Key("b"), .tab)
        await journey.wait("the code") { journey.barcode?.shownSide == .share }
        guard case .shown(let content, _)? = journey.barcode?.code else {
            Issue.record("there is no code")
            return
        }
        // The name stands beside it.
        #expect(journey.lines[0].contains("nnn") && !journey.text.contains("needs"))
        let image = try #require(ScreenRaster().image(of: journey.draw()))
        #expect(try Decoding.difference(between: content, and: image, .zxing) == nil)
        // With the narrowest margin it needs 47 columns and 24 lines.
        journey.size = Size(columns: 45, rows: 60)
        await journey.see("The share code needs 47 columns; you have")
        await journey.see("y copies the link.")
        journey.size = Size(columns: 47, rows: 24)
        await journey.wait("the code") { !journey.text.contains("needs") }
    }

    @Test(
        "a code that is too large with the note leaves it out, and the screen says so; the link that is copied has it")
    func shareWithoutNote() async throws {
        let card = try card(sharedAs: 57, by: \.note)
        let journey = try await Journey([card])
        journey.press(Key("b"), .tab)
        // Nothing is beneath the code: the words are beside it.
        await journey.see("without the")
        #expect(journey.text.contains("scan with"))
        let content = try BarcodeContent(
            #require(ShareLink(card, isForCode: true, hasNote: false)).url, as: .qrCode)
        let image = try #require(ScreenRaster().image(of: journey.draw()))
        #expect(try Decoding.difference(between: content, and: image, .zxing) == nil)
        journey.size = Size(columns: 120, rows: 50)
        await journey.seeNo("without the note")
        await journey.see("scan with Catima")
    }

    @Test("the key that copies the link is named as it is mapped")
    func shareMapped() async throws {
        let journey = try await Journey(
            [card(sharedAs: 41)], size: Size(columns: 45, rows: 30),
            keyMap: KeyMap(keys: ["barcode.copy": [Key("Y")]]))
        journey.press(Key("b"), .tab)
        await journey.see("Y copies the link.")
    }

    @Test("where a code does not fit in plain text its number stands there as text, and what would make it fit")
    func plainNumber() async throws {
        let elm = Card.made("Elm") { $0.barcode = Barcode(format: .code128, value: "ABCDEFGHIJKLMNOPQRSTU") }
        let journey = try await Journey([BarcodeTests.cards[0], elm], isPlain: true)
        journey.press(Key("b"))
        await journey.see("The barcode needs 110 columns; you have 80. It fits without --plain.")
        #expect(journey.darkColumns > 10)
        #expect(journey.text.contains(" 4006 3813 3393 1 "))
        journey.press(Key("]"))
        await journey.see("ABCDEFGHIJKLMNOPQRSTU")
        journey.size = Size(columns: 40, rows: 12)
        await journey.see("ABCDEFGHIJKLMNOPQRSTU")
    }

    @Test("what a locale without half blocks lacks is not blamed on the option", arguments: [false, true])
    func asciiLocale(isPlain: Bool) async throws {
        let journey = try await Journey([BarcodeTests.cards[0]], isPlain: isPlain)
        journey.screen.plain.hasOnlyASCII = true
        journey.press(Key("b"))
        await journey.see("The barcode needs 110 columns; you have 80.")
        #expect(!journey.text.contains("--plain"))
        #expect(journey.text.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("a code that fits in pixels is said to fit without the option for plain text, also a kind that needs pixels")
    func plainPixels() async throws {
        let fir = Card.made("Fir") { $0.barcode = Barcode(format: .maxiCode, value: "hello") }
        let journey = try await Journey([BarcodeTests.cards[0], fir], size: Size(columns: 50, rows: 24), isPlain: true)
        journey.press(Key("b"))
        await journey.see("The barcode needs 110 columns")
        #expect(!journey.text.contains("--plain"))
        journey.press(Key("]"))
        await journey.see("This kind needs a terminal")
        #expect(!journey.text.contains("--plain"))
        (journey.terminal.graphics, journey.terminal.cell) = (.kitty, CellPixels(width: 10, height: 20))
        await journey.see("without --plain.")
        journey.press(Key("["))
        await journey.see("The barcode needs 110 columns")
        #expect(journey.text.contains("without --plain."))
    }
}
