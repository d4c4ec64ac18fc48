import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("Conflicts")
struct ConflictTests {
    private let cedar = Card.samples[2]

    /// Cedar Library with another number, another note and another first day on each side.
    private func journey(_ size: Size = Size(columns: 80, rows: 24)) async throws -> Journey {
        let journey = try await Journey(Card.samples, photos: Card.samplePhotos, size: size)
        try await disagree(journey)
        journey.press(Key("j"), Key("j"))
        await journey.see("conflict")
        return journey
    }

    private func disagree(_ journey: Journey) async throws {
        try await journey.disagree(
            over: cedar, mine: { ($0.number, $0.note) = ("1111", "Bring the blue bag.") },
            theirs: { ($0.number, $0.note) = ("2222", "Bring the red bag.") })
    }

    private func open(_ journey: Journey) async {
        journey.press(Key("c"))
        await journey.see("0 of 2 decided")
    }

    /// The conflict of one field of Cedar Library.
    private func opened(mine: (inout Card) -> Void, theirs: (inout Card) -> Void) async throws -> Journey {
        let journey = try await Journey(Card.samples, photos: Card.samplePhotos)
        try await journey.disagree(over: cedar, mine: mine, theirs: theirs)
        journey.press(Key("j"), Key("j"))
        await journey.see("conflict")
        journey.press(Key("c"))
        await journey.see("0 of 1 decided")
        return journey
    }

    private func stored(_ journey: Journey) async throws -> Card {
        try #require(try await journey.store.card(cedar.identifier))
    }

    @Test("the row has a sign and a word, and c opens the conflict, also from another row")
    func row() async throws {
        let journey = try await journey()
        #expect(journey.lines[4].contains("≠▎Cedar Library"))
        await open(journey)
        journey.press(.escape)
        journey.loader.publish { $0.tally.conflicts = 1 }
        await journey.see("1 card in conflict · c resolves")
        journey.press(Key("g"))
        await open(journey)
        #expect(journey.lines[0].contains("Cedar Library"))
    }

    @Test("a card names the fields in conflict and the key that opens it")
    func card() async throws {
        let journey = try await journey()
        journey.press(.enter)
        await journey.see("conflict  number, note · c resolves")
        await open(journey)
        journey.press(Key("<"), .enter)
        await journey.see("Kept yours in 2 fields")
        await journey.seeNo("changed on both sides")
        #expect(journey.text.contains("Cedar Library"))
    }

    @Test("a balance is compared with its currency, also where only the amounts differ")
    func balances() async throws {
        let journey = try await opened(mine: { $0.balance = "10.00" }, theirs: { $0.balance = "7" })
        #expect(journey.text.contains("10.00 EUR") && journey.text.contains("7 EUR"))
    }

    @Test("an amount is shown with its unit, and both are decided together")
    func units() async throws {
        let journey = try await Journey(Card.samples, photos: Card.samplePhotos)
        try await journey.disagree(
            over: cedar, mine: { ($0.balance, $0.currency) = ("1", "of 5 stamps") },
            theirs: { ($0.balance, $0.currency) = ("9", "GBP") })
        journey.press(Key("j"), Key("j"))
        await journey.see("conflict")
        journey.press(Key("c"))
        await journey.see("0 of 2 decided")
        #expect(journey.text.contains("1/5 stamps") && journey.text.contains("9 GBP"))
        #expect(!journey.text.contains("points"))
        journey.press(Key("m"))
        await journey.see("2 of 2 decided")
        journey.press(.tab, Key("t"))
        await journey.see("2 of 2 decided")
        journey.press(.enter)
        await journey.see("Kept theirs in 2 fields")
        let card = try await stored(journey)
        #expect((card.balance, card.currency) == ("9", "GBP"))
    }

    @Test("the decisions are saved as one step, which u undoes")
    func saving() async throws {
        let journey = try await journey()
        await open(journey)
        #expect(journey.lines[0].hasPrefix(" Conflict: Cedar Library "))
        #expect(
            journey.lines.last?.hasPrefix(" m mine  t theirs  e edit  < all mine  > all theirs  Tab next  Esc back ")
                == true)
        journey.press(Key("m"), .tab, Key("t"))
        #expect(
            journey.lines.last?.hasPrefix(" ↵ save  m mine  t theirs  e edit  < all mine  > all theirs  Esc back ")
                == true)
        #expect(journey.text.contains("2 of 2 decided"))
        #expect(journey.text.contains("● mine"))
        #expect(journey.text.contains("● cards.example"))
        #expect(try await stored(journey).note == "Bring the blue bag.")
        journey.press(.enter)
        await journey.see("Kept yours in 1 field, theirs in 1 · u undoes")
        #expect(journey.model.navigator.path.isEmpty)
        let card = try await stored(journey)
        #expect(card.number == "1111")
        #expect(card.note == "Bring the red bag.")
        #expect(try await journey.store.conflict(of: cedar.identifier) == nil)
        await journey.seeNo("conflict")
        journey.press(Key("u"))
        await journey.see("Undid: ")
        #expect(try await stored(journey).note == "Bring the blue bag.")
    }

    @Test("keeping all own values is no step, so undo is not offered")
    func allMine() async throws {
        let journey = try await journey()
        await open(journey)
        journey.press(Key("<"), .control("s"))
        await journey.see("Kept yours in 2 fields")
        #expect(!journey.text.contains("undoes"))
        #expect(try await journey.store.conflictedCards().isEmpty)
    }

    @Test("nothing is decided automatically; open fields stay open and are counted")
    func partly() async throws {
        let journey = try await journey()
        await open(journey)
        journey.press(.enter)
        await journey.see("Nothing decided yet: m keeps mine, t uses theirs.")
        journey.press(Key("t"), .enter)
        await journey.see("Kept theirs in 1 field · 1 field is left · u undoes")
        #expect(journey.text.contains("0 of 1 decided"))
        #expect(try await journey.store.conflict(of: cedar.identifier)?.fields == [.note])
        #expect(try await stored(journey).number == "2222")
        journey.press(Key("t"), Key(.backspace), .enter)
        await journey.see("Nothing decided yet")
    }

    @Test("a field can be edited in place, and invalid text is rejected")
    func writing() async throws {
        let journey = try await Journey(Card.samples, photos: Card.samplePhotos)
        try await journey.disagree(
            over: cedar, mine: { ($0.name, $0.expiry) = ("Cedar", CalendarDay("2027-01-01")) },
            theirs: { ($0.name, $0.expiry) = ("Library", CalendarDay("2027-02-02")) })
        journey.press(Key("j"), Key("j"))
        await journey.see("conflict")
        journey.press(Key("c"))
        await journey.see("2027-02-02")
        // A name cannot be empty.
        journey.press(Key("e"), .control("u"), .tab)
        await journey.see("✗ a card needs a name")
        journey.type("qmt")
        await journey.seeNo("✗")
        journey.press(.enter, .tab, Key("t"), Key("e"))
        #expect(journey.text.contains("2027-02-02"))
        journey.press(Key(.backspace), .tab)
        await journey.see("✗ February 2027 has 28 days")
        // What is written is the only value that is chosen in this field.
        #expect(journey.lines.count { $0.contains("●") } == 2, "\(journey.text)")
        #expect(journey.text.contains("Tab done"))
        // The decision is unchanged: theirs.
        journey.press(.escape)
        await journey.seeNo("✗")
        #expect(journey.text.contains("● cards.example"))
        journey.press(Key("e"), Key(.backspace))
        journey.type("3")
        journey.press(.control("s"))
        await journey.see("Edited 2 fields · u undoes")
        let card = try await stored(journey)
        #expect(card.name == "qmt")
        #expect(card.expiry == CalendarDay("2027-02-03"))
        #expect(try await journey.store.conflictedCards().isEmpty)
    }

    @Test("on a low screen the reason why a text is not valid is in sight beneath it")
    func writingOnLowScreen() async throws {
        let journey = try await opened(mine: { $0.name = "Cedar" }, theirs: { $0.name = "Library" })
        journey.size = Size(columns: 40, rows: 6)
        journey.press(Key("e"), .control("u"), .tab)
        await journey.see("✗ a card needs a name")
        #expect(journey.text.contains("● edited"))
    }

    @Test("a note is edited in several lines, where command keys type letters")
    func writingNote() async throws {
        let journey = try await journey()
        await open(journey)
        journey.press(.tab, Key("e"), .enter)
        journey.type("mt<e")
        journey.press(Key(.up), Key(.end))
        journey.type("!")
        journey.paste(" Twice.")
        journey.press(.tab)
        await journey.see("● edited")
        journey.press(.enter)
        await journey.see("Edited 1 field · 1 field is left")
        #expect(try await stored(journey).note == "Bring the blue bag.! Twice.\nmt<e")
        #expect(try await stored(journey).number == "1111")
    }

    @Test("leaving asks only if there are unsaved decisions")
    func leaving() async throws {
        let journey = try await journey()
        await open(journey)
        journey.press(.escape)
        #expect(journey.model.navigator.path.isEmpty)
        await open(journey)
        journey.press(Key("t"), .escape)
        await journey.see("Discard the decisions for Cedar Library?")
        journey.press(.enter)
        #expect(journey.text.contains("● cards.example"))
        journey.press(Key("q"), Key("y"))
        #expect(journey.model.navigator.path.isEmpty)
        #expect(try await stored(journey).number == "1111")
        #expect(try await journey.store.conflict(of: cedar.identifier)?.fields == [.number, .note])
    }

    @Test("changes elsewhere are shown, and decisions on remaining fields are kept")
    func following() async throws {
        let journey = try await journey()
        await open(journey)
        journey.press(Key("m"), .tab, Key("m"))
        // Here another program accepts their number; on the backend the note is changed again.
        var card = try await stored(journey)
        card.number = "2222"
        try await journey.store.apply([.set(CardPatch(values: card, fields: [.number]))])
        await journey.see("1 of 1 decided")
        card.note = "Bring the green bag."
        try await journey.merge(card, fields: [.note])
        await journey.see("Changed elsewhere, please check again: note")
        #expect(journey.text.contains("green"))
        #expect(journey.text.contains("0 of 1 decided"))
        #expect(!journey.text.contains("●"))
        try await journey.store.apply([.set(CardPatch(values: card, fields: [.note]))])
        await journey.see("Cedar Library no longer has a conflict.")
        #expect(journey.model.navigator.path.isEmpty)
    }

    @Test("a card deleted elsewhere closes its conflict and the prompt about it")
    func deleted() async throws {
        let journey = try await journey()
        await open(journey)
        journey.press(Key("t"), .escape)
        await journey.see("Discard the decisions")
        try await journey.store.apply([.delete(cedar.identifier)])
        await journey.see("Cedar Library was deleted elsewhere.")
        #expect(journey.model.navigator.path.isEmpty)
        #expect(journey.model.prompts.prompt == nil)
    }

    /// Cedar Library, whose note a phone, a tablet and, with `isMine`, this device changed at the same time.
    private func shared(isMine: Bool) async throws -> (Journey, OtherDevice) {
        let journey = try await Journey(Card.samples, photos: Card.samplePhotos)
        let phone = try await OtherDevice("phone", beside: journey.store)
        let old = try #require(try await phone.store.card(cedar.identifier))
        let tablet = try await OtherDevice("tablet", joining: phone)
        for (store, note) in [(phone.store, "From the phone."), (tablet.store, "From the tablet.")]
            + (isMine ? [(journey.store, "From here.")] : [])
        {
            var card = old
            card.note = note
            try await store.apply([.set(CardPatch(from: old, to: card))])
        }
        try await tablet.send()
        try await phone.send()
        journey.press(Key("j"), Key("j"))
        await journey.see("conflict")
        journey.press(Key("c"))
        await journey.see("0 of 1 decided")
        return (journey, phone)
    }

    @Test("three devices are three sides, each with its name; m is what was written here, whatever the card shows")
    func threeSides() async throws {
        let (journey, _) = try await shared(isMine: true)
        for side in ["○ mine (laptop)", "○ phone", "○ tablet"] { #expect(journey.text.contains(side)) }
        journey.press(Key("m"))
        await journey.see("● mine (laptop)")
        journey.press(Key("t"))
        await journey.seeNo("● mine")
        let first = journey.text.contains("● phone") ? "phone" : "tablet"
        journey.press(Key("t"))
        await journey.see(first == "phone" ? "● tablet" : "● phone")
        journey.press(Key("m"), .enter)
        await journey.see("Kept yours in 1 field")
        #expect(try await stored(journey).note == "From here.")
        #expect(try await journey.store.conflict(of: cedar.identifier) == nil)
    }

    @Test("where this device wrote none, m is refused with the names")
    func noneMine() async throws {
        let (journey, _) = try await shared(isMine: false)
        #expect(!journey.text.contains("mine (laptop)"))
        // Nor is it hinted.
        #expect(journey.lines.last?.hasPrefix(" t theirs ") == true, "\(journey.text)")
        journey.press(Key("m"))
        await journey.see("m keeps your value, but this device wrote none; choose that of ")
        #expect(journey.text.contains("0 of 1 decided"))
        #expect(journey.text.contains("phone") && journey.text.contains("tablet"))
        journey.press(.enter)
        await journey.see("Nothing decided yet: t uses theirs.")
        journey.press(Key("<"))
        #expect(journey.text.contains("0 of 1 decided"))
        journey.click("○ phone")
        await journey.see("● phone")
        journey.press(.enter)
        await journey.see("Kept theirs in 1 field")
        #expect(try await stored(journey).note == "From the phone.")
    }

    @Test("after a card the next conflict is offered")
    func next() async throws {
        let journey = try await journey()
        try await journey.disagree(
            over: Card.samples[4], mine: { $0.number = "1" }, theirs: { $0.number = "2" })
        await journey.wait("the second") { try await journey.store.conflictedCards().count == 2 }
        await open(journey)
        journey.press(Key(">"), .enter)
        await journey.see("Kept theirs in 2 fields · c resolves Delta Deli · u undoes")
        journey.loader.publish { $0.tally.conflicts = 1 }
        await journey.wait("the loader's word") { journey.model.sync.status?.tally.conflicts == 1 }
        journey.press(Key("c"))
        await journey.see("0 of 1 decided")
        #expect(journey.lines[0].contains("Delta Deli"))
    }

    @Test("the next conflict is offered on the former screen, too, before the loader has counted")
    func nextFromCard() async throws {
        let journey = try await journey()
        try await journey.disagree(
            over: Card.samples[4], mine: { $0.number = "1" }, theirs: { $0.number = "2" })
        journey.press(.enter)
        await journey.see("c resolves")
        await open(journey)
        journey.press(Key("<"), .enter)
        await journey.see("c resolves Delta Deli")
        #expect(journey.text.contains("12.50 EUR"))
        journey.press(Key("c"))
        await journey.see("0 of 1 decided")
        journey.press(Key("t"), .enter)
        await journey.see("Kept theirs in 1 field")
        #expect(!journey.text.contains("resolves"))
        journey.press(.escape, Key(":"))
        journey.type("conflicts")
        await journey.see("no matches")
    }

    @Test("photos are compared side by side, and the chosen one is saved", arguments: [40, 80])
    func photos(columns: Int) async throws {
        let journey = try await Journey(
            Card.samples, photos: Card.samplePhotos, size: Size(columns: columns, rows: 40))
        let theirs = PhotoHash(of: [40, 25])
        try await journey.disagree(
            over: cedar, mine: { $0.front = nil }, theirs: { $0.front = theirs }, photos: [theirs: [40, 25]])
        await journey.wait("the conflict") { try await !journey.store.conflictedCards().isEmpty }
        journey.press(Key("j"), Key("j"))
        await journey.see("conflict")
        journey.press(Key("c"))
        await journey.see("no photo")
        await journey.seePictures()
        #expect(journey.text.contains("○ cards.example"))
        journey.press(Key("e"))
        #expect(!journey.text.contains("written"))
        journey.click("○ cards.example")
        await journey.see("● cards.example")
        journey.press(.enter)
        await journey.see("Kept theirs in 1 field")
        #expect(try await stored(journey).front == theirs)
    }

    @Test("values of the backend are sanitized, those of unknown fields too")
    func hostile() async throws {
        let journey = try await Journey(Card.samples, photos: Card.samplePhotos)
        try await journey.disagree(
            over: cedar, mine: { $0.unknownFields = ["tier\u{202E}": .number("3")] },
            theirs: { $0.unknownFields = ["tier\u{202E}": .string("\u{1B}[31mgold\u{202E}")] })
        await journey.wait("the conflict") { journey.model.list.row(at: 2)?.hasConflict == true }
        journey.press(Key("j"), Key("j"), Key("c"))
        await journey.see("␛[31mgold")
        #expect(!journey.text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        #expect(journey.text.contains("tier"))
        journey.press(Key("t"), .enter)
        await journey.see("Kept theirs in 1 field")
        #expect(try await stored(journey).unknownFields["tier\u{202E}"] == .string("\u{1B}[31mgold\u{202E}"))
    }

    @Test("an edit stays open while the conflict ends elsewhere, and no letter becomes a command")
    func writingWhileItEnds() async throws {
        let journey = try await journey()
        await open(journey)
        journey.press(.tab, Key("e"))
        try await journey.store.apply([.delete(cedar.identifier)])
        await journey.see("Cedar Library was deleted elsewhere: nothing can be saved")
        journey.type("qdy")
        #expect(journey.text.contains("Bring the blue bag.qdy"))
        journey.press(.tab)
        await journey.see("Cedar Library was deleted elsewhere.")
        #expect(journey.model.navigator.path.isEmpty)
        #expect(journey.model.prompts.prompt == nil)
    }

    @Test("an edit stays open while its field is decided elsewhere")
    func writingWhileTheFieldGoes() async throws {
        let journey = try await journey()
        await open(journey)
        journey.press(.tab, Key("e"))
        var card = try await stored(journey)
        card.note = "Bring the red bag."
        try await journey.store.apply([.set(CardPatch(values: card, fields: [.note]))])
        await journey.see("note was resolved elsewhere")
        journey.type("mt")
        #expect(journey.text.contains("Bring the blue bag.mt"))
        journey.press(.control("s"))
        await journey.see("0 of 1 decided")
        #expect(try await stored(journey).note == "Bring the red bag.")
        #expect(try await stored(journey).number == "1111")
    }

    @Test("saving a conflict that ended elsewhere says that nothing was saved, and leaves", arguments: [true, false])
    func savingEnded(isDeleted: Bool) async throws {
        let journey = try await journey()
        await open(journey)
        journey.press(Key("<"))
        await journey.gate.hold(.resolve)
        journey.press(.enter)
        await journey.wait("the saving") { await journey.gate.isWaiting(.resolve) }
        if isDeleted {
            try await journey.store.apply([.delete(cedar.identifier)])
        } else {
            var card = try await stored(journey)
            (card.number, card.note) = ("2222", "Bring the red bag.")
            try await journey.store.apply([.set(CardPatch(values: card, fields: [.number, .note]))])
        }
        await journey.gate.release(.resolve)
        await journey.see("Cedar Library was \(isDeleted ? "deleted" : "resolved") elsewhere; nothing was saved.")
        #expect(!journey.text.contains("undoes"))
        #expect(journey.model.navigator.path.isEmpty)
    }

    @Test("choosing one side in all fields keeps edited values")
    func allButWritten() async throws {
        let journey = try await journey()
        await open(journey)
        journey.press(Key("e"))
        journey.type("9")
        journey.press(.tab, Key(">"), .enter)
        await journey.see("Kept theirs in 1 field, edited 1")
        #expect(try await stored(journey).number == "11119")
        #expect(try await stored(journey).note == "Bring the red bag.")
    }

    @Test(
        "c opens a conflict from another row before the loader has reported, but none for a card without one"
    )
    func unsaid() async throws {
        let journey = try await journey()
        await journey.wait("the store's word") { journey.model.conflicts.hasConflicts }
        journey.press(Key("g"), .enter)
        await journey.wait("the card") { !journey.model.isBusy }
        journey.press(Key("c"))
        #expect(journey.model.navigator.path.count == 1)
        #expect(journey.model.activities.isEmpty)
    }
}
