import Terminal

/// What can be done where both sides changed a card.
enum ConflictAction: String, BindableAction {
    case mine = "conflict.mine"
    case theirs = "conflict.theirs"
    case write = "conflict.write"
    case save = "conflict.save"
    case next = "conflict.next"
    case previous = "conflict.previous"
    case allMine = "conflict.all-mine"
    case allTheirs = "conflict.all-theirs"
    case open = "conflict.leave-open"
    case undo = "conflict.undo"
    case redo = "conflict.redo"
    case leave = "conflict.leave"
    case pageDown = "conflict.page-down"
    case pageUp = "conflict.page-up"
    case first = "conflict.first"
    case last = "conflict.last"

    static func bindings(_ keyMap: KeyMap) -> BindingTable<ConflictAction> {
        BindingTable(
            [
                Binding(.mine, [Key("m"), Key(.left)], "keep yours in this field", hint: "mine"),
                Binding(.theirs, [Key("t"), Key(.right)], "take theirs in this field", hint: "theirs"),
                Binding(.save, [.enter, .control("s")], "save what is chosen; the rest stays open", hint: "save"),
                Binding(.write, [Key("e")], "write the field anew", hint: "edit"),
                Binding(.next, [.tab, Key("j"), Key(.down)], "next field", hint: "next"),
                Binding(.previous, [.shiftTab, Key("k"), Key(.up)], "previous field"),
                Binding(.allMine, [Key("<")], "keep yours in all fields", hint: "all mine"),
                Binding(.allTheirs, [Key(">")], "take theirs in all fields", hint: "all theirs"),
                Binding(.open, [Key(.backspace)], "take the choice back"),
                Binding(.undo, [Key("u")], "undo the last change"),
                Binding(.redo, [.control("r")], "do again what was undone"),
                Binding(.leave, [.escape], "leave; asks when something was chosen", hint: "back"),
                Binding(.pageDown, [Key(.pageDown), .control("d"), Key(" ")], "a page down"),
                Binding(.pageUp, [Key(.pageUp), .control("u")], "a page up"),
                Binding(.first, [Key("g"), Key(.home)], "first field"),
                Binding(.last, [Key("G"), Key(.end)], "last field"),
            ], keyMap: keyMap)
    }

    /// While a field is written.
    static let writing = [
        KeyHint(key: "Tab", words: "take it"), KeyHint(key: "Esc", words: "as it was"),
        KeyHint(key: "Ctrl-S", words: "take it and save"),
    ]
}
