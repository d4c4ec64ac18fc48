import Cards
import Terminal
import Testing

@testable import CardScreens
@testable import CardViewModels

/// What can be done with the mouse alone; text is pasted, as by the middle button.
@MainActor
@Suite("The mouse alone")
struct MouseOnlyTests {
    @Test("a card is added, edited and deleted with the mouse")
    func addEditDelete() async throws {
        let journey = try await Journey(Card.samples, size: Size(columns: 80, rows: 40))
        journey.click("a add")
        await journey.see("New card")
        journey.click("name")
        journey.paste("Birch Books")
        journey.click("number")
        journey.paste("77")
        journey.click("[ Save ]")
        await journey.see("Saved Birch Books")
        await journey.wait("the new card to be selected") { journey.model.list.selectedRow?.name == "Birch Books" }
        journey.click("↵ open")
        await journey.see("number  77")
        journey.click("e edit")
        await journey.see("Edit Birch Books")
        journey.click("note")
        journey.paste("Closed on Sunday.")
        journey.click("[ Save ]")
        await journey.see("[x]")
        await journey.see("Closed on Sunday.")
        journey.click("[x]")
        await journey.wait("the list") { journey.model.navigator.path.isEmpty }
        journey.click("↵ open")
        await journey.see("Closed on Sunday.")
        journey.click("e edit")
        await journey.see("Edit Birch Books")
        journey.click("[ Delete ]")
        await journey.see("Delete Birch Books?")
        journey.click("y delete")
        await journey.see("Deleted Birch Books")
        #expect(try await journey.cards().count == Card.samples.count)
        #expect(!journey.names.contains("Birch Books"))
    }

    @Test("Cancel leaves the form, and a click beside the dialog's choices does nothing")
    func cancel() async throws {
        let journey = try await Journey(Card.samples, size: Size(columns: 80, rows: 40))
        journey.click("a add")
        await journey.see("New card")
        journey.paste("Elm")
        journey.click("[ Cancel ]")
        await journey.wait("the question") { journey.model.prompts.prompt?.kind == .leaveForm }
        journey.click(column: 0, row: 0)
        #expect(journey.model.prompts.prompt != nil)
        let choice = try #require(journey.model.prompts.prompt?.choices.first)
        journey.click(" \(choice.key) \(choice.label) ")
        #expect(journey.model.prompts.prompt == nil)
    }

    @Test("a click on the order opens its picker, and one on a choice takes it")
    func order() async throws {
        let journey = try await Journey(Card.samples)
        journey.click("by name ↑")
        #expect(journey.model.prompts.picker?.title == "Sort by")
        journey.click("by expiry")
        #expect(journey.model.list.query.order.key == .expiry)
    }

    @Test("a click on the mark of a row opens it in place, and closes it again")
    func mark() async throws {
        let journey = try await Journey(Card.samples)
        let row = journey.place(of: "Cedar Library").row
        journey.click(column: 1, row: row)
        #expect(journey.model.list.opened.contains(Card.samples[2].identifier))
        #expect(journey.model.list.selectedRow?.name == "Cedar Library")
        journey.click(column: 1, row: journey.place(of: "Cedar Library").row)
        #expect(journey.model.list.opened.isEmpty)
        // A click on the name selects only.
        journey.click("Delta Deli")
        #expect(journey.model.list.opened.isEmpty)
    }

    @Test("a link in the note, a photo and the boxes that close them can be clicked")
    func card() async throws {
        let journey = try await Journey(Card.samples, photos: Card.samplePhotos)
        journey.press(Key("j"), Key("j"), .enter)
        await journey.see("https://library.example")
        journey.click("https://library.example")
        await journey.see("Opened https://library.example")
        journey.click("front")
        await journey.wait("the photo") {
            journey.model.navigator.path.last is PhotoModel
        }
        journey.click("[x]")
        await journey.see("12.50 EUR")
        journey.click("[x]")
        await journey.wait("the list") { journey.model.navigator.path.isEmpty }
    }

    @Test("while one types in a chooser over the form, the cursor is in what is typed")
    func cursor() async throws {
        let journey = try await Journey(
            Card.samples, files: FakeFiles(files: ["/home/photo.jpg": [100, 80]]))
        journey.press(Key("a"))
        await journey.see("New card")
        func expectCursor(behind text: String) {
            let place = journey.place(of: text)
            #expect(journey.draw().cursor == Point(column: place.column + text.count, row: place.row))
        }
        journey.type("Elm")
        expectCursor(behind: "Elm")
        journey.focus(.barcode)
        journey.press(.enter)
        await journey.see("Choose the barcode")
        journey.type("qr")
        expectCursor(behind: "/ qr")
        journey.press(.escape, .escape)
        await journey.see("New card")
        journey.focus(.front)
        journey.press(.control("o"))
        await journey.see("photo.jpg")
        journey.type("pho")
        expectCursor(behind: "/ pho")
    }
}
