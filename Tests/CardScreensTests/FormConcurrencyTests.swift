import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("A card that changes while its form is open")
struct FormConcurrencyTests {
    private let amber = Card.samples[1]

    private func change(_ journey: Journey, _ change: (inout Card) -> Void) async throws {
        let before = try #require(try await journey.store.card(amber.identifier))
        var after = before
        change(&after)
        try await journey.merge(after, fields: after.differences(from: before))
    }

    /// The form of a card that the backend has too, with the cursor in the middle of its number.
    private func journey() async throws -> Journey {
        let journey = try await Journey(Card.samples)
        _ = try await journey.store.connect(to: Journey.backend)
        try await journey.merge(amber, fields: amber.filledFields)
        journey.press(Key("j"), Key("e"))
        await journey.see("Edit Amber Bakery")
        journey.press(.tab)
        for _ in 0..<4 { journey.press(Key(.left)) }
        journey.type("99")
        return journey
    }

    @Test("the text being edited stays, and the form names the fields changed elsewhere")
    func cursor() async throws {
        let journey = try await journey()
        let before = journey.draw()
        try await change(journey) { $0.note = "From elsewhere." }
        await journey.see("Saving keeps both; changed elsewhere: note")
        let after = journey.draw()
        #expect(after.cursor == before.cursor)
        #expect(after.text(ofRow: 2) == before.text(ofRow: 2))
        journey.type("8")
        await journey.see("LOY-9987734")
        #expect(!journey.text.contains("From elsewhere."))
        journey.press(.control("s"))
        await journey.see("Saved Amber Bakery")
        let card = try #require(try await journey.store.card(amber.identifier))
        #expect(card.number == "LOY-9987734")
        #expect(card.note == "From elsewhere.")
    }

    @Test("a field changed on both sides shows the other value and says that saving keeps yours")
    func both() async throws {
        let journey = try await journey()
        try await change(journey) { ($0.number, $0.note) = ("LOY-1", "From elsewhere.") }
        await journey.see("≠ elsewhere: LOY-1 · saving keeps yours")
        #expect(journey.text.contains("Saving keeps your number; changed elsewhere: number, note"))
        journey.type("!")
        await journey.see("LOY-99!7734")
        journey.press(.control("s"))
        await journey.see("Saved Amber Bakery")
        #expect(try await journey.store.card(amber.identifier)?.number == "LOY-99!7734")
    }

    @Test("a barcode changed on both sides says so at the differing part, and saving keeps all of yours")
    func barcode() async throws {
        let journey = try await journey()
        journey.press(.tab)
        journey.type("QR code")
        try await change(journey) { $0.barcode = Barcode(format: .code128) }
        await journey.see("≠ elsewhere: Code 128 · saving keeps yours")
        #expect(journey.text.contains("Saving keeps your barcode; changed elsewhere: barcode"))
        journey.press(.control("s"))
        await journey.see("Saved Amber Bakery")
        #expect(try await journey.store.card(amber.identifier)?.barcode == Barcode(format: .qrCode))
    }

    @Test("equal changes on both sides are not mentioned")
    func same() async throws {
        let journey = try await journey()
        try await change(journey) { ($0.number, $0.note) = ("LOY-997734", "n") }
        await journey.see("Saving keeps both; changed elsewhere: number, note")
        #expect(!journey.text.contains("≠"))
    }

    @Test("text typed during a save stays, and unedited fields show changes from elsewhere")
    func typedWhileSaving() async throws {
        let journey = try await journey()
        try await change(journey) { $0.note = "From elsewhere." }
        await journey.see("Saving keeps both; changed elsewhere")
        await journey.gate.hold(.apply)
        journey.press(.control("s"))
        await journey.wait("the store to be asked") { await journey.gate.isWaiting(.apply) }
        guard case .form(let form)? = journey.model.navigator.path.last else {
            Issue.record("no form")
            return
        }
        form.setText("Amber Bakery 2", of: .name)
        await journey.gate.release(.apply)
        await journey.see("later changes are not saved yet")
        await journey.see("From elsewhere.")
        #expect(journey.text.contains("Amber Bakery 2"))
        #expect(journey.text.contains("LOY-997734"))
        journey.press(.control("s"))
        await journey.see("Saved Amber Bakery 2")
        #expect(try await journey.store.card(amber.identifier)?.note == "From elsewhere.")
    }

    @Test("a download changes neither the selection nor the shown card")
    func listAndCard() async throws {
        let journey = try await Journey(Card.samples)
        _ = try await journey.store.connect(to: Journey.backend)
        journey.press(Key("j"), Key("j"))
        await journey.see("Cedar Library · 3 of 7")
        try await journey.merge(.made("Aardvark Club", "1"), fields: [.name, .number])
        await journey.see("Cedar Library · 4 of 8")
        journey.press(.enter)
        await journey.see("number  0 0042 7719")
        try await journey.merge(.made("Abbey Shop", "1"), fields: [.name, .number])
        await journey.see("5 of 9")
        #expect(journey.lines[0].contains("Cedar Library"))
        #expect(journey.text.contains("12.50 EUR"))
    }
}
