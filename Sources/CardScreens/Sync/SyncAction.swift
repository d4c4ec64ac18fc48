import Terminal

/// What can be done about the backend.
enum SyncAction: String, BindableAction {
    case synchronize = "sync.now"
    case stop = "sync.stop"
    case open = "sync.open"
    case edit = "sync.edit"
    case retry = "sync.retry"
    case retryAll = "sync.retry-all"
    case choose = "sync.choose"
    case undo = "sync.undo"
    case redo = "sync.redo"
    case leave = "sync.leave"
    case down = "sync.down"
    case up = "sync.up"
    case pageDown = "sync.page-down"
    case pageUp = "sync.page-up"
    case first = "sync.first"
    case last = "sync.last"

    static func bindings(_ keyMap: KeyMap) -> BindingTable<SyncAction> {
        BindingTable(
            [
                Binding(.synchronize, [Key("S")], "download and upload now", hint: "sync now"),
                Binding(.stop, [Key("x")], "stop what is under way, and what waits for its time", hint: "stop"),
                Binding(
                    .open, [.enter, Key("l"), Key(.right)], "open the card, or what the line leads to", hint: "open"),
                Binding(.edit, [Key("e")], "edit the card", hint: "edit"),
                Binding(.retry, [Key("r")], "send the refused card again as it is", hint: "send again"),
                Binding(.retryAll, [Key("R")], "send all refused cards again", hint: "send all again"),
                Binding(.choose, [Key("c")], "conflicts: mine or theirs", hint: "choose"),
                Binding(.undo, [Key("u")], "undo the last change"),
                Binding(.redo, [.control("r")], "do again what was undone"),
                Binding(.leave, [.escape, Key("h"), Key(.left), Key("B")], "back", hint: "back"),
                Binding(.down, [Key("j"), Key(.down)], "down"),
                Binding(.up, [Key("k"), Key(.up)], "up"),
                Binding(.pageDown, [Key(.pageDown), .control("d")], "a page down"),
                Binding(.pageUp, [Key(.pageUp), .control("u")], "a page up"),
                Binding(.first, [Key("g"), Key(.home)], "top"),
                Binding(.last, [Key("G"), Key(.end)], "last card"),
            ], keyMap: keyMap)
    }
}
