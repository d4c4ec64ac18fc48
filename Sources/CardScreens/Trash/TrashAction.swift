import Terminal

/// What can be done in the trash.
enum TrashAction: String, BindableAction {
    case restore = "trash.restore"
    case delete = "trash.delete"
    case empty = "trash.empty"
    case undo = "trash.undo"
    case redo = "trash.redo"
    case leave = "trash.leave"
    case down = "trash.down"
    case up = "trash.up"
    case pageDown = "trash.page-down"
    case pageUp = "trash.page-up"
    case first = "trash.first"
    case last = "trash.last"

    static func bindings(_ keyMap: KeyMap) -> BindingTable<TrashAction> {
        BindingTable(
            [
                Binding(.restore, [.enter, Key("r")], "bring the card back", hint: "bring back"),
                Binding(.delete, [Key("d")], "delete the card for good (asks)", hint: "delete for good"),
                Binding(.empty, [Key("E")], "empty the trash (asks)", hint: "empty all"),
                Binding(.undo, [Key("u")], "undo the last change"),
                Binding(.redo, [.control("r")], "do again what was undone"),
                Binding(.leave, [.escape, Key("h"), Key(.left), Key("T")], "back to the list", hint: "back"),
                Binding(.down, [Key("j"), Key(.down)], "down"),
                Binding(.up, [Key("k"), Key(.up)], "up"),
                Binding(.pageDown, [Key(.pageDown), .control("d")], "a page down"),
                Binding(.pageUp, [Key(.pageUp), .control("u")], "a page up"),
                Binding(.first, [Key("g"), Key(.home)], "first card"),
                Binding(.last, [Key("G"), Key(.end)], "last card"),
            ], keyMap: keyMap)
    }
}
