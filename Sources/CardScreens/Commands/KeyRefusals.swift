import CardViewModels
import Terminal

/// What is said about a key that does nothing now.
@MainActor
struct KeyRefusals {
    let screen: AppScreen

    private var top: any Screen { screen.top }
    private var everywhere: [ScreenCommand] {
        screen.table.sections(on: screen, reaches: top.isCommandKey).flatMap(\.commands)
    }

    /// Says why the command of a key is not possible. A key of the list says so on other screens; one that no command has says nothing.
    func say(_ key: Key) {
        let commands = top.commands.flatMap(\.commands) + everywhere
        let ofKey = commands.filter { $0.keys.contains(key) }
        if let refusal = ofKey.lazy.compactMap(\.refusal).first {
            say(
                refusal.sentence(for: spelled(key)) { name in
                    commands.first { $0.name == name && $0.isEnabled }?.keys.first.map(spelled)
                })
        } else if ofKey.isEmpty, !top.acceptsText, top !== screen.list,
            let command = screen.list.table.commands.first(where: { $0.keys.contains(key) })
        {
            say("\(spelled(key)) works in the list: \(command.title)")
        }
    }

    /// Says how to quit, for somebody who knows another key from other programs.
    func sayHowToQuit() {
        let isOnList = screen.model.navigator.path.isEmpty
        let ways = [(AppCommands.quit, isOnList ? "quits" : "goes back"), (AppCommands.back, "goes back")]
        for (command, effect) in ways {
            guard let key = everywhere.first(where: { $0.name == command.name })?.keys.first else { continue }
            return say("\(spelled(key)) \(effect)")
        }
    }

    private func say(_ text: String) { screen.model.messages.post(Message(text)) }

    private func spelled(_ key: Key) -> String { screen.plain.isOn ? KeyHint(key, "").spelledOut.key : key.label }
}
