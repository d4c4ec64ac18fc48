import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("Choosing a kind of barcode")
struct BarcodeChoiceTests {
    /// The kinds for the number of a new card.
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
        return journey
    }

    @Test("kinds that fit come first, and what does not fit says why")
    func rows() async throws {
        let journey = try await kinds()
        #expect(journey.lines[3].contains("▌  EAN-13"))
        journey.type("ean-8")
        await journey.see("it takes")
        journey.press(.enter)
        // It can be taken all the same: the number may be the one that is wrong.
        await journey.see("✗ it takes")
        journey.press(.control("s"))
        await journey.see("Saved Elm")
        #expect(try await journey.store.cards(named: "Elm").first?.barcode == Barcode(format: .ean8))
    }

    @Test("letters narrow the kinds, Enter takes one, Esc forgets the letters and then leaves")
    func narrowing() async throws {
        let journey = try await kinds()
        journey.type("qr")
        await journey.see("▌  QR code")
        journey.press(.escape)
        await journey.see("▌  EAN-13")
        journey.press(.escape)
        await journey.see("New card")
        #expect(journey.text.contains("↵ chooses a kind"))
        journey.press(.control("b"))
        await journey.see("Choose the barcode")
        journey.type("qr")
        journey.press(.enter)
        await journey.see("QR code")
        #expect(journey.text.contains("as the number"))
    }

    @Test("what was begun to be typed is where it opens, and no barcode can be chosen too")
    func opened() async throws {
        let journey = try await kinds()
        journey.press(.escape)
        await journey.see("New card")
        journey.type("azt")
        journey.press(.enter)
        await journey.see("▌  Aztec")
        journey.press(.enter)
        await journey.see("as the number")
        journey.press(.enter)
        await journey.see("▌  Aztec")
        journey.press(Key(.end))
        await journey.see("▌  no barcode")
        journey.press(.enter)
        await journey.see("↵ chooses a kind")
        #expect(!journey.text.contains("as the number"))
    }

    @Test("without a value every kind can be chosen")
    func empty() async throws {
        let journey = try await kinds("")
        #expect(journey.lines[3].contains("▌  EAN-13"))
        journey.type("maxi")
        journey.press(.enter)
        await journey.see("MaxiCode")
    }

    @Test("a click selects a kind and a second one takes it")
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
        await journey.wait("the preview") {
            guard case .barcodeChoice(let choice)? = journey.model.path.last else { return false }
            if case .shown = choice.preview { return true }
            return false
        }
        await expectGolden(journey, "kinds", look)
    }

    @Test("a kind that does not fit", arguments: GoldenTests.sizes)
    func problemPicture(size: Size) async throws {
        let journey = try await kinds(size: size)
        journey.type("itf")
        await expectGolden(journey, "kinds-problem")
    }
}
