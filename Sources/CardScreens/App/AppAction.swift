import Terminal

/// What can be done everywhere.
enum AppAction: String, BindableAction {
    case help = "app.help"
    case palette = "app.palette"
    case theme = "app.theme"
    case back = "app.back"
    case quit = "app.quit"
    case redraw = "app.redraw"
    case suspend = "app.suspend"
    case mouse = "app.mouse"

    static func bindings(_ keyMap: KeyMap) -> BindingTable<AppAction> {
        BindingTable(
            [
                Binding(.help, [Key("?"), Key(.function(1))], "this help"),
                Binding(.palette, [Key(":")], "all commands, by their words"),
                Binding(.theme, [], "theme: choose the colours"),
                Binding(.quit, [Key("q")], "back; on the list: quit"),
                Binding(.back, [.escape], "back"),
                Binding(.redraw, [.control("l")], "draw the screen again"),
                Binding(.suspend, [.control("z")], "suspend; fg comes back"),
                Binding(.mouse, [Key("M")], "mouse on or off"),
            ], keyMap: keyMap)
    }
}
