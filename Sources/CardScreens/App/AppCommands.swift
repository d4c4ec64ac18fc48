import CardViewModels
import Terminal

/// The commands that work on every screen.
enum AppCommands {
    static let table = CommandTable([CommandTable.Section("Everywhere", commands)])

    static let help = Command<AppScreen>(
        "app.help", ["?", .function(1)], "help with all keys",
        also: ["keys", "shortcuts", "keyboard", "manual", "how", "documentation", "bindings"]
    ) {
        $0.openHelp()
    }
    static let palette = Command<AppScreen>("app.palette", [":"], "search all commands") {
        $0.model.prompts.pick(CommandPalette(screen: $0).makePicker())
    }
    static let quit = Command<AppScreen>(
        "app.quit", ["q"], "back; on the list: quit",
        also: ["exit", "leave", "close", "bye", "end", "leave the program"]
    ) {
        $0.quit()
    }
    static let stop = Command<AppScreen>(
        "app.stop", [.escape], "stop the running activity", also: ["abort"],
        when: .silent { $0.model.activities.label != nil }
    ) {
        $0.stop()
    }
    static let redraw = Command<AppScreen>(
        "app.redraw", [.control("l")], "redraw the screen",
        also: ["redraw", "refresh", "repaint", "clear screen", "garbled"]
    ) {
        $0.terminal?.repaint()
    }
    static let suspend = Command<AppScreen>(
        "app.suspend", [.control("z")], "suspend (fg resumes)", also: ["shell", "background", "pause", "terminal"]
    ) {
        $0.terminal?.suspend()
    }

    static let back = Command<AppScreen>("app.back", [.escape], "back") { $0.model.back() }
    /// For those who end other programs by it.
    static let interrupt = Command<AppScreen>("app.interrupt", [.control("c")], "how to quit") {
        KeyRefusals(screen: $0).sayHowToQuit()
    }

    static let settings = Command<AppScreen>(
        "app.settings", [], "settings: edit them in $VISUAL or $EDITOR, and apply them",
        also: ["config", "configuration", "preferences", "options", "setup", "customize", "editor", "reload"]
    ) {
        $0.model.settings.edit()
    }

    static let settingsProblems = Command<AppScreen>(
        "app.settings-problems", [], "settings problems: what is wrong with the settings",
        also: ["errors", "warnings", "config problems", "config errors"],
        when: Requirement("lists settings problems, but there are none") { !$0.model.settings.problems.isEmpty }
    ) {
        $0.model.settings.showProblems()
    }

    private static let commands: [Command<AppScreen>] = [
        help, palette,
        Command(
            "app.theme", [], "choose a color theme",
            also: ["theme", "colors", "dark", "light", "colours", "appearance", "scheme"]
        ) {
            $0.model.prompts.pick($0.themes.makePicker())
        },
        settings,
        settingsProblems,
        Command("app.forget-uses", [], "forget when and how often cards were opened", also: ["usage", "privacy"]) {
            $0.model.history.askToForgetUses()
        },
        Command(
            "app.renew-passes", [], "renew passes: ask their issuers for new versions",
            also: ["renew-passes", "tickets", "update passes", "pkpass"]
        ) {
            $0.model.transfer.passes.renew()
        },
        quit,
        back, stop, interrupt, redraw, suspend,
        Command("app.mouse", ["M"], "mouse on or off", also: ["click", "pointer", "text selection"]) {
            $0.toggleMouse()
        },
    ]
}

/// The picker of all commands that are possible now: those of the screen beneath, and those that work everywhere.
@MainActor
struct CommandPalette {
    let screen: AppScreen

    /// They open the palette itself, or say what it makes needless.
    private static let omitted = Set([AppCommands.palette, AppCommands.back, AppCommands.interrupt].map(\.name))

    func makePicker() -> Picker {
        let everywhere = screen.table.sections(on: screen, reaches: screen.top.isCommandKey).flatMap(\.commands)
        let commands = (screen.top.commands.flatMap(\.commands) + everywhere).filter {
            $0.isEnabled && !Self.omitted.contains($0.name)
        }
        let options = commands.map { command in
            let key = command.keys.first.map { screen.plain.isOn ? KeyHint($0, "").spelledOut.key : $0.label }
            var option = Picker.Option(command.title, detail: key ?? "", perform: command.perform)
            option.name = command.name
            option.also = command.also
            return option
        }
        let (themes, themed) = (screen.themes, screen.themes.makeOptions())
        var picker = Picker("", placeholder: "Type a command", options + themed.map(\.option))
        picker.onSelect = { index in
            if index < options.count { themes.endPreview() } else { themed[index - options.count].preview() }
        }
        picker.onCancel = { themes.endPreview() }
        return picker
    }
}

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

/// The keys of the commands that messages offer.
extension AppScreen {
    /// The key of an offered command for people: on the screen on top; otherwise on the list, followed by "in the list". That which
    /// lists settings problems has no key of its own, and is written as it is typed into the palette: ":settings problems".
    func label(of offered: OfferedCommand) -> String? {
        let name = offered.rawValue
        let here = top.commands.flatMap(\.commands).first { $0.has(name) && $0.isEnabled }
        if let here { return here.keys.first?.label }
        if let command = table.commands.first(where: { $0.name == name }) {
            return table.label(of: command) ?? (offered == .showSettingsProblems ? paletteLabel(of: command) : nil)
        }
        // A message about syncing has no space for "in the list".
        guard offered != .synchronize, !model.navigator.path.isEmpty, let key = list.key(of: name) else { return nil }
        return "\(key) in the list"
    }

    /// The key of the palette, and the beginning of the command's title.
    private func paletteLabel(of command: Command<AppScreen>) -> String? {
        guard let key = table.keys(of: AppCommands.palette).first(where: { top.isCommandKey($0) }) else {
            return nil
        }
        let words = command.title.prefix { $0 != ":" }
        return key.typedCharacter == nil ? "\(key.label) \(words)" : "\(key.label)\(words)"
    }
}
