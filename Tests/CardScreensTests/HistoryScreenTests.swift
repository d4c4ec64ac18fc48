import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("The history on the screen")
struct HistoryScreenTests {
    private func history(_ journey: Journey) -> HistoryModel? {
        journey.model.navigator.path.last as? HistoryModel
    }

    private func library(_ journey: Journey) async throws -> Card {
        try #require(try await journey.store.card(HistorySamples.library.identifier))
    }

    @Test("H on a card lists its changes by day, the newest first, with their values and where they came from")
    func card() async throws {
        let journey = try await HistorySamples.journey()
        await HistorySamples.openLibrary(journey)
        let lines = journey.lines
        #expect(lines[0].contains("History of Cedar Library"))
        #expect(lines[1].contains("today · Friday, 20 November 2026"))
        #expect(lines[2].contains("08:00") && lines[2].contains("balance: 12.50 → 5.10") && lines[2].contains("here"))
        #expect(lines[3].contains("yesterday · Thursday, 19 November 2026"))
        #expect(lines[4].contains("17:00") && lines[4].contains("front photo: 2 B → 2 B"))
        #expect(lines[9].contains("phone: none → +48 22 123") && lines[9].contains("import"))
        #expect(journey.text.contains("number: 0 0042 7719 → 7720, expiry: 2026-12-31 → none"))
        #expect(journey.text.contains("added"))
        journey.press(.escape)
        await journey.see("5.10 EUR")
    }

    @Test("a change of a photo has both as small pictures beneath it; nothing moves when they are there")
    func pictures() async throws {
        let journey = try await HistorySamples.journey()
        await HistorySamples.openLibrary(journey)
        let before = journey.lines.map { String($0.prefix(8)) }
        await journey.seePictures()
        #expect(journey.lines.map { String($0.prefix(8)) } == before)
        #expect(journey.lines[5...8].contains { $0.contains(" → ") })
        let canvas = journey.draw()
        for columns in [10..<23, 26..<39] {
            let cells = (5...8).flatMap { row in columns.map { canvas[$0, row] } }
            #expect(cells.contains { $0.style != canvas[2, 5].style || $0.text != " " })
        }
        // Down and up over the pictures, which belong to their change.
        journey.press(Key("j"), Key("j"))
        #expect(history(journey)?.selectedRank == 2)
        journey.press(Key("k"))
        journey.mouse(.press(.left), column: 12, row: 7)
        await HistorySamples.seePast(journey)
    }

    @Test("small screens and plain text have the sizes of photos in words")
    func sizes() async throws {
        for (size, isPlain) in [(Size(columns: 40, rows: 12), false), (Size(columns: 80, rows: 24), true)] {
            let journey = try await HistorySamples.journey(size: size, isPlain: isPlain)
            await HistorySamples.openLibrary(journey)
            let row = try #require(journey.lines.firstIndex { $0.contains("front photo: 2 B ") })
            #expect(journey.lines[row + 1].contains("phone"))
        }
    }

    @Test("a picture that was added beside others, and one that was removed, are shown as such")
    func further() async throws {
        let photos: [PhotoHash: [UInt8]] = [PhotoHash(of: [10, 10]): [10, 10]]
        let journey = try await Journey([.made("Gym", "1")])
        var card = Card.made("Gym", "1")
        card.pictures = [FurtherPicture(label: "receipt", hash: PhotoHash(of: [10, 10]))]
        try await journey.store.apply([
            .set(CardPatch(values: card, fields: [.pictures], photos: photos))
        ])
        journey.press(Key("H"))
        await HistorySamples.seeHistory(journey)
        await journey.seePictures()
        #expect(journey.lines[3...6].contains { $0.contains("none") && $0.contains(" → ") })
        #expect(history(journey)?.rows.first?.photoSizes == [PhotoHash(of: [10, 10]): 2])
    }

    @Test("Enter shows the card as it was, with what is different now; r brings one field back, and u takes that back")
    func past() async throws {
        let journey = try await HistorySamples.journey()
        await HistorySamples.openLibrary(journey)
        // The note was changed first of all.
        journey.press(Key("G"), Key("k"), .enter)
        await HistorySamples.seePast(journey)
        await journey.see("as it was on 2026-11-17 at 18:30")
        await journey.see("Bring the red bag.")
        await journey.see("12.50 EUR")
        #expect(journey.text.contains("Different now: number, expiry, balance, phone, front"))
        journey.press(Key("r"))
        await journey.see("number: 7720 → 0 0042 7719")
        journey.press(.enter)
        await journey.see("Restore Cedar Library?")
        journey.press(Key("y"))
        await journey.see("Restored the number of Cedar Library · u undoes")
        #expect(try await library(journey).number == "0 0042 7719")
        await journey.wait("the differences") { !journey.text.contains("Different now: number") }
        journey.press(Key("u"))
        await journey.see("Undid: restored the number of Cedar Library")
        #expect(try await library(journey).number == "7720")
        journey.press(.escape)
        await HistorySamples.seeHistory(journey)
        await journey.see("undo")
    }

    @Test("r on a change offers its fields as they were and the whole card, says what changes, and asks")
    func restoring() async throws {
        let journey = try await HistorySamples.journey()
        await HistorySamples.openLibrary(journey)
        journey.press(Key("j"), Key("j"), Key("j"), Key("r"))
        await journey.see("the whole card as it was before this change")
        await journey.see("expiry: none → 2026-12-31")
        journey.press(.escape)
        await journey.seeNo("the whole card as it was")
        #expect(try await library(journey).number == "7720")

        journey.press(Key("r"))
        await journey.see("the whole card as it was before this change")
        journey.press(Key("3"))
        await journey.see("and 1 more")
        journey.press(Key("n"))
        await journey.wait("the history") { journey.model.prompts.prompt == nil }
        journey.press(Key("r"))
        await journey.see("the whole card as it was before this change")
        journey.press(Key("3"), Key("y"))
        await journey.see("Restored Cedar Library · u undoes")
        let restored = try await library(journey)
        #expect(restored.number == "0 0042 7719" && restored.note == "Bring the red bag.")
        #expect(restored.front == HistorySamples.library.front && restored.balance == "12.50")
        // The restored change is in the history at once.
        await journey.wait("the new change") {
            history(journey)?.rows.first.map { $0.source == .restored } == true
        }
        journey.press(Key("u"))
        await journey.see("Undid: restored Cedar Library")
        #expect(try await library(journey).front == HistorySamples.newFront)
    }

    @Test("the newest change says that there is nothing to restore from after it, and offers what was before")
    func newest() async throws {
        let journey = try await HistorySamples.journey()
        await HistorySamples.openLibrary(journey)
        journey.press(Key("r"))
        await journey.see("balance: 5.10 EUR → 12.50 EUR")
        journey.press(Key("y"))
        await journey.see("Restored the balance of Cedar Library")
        #expect(try await library(journey).balance == "12.50")
    }

    @Test("H on the list shows all cards; words search names, fields and values, and Esc ends the search")
    func all() async throws {
        let journey = try await HistorySamples.journey()
        journey.press(Key("H"))
        await HistorySamples.seeHistory(journey)
        await journey.see("Delta Deli")
        #expect(journey.text.contains("restored") && journey.text.contains("deleted"))
        journey.press(Key("/"))
        journey.type("deli rest")
        await journey.wait("what was found") {
            history(journey)?.rows.count == 1 && history(journey)?.isReading == false
        }
        journey.press(.enter, .enter)
        await HistorySamples.seePast(journey)
        await journey.see("Ask for the stamp card.")
        journey.press(.escape)
        await journey.see("restored")
        journey.press(.escape)
        await journey.see("Cedar Library")
        journey.press(Key("/"))
        journey.type("qqq")
        await journey.see("No change contains these words.")
        journey.press(.escape)
        await journey.see("History")
        journey.press(Key("H"))
        await journey.wait("the list") { journey.model.navigator.path.isEmpty }
    }

    @Test("a deleted card is shown as it was when it was deleted, and comes back as it was")
    func deleted() async throws {
        let journey = try await HistorySamples.journey()
        journey.press(Key("d"), Key("y"))
        await journey.see("Deleted Alpine Airways")
        journey.press(Key("H"))
        await HistorySamples.seeHistory(journey)
        journey.press(.enter)
        await journey.see("as it was today at 12:00")
        await journey.see("The card is in the trash now.")
        journey.press(Key("r"))
        await journey.see("Bring back Alpine Airways?")
        journey.press(Key("y"))
        await journey.see("Restored Alpine Airways · u undoes")
        #expect(try await journey.store.card(Card.samples[0].identifier)?.number == Card.samples[0].number)
    }

    @Test("a history of thousands of changes is read in parts; End and Home lead to its ends")
    func long() async throws {
        let journey = try await Journey([.made("Gym", "0")])
        let identifier = Card.made("Gym").identifier
        let changes = (1...2500).map { number in
            var card = Card(identifier: identifier, name: "Gym")
            card.number = "\(number)"
            return CardChange.set(CardPatch(values: card, fields: [.number]))
        }
        try await journey.store.apply(changes)
        journey.press(Key("H"))
        await HistorySamples.seeHistory(journey)
        await journey.see("number: 2499 → 2500")
        let model = try #require(history(journey))
        #expect(model.rows.count == 100)
        journey.press(Key("G"))
        await journey.see("added")
        #expect(model.selectedRow?.id == 1)
        journey.press(Key("k"))
        await journey.see("number: 0 → 1")
        // From the oldest change back to newer ones, one page after another.
        for _ in 0..<10 {
            journey.press(Key(.pageUp))
            await HistorySamples.seeHistory(journey)
        }
        #expect(try #require(model.selectedRow).id > 150)
        #expect(model.rows.map(\.id) == model.rows.map(\.id).sorted(by: >))
        for _ in 0..<80 {
            journey.press(Key(.pageUp))
            await HistorySamples.seeHistory(journey)
        }
        #expect(model.rows.count <= 1000)
        let ids = model.rows.map(\.id)
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 == $1 + 1 })
        journey.press(Key("g"))
        await journey.see("number: 2499 → 2500")
        #expect(model.selectedRank == 0)
        for _ in 0..<140 {
            journey.press(Key(.pageDown))
            await HistorySamples.seeHistory(journey)
        }
        #expect(model.selectedRow?.id == 1)
    }

    @Test("a change while the history is open is added, and the selected change stays selected")
    func followed() async throws {
        let journey = try await HistorySamples.journey()
        await HistorySamples.openLibrary(journey)
        journey.press(Key("j"))
        let model = try #require(history(journey))
        let selected = model.selectedRow
        var card = try await library(journey)
        card.website = "library.example"
        try await journey.store.apply([.set(CardPatch(values: card, fields: [.website]))])
        await journey.see("website: none → library.example")
        #expect(model.selectedRow == selected && model.selectedRank == 2)
        // A change of another card is none of this history.
        let count = model.rows.count
        try await journey.store.apply([.delete(Card.samples[0].identifier)])
        journey.press(Key("k"), Key("j"))
        #expect(model.rows.count == count)
    }

    @Test("a history in which nothing has happened says so, and its keys say why they do nothing")
    func empty() async throws {
        let journey = try await Journey()
        journey.press(Key("H"))
        await journey.see("No changes yet.")
        journey.press(Key("r"))
        await journey.see("r needs a change, but none is shown")
    }

    @Test("the mouse selects a change, and a click on the selected one shows the card")
    func mouse() async throws {
        let journey = try await HistorySamples.journey()
        await HistorySamples.openLibrary(journey)
        journey.click("front photo: 2 B → 2 B")
        #expect(history(journey)?.selectedRank == 1)
        // A day is no change.
        journey.click("yesterday")
        #expect(history(journey)?.selectedRank == 1)
        journey.mouse(.wheelDown, column: 5, row: 5)
        #expect(history(journey)?.selectedRank == 2)
        journey.click("front photo: 2 B → 2 B")
        journey.click("front photo: 2 B → 2 B")
        await HistorySamples.seePast(journey)
        await journey.see("as it was yesterday at 17:00")
        journey.click("[x]")
        await journey.see("History of Cedar Library")
    }

    @Test(
        "everything works on small screens",
        arguments: [Size(columns: 40, rows: 12), Size(columns: 30, rows: 8), Size(columns: 20, rows: 5)])
    func small(size: Size) async throws {
        let journey = try await HistorySamples.journey(size: size)
        await HistorySamples.openLibrary(journey)
        await journey.see("08:00")
        journey.press(Key("G"))
        await journey.see("added")
        journey.press(Key("k"), .enter)
        await HistorySamples.seePast(journey)
        journey.press(Key("G"), Key("g"), .escape)
        await HistorySamples.seeHistory(journey)
        journey.press(Key("r"))
        await journey.wait("the picker") { journey.model.prompts.picker != nil }
        journey.press(Key("1"))
        await journey.wait("the prompt") { journey.model.prompts.prompt != nil }
        journey.press(Key("y"))
        await journey.wait("the restored note") { try await library(journey).note == HistorySamples.library.note }
    }

    @Test("text in changes cannot move the cursor or change colours")
    func hostile() async throws {
        let journey = try await Journey([.made("Gym", "1")])
        var card = Card.made("Gym")
        card.note = "a\u{1B}[2Jb\u{9B}31m\u{202E}c\nd"
        try await journey.store.apply([.set(CardPatch(values: card, fields: [.note]))])
        journey.press(Key("H"))
        await HistorySamples.seeHistory(journey)
        await journey.see("note: none →")
        #expect(!journey.text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B || $0.value == 0x202E })
    }
}
