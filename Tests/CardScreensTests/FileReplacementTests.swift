import Cards
import Terminal
import Testing

@testable import CardScreens
@testable import CardViewModels

/// What an export does where a file is already, and the file picker of an import.
@MainActor
@Suite("Files that are already there")
struct FileReplacementTests {
    @Test("an export suggests a name and asks before it replaces a file")
    func asks() async throws {
        let files = FakeFiles(files: ["cards.json": [1, 2, 3]])
        let journey = try await Journey(Card.samples, files: files)
        journey.press(Key("X"), .enter, .enter)
        await journey.see("cards-\(journey.model.list.today.text).json")
        journey.type("cards.json")
        journey.press(.enter)
        await journey.see("cards.json exists. Replace it?")
        #expect(journey.model.prompts.prompt?.kind == .replaceFile)
        #expect(journey.model.prompts.prompt?.isIrreversible == true)
        journey.press(.enter)
        await journey.wait("the prompt to close") { journey.model.prompts.prompt == nil }
        await journey.model.activities.finished()
        #expect(files.written["cards.json"] == nil)
        journey.press(.enter)
        await journey.see("Replace it?")
        journey.press(Key("y"))
        await journey.see("Exported 7 cards to cards.json")
        #expect(files.written["cards.json"] != nil)
    }

    @Test("the next export begins in the folder of the last one")
    func folder() async throws {
        let journey = try await Journey(Card.samples, files: FakeFiles())
        journey.press(Key("X"), .enter, .enter)
        await journey.see("cards-")
        journey.type("backup/first.json")
        journey.press(.enter)
        await journey.see("Exported 7 cards to backup/first.json")
        journey.press(Key("X"), .enter, .enter)
        await journey.see("backup/cards-\(journey.model.list.today.text).json")
    }

    @Test("where nothing can be written the reason is said, and nothing is asked")
    func refused() async throws {
        var files = FakeFiles(files: ["cards.sqlite": [1]])
        files.refused = ["cards.sqlite"]
        let journey = try await Journey(Card.samples, files: files)
        journey.press(Key("X"), .enter, .enter)
        await journey.see("cards-")
        journey.type("cards.sqlite")
        journey.press(.enter)
        await journey.see("cards.sqlite is refused")
        #expect(journey.model.prompts.prompt == nil)
    }

    @Test("Ctrl-O chooses the file to import, and begins in the folder of the last time")
    func importing() async throws {
        let files = FakeFiles(files: ["/home/downloads/cards.json": Array("[]".utf8), "/home/notes.txt": [1]])
        let journey = try await Journey(Card.samples, files: files)
        journey.press(Key("i"), .control("o"))
        await journey.see("downloads")
        // Folders that photos came from are of no use here.
        journey.press(.control("r"))
        #expect(!journey.text.contains("Recent"))
        journey.type("downloads")
        journey.press(.enter)
        await journey.see("cards.json")
        journey.type("cards")
        journey.press(.enter)
        await journey.see("/home/downloads/cards.json")
        journey.press(.control("o"))
        await journey.see("~/downloads")
    }
}
