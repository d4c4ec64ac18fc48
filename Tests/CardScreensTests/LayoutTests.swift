import Basics
import CardViewModels
import Cards
import Terminal
import Testing

@testable import CardScreens

@MainActor
@Suite("Layout and drawing")
struct LayoutTests {
    /// The size at which states are opened, usual sizes, the smallest, and one that is too small.
    private static let sizes = [
        Size(columns: 160, rows: 70), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), small,
        Size(columns: 12, rows: 3),
    ]
    private static let small = Size(columns: 20, rows: 5)

    private func canvas(_ screen: AppScreen, _ size: Size) -> Canvas {
        var canvas = Canvas(size: size)
        screen.draw(into: &canvas)
        return canvas
    }

    /// Expects that neither a second layout nor drawing changes any state, and that both frames are equal.
    private func expectPureDrawing(_ journey: Journey, _ what: String, in sizes: [Size] = sizes) {
        let screen = journey.screen
        for size in sizes {
            screen.layout(size)
            let state = StoredState(of: screen)
            screen.layout(size)
            let changes = Changes()
            ObservedChanges.next { changes.note() }
            let first = canvas(screen, size)
            #expect(canvas(screen, size) == first, "\(what) drawn twice in \(size)")
            #expect(changes.count == 0, "\(what) drawn in \(size)")
            #expect(StoredState(of: screen).differences(from: state) == [], "\(what) laid out and drawn in \(size)")
        }
        // Large enough for keys to work again.
        _ = journey.draw()
    }

    @Test("drawing changes no screen and no model", arguments: CommandPlace.allCases)
    func drawing(place: CommandPlace) async throws {
        let journey = try await CommandTests().journey(to: place)
        expectPureDrawing(journey, "\(place)")
        journey.model.prompts.pick(CommandPalette(screen: journey.screen).makePicker())
        expectPureDrawing(journey, "the palette over \(place)", in: [journey.size, Self.small])
        journey.press(.escape)
        journey.screen.openHelp()
        expectPureDrawing(journey, "the help over \(place)", in: [journey.size, Self.small])
    }

    @Test(
        "every screen begins and ends at the columns of the list; only pictures go on",
        arguments: [20, 80, 120, 150, 200, 300])
    func edges(columns: Int) {
        let area = Rect(Size(columns: columns, rows: 40))
        let list = ListLayout(area, statusRows: 1, share: 58, hasCards: true, hasGroups: false)
        let (text, picture) = (ScreenLayout(area), ScreenLayout(area, width: .picture))
        for layout in [text, picture] {
            #expect(layout.title.left == list.title.left)
            #expect(layout.footer == list.footer)
            #expect(layout.status == list.status)
        }
        #expect(text.content.left == list.content.left)
        #expect(text.content.columns <= 120)
        #expect(text.title.columns == text.content.columns)
        #expect(picture.content.columns == columns)
    }

    @Test("nor does drawing a prompt or an expanded row")
    func dialog() async throws {
        let journey = try await CommandTests().journey(to: .list)
        journey.press(Key("d"))
        #expect(journey.text.contains("Delete"))
        expectPureDrawing(journey, "a question")
        journey.press(.escape)
        journey.press(.tab)
        await journey.wait("the card") { !journey.model.list.opened.details.isEmpty }
        expectPureDrawing(journey, "an opened row")
    }

    @Test("the compared state includes what keys and layout change")
    func comparison() async throws {
        let journey = try await CommandTests().journey(to: .wallet)
        let before = StoredState(of: journey.screen)
        journey.screen.handle(.key(Key("j")))
        let moved = StoredState(of: journey.screen)
        #expect(moved.differences(from: before).contains { $0.contains("selectedRank") })
        // Other sizes need other pictures.
        journey.screen.layout(Size(columns: 40, rows: 30))
        #expect(!StoredState(of: journey.screen).differences(from: moved).isEmpty)
        #expect(journey.screen.isWorking)
    }

    @Test("a screen is created when the path changes, not when it is read")
    func followsPath() async throws {
        let journey = try await CommandTests().journey(to: .card)
        let card = journey.screen.top
        #expect(card is CardScreen)
        journey.model.back()
        #expect(journey.screen.top === card)
        journey.screen.layout(journey.size)
        #expect(journey.screen.top is CardListScreen)
    }
}
