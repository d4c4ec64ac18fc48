import CardScreens
import CardSettings
import Cards
import Foundation
import Terminal
import TestSupport
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

    /// The names of all commands of a version that is in use; settings name them.
    private static func published() throws -> [String] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Goldens/published-command-names.txt")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test("twenty key maps for the commands of an earlier version do what they say, and nothing is complained of")
    func publishedNames() throws {
        let names = try Self.published()
        let commands = Dictionary(uniqueKeysWithValues: KeyReference.commandKeys.map { ($0.name, $0) })
        #expect(names.count == 350 && names.allSatisfy { commands[$0] != nil })
        var random = SeededGenerator(usual: 36)
        for _ in 0..<20 {
            // Each key once: two commands with one key of the user are reported.
            var letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".map { Key($0) }.shuffled(
                using: &random)
            var inText = (3...12).map { Key.function($0) }.shuffled(using: &random)
            let settings = names.shuffled(using: &random).prefix(8).enumerated().compactMap { line, name in
                let key = commands[name]?.isInText == true ? inText.popLast() : letters.popLast()
                return key.map { Config.KeySetting(action: name, keys: [$0.name], line: line + 2, column: 3) }
            }
            let (map, problems) = KeyMap.resolve(settings, actions: KeyReference.commandKeys, path: "c")
            #expect(problems == [])
            for setting in settings { #expect(map.keys[setting.action]?.map(\.name) == setting.keys, "\(settings)") }
        }
    }
}
