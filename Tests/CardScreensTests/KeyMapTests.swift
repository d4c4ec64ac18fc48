import CardScreens
import CardSettings
import Cards
import Terminal
import Testing

/// The default bindings of the screens follow the rules for a user's key map.
struct KeyMapTests {
    @Test("setting every action to its default keys causes no conflict within a screen")
    func defaults() {
        for action in KeyReference.commandKeys {
            let setting = Config.KeySetting(action: action.name, keys: action.keys.map(\.name), line: 1, column: 1)
            let (map, problems) = KeyMap.resolve([setting], actions: KeyReference.commandKeys, path: "c")
            #expect(problems == [], "\(action.name)")
            #expect(map.keys == [action.name: action.keys], "\(action.name)")
        }
    }

    @Test("a global key that the settings give to the list keeps its action on other screens")
    @MainActor
    func screenFirst() async throws {
        let journey = try await Journey(
            Card.samples, keyMap: KeyMap(keys: ["list.copy": [.control("l")], "list.add": [.control("z")]]))
        journey.press(Key("j"), .control("l"))
        await journey.see("clipboard: LOY-7734")
        #expect(journey.terminal.repaints == 0)
        journey.press(.control("z"))
        await journey.see("New card")
        #expect(journey.terminal.suspensions == 0)
        journey.press(.control("l"), .control("z"))
        #expect(journey.terminal.repaints == 1)
        #expect(journey.terminal.suspensions == 1)
    }
}
