import GoldenSupport
import Terminal
import Testing

@testable import CardScreens

/// What each command of each screen is in each of the screen's states: its keys, its hint, and whether it is possible or why not.
@MainActor
@Suite("Commands in the states of every screen")
struct CommandStateTests {
    @Test("name, keys, title, hint and refusal of each command", arguments: CommandPlace.allCases)
    func states(place: CommandPlace) async throws {
        let screen = try await CommandTests().journey(to: place).screen
        let everywhere = screen.table.sections(on: screen, reaches: screen.top.isCommandKey)
        let text = (screen.top.commands + everywhere).map { section in
            "# \(section.title)\n" + section.commands.map(Self.line).joined()
        }
        expectGolden(text.joined(separator: "\n"), named: "commands-\(place.rawValue)")
    }

    private static func line(_ command: ScreenCommand) -> String {
        let keys = command.keys.map(\.name).joined(separator: " ")
        let state = command.isEnabled ? "possible" : command.refusal.map(sentence) ?? "not possible"
        return "\(command.name) [\(keys)] \(command.title)"
            + (command.hint.map { " (\($0))" } ?? "")
            + (command.also.isEmpty ? "" : " ~ \(command.also.joined(separator: ", "))")
            + "\n    \(state)\n"
    }

    private static func sentence(_ refusal: Refusal) -> String {
        "… " + refusal.text + (refusal.remedy.map { ": \($0)" } ?? "")
    }
}
