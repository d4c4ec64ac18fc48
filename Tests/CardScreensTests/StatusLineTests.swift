import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("Messages in the status line")
struct StatusLineTests {
    @Test("a message longer than its line is shown completely")
    func longMessage() async throws {
        let journey = try await Journey(Card.samples)
        for columns in [80, 40, 20] {
            journey.size = Size(columns: columns, rows: 16)
            let words = "The program says something so long that it cannot be read in one line of a usual terminal."
            journey.model.messages.post(Message(words))
            let shown = journey.lines.suffix(8).joined(separator: " ").split(separator: " ").joined(separator: " ")
            #expect(shown.contains(words))
            #expect(journey.lines.last?.contains("? help") == true)
        }
    }

    @Test("the result of a command and news of the loader are shown together, in any order", arguments: [false, true])
    func together(loaderIsFirst: Bool) async throws {
        let journey = try await Journey(Card.samples)
        if !loaderIsFirst { journey.model.messages.post(Message("Saved Amber Bakery")) }
        journey.loader.publish { $0.phase = .readOnly }
        await journey.see("is read-only")
        if loaderIsFirst { journey.model.messages.post(Message("Saved Amber Bakery")) }
        let shown = journey.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            shown.contains("Saved Amber Bakery. cards.example:8000 is read-only: your changes are saved here"))
        journey.press(Key("j"))
        #expect(!journey.text.contains("your changes are"))
        #expect(!journey.text.contains("Saved"))
    }

    @Test("position and required fields are never hidden by the sync state")
    func loaderGivesWay() async throws {
        let journey = try await Journey(Card.samples, size: Size(columns: 40, rows: 12))
        journey.loader.publish {
            $0.fail(LoaderFailure("no answer", source: .connection), nextTry: Journey.clock.now())
        }
        await journey.see("no answer")
        journey.press(Key("j"))
        #expect(journey.lines[10].contains("Amber"))
        #expect(journey.lines[10].contains("· 2 of 7"))
        #expect(journey.lines[10].contains("offline"))
        journey.press(Key("a"))
        await journey.see("Needs a name and a number or a photo")
    }

    @Test("in plain text keys have names instead of symbols")
    func plainKeys() async throws {
        let journey = try await Journey(Card.samples, size: Size(columns: 120, rows: 40), isPlain: true)
        #expect(journey.lines[39].hasPrefix(" b barcode  Enter open"))
        journey.press(Key("?"))
        #expect(journey.text.contains("Enter l Right"))
        #expect(journey.text.contains("j Down"))
    }

    @Test("a long name leaves room for the prompt about it")
    func longName() async throws {
        let journey = try await Journey([.made(String(repeating: "name ", count: 2000), "1")])
        journey.press(Key("d"))
        await journey.see("…?")
    }

    @Test("below the smallest size only quitting works, and a form is kept")
    func tooSmall() async throws {
        let journey = try await Journey(Card.samples)
        journey.size = Size(columns: 12, rows: 3)
        _ = journey.draw()
        journey.press(Key("d"), Key("y"), .enter)
        #expect(journey.model.prompts.prompt == nil)
        #expect(journey.model.navigator.path.isEmpty)
        #expect(journey.text.contains("q quits"))
        journey.press(Key("q"))
        await journey.wait("the end") { journey.terminal.quitStatus == 0 }
    }

    @Test("the empty list fits into its rows and names the present keys")
    func emptyAndSmall() async throws {
        let journey = try await Journey(size: Size(columns: 20, rows: 5))
        #expect(journey.lines[4].hasPrefix(" a add"))
        #expect(journey.lines[4].contains("? help"))
        #expect(!journey.lines[4].contains("aro"))
    }

    @Test("Ctrl-Z and Ctrl-L work in the help, too")
    func help() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("?"), .control("z"), .control("l"))
        #expect(journey.terminal.suspensions == 1)
        #expect(journey.terminal.repaints == 1)
        #expect(journey.text.contains("Keys"))
    }

    @Test("a scrolled card is shown from the top on a taller terminal")
    func taller() async throws {
        let journey = try await Journey([Card.samples[2]], photos: Card.samplePhotos, size: Size(columns: 40, rows: 8))
        journey.press(.enter)
        await journey.see("0 0042 7719")
        journey.press(Key("G"))
        #expect(!journey.text.contains("0 0042 7719"))
        journey.size = Size(columns: 80, rows: 40)
        await journey.see("0 0042 7719")
    }

    @Test("the reason for rejecting a file disappears with the next key in its path")
    func importProblem() async throws {
        let journey = try await Journey()
        journey.press(Key("i"))
        journey.type("no")
        journey.press(.enter)
        await journey.see("there is no no")
        journey.type("x")
        await journey.seeNo("there is no no")
    }
}
