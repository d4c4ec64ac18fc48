import Terminal

/// A command bound to an open screen, as the palette and the help list it.
@MainActor
struct ScreenCommand {
    let name: String
    let shared: String?
    let title: String
    /// The footer's hint in the current state.
    let hint: String?
    /// The keys that trigger it now; not those that type a letter or move the slider.
    let keys: [Key]
    let also: [String]
    let isEnabled: Bool
    /// Why it does nothing now; nil if it is enabled, or if that needs no words.
    let refusal: Refusal?
    let perform: @MainActor () -> Void

    init<Screen>(_ command: Command<Screen>, on screen: Screen, keys: [Key]) {
        name = command.name
        shared = command.shared
        title = command.title
        self.keys = keys
        also = command.also
        hint = command.currentHint(on: screen)
        isEnabled = command.isEnabled(screen)
        refusal = isEnabled ? nil : command.whyNot(screen)
        perform = { [weak screen] in if let screen { command.perform(screen) } }
    }

    /// Whether this is its name, or the one that it shares with commands of other screens.
    func has(_ name: String) -> Bool { self.name == name || shared == name }
}

/// The commands under one title of the help.
@MainActor
struct CommandSection {
    let title: String
    let commands: [ScreenCommand]

    /// For the help: the commands that have a key now, and of them those that pass the test.
    func help(where isShown: (ScreenCommand) -> Bool = { _ in true }) -> HelpView.Section {
        HelpView.Section(
            SafeText(title),
            commands.filter { !$0.keys.isEmpty && isShown($0) }.map { KeyHint($0.keys, $0.title) })
    }
}

extension CommandTable {
    /// All commands that have a key, for the help of what is not open.
    var help: [HelpView.Section] {
        sections.map { section in
            HelpView.Section(
                SafeText(section.title),
                section.commands.filter { !$0.keys.isEmpty }.map { KeyHint($0.keys, $0.title) })
        }
    }

    /// The label of a command's first key; nil if it has none.
    func label(of command: Command<Screen>) -> String? { keys(of: command).first?.label }

    /// All commands for an open screen, each with the keys that trigger it.
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

    /// Handles an event on a screen whose keys are all in this table; returns false for a key without a command. Pasted text is
    /// ignored.
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
