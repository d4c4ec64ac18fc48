import CardViewModels
import Cards
import Terminal
import Testing

@testable import CardScreens

/// A key of a command that is not possible now says why.
@MainActor
@Suite("Keys that do nothing")
struct RefusalTests {
    @Test("a key of the list says why it does nothing, with the keys as they are mapped")
    func list() async throws {
        let journey = try await Journey(
            Card.samples, hasLoader: false, keyMap: KeyMap(keys: ["list.order": [Key("Q")]]))
        journey.press(Key("J"))
        #expect(journey.text.contains("J moves cards in manual order: Q"))
        journey.press(Key("c"))
        #expect(journey.text.contains("c resolves conflicts, but there are none"))
        journey.press(Key("S"))
        #expect(journey.text.contains("S syncs with a backend, but none is set up: B"))
        journey.press(Key("2"))
        #expect(journey.text.contains("2 shows the back photo, but this card has none"))
        journey.press(Key("D"))
        #expect(journey.text.contains("D opens the demo while there are no cards yet"))
        journey.press(.control("c"))
        #expect(journey.text.contains("q quits"))
        // A key that no command has.
        journey.press(Key("x"))
        #expect(journey.model.message == nil)
        // Nor does a key that does something.
        journey.press(Key("j"))
        #expect(journey.model.message == nil)
    }

    @Test(
        "the keys of an empty list say what they would need",
        arguments: ["s", "b", "e", "d", "o", "X", "v", "j"])
    func empty(key: Character) async throws {
        let journey = try await Journey()
        journey.press(Key(key))
        let reason = key == "X" ? "Nothing to export yet" : "\(key) needs "
        #expect(journey.text.contains(reason), "\(journey.text)")
    }

    @Test("text that is typed after / in an empty list is searched for, and opens no form")
    func searchWithoutCards() async throws {
        let journey = try await Journey()
        journey.press(Key("/"))
        journey.type("abc")
        #expect(journey.lines[0].hasPrefix(" / abc") && journey.text.contains("There are no cards to search yet."))
        #expect(journey.model.navigator.path.isEmpty)
        journey.press(.escape)
        await journey.see("a   add your first card")
    }

    @Test("keys of a demo say that it has no backend")
    func demo() async throws {
        let journey = try await Journey()
        journey.press(Key("D"))
        await journey.wait("the demo") { journey.model.isDemo && !journey.model.isBusy }
        journey.press(Key("B"))
        #expect(journey.text.contains("B shows the backend, but the demo has none"))
        journey.press(Key("S"))
        #expect(journey.text.contains("S syncs your own cards, not the demo's"))
        journey.press(Key("i"))
        #expect(journey.text.contains("i imports into your own cards"))
    }

    @Test("a key of the list says on another screen where it works")
    func elsewhere() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(.enter)
        await journey.see("number  4006")
        journey.press(Key("T"))
        #expect(journey.text.contains("T works in the list: "))
        journey.press(.control("c"))
        #expect(journey.text.contains("q goes back"))
        journey.press(Key("["))
        #expect(journey.text.contains("[ shows the previous card, but this is the first"))
    }

    @Test("Enter on an empty path says why it does nothing, and which key helps")
    func others() async throws {
        let other = try await Journey(Card.samples)
        other.press(Key("i"), .enter)
        #expect(other.text.contains("↵ needs a path; choose a file: Ctrl-O"), "\(other.text)")
    }

    @Test("where letters are text they are typed, and nothing is said")
    func typing() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("a"), Key("J"), Key("S"), Key("T"))
        await journey.see("JST")
        #expect(journey.model.message == nil)
        journey.press(.control("d"))
        #expect(journey.model.message == nil || journey.text.contains("Ctrl-D deletes"))
        journey.press(.control("c"))
        await journey.see("Esc goes back")
    }

    @Test(
        "each disabled command of every screen says why, unless another command has its key",
        arguments: CommandPlace.allCases)
    func everyScreen(place: CommandPlace) async throws {
        let journey = try await CommandTests().journey(to: place)
        let commands = journey.screen.top.commands.flatMap(\.commands)
        let enabled = Set(commands.filter(\.isEnabled).flatMap(\.keys))
        // They share a key with commands that work everywhere, or with the text field.
        let silent: Set<String> = ["list.clear", "form.press", "writing.take-line"]
        let everywhere = Set(journey.screen.table.commands.flatMap(\.keys))
        for command in commands where !command.isEnabled && !silent.contains(command.name) {
            guard let key = command.keys.first, !command.keys.contains(where: enabled.contains) else { continue }
            let refusal = try #require(command.refusal, "\(command.name) in \(place)")
            // Where letters are text the field may take the key.
            if [.listSlider, .photoSlider].contains(place) || journey.screen.top.acceptsText || everywhere.contains(key)
            {
                continue
            }
            journey.press(key)
            #expect(journey.model.message?.text.contains(refusal.text) == true, "\(command.name) in \(place)")
        }
    }
}
