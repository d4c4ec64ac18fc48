import Cards
import Terminal
import Testing

@testable import CardCodes
@testable import CardScreens
@testable import CardViewModels

/// What a person needs at a counter: the barcode, in few keys and in any window.
@MainActor
@Suite("At the counter")
struct CounterTests {
    /// The hints of the footer: their first words.
    private func hints(_ journey: Journey) -> String {
        journey.lines.last?.trimmed ?? ""
    }

    @Test("b barcode is the first hint of the list and of a card at every width", arguments: [20, 30, 40, 60, 80, 120])
    func firstHint(columns: Int) async throws {
        let journey = try await Journey(Card.samples, size: Size(columns: columns, rows: 12))
        #expect(hints(journey).hasPrefix("b barcode"))
        journey.press(.enter)
        await journey.wait("the card") { !journey.model.isBusy && journey.model.navigator.path.count == 1 }
        #expect(hints(journey).hasPrefix("b barcode"))
    }

    @Test("in a small window finding comes before adding")
    func findFirst() async throws {
        let narrow = try await Journey(Card.samples, size: Size(columns: 40, rows: 12))
        #expect(hints(narrow).contains("/ search") && !hints(narrow).contains("a add"))
        let wide = try await Journey(Card.samples)
        let text = hints(wide)
        let (find, add) = (text.firstRange(of: "/ search"), text.firstRange(of: "a add"))
        #expect(try #require(find).lowerBound < #require(add).lowerBound)
    }

    @Test("a new card with a number that tells its kind has a barcode: a, name, Tab, number, Ctrl-S, b")
    func firstCard() async throws {
        let journey = try await Journey()
        journey.press(Key("a"))
        journey.type("Elm")
        journey.press(.tab)
        journey.type("4006381333931")
        journey.press(.control("s"), Key("b"))
        await journey.wait("the barcode") {
            if case .shown(let content, _)? = journey.barcode?.code { content.format == .ean13 } else { false }
        }
        #expect(journey.barcode?.card?.number == "4006381333931")
    }

    @Test("a preview of a kind needs no quiet zone, so it fits where the code for scanners does not")
    func preview() async throws {
        let symbol = BarcodeSymbol(
            shape: .bars, rows: [BarcodeSymbol.Row(modules: Array(repeating: true, count: 95), height: 1)],
            quietZone: BarcodeSymbol.QuietZone(left: 11, right: 7, top: 0, bottom: 0))
        let journey = try await Journey(size: Size(columns: 50, rows: 30))
        journey.press(Key("a"))
        journey.type("Elm")
        journey.press(.tab)
        journey.type("4006381333931")
        journey.press(.tab, .enter)
        await journey.see("Choose the barcode")
        await journey.wait("the preview") {
            journey.draw().cells.contains { $0.style == Ink(.indexed256).dark }
        }
        #expect(!journey.text.contains("columns"))
        // For scanners it would need 57 columns.
        let sizes = BarcodeSizes(PictureMedium(colors: .indexed256), isPlain: false)
        #expect(sizes.fits([symbol], in: Size(columns: 50, rows: 14)).isEmpty)
        #expect(!sizes.fits([symbol.withoutQuietZone], in: Size(columns: 50, rows: 14)).isEmpty)
    }
}
