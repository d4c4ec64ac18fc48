import Terminal

/// What can be done on the list.
enum ListAction: String, BindableAction {
    case open = "list.open"
    case down = "list.down"
    case up = "list.up"
    case first = "list.first"
    case last = "list.last"
    case halfPageDown = "list.half-page-down"
    case halfPageUp = "list.half-page-up"
    case pageDown = "list.page-down"
    case pageUp = "list.page-up"
    case add = "list.add"
    case edit = "list.edit"
    case copy = "list.copy"
    case star = "list.star"
    case archive = "list.archive"
    case front = "list.front"
    case back = "list.back"
    case delete = "list.delete"
    case synchronize = "list.sync"
    case importFile = "list.import"
    case demo = "list.demo"

    static func bindings(_ keyMap: KeyMap) -> BindingTable<ListAction> {
        BindingTable(
            [
                Binding(.open, [.enter, Key("l"), Key(.right)], "open the card", hint: "open"),
                Binding(.add, [Key("a")], "add a card", hint: "add"),
                Binding(.edit, [Key("e")], "edit the card", hint: "edit"),
                Binding(.copy, [Key("y")], "copy the number", hint: "copy number"),
                Binding(.front, [Key("1")], "front photo", hint: "front"),
                Binding(.back, [Key("2")], "back photo", hint: "back"),
                Binding(.star, [Key("t")], "star, or take the star away", hint: "star"),
                Binding(.archive, [Key("z")], "archive, or bring back"),
                Binding(.delete, [Key("d")], "delete the card (asks)", hint: "delete"),
                Binding(.synchronize, [Key("S")], "download and upload now", hint: "sync"),
                Binding(.importFile, [Key("i")], "bring cards from a file"),
                Binding(.demo, [Key("D")], "look around with made-up cards"),
                Binding(.down, [Key("j"), Key(.down)], "down"),
                Binding(.up, [Key("k"), Key(.up)], "up"),
                Binding(.first, [Key("g"), Key(.home)], "first card"),
                Binding(.last, [Key("G"), Key(.end)], "last card"),
                Binding(.halfPageDown, [.control("d")], "half a page down"),
                Binding(.halfPageUp, [.control("u")], "half a page up"),
                Binding(.pageDown, [Key(.pageDown)], "a page down"),
                Binding(.pageUp, [Key(.pageUp)], "a page up"),
            ], keyMap: keyMap)
    }
}
