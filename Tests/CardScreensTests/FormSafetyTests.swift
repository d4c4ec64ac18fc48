import Basics
import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("Typed text is never lost")
struct FormSafetyTests {
    @Test("after a change, its undo and another change the draft has the last one")
    func draftOfTheLastChange() async throws {
        let journey = try await Journey()
        journey.press(Key("a"), Key("N"), Key(.backspace), Key("M"))
        for _ in 0..<200 { await Task.yield() }  // watched: nothing may happen
        await journey.wait("the draft") {
            let kept = await journey.drafts.kept.values.first
            return kept.flatMap { CardDraft(json: $0.form, photos: [:]) }?.text(of: .name) == "M"
        }
        #expect(await journey.drafts.kept.count == 1)
    }

    @Test("Tab goes past a part without values in one step, there and back; ↓ and Enter go through its fields")
    func emptyParts() async throws {
        let journey = try await Journey(size: Size(columns: 80, rows: 24))
        journey.press(Key("a"))
        journey.type("Elm")
        func line() -> String { journey.lines[journey.draw().cursor?.row ?? 0].trimmed }
        for _ in 0..<5 { journey.press(.tab) }
        await journey.wait("the first field of the second part") { line().hasPrefix("valid from") }
        journey.press(.tab)
        #expect(line().hasPrefix("phone"))
        journey.press(.tab)
        #expect(line().hasPrefix("[ Save ]"))
        journey.press(.shiftTab)
        #expect(line().hasPrefix("phone"))
        journey.press(.shiftTab)
        #expect(line().hasPrefix("valid from"))
        journey.press(.shiftTab)
        #expect(line().hasPrefix("groups"))
        journey.press(.tab, .down, .enter)
        #expect(line().hasPrefix("remind"))
        // From the middle of a part, and through one that has a value, it goes field by field.
        journey.press(.tab)
        journey.type("5")
        journey.press(.tab)
        #expect(line().hasPrefix("currency"))
        journey.press(.tab, .shiftTab)
        #expect(line().hasPrefix("currency"))
    }

    @Test("a paste that is too long for its field is rejected with a message")
    func pasteTooLong() async throws {
        let journey = try await Journey()
        journey.press(Key("a"), Key("N"))
        journey.paste(String(repeating: "x", count: CardBounds.lineBytes))
        await journey.see("Cannot paste into name: it can be 64 kB at most")
        journey.paste("ame")
        await journey.see("Name")
    }

    @Test("saving the form of a card deleted elsewhere restores the whole card")
    func deletedUnderTheForm() async throws {
        let original = Card.samples[1]
        let journey = try await Journey([original])
        journey.press(Key("e"))
        await journey.see("Edit Amber Bakery")
        journey.press(.tab)
        journey.type("0")
        try await journey.store.apply([.delete(original.identifier)])
        await journey.see("Deleted elsewhere; saving")
        journey.press(.control("s"))
        await journey.see("Saved Amber Bakery")
        let card = try #require(try await journey.store.card(original.identifier))
        #expect(card.number == "LOY-77340")
        #expect(card.expiry == original.expiry)
    }

    @Test("a form opened during its card's deletion stays")
    func openedDuringDeletion() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.apply)
        journey.press(Key("d"), Key("y"), Key("a"))
        journey.type("Half a na")
        await journey.wait("the store to be asked") { await journey.gate.isWaiting(.apply) }
        await journey.gate.release(.apply)
        await journey.see("Deleted Alpine Airways")
        await journey.see("Half a na")
    }

    @Test("in a demo nothing typed is written to the disk")
    func demo() async throws {
        let journey = try await Journey()
        journey.press(Key("D"))
        await journey.see("demo: nothing is saved")
        journey.press(Key("a"))
        journey.type("Elm")
        journey.press(.tab)
        journey.type("1")
        journey.press(.control("s"))
        await journey.see("Saved Elm")
        #expect(await journey.drafts.saves == 0)
    }

    private func atPhoto() async throws -> Journey {
        let journey = try await Journey(files: FakeFiles(files: ["/home/new.png": [30, 20]]))
        journey.press(Key("a"))
        journey.type("Elm")
        journey.focus(.front)
        return journey
    }

    @Test("a dropped file followed by Ctrl-S is saved with the card")
    func droppedAndSaved() async throws {
        let journey = try await atPhoto()
        journey.screen.handle(.paste("/home/new.png"))
        journey.screen.handle(.key(.control("s")))
        await journey.see("Saved Elm")
        let card = try #require(try await journey.store.cards(named: "Elm").first)
        #expect(card.front == PhotoHash(of: [30, 20]))
        #expect(journey.model.navigator.path.isEmpty)
    }

    @Test("discarding a form while its photo is read leaves nothing on the disk")
    func discardedWithPhoto() async throws {
        let journey = try await atPhoto()
        journey.screen.handle(.paste("/home/new.png"))
        for key in [Key.escape, Key("y")] { journey.screen.handle(.key(key)) }
        await journey.wait("the list") { journey.model.navigator.path.isEmpty }
        await journey.wait("the draft to go") { await journey.drafts.kept.isEmpty }
    }

    @Test("a typed path is cleared when another photo is chosen, and saving ignores it")
    func otherPhoto() async throws {
        let journey = try await atPhoto()
        journey.type("gone.png")
        journey.press(.control("o"))
        await journey.see("Choose the front")
        await journey.see("new.png")
        journey.press(.enter)
        await journey.see("Crop the front")
        journey.press(Key("w"), .enter)
        await journey.see("a picture; ↵ changes it")
        journey.press(.control("s"))
        await journey.see("Saved Elm")
    }

    @Test("a path typed beside a photo survives removing the photo, and blanks are no path")
    func paths() async throws {
        let journey = try await Journey(
            [Card.samples[2]], photos: Card.samplePhotos, files: FakeFiles(files: ["new.png": [30, 20]]))
        journey.press(Key("e"))
        await journey.see("Edit Cedar Library")
        journey.focus(.front)
        journey.type("new.png")
        journey.press(.control("x"), .control("s"))
        await journey.see("Saved Cedar Library")
        #expect(try await journey.store.card(Card.samples[2].identifier)?.front == PhotoHash(of: [30, 20]))
        journey.press(Key("e"))
        await journey.see("Edit Cedar Library")
        journey.type("!")
        journey.focus(.front)
        journey.type("  ")
        journey.press(.control("s"))
        await journey.see("Saved Cedar Library!")
    }

    @Test("the focus is redrawn when it moves after a result")
    func focusIsObserved() async throws {
        let journey = try await Journey()
        journey.press(Key("a"))
        journey.focus(.front)
        journey.type("nowhere")
        _ = journey.draw()
        let (changes, told) = AsyncStream.makeStream(of: Void.self)
        _ = journey.draw()
        ObservedChanges.next { told.finish() }
        let before = journey.draw().cursor
        journey.screen.handle(.key(.tab))
        for await _ in changes {}
        await journey.wait("the cursor to move") { journey.draw().cursor != before }
    }

    @Test("a click places the cursor in the text, scrolled or not")
    func clicking() async throws {
        let note = (0..<20).map { "line \($0)" }.joined(separator: "\n")
        let journey = try await Journey([.made("Elm", "1") { $0.note = note }])
        journey.press(Key("e"))
        await journey.see("Edit Elm")
        // The note is drawn from its first line until it has the focus, then scrolled to its last.
        journey.click("line 3")
        journey.type("A")
        await journey.see("Aline 3")
        journey.press(.tab, .shiftTab)
        for _ in 0..<16 { journey.press(Key(.down)) }
        journey.click("line 15")
        journey.type("B")
        await journey.see("Bline 15")
    }
}
