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
