import Cards
import Terminal
import Testing

@testable import CardViewModels

@MainActor
@Suite("Links that the terminal opens")
struct LinkScreenTests {
    /// The targets of the cells on which a text is drawn.
    private func targets(of text: String, on journey: Journey) -> Set<String?> {
        let place = journey.place(of: text)
        let canvas = journey.draw()
        return Set(
            (place.column..<place.column + text.count).map { canvas.link(of: canvas[$0, place.row])?.uri })
    }

    private static let card = Card.made("Gym", "4006381333931") {
        ($0.phone, $0.website) = ("+48 22 1", "gym.example")
        $0.note = "Renew at https://renew.example, then write to mailto:desk@gym.example"
        $0.barcode = Barcode(format: .ean13)
    }

    @Test(
        "the website and the links of the note are links, on the card's page and beside the list",
        arguments: [80, 120])
    func card(columns: Int) async throws {
        let journey = try await Journey([Self.card], size: Size(columns: columns, rows: 30))
        if columns < 100 { journey.press(.enter) } else { await journey.seeBeside() }
        await journey.see("gym.example")
        await journey.see("mailto:desk@gym.example")
        #expect(targets(of: "gym.example", on: journey) == ["https://gym.example"])
        #expect(targets(of: "https://renew.example", on: journey) == ["https://renew.example"])
        #expect(targets(of: "mailto:desk@gym.example", on: journey) == ["mailto:desk@gym.example"])
        #expect(targets(of: "Renew at ", on: journey) == [nil])
        #expect(targets(of: "+48 22 1", on: journey) == [nil])
    }

    @Test("the text beneath a share code is its link")
    func shared() async throws {
        let journey = try await Journey([Self.card], size: Size(columns: 120, rows: 60))
        journey.press(Key("b"))
        await journey.wait("the barcode") { journey.barcode != nil }
        await journey.see("4006381333931")
        #expect(targets(of: "4006381333931", on: journey) == [nil])
        journey.press(.tab)
        await journey.see("scan with Catima · 4006381333931")
        guard case .shown(let content, _)? = journey.barcode?.code else {
            Issue.record("there is no code")
            return
        }
        let link = try #require(Hyperlink(content.text))
        #expect(targets(of: "scan with Catima · 4006381333931", on: journey) == [link.uri])
    }

    @Test("with --plain there are none, and none beneath a prompt")
    func plain() async throws {
        let plain = try await Journey([Self.card], isPlain: true)
        plain.press(.enter)
        await plain.see("gym.example")
        #expect(plain.draw().links.isEmpty)
        let journey = try await Journey([Self.card])
        journey.press(.enter)
        await journey.see("gym.example")
        #expect(!journey.draw().links.isEmpty)
        journey.press(Key("d"))
        await journey.see("Delete Gym")
        #expect(journey.draw().links.isEmpty)
    }
}
