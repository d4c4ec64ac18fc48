import CardViewModels
import Cards
import GoldenSupport
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

    /// The form of a card that the backend has too, with the cursor in its name.
    private func opened() async throws -> Journey {
        let journey = try await Journey(Card.samples)
        _ = try await journey.store.connect(to: Journey.backend)
        try await journey.merge(amber, fields: amber.filledFields)
        journey.press(Key("j"), Key("e"))
        await journey.see("Edit Amber Bakery")
        return journey
    }

    /// With the cursor in the middle of the number, where something was typed.
    private func journey() async throws -> Journey {
        let journey = try await opened()
        journey.press(.tab)
        for _ in 0..<4 { journey.press(Key(.left)) }
        journey.type("99")
        return journey
    }

    /// Waits for the question before saving.
    private func see(asking text: String, _ journey: Journey) async {
        await journey.wait("the question") { journey.model.prompts.prompt?.text.contains(text) == true }
    }

    @Test("the text being edited stays, other fields follow, and the form says who changed which")
    func cursor() async throws {
        let journey = try await journey()
        let before = journey.draw()
        try await change(journey) { $0.note = "From elsewhere." }
        await journey.see("The backend changed note")
        let after = journey.draw()
        #expect(after.cursor == before.cursor)
        #expect(after.text(ofRow: 2) == before.text(ofRow: 2))
        #expect(journey.text.contains("From elsewhere."))
        journey.type("8")
        await journey.see("LOY-9987734")
        journey.press(.control("s"))
        await journey.see("Saved Amber Bakery")
        let card = try #require(try await journey.store.card(amber.identifier))
        #expect(card.number == "LOY-9987734")
        #expect(card.note == "From elsewhere.")
    }

    @Test("a field changed on both sides shows the other value, and saving asks whose counts: mine")
    func both() async throws {
        let journey = try await journey()
        try await change(journey) { ($0.number, $0.note) = ("LOY-1", "From elsewhere.") }
        await journey.see("≠ the backend: LOY-1 · saving asks")
        #expect(journey.text.contains("The backend changed number, note; saving asks about number"))
        journey.type("!")
        await journey.see("LOY-99!7734")
        journey.press(.control("s"))
        await see(asking: "You set number to \"LOY-99!7734\"; the backend set it to \"LOY-1\".", journey)
        journey.press(Key("n"))
        #expect(try await journey.store.card(amber.identifier)?.number == "LOY-1")
        journey.press(.control("s"))
        await see(asking: "Which value should be saved?", journey)
        journey.press(Key("m"))
        await journey.see("Saved Amber Bakery")
        #expect(try await journey.store.card(amber.identifier)?.number == "LOY-99!7734")
    }

    @Test("a field changed on both sides takes the other value if one says so, and the rest is saved")
    func theirs() async throws {
        let journey = try await journey()
        journey.focus(.phone)
        journey.type("555")
        try await change(journey) { $0.number = "LOY-1" }
        await journey.see("≠ the backend: LOY-1 · saving asks")
        journey.press(.control("s"))
        await see(asking: "Which value should be saved?", journey)
        journey.press(Key("t"))
        await journey.see("Saved Amber Bakery")
        let card = try #require(try await journey.store.card(amber.identifier))
        #expect(card.number == "LOY-1" && card.phone == "555")
    }

    @Test(
        "several fields changed on both sides are asked about one after the other; without any of mine nothing is saved"
    )
    func several() async throws {
        let journey = try await journey()
        journey.focus(.phone)
        journey.type("555")
        try await change(journey) { ($0.number, $0.phone) = ("LOY-1", "777") }
        await journey.see("saving asks about number, phone")
        journey.press(.control("s"))
        await see(asking: "You set number", journey)
        journey.press(Key("t"))
        await see(asking: "You set phone", journey)
        journey.press(Key("t"))
        await journey.see("Nothing to save: the values from elsewhere are kept.")
        let card = try #require(try await journey.store.card(amber.identifier))
        #expect(card.number == "LOY-1" && card.phone == "777")
        await journey.wait("the draft to go") { await journey.drafts.kept.isEmpty }
    }

    @Test("the field with the cursor waits, says so, and follows when the cursor leaves it")
    func waiting() async throws {
        let journey = try await opened()
        let before = journey.draw()
        try await change(journey) { $0.name = "Amber West" }
        await journey.see("≠ the backend: Amber West · follows when you leave the field")
        #expect(journey.draw().cursor == before.cursor)
        #expect(journey.draw().text(ofRow: 2) == before.text(ofRow: 2))
        journey.press(.tab)
        await journey.see("Edit Amber West")
        #expect(journey.text.contains("The backend changed name"))
        #expect(!journey.text.contains("≠"))
        journey.press(.control("s"))
        await journey.see("No changes.")
        #expect(try await journey.store.card(amber.identifier)?.name == "Amber West")
    }

    @Test("a waiting field into which somebody types is asked about")
    func typedIntoWaiting() async throws {
        let journey = try await opened()
        try await change(journey) { $0.name = "Amber West" }
        await journey.see("follows when you leave the field")
        journey.type("!")
        await journey.see("≠ the backend: Amber West · saving asks")
        journey.press(.tab)
        #expect(journey.text.contains("Amber Bakery!"))
    }

    @Test("what a device changed carries its name; one that deletes the card is told, and saving brings it back")
    func device() async throws {
        let journey = try await Journey(Card.samples)
        let other = try await OtherDevice("desk", beside: journey.store)
        journey.press(Key("j"), Key("e"))
        await journey.see("Edit Amber Bakery")
        var values = amber
        values.note = "At noon."
        try await other.apply(.set(CardPatch(values: values, fields: [.note])))
        await journey.see("desk changed note")
        #expect(journey.text.contains("At noon."))
        journey.type("!")
        try await other.apply(.delete(amber.identifier))
        await journey.see("desk deleted this card; saving brings it back")
        #expect(journey.text.contains("Amber Bakery!"))
        journey.press(.control("s"))
        await journey.see("Saved Amber Bakery!")
        let card = try #require(try await journey.store.card(amber.identifier))
        #expect(card.name == "Amber Bakery!" && card.note == "At noon.")
        try await other.receive()
        #expect(try await other.store.card(amber.identifier)?.name == "Amber Bakery!")
    }

    @Test(
        "the form where others changed fields", arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)])
    func golden(size: Size) async throws {
        let journey = try await Journey(Card.samples, size: size)
        let other = try await OtherDevice("desk", beside: journey.store)
        journey.press(Key("j"), Key("e"))
        await journey.see("Edit Amber Bakery")
        journey.type("!")
        journey.press(.tab)
        var values = amber
        (values.name, values.number, values.note) = ("Amber West", "LOY-1", "At noon.")
        try await other.apply(.set(CardPatch(values: values, fields: [.name, .number, .note])))
        await journey.wait("the change") {
            guard let form = journey.model.navigator.path.last as? CardFormModel else { return false }
            return form.changes?.contains("saving asks about name") == true
        }
        await expectGolden(journey, "form-changed-elsewhere")
    }

    @Test("a barcode changed on both sides says so at the differing part, and saving keeps all of yours")
    func barcode() async throws {
        let journey = try await journey()
        journey.press(.tab)
        journey.type("QR code")
        try await change(journey) { $0.barcode = Barcode(format: .code128) }
        await journey.see("≠ the backend: Code 128")
        #expect(journey.text.contains("The backend changed barcode; saving asks about barcode"))
        journey.press(.control("s"))
        await see(asking: "Which value should be saved?", journey)
        journey.press(Key("m"))
        await journey.see("Saved Amber Bakery")
        #expect(try await journey.store.card(amber.identifier)?.barcode == Barcode(format: .qrCode))
    }

    @Test("equal changes on both sides are not mentioned")
    func same() async throws {
        let journey = try await journey()
        try await change(journey) { ($0.number, $0.note) = ("LOY-997734", "n") }
        await journey.see("The backend changed number, note")
        #expect(!journey.text.contains("≠"))
    }

    @Test("what changes elsewhere while a save fails is asked about by the next one")
    func changedWhileFailing() async throws {
        let journey = try await journey()
        await journey.gate.hold(.apply)
        await journey.gate.fail(.diskFull(path: "/x"))
        journey.press(.control("s"))
        await journey.wait("the saving") { await journey.gate.isWaiting(.apply) }
        try await change(journey) { $0.number = "LOY-1" }
        await journey.gate.release(.apply)
        await journey.wait("the failure") { journey.model.message?.text.contains("is full") == true }
        await journey.gate.fail(nil)
        await journey.see("≠ the backend: LOY-1")
        journey.press(.control("s"))
        await see(asking: "Which value should be saved?", journey)
        journey.press(Key("m"))
        await journey.see("Saved Amber Bakery")
        #expect(try await journey.store.card(amber.identifier)?.number == "LOY-997734")
    }

    @Test("what was changed elsewhere and not told yet is asked about")
    func notToldYet() async throws {
        let journey = try await journey()
        // The form reads the card when it is told of a change; that reading waits.
        await journey.gate.hold(.card)
        try await change(journey) { $0.number = "LOY-1" }
        journey.press(.control("s"))
        await journey.gate.release(.card)
        await see(asking: "Which value should be saved?", journey)
        #expect(try await journey.store.card(amber.identifier)?.number == "LOY-1")
    }

    @Test("text typed during a save stays, and unedited fields show changes from elsewhere")
    func typedWhileSaving() async throws {
        let journey = try await journey()
        try await change(journey) { $0.note = "From elsewhere." }
        await journey.see("The backend changed note")
        await journey.gate.hold(.apply)
        journey.press(.control("s"))
        await journey.wait("the store to be asked") { await journey.gate.isWaiting(.apply) }
        guard let form = journey.model.navigator.path.last as? CardFormModel else {
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
