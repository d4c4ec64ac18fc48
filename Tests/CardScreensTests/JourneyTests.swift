import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("Journeys")
struct JourneyTests {
    @Test("an empty list fills during a download, and the selection stays on its card")
    func arriving() async throws {
        let journey = try await Journey()
        await journey.see("No cards yet")
        try await journey.store.apply([.set(CardPatch(from: nil, to: .made("Mistral", "1")))])
        await journey.see("Mistral · 1 of 1")
        try await journey.store.apply([.set(CardPatch(from: nil, to: .made("Amber", "2")))])
        await journey.see("Mistral · 2 of 2")
    }

    @Test("an added card is selected in the list")
    func adding() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("a"))
        await journey.see("New card")
        journey.press(.control("s"))
        await journey.see("Not saved: needs a name and a number or a photo")
        journey.type("Elm Gym")
        journey.press(.tab)
        journey.type("G-1")
        journey.press(.control("s"))
        await journey.see("Saved Elm Gym")
        journey.press(.escape)
        await journey.see("Elm Gym · 6 of 8")
        let card = try await journey.store.cards(named: "elm gym").first
        #expect(card?.number == "G-1")
        await journey.wait("the draft to be removed") { await journey.drafts.kept.isEmpty }
    }

    @Test("an edit changes the typed fields only")
    func editing() async throws {
        var original = Card.samples[2]
        original.unknownFields = ["vendor": .string("kept")]
        let journey = try await Journey([original], photos: Card.samplePhotos)
        journey.press(Key("e"))
        await journey.see("Edit Cedar Library")
        journey.type(" East")
        journey.press(.control("s"))
        await journey.see("Saved Cedar Library East")
        let card = try #require(try await journey.store.card(original.identifier))
        #expect(card.differences(from: original).filter { !$0.isBookkeeping } == [.name])
    }

    @Test("cancelling asks if something changed, and restores the saved values")
    func cancelling() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("e"))
        await journey.see("Edit Alpine Airways")
        journey.press(.escape)
        await journey.seeNo("Edit Alpine Airways")
        journey.press(Key("e"))
        await journey.see("Edit Alpine Airways")
        journey.type("X")
        journey.press(.escape)
        await journey.see("Discard changes to")
        journey.press(.escape)
        await journey.see("Alpine AirwaysX")
        journey.press(.escape, Key("y"))
        await journey.seeNo("Edit Alpine Airways")
        #expect(try await journey.store.card(Card.samples[0].identifier)?.name == "Alpine Airways")
        await journey.wait("the draft to be removed") { await journey.drafts.kept.isEmpty }
    }

    @Test("delete asks, Enter keeps, y deletes, and the next card is selected")
    func deleting() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("j"), Key("d"), .enter)
        await journey.seeNo("Delete Amber Bakery?")
        #expect(try await journey.store.count() == 7)
        journey.press(Key("d"), Key("y"))
        await journey.see("Deleted Amber Bakery")
        journey.press(.escape)
        await journey.see("Cedar Library · 2 of 6")
    }

    @Test("a card deleted elsewhere is closed with a message")
    func deletedElsewhere() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(.enter)
        await journey.see("4006 3813 3393 1")
        try await journey.store.apply([.delete(Card.samples[0].identifier)])
        await journey.see("Alpine Airways was deleted elsewhere.")
        journey.press(.escape)
        await journey.see("of 6")
    }

    @Test("the number is copied and shown")
    func copying() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("y"))
        await journey.see("clipboard: 4006 3813 3393 1")
        #expect(journey.terminal.copied == ["4006 3813 3393 1"])
        await journey.wait("the use to be noted") {
            try await journey.store.usage(of: Card.samples[0].identifier).uses == 1
        }
    }

    @Test("Tab selects a link, y copies it, Enter opens it")
    func links() async throws {
        let journey = try await Journey([Card.samples[2]], photos: Card.samplePhotos)
        journey.press(.enter)
        await journey.see("https://library.example")
        journey.press(.tab)
        await journey.see("↵ opens https://library.example")
        journey.press(Key("y"))
        await journey.see("clipboard: https://library.example")
        #expect(journey.terminal.copied == ["https://library.example"])
        journey.press(.tab, .enter)
        await journey.see("Opened mailto:desk@library.example")
    }

    @Test("Tab selects the phone, which y copies, and the website, which Enter opens")
    func details() async throws {
        let journey = try await Journey([
            .made("Gym", "1") {
                ($0.phone, $0.website) = ("+48 22 1", "gym.example")
                $0.note = "https://other.example"
            }
        ])
        journey.press(.enter)
        await journey.see("+48 22 1")
        journey.press(.tab)
        await journey.see("y copies +48 22 1")
        // A phone number is not a link.
        journey.press(.enter, Key("y"))
        await journey.see("clipboard: +48 22 1")
        #expect(journey.terminal.copied == ["+48 22 1"])
        journey.press(.tab)
        await journey.see("↵ opens https://gym.example")
        journey.press(Key("y"))
        await journey.see("clipboard: https://gym.example")
        journey.press(.enter)
        await journey.see("Opened https://gym.example")
        journey.press(.tab)
        await journey.see("↵ opens https://other.example")
        journey.press(.tab)
        await journey.see("y copies +48 22 1")
        journey.press(.shiftTab, .shiftTab)
        await journey.see("↵ opens https://gym.example")
    }

    @Test("[ and ] show the neighbours, and the list follows")
    func neighbours() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(.enter)
        await journey.see("1 of 7")
        journey.press(Key("]"))
        await journey.see("LOY-7734")
        await journey.see("2 of 7")
        journey.press(Key("["), Key("["))
        await journey.see("1 of 7")
        journey.press(Key("]"), Key("]"), .escape)
        await journey.see("Cedar Library · 3 of 7")
    }

    @Test("a photo is set by its path, completed by Tab, and can be removed")
    func photos() async throws {
        let files = FakeFiles(files: ["pictures/front.png": [30, 20], "pictures/notes.txt": [1]])
        let journey = try await Journey(files: files)
        journey.press(Key("a"))
        journey.type("Photo Club")
        journey.focus(.front)
        journey.type("pic")
        journey.press(.tab)
        await journey.see("pictures/")
        await journey.see("front.png  notes.txt")
        journey.type("n")
        journey.press(.tab)
        await journey.see("pictures/notes.txt")
        journey.press(.enter)
        await journey.see("✗ This is not a picture.")
        journey.press(.control("u"))
        journey.type("pictures/front.png")
        journey.press(.enter)
        await journey.see("a picture; ↵ changes it")
        journey.press(.control("s"))
        await journey.see("Saved Photo Club")
        let card = try #require(try await journey.store.cards(named: "Photo Club").first)
        #expect(card.front == PhotoHash(of: [30, 20]))
        #expect(try await journey.store.photo(PhotoHash(of: [30, 20])) == [30, 20])
    }

    @Test("an unfinished form of an ended program is offered and can be resumed")
    func leftover() async throws {
        let card = Card.samples[0]
        var draft = CardDraft(editing: card)
        draft.setText("Alpine Airways Gold", of: .name)
        let process = try #require(DraftProcess(String(repeating: "0", count: 32)))
        let stored = StoredDraft(
            key: StoredDraft.Key(card: card.identifier, process: process), form: draft.json, time: Journey.clock.now())
        let journey = try await Journey(Card.samples, drafts: FakeDrafts([stored]))
        await journey.see("Resume editing")
        journey.press(.enter)
        await journey.see("Alpine Airways Gold")
        journey.press(.control("s"))
        await journey.see("Saved Alpine Airways Gold")
        await journey.wait("the draft to be removed") { await journey.drafts.kept.isEmpty }
    }

    @Test(
        "a message longer than a row takes more of them, until the next key", arguments: [(80, 24), (40, 12), (20, 5)])
    func longMessage(columns: Int, rows: Int) async throws {
        let journey = try await Journey(Card.samples, size: Size(columns: columns, rows: rows))
        let words = (1...40).map { "word\($0)" }
        journey.model.messages.post(Message(words.joined(separator: " "), kind: .warning))
        let shown = journey.lines.dropFirst().dropLast().joined(separator: " ").split(separator: " ").map(String.init)
        if rows > 5 {
            #expect(shown.suffix(40) == words[...])
        } else {
            #expect(shown.contains("word1") && shown.last?.hasSuffix("…") == true)
        }
        #expect(journey.lines[0].contains("Cards") && journey.lines[rows - 1].contains("? help"))
        journey.press(Key("j"))
        #expect(!journey.text.contains("word"))
    }

    @Test("every change of a form is saved as a draft")
    func draftKept() async throws {
        let journey = try await Journey()
        journey.press(Key("a"))
        journey.type("Half a na")
        await journey.wait("the draft") {
            let kept = await journey.drafts.kept.values.first
            return kept.flatMap { CardDraft(json: $0.form, photos: [:]) }?.text(of: .name) == "Half a na"
        }
        await journey.screen.terminalWillEnd()
        #expect(await journey.drafts.kept.count == 1)
    }

    @Test("a change elsewhere is shown in the form, and saving keeps both")
    func changedElsewhere() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("e"))
        await journey.see("Edit Alpine Airways")
        journey.type("!")
        var values = Card.samples[0]
        values.note = "from elsewhere"
        try await journey.store.apply([.set(CardPatch(values: values, fields: [.note]))])
        await journey.see("Changed elsewhere: note")
        journey.press(.control("s"))
        await journey.see("Saved Alpine Airways!")
        let card = try await journey.store.card(values.identifier)
        #expect(card?.name == "Alpine Airways!")
        #expect(card?.note == "from elsewhere")
    }

    @Test("cards older than the backend are sent only with consent")
    func consent() async throws {
        let journey = try await Journey(Card.samples)
        journey.loader.publish { $0.cardsAwaitingConsent = 7 }
        await journey.see("7 cards were here before cards.example:8000 was set up.")
        journey.press(Key("y"))
        await journey.wait("the answer") { await journey.loader.answers == [.granted] }
    }

    @Test("news of the loader is shown once, and again when it changes")
    func loaderNews() async throws {
        let journey = try await Journey(Card.samples)
        journey.loader.publish { ($0.phase, $0.lastList.rejected) = (.downloading(DownloadProgress(cards: 3)), 1) }
        journey.loader.publish {
            $0.lastList = ListReport(rejected: 1, rejections: [RejectedCard(name: nil, reason: "no name")])
            ($0.tally.absent, $0.hasDownloaded) = (2, true)
        }
        await journey.see("cards.example:8000: 1 card could not be read: no name")
        journey.press(.escape)
        journey.loader.publish { ($0.lastList.rejected, $0.tally.absent, $0.phase) = (1, 2, .uploading(remaining: 3)) }
        await journey.see("uploading 3")
        journey.loader.publish { ($0.lastList.rejected, $0.tally.absent, $0.hasDownloaded) = (1, 2, true) }
        await journey.see("all synced")
        #expect(!journey.text.contains("could not be read"))
        journey.loader.publish {
            ($0.lastList.rejected, $0.tally.absent, $0.phase, $0.tally.pending) = (1, 2, .readOnly, 3)
        }
        await journey.see("cards.example:8000 is read-only: your changes are saved here")
        journey.press(.escape)
        journey.loader.publish {
            ($0.lastList.rejected, $0.tally.absent, $0.phase, $0.tally.pending) = (1, 2, .readOnly, 4)
        }
        await journey.see("4 saved here: cards.example:8000 is read-only")
        #expect(!journey.text.contains("your changes are"))
        journey.loader.publish { $0.fail(LoaderFailure("cards.example:8000 did not answer.")) }
        await journey.see("cards.example:8000 did not answer.")
    }

    @Test("pasted text is inserted into a field or ignored, never taken as keys")
    func pasting() async throws {
        let journey = try await Journey(Card.samples)
        journey.paste("ddyyq")
        #expect(try await journey.store.count() == 7)
        #expect(journey.terminal.quitStatus == nil)
        journey.press(Key("a"))
        journey.paste("two\nlines")
        await journey.see("two lines")
    }

    @Test("Esc never quits; q quits on the list only")
    func quitting() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(.escape, .escape)
        #expect(journey.terminal.quitStatus == nil)
        journey.press(.enter)
        await journey.see("number  4006")
        journey.press(Key("q"))
        #expect(journey.terminal.quitStatus == nil)
        journey.press(Key("q"))
        // The use of the card is being written.
        await journey.wait("the end") { journey.terminal.quitStatus == 0 }
    }

    @Test("the mouse selects, opens by a double click, and presses buttons")
    func mouse() async throws {
        let journey = try await Journey(Card.samples)
        journey.click("Cedar Library")
        await journey.see("Cedar Library · 3 of 7")
        journey.click("Cedar Library")
        await journey.see("number  0 0042 7719")
        journey.press(.escape, Key("e"))
        await journey.see("[ Cancel ]")
        journey.click("[ Cancel ]")
        await journey.seeNo("[ Cancel ]")
    }

    @Test("i imports cards from a file")
    func importing() async throws {
        let json = #"[{"identifier":"x-1","name":"Brought"},{"identifier":"x-2"}]"#
        let journey = try await Journey(files: FakeFiles(files: ["cards.json": Array(json.utf8)]))
        journey.press(Key("i"))
        journey.type("cards.json")
        journey.press(.enter)
        await journey.see("1 skipped: card 2, line 1")
        journey.press(Key("i"))
        await journey.see("1 added, 1 skipped")
        await journey.see("Brought")
    }

    @Test("a hostile name is shown and does not control the terminal")
    func hostile() async throws {
        let journey = try await Journey([
            .made("evil\u{1B}]0;x\u{07}\u{202E}name" + String(repeating: "a", count: 10_000), "1")
        ])
        await journey.see("evil␛]0;x␇name")
        journey.press(.enter)
        await journey.see("evil␛]0;x␇name")
        journey.press(Key("e"))
        await journey.see("Edit evil")
    }
}
