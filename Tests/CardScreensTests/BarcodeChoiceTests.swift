import CardCodes
import Cards
import Synchronization
import Terminal
import Testing

@testable import CardViewModels

@MainActor
@Suite("Choosing a kind of barcode")
struct BarcodeChoiceTests {
    /// The picker for kinds, for the number of a new card.
    private func kinds(
        _ number: String = "5901234123457", size: Size = Size(columns: 80, rows: 24), theme: Theme = .terminal
    ) async throws -> Journey {
        let journey = try await Journey(size: size, theme: theme)
        journey.press(Key("a"))
        journey.type("Elm")
        journey.press(.tab)
        journey.type(number)
        journey.press(.tab, .enter)
        await journey.see("Choose the barcode")
        // The selected kind is previewed with the first frame, and drawn away from the main actor.
        await journey.wait("the preview") {
            guard let choice = journey.model.navigator.path.last as? BarcodeChoiceModel else { return false }
            return choice.preview != .loading
        }
        return journey
    }

    @Test("kinds that fit come first, and what does not fit says why")
    func rows() async throws {
        let journey = try await kinds()
        #expect(journey.lines[3].contains("▌  EAN-13"))
        journey.type("ean-8")
        await journey.see("it needs")
        journey.press(.enter)
        // It can be accepted nevertheless: the number may be the wrong part.
        await journey.see("✗ it needs")
        journey.press(.control("s"))
        await journey.see("Saved Elm")
        #expect(try await journey.store.cards(named: "Elm").first?.barcode == Barcode(format: .ean8))
    }

    @Test("letters filter the kinds, Enter chooses one, Esc clears the letters and then leaves")
    func narrowing() async throws {
        let journey = try await kinds()
        journey.type("qr")
        await journey.see("▌  QR code")
        journey.press(.escape)
        await journey.see("▌  EAN-13")
        journey.press(.escape)
        await journey.see("New card")
        #expect(journey.text.contains("↵ chooses another"))
        journey.press(.control("b"))
        await journey.see("Choose the barcode")
        journey.type("qr")
        journey.press(.enter)
        await journey.see("QR code")
        #expect(journey.text.contains("same as the number"))
    }

    @Test("it opens at the kind being typed, and no barcode can be chosen, too")
    func opened() async throws {
        let journey = try await kinds()
        journey.press(.escape)
        await journey.see("New card")
        // It replaces the kind that was set from the number.
        journey.type("azt")
        journey.press(.enter)
        await journey.see("▌  Aztec")
        journey.press(.enter)
        await journey.see("same as the number")
        journey.press(.enter)
        await journey.see("▌  Aztec")
        journey.type("no bar")
        await journey.see("▌  no barcode")
        journey.press(.enter)
        await journey.see("↵ chooses a kind")
        #expect(!journey.text.contains("same as the number"))
    }

    @Test("without a value every kind can be chosen")
    func empty() async throws {
        let journey = try await kinds("")
        #expect(journey.lines[3].contains("▌  EAN-13"))
        journey.type("maxi")
        journey.press(.enter)
        await journey.see("MaxiCode")
    }

    @Test(
        "kinds that change the scanned content come after those that keep it, and take no encoding"
    )
    func otherBytes() async throws {
        let hex = Card.made("Cedar Library", "48656C6C6F") { $0.barcode = Barcode(format: .qrCode, encoding: "HEX") }
        let model = BarcodeChoiceModel(for: CardDraft(editing: hex), drawing: ZintDrawing())
        let same = model.rows.filter { $0.format?.holdsBytes == true }
        #expect(!same.isEmpty && same.allSatisfy { $0.problem == nil })
        #expect(model.rows.first { $0.format == .code128 }?.problem == "it would encode something else")
        let journey = try await Journey([hex])
        journey.press(Key("e"))
        await journey.see("Edit Cedar Library")
        journey.press(.tab, .tab, .enter)
        await journey.see("Choose the barcode")
        journey.type("code 128")
        await journey.see("it would encode something else")
        journey.press(.enter)
        await journey.see("Edit Cedar Library")
        journey.press(.control("s"))
        await journey.see("Saved Cedar Library")
        #expect(try await journey.store.card(hex.identifier)?.barcode == Barcode(format: .code128))
    }

    /// Records the contents that it draws.
    private final class NotedDrawing: BarcodeDrawing {
        private let noted = Mutex<[BarcodeFormat]>([])
        var formats: [BarcodeFormat] { noted.withLock { $0 } }

        func symbols(for content: BarcodeContent) throws(BarcodeProblem) -> [BarcodeSymbol] {
            noted.withLock { $0.append(content.format) }
            return try ZintDrawing().symbols(for: content)
        }
    }

    @Test("previews are drawn one at a time, and those requested meanwhile are skipped except the last")
    func passed() async throws {
        let drawing = NotedDrawing()
        let card = Card.made("Elm", "5901234123457") { $0.barcode = Barcode(format: .ean13) }
        let model = BarcodeChoiceModel(for: CardDraft(editing: card), drawing: drawing)
        for format in [BarcodeFormat.qrCode, .ean13, .aztec, .qrCode, .code128] {
            model.showPreview(of: model.rows.first { $0.format == format })
        }
        await Changes.see { model.preview != .loading }
        #expect(drawing.formats == [.ean13, .code128])
        model.showPreview(of: model.rows.first { $0.format == .ean13 })
        guard case .shown = model.preview else {
            Issue.record("what was drawn is not kept")
            return
        }
    }

    @Test("a click selects a kind, a second one chooses it")
    func mouse() async throws {
        let journey = try await kinds()
        journey.click("Code 128")
        await journey.see("▌  Code 128")
        journey.click("Code 128")
        await journey.see("New card")
        #expect(journey.text.contains("Code 128"))
    }

    @Test("the kinds", arguments: GoldenTests.sizes, Look.allCases)
    func picture(size: Size, look: Look) async throws {
        let journey = try await kinds(size: size, theme: look.theme)
        await expectGolden(journey, "kinds", look)
    }

    @Test("a kind that does not fit", arguments: GoldenTests.sizes)
    func problemPicture(size: Size) async throws {
        let journey = try await kinds(size: size)
        journey.type("itf")
        await journey.see("▌  ITF")
        await expectGolden(journey, "kinds-problem")
    }
}
