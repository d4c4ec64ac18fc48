import Terminal

/// What can be done on a card that is shown.
enum CardAction: String, BindableAction {
    case edit = "card.edit"
    case choose = "card.choose"
    case front = "card.front"
    case back = "card.back"
    case barcode = "card.barcode"
    case copy = "card.copy"
    case read = "card.read-barcode"
    case previous = "card.previous"
    case next = "card.next"
    case star = "card.star"
    case archive = "card.archive"
    case delete = "card.delete"
    case undo = "card.undo"
    case redo = "card.redo"
    case synchronize = "card.sync"
    case sync = "card.backend"
    case stepForward = "card.step-forward"
    case stepBackward = "card.step-backward"
    case open = "card.open"
    case leave = "card.leave"
    case down = "card.down"
    case up = "card.up"
    case pageDown = "card.page-down"
    case pageUp = "card.page-up"
    case first = "card.first"
    case last = "card.last"

    static func bindings(_ keyMap: KeyMap) -> BindingTable<CardAction> {
        BindingTable(
            [
                Binding(.edit, [Key("e")], "edit the card", hint: "edit"),
                Binding(
                    .choose, [Key("c")], "conflicts: mine or theirs", hint: "choose"),
                Binding(.front, [Key("1")], "front photo", hint: "front"),
                Binding(.back, [Key("2")], "back photo", hint: "back"),
                Binding(.barcode, [Key("b")], "the barcode, full screen", hint: "barcode"),
                Binding(.copy, [Key("y")], "copy the number, or what the cursor is on", hint: "copy number"),
                Binding(.read, [Key("R")], "read a barcode into the card"),
                Binding(.previous, [Key("[")], "previous card", hint: "previous"),
                Binding(.next, [Key("]")], "next card", hint: "next"),
                Binding(.star, [Key("t")], "star, or take the star away"),
                Binding(.archive, [Key("z")], "archive, or bring back"),
                Binding(.delete, [Key("d")], "delete the card (asks)"),
                Binding(.undo, [Key("u")], "undo the last change"),
                Binding(.redo, [.control("r")], "do again what was undone"),
                Binding(.synchronize, [Key("S")], "download and upload now"),
                Binding(.sync, [Key("B")], "sync: backend, what waits"),
                Binding(.stepForward, [.tab], "next link, phone or photo"),
                Binding(.stepBackward, [.shiftTab], "previous link, phone or photo"),
                Binding(.open, [.enter], "open the link or photo"),
                Binding(.leave, [Key("h"), Key(.left)], "back to the list"),
                Binding(.down, [Key("j"), Key(.down)], "scroll down"),
                Binding(.up, [Key("k"), Key(.up)], "scroll up"),
                Binding(.pageDown, [Key(.pageDown), .control("d"), Key(" ")], "a page down"),
                Binding(.pageUp, [Key(.pageUp), .control("u")], "a page up"),
                Binding(.first, [Key("g"), Key(.home)], "top"),
                Binding(.last, [Key("G"), Key(.end)], "bottom"),
            ], keyMap: keyMap)
    }
}
