import Terminal

/// The commands that work on every screen.
enum AppCommands {
    static let table = CommandTable([CommandTable.Section("Everywhere", commands)])

    static let help = Command<AppScreen>("app.help", keys: [Key("?"), Key(.function(1))], title: "this help") {
        $0.openHelp()
    }
    static let palette = Command<AppScreen>(
        "app.palette", keys: [Key(":")], title: "all commands, by their words"
    ) {
        $0.model.prompts.pick(.command)
    }
    static let quit = Command<AppScreen>(
        "app.quit", keys: [Key("q")], title: "back; on the list: quit", also: ["exit", "leave"]
    ) {
        $0.quit()
    }
    static let stop = Command<AppScreen>(
        "app.stop", keys: [.escape], title: "stop what takes long", also: ["abort"],
        isEnabled: { $0.model.activities.label != nil }
    ) {
        $0.stop()
    }
    static let redraw = Command<AppScreen>(
        "app.redraw", keys: [.control("l")], title: "draw the screen again", also: ["refresh", "repaint"]
    ) {
        $0.terminal?.repaint()
    }
    static let suspend = Command<AppScreen>(
        "app.suspend", keys: [.control("z")], title: "suspend; fg comes back", also: ["shell", "background"]
    ) {
        $0.terminal?.suspend()
    }

    private static let commands: [Command<AppScreen>] = [
        help, palette,
        Command("app.theme", keys: [], title: "theme: choose the colours", also: ["colors", "dark", "light"]) {
            $0.model.prompts.pick(.theme)
        },
        Command(
            "app.forget-uses", keys: [], title: "forget when and how often cards were used", also: ["usage", "privacy"]
        ) {
            $0.model.history.askToForgetUses()
        },
        quit,
        Command("app.back", keys: [.escape], title: "back") { $0.model.back() },
        stop, redraw, suspend,
        Command("app.mouse", keys: [Key("M")], title: "mouse on or off") { $0.toggleMouse() },
    ]
}
