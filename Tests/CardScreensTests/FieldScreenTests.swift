import CardViewModels
import Cards
import Terminal
import TestSupport
import Testing

@testable import CardScreens

/// The screens show every field of the field table.
@MainActor
@Suite("Fields on the screens")
struct FieldScreenTests {
    nonisolated static let keys = FieldDefinition.all.map(\.key)

    private func definition(_ key: String) throws -> FieldDefinition {
        try #require(FieldDefinition.all.first { $0.key == key })
    }

    @Test("every field has a text in the comparison of a conflict", arguments: keys)
    func conflictTexts(key: String) throws {
        let definition = try definition(key)
        var card = Card(identifier: .random(), name: "")
        definition.fill(&card)
        #expect((FieldText.text(for: definition.field, of: card, .iso) != nil) == !definition.isPhoto)
    }

    @Test("the buttons of the form are whole where they do not fit beneath the texts", arguments: [45, 40, 24])
    func buttons(columns: Int) async throws {
        let journey = try await Journey(Card.samples, size: Size(columns: columns, rows: 60))
        journey.press(Key("e"))
        for button in ["[ Save ]", "[ Delete ]", "[ Cancel ]"] { await journey.see(button) }
        journey.click("[ Cancel ]")
        await journey.seeNo("[ Cancel ]")
    }

    @Test("the buttons are whole beside the pictures of both sides")
    func buttonsBesidePictures() async throws {
        var card = Card.made("Gym", "")
        (card.front, card.back) = (Card.samples[2].front, Card.samples[2].back ?? Card.samples[2].front)
        let journey = try await Journey([card], photos: Card.samplePhotos, size: Size(columns: 80, rows: 60))
        journey.press(Key("e"))
        await journey.see("╭ back ")
        for button in ["[ Save ]", "[ Delete ]", "[ Cancel ]", "[ More ]"] { await journey.see(button) }
    }

    @Test("a part without a row for its rule is named in the row of its first field, and a hint goes before the name")
    func partNames() async throws {
        let card = Card.made("Gym", "1") { $0.note = "a\nb\nc\nd\ne\nf" }
        let journey = try await Journey([card], size: Size(columns: 80, rows: 24))
        journey.press(Key("e"))
        await journey.see("Edit Gym")
        func line(_ label: String) throws -> String { try #require(journey.lines.first { $0.contains(label) }) }
        #expect(try line(" valid from ").contains("── money and days"))
        #expect(try line(" phone ").contains("── shop and looks"))
        #expect(!journey.lines.contains { $0.contains("───") })
        journey.focus(.validFrom)
        journey.type("2026-12-24")
        await journey.see("2026-12-24")
        #expect(try line(" valid from ").contains("in 34 days") && !line(" valid from ").contains("money and days"))
        // Narrow windows have no room for it.
        journey.size = Size(columns: 40, rows: 12)
        _ = journey.draw()
        #expect(!journey.text.contains("money and days"))
    }

    @Test("every text field is shown on the card and editable in the form", arguments: keys)
    func texts(key: String) async throws {
        let definition = try definition(key)
        guard case .text = definition.kind, let field = definition.formField else { return }
        var card = Card.made("Gym", "1")
        definition.fill(&card)
        let journey = try await Journey([card], size: Size(columns: 80, rows: 40))
        journey.press(.enter)
        await journey.see(definition.sampleText)
        journey.press(Key("e"))
        await journey.see("Edit ")
        journey.focus(field)
        journey.press(.control("a"), .control("k"))
        journey.type("34")
        journey.press(.control("s"))
        await journey.see("Saved ")
        let saved = try #require(try await journey.store.card(card.identifier))
        #expect(
            FieldText.text(for: definition.field, of: saved, .iso) == (field == .balance ? "34 points" : "34"))
    }

    /// Where text is typed.
    nonisolated static let typing: [CommandPlace] = [
        .finding, .create, .edit, .kinds, .picker, .writing, .importFile, .naming, .password, .groupName, .backendForm,
        .sharingForm,
        .booking,
        .historySearch,
    ]

    @Test("where text is typed its cursor is in sight, down to the smallest screen", arguments: typing)
    func cursor(place: CommandPlace) async throws {
        let journey = try await CommandTests().journey(to: place)
        for size in [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 20, rows: 5)] {
            journey.size = size
            let cursor = try #require(journey.draw().cursor, "\(place) in \(size)")
            // Neither in the status line nor in the footer.
            #expect(cursor.row < size.rows - 2 && cursor.column < size.columns, "\(place) in \(size)")
        }
    }

    @Test("the cursor of a long note is in sight on the smallest screen")
    func longNote() async throws {
        let journey = try await Journey(
            [.made("Gym", "1") { $0.note = "one\ntwo\nthree\nfour\nfive" }], size: Size(columns: 20, rows: 5))
        journey.press(Key("e"))
        await journey.see("Edit Gym")
        journey.focus(.note)
        #expect((journey.draw().cursor?.row).map { (1..<3).contains($0) } == true)
        journey.press(Key(.up), Key(.up))
        #expect((journey.draw().cursor?.row).map { (1..<3).contains($0) } == true)
    }
}
