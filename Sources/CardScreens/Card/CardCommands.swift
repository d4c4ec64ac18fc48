import Terminal

/// The commands of a card's screen.
enum CardCommands {
    static let table = CommandTable([CommandTable.Section("Card", doing + reading)])

    static let choose = Command<CardScreen>(
        "card.choose", keys: [Key("c")], title: "conflicts: mine or theirs",
        // Also goes from one card in conflict to the next; a message says so at that time.
        hintNow: { $0.model.conflict == nil ? nil : "choose" }, also: ["resolve", "merge"],
        isEnabled: { $0.model.conflict != nil || $0.app.conflicts.offersNext }
    ) {
        $0.app.conflicts.open()
    }
    static let open = Command<CardScreen>(
        "card.open", keys: [.enter], title: "open the link or photo", also: ["browse", "url"],
        isEnabled: { $0.canOpen }
    ) {
        $0.openFocused()
    }
    static let copy = Command<CardScreen>(
        "card.copy", keys: [Key("y")], title: "copy the number, or what the cursor is on", hint: "copy number",
        also: ["yank", "clipboard"], isEnabled: { $0.canCopy }
    ) {
        $0.copy()
    }
    static let undo = Command<CardScreen>.undo("card.undo")
    static let synchronize = Command<CardScreen>.synchronize("card.sync")
    static let backend = Command<CardScreen>.backend("card.backend")

    private static let doing: [Command<CardScreen>] = [
        .barcode("card.barcode"),
        .edit("card.edit"),
        choose,
        Command(
            "card.front", keys: [Key("1")], title: "front photo", hint: "front", also: ["picture"],
            isEnabled: { $0.model.card?.front != nil }
        ) {
            $0.app.photos.open(.front)
        },
        Command(
            "card.back", keys: [Key("2")], title: "back photo", hint: "back", also: ["picture"],
            isEnabled: { $0.model.card?.back != nil }
        ) {
            $0.app.photos.open(.back)
        },
        copy,
        .readBarcode("card.read-barcode", title: "read a barcode into the card"),
        Command(
            "card.previous", keys: [Key("[")], title: "previous card", hint: "previous",
            isEnabled: { $0.model.place.rank > 1 }
        ) {
            $0.model.showPrevious()
        },
        Command(
            "card.next", keys: [Key("]")], title: "next card", hint: "next",
            isEnabled: { $0.model.place.rank < $0.model.place.count }
        ) {
            $0.model.showNext()
        },
        Command(
            "card.star", keys: [Key("t")], title: "star, or take the star away",
            also: ["favourite", "favorite", "pin", "unstar"]
        ) {
            $0.model.toggleStar()
        },
        Command("card.archive", keys: [Key("z")], title: "archive, or bring back", also: ["hide", "unarchive"]) {
            $0.model.toggleArchive()
        },
        Command("card.delete", keys: [Key("d")], title: "delete the card (asks)", also: ["remove"]) {
            $0.app.cards.askToDelete()
        },
        undo,
        .redo("card.redo"),
        synchronize,
        backend,
    ]

    private static let reading: [Command<CardScreen>] = [
        Command("card.step-forward", keys: [.tab], title: "next link, phone or photo", isEnabled: { $0.hasStops }) {
            $0.step(by: 1)
        },
        Command(
            "card.step-backward", keys: [.shiftTab], title: "previous link, phone or photo", isEnabled: { $0.hasStops }
        ) {
            $0.step(by: -1)
        },
        open,
        Command("card.leave", keys: [Key("h"), Key(.left)], title: "back to the list") { $0.app.back() },
        Command("card.down", keys: [Key("j"), Key(.down)], title: "scroll down") { $0.scroll(by: 1) },
        Command("card.up", keys: [Key("k"), Key(.up)], title: "scroll up") { $0.scroll(by: -1) },
        Command("card.page-down", keys: [Key(.pageDown), .control("d"), Key(" ")], title: "a page down") {
            $0.scroll(by: $0.page)
        },
        Command("card.page-up", keys: [Key(.pageUp), .control("u")], title: "a page up") { $0.scroll(by: -$0.page) },
        Command("card.first", keys: [Key("g"), Key(.home)], title: "top") { $0.scroll(by: -$0.rows) },
        Command("card.last", keys: [Key("G"), Key(.end)], title: "bottom") { $0.scroll(by: $0.rows) },
    ]
}
