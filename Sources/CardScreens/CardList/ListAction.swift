import Terminal

/// What can be done on the list.
enum ListAction: String, BindableAction {
    case open = "list.open"
    case choose = "list.choose"
    case barcode = "list.barcode"
    case read = "list.read-barcode"
    case filter = "list.filter"
    case add = "list.add"
    case edit = "list.edit"
    case copy = "list.copy"
    case front = "list.front"
    case back = "list.back"
    case openRow = "list.open-row"
    case closeRows = "list.close-rows"
    case view = "list.view"
    case scrub = "list.scrub"
    case order = "list.order"
    case reverse = "list.reverse"
    case hideArchived = "list.hide-archived"
    case mark = "list.mark"
    case markRange = "list.mark-range"
    case markAll = "list.mark-all"
    case star = "list.star"
    case archive = "list.archive"
    case group = "list.group"
    case delete = "list.delete"
    case undo = "list.undo"
    case redo = "list.redo"
    case trash = "list.trash"
    case moveDown = "list.move-down"
    case moveUp = "list.move-up"
    case importFile = "list.import"
    case exportFile = "list.export"
    case synchronize = "list.sync"
    case sync = "list.backend"
    case demo = "list.demo"
    case down = "list.down"
    case up = "list.up"
    case left = "list.left"
    case right = "list.right"
    case first = "list.first"
    case last = "list.last"
    case halfPageDown = "list.half-page-down"
    case halfPageUp = "list.half-page-up"
    case pageDown = "list.page-down"
    case pageUp = "list.page-up"
    case widen = "list.widen"
    case narrow = "list.narrow"

    static func bindings(_ keyMap: KeyMap) -> BindingTable<ListAction> {
        // In the wallet the arrows go from card to card: enabled there, these come before what opens a card.
        BindingTable(moving + doing + looking, keyMap: keyMap)
    }

    /// The parts of the help.
    static let sections: [(title: String, actions: Set<ListAction>)] = [
        ("Cards", Set(doing.map(\.action))), ("The list", Set(looking.map(\.action))),
        ("Moving", Set(moving.map(\.action))),
    ]

    private static let doing: [Binding<ListAction>] = [
        Binding(.open, [.enter, Key("l"), Key(.right)], "open the card", hint: "open"),
        Binding(.choose, [Key("c")], "conflicts: mine or theirs", hint: "choose"),
        Binding(.barcode, [Key("b")], "the barcode, full screen", hint: "barcode"),
        Binding(.add, [Key("a")], "add a card", hint: "add"),
        Binding(.read, [Key("R")], "read a barcode into a new card"),
        Binding(.filter, [Key("/")], "find cards by any word", hint: "filter"),
        Binding(.copy, [Key("y")], "copy the number", hint: "copy number"),
        Binding(.front, [Key("1")], "front photo", hint: "front"),
        Binding(.back, [Key("2")], "back photo", hint: "back"),
        Binding(.view, [Key("v")], "rows, or the wallet", hint: "wallet"),
        Binding(.scrub, [Key("s")], "scrub through the list", hint: "scrub"),
        Binding(.edit, [Key("e")], "edit the card", hint: "edit"),
        Binding(.mark, [Key(" ")], "mark, or unmark"),
        Binding(.markRange, [Key("V")], "mark a range: begin, end"),
        Binding(.markAll, [Key("A")], "mark all shown, or none"),
        Binding(.star, [Key("t")], "star, or unstar", hint: "star"),
        Binding(.archive, [Key("z")], "archive, or bring back"),
        Binding(.group, [Key("#")], "put into a group"),
        Binding(.delete, [Key("d")], "delete (asks)", hint: "delete"),
        Binding(.undo, [Key("u")], "undo the last change"),
        Binding(.redo, [.control("r")], "do again what was undone"),
        Binding(.trash, [Key("T")], "the deleted cards"),
    ]

    private static let looking: [Binding<ListAction>] = [
        Binding(.openRow, [.tab], "open the row in place"),
        Binding(.closeRows, [.shiftTab], "close all opened rows"),
        Binding(.order, [Key("o")], "choose the order"),
        Binding(.reverse, [Key("O")], "turn the order round"),
        Binding(.hideArchived, [Key("Z")], "hide archived, or show"),
        Binding(.moveDown, [Key("J")], "move the card down, by hand"),
        Binding(.moveUp, [Key("K")], "move the card up, by hand"),
        Binding(.importFile, [Key("i")], "bring cards from a file"),
        Binding(.exportFile, [Key("X")], "write cards to a file"),
        Binding(.synchronize, [Key("S")], "download and upload now", hint: "sync"),
        Binding(.sync, [Key("B")], "sync: backend, what waits"),
        Binding(.demo, [Key("D")], "look around with made-up cards"),
    ]

    private static let moving: [Binding<ListAction>] = [
        Binding(.left, [Key("h"), Key(.left)], "left, in the wallet"),
        Binding(.right, [Key("l"), Key(.right)], "right, in the wallet"),
        Binding(.down, [Key("j"), Key(.down)], "down"),
        Binding(.up, [Key("k"), Key(.up)], "up"),
        Binding(.first, [Key("g"), Key(.home)], "first card"),
        Binding(.last, [Key("G"), Key(.end)], "last card"),
        Binding(.halfPageDown, [.control("d")], "half a page down"),
        Binding(.halfPageUp, [.control("u")], "half a page up"),
        Binding(.pageDown, [Key(.pageDown)], "a page down"),
        Binding(.pageUp, [Key(.pageUp)], "a page up"),
        Binding(.widen, [Key(">")], "list wider, beside a card"),
        Binding(.narrow, [Key("<")], "list narrower"),
    ]
}
