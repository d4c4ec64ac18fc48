import Terminal

/// The commands that work on every screen.
enum AppCommands {
    static let table = CommandTable([CommandTable.Section("Everywhere", commands)])

    static let help = Command<AppScreen>(
        "app.help", keys: [Key("?"), Key(.function(1))], title: "help with all keys",
        also: ["keys", "shortcuts", "keyboard", "manual", "how", "documentation", "bindings"]
    ) {
        $0.openHelp()
    }
    static let palette = Command<AppScreen>(
        "app.palette", keys: [Key(":")], title: "search all commands"
    ) {
        $0.model.prompts.pick(.command)
    }
    static let quit = Command<AppScreen>(
        "app.quit", keys: [Key("q")], title: "back; on the list: quit",
        also: ["exit", "leave", "close", "bye", "end", "leave the program"]
    ) {
        $0.quit()
    }
    static let stop = Command<AppScreen>(
        "app.stop", keys: [.escape], title: "stop the running activity", also: ["abort"],
        isEnabled: { $0.model.activities.label != nil }
    ) {
        $0.stop()
    }
    static let redraw = Command<AppScreen>(
        "app.redraw", keys: [.control("l")], title: "redraw the screen",
        also: ["redraw", "refresh", "repaint", "clear screen", "garbled"]
    ) {
        $0.terminal?.repaint()
    }
    static let suspend = Command<AppScreen>(
        "app.suspend", keys: [.control("z")], title: "suspend (fg resumes)",
        also: ["shell", "background", "pause", "terminal"]
    ) {
        $0.terminal?.suspend()
    }

    static let back = Command<AppScreen>("app.back", keys: [.escape], title: "back") { $0.model.back() }
    /// For those who end other programs by it.
    static let interrupt = Command<AppScreen>("app.interrupt", keys: [.control("c")], title: "how to quit") {
        KeyRefusals(screen: $0).sayHowToQuit()
    }

    static let settings = Command<AppScreen>(
        "app.settings", keys: [], title: "settings: edit them in $VISUAL or $EDITOR, and apply them",
        also: ["config", "configuration", "preferences", "options", "setup", "customize", "editor", "reload"]
    ) {
        $0.model.settings.edit()
    }

    static let settingsProblems = Command<AppScreen>(
        "app.settings-problems", keys: [], title: "settings problems: what is wrong with the settings",
        also: ["errors", "warnings", "config problems", "config errors"],
        isEnabled: { !$0.model.settings.problems.isEmpty },
        whyNot: { _ in "lists settings problems, but there are none" }
    ) {
        $0.model.settings.showProblems()
    }

    private static let commands: [Command<AppScreen>] = [
        help, palette,
        Command(
            "app.theme", keys: [], title: "choose a colour theme",
            also: ["theme", "colors", "dark", "light", "colours", "appearance", "scheme"]
        ) {
            $0.model.prompts.pick(.theme)
        },
        settings,
        settingsProblems,
        Command(
            "app.forget-uses", keys: [], title: "forget when and how often cards were used", also: ["usage", "privacy"]
        ) {
            $0.model.history.askToForgetUses()
        },
        quit,
        back, stop, interrupt, redraw, suspend,
        Command("app.mouse", keys: [Key("M")], title: "mouse on or off", also: ["click", "pointer", "text selection"]) {
            $0.toggleMouse()
        },
    ]
}
