import Terminal

/// A command of an open screen, ready to be shown and done: what the palette and the help list.
@MainActor
struct ScreenCommand {
    let name: String
    let title: String
    /// The footer's words for it now.
    let hint: String?
    /// Those that reach it now; not the ones that type a letter there or move the slider.
    let keys: [Key]
    let also: [String]
    let isEnabled: Bool
    let perform: () -> Void

    init<Screen>(_ command: Command<Screen>, on screen: Screen, keys: [Key]) {
        (name, title, self.keys, also) = (command.name, command.title, keys, command.also)
        (hint, isEnabled) = (command.currentHint(on: screen), command.isEnabled(screen))
        perform = { [weak screen] in if let screen { command.perform(screen) } }
    }
}

/// Commands that stand together under a title of the help.
@MainActor
struct CommandSection {
    let title: String
    let commands: [ScreenCommand]

    /// For the help: those that have a key now.
    var help: HelpView.Section {
        HelpView.Section(
            SafeText(title), commands.filter { !$0.keys.isEmpty }.map { KeyHint($0.keys, $0.title) })
    }
}

extension CommandTable {
    /// The first key of a command as people read it; nil where it has none.
    func label(of command: Command<Screen>) -> String? { keys(of: command).first?.label }

    /// All commands for an open screen, each with the keys that reach it.
    @MainActor
    func sections(on screen: Screen, reaches: (Key) -> Bool) -> [CommandSection] {
        sections.map { section in
            CommandSection(
                title: section.title,
                commands: section.commands.map {
                    ScreenCommand($0, on: screen, keys: $0.keys.filter(reaches))
                })
        }
    }

    /// Gives an event to a screen whose keys are all in this table: false for a key that means nothing there now. What is pasted
    /// is ignored.
    @MainActor
    func handle(_ event: InputEvent, on screen: Screen, mouse: (MouseEvent) -> Void) -> Bool {
        switch event {
        case .key(let key): return perform(key, on: screen)
        case .mouse(let event): mouse(event)
        case .paste: break
        }
        return true
    }
}
