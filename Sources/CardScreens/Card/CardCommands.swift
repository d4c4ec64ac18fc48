import Terminal

/// The commands of a card's screen.
enum CardCommands {
    static let table = CommandTable([CommandTable.Section("Card", doing + reading)])

    static let choose = Command<CardScreen>(
        "card.choose", keys: [Key("c")], title: "resolve conflicts",
        // Also goes from one card in conflict to the next; a message says so at that time.
        hintNow: { $0.model.conflict == nil ? nil : "resolve" },
        also: ["resolve", "merge", "conflict", "conflicts", "compare"],
        isEnabled: { $0.model.conflict != nil || $0.app.conflicts.offersNext },
        whyNot: { _ in "resolves conflicts, but this card has none" }
    ) {
        $0.app.conflicts.open()
    }
    static let open = Command<CardScreen>(
        "card.open", keys: [.enter], title: "open the link or photo",
        also: ["browse", "url", "website", "call", "link", "view"],
        isEnabled: { $0.canOpen },
        whyNot: { _ in Refusal("opens the selected link or photo, but none is selected", remedy: "card.step-forward") }
    ) {
        $0.openFocused()
    }
    static let copy = Command<CardScreen>(
        "card.copy", keys: [Key("y")], title: "copy the number or the selected detail", hint: "copy number",
        also: ["yank", "clipboard", "number", "code"], isEnabled: { $0.canCopy },
        whyNot: { _ in "copies the number, but this card has none" }
    ) {
        $0.copy()
    }
    static let undo = Command<CardScreen>.undo("card.undo")
    static let synchronize = Command<CardScreen>.synchronize("card.sync")
    static let backend = Command<CardScreen>.backend("card.backend")

    private static let doing: [Command<CardScreen>] = [
        .barcode("card.barcode"),
        .edit("card.edit"),
        .editText("card.edit-text"),
        .book("card.book", isEnabled: { $0.model.card != nil }),
        .ledger("card.ledger", isEnabled: { $0.model.card != nil }),
        choose,
        .renew(
            "card.renew", isEnabled: { $0.model.card != nil },
            // Of a card that has time it is no matter.
            hintNow: { $0.model.due.isEnding ? "renew" : nil }),
        Command(
            "card.front", keys: [Key("1")], title: "front photo", hint: "front", also: ["picture", "image", "photo"],
            isEnabled: { $0.model.card?.front != nil }, whyNot: { _ in "shows the front photo, but this card has none" }
        ) {
            $0.app.photos.open(.front)
        },
        Command(
            "card.back", keys: [Key("2")], title: "back photo", hint: "back", also: ["picture", "image", "photo"],
            isEnabled: { $0.model.card?.back != nil }, whyNot: { _ in "shows the back photo, but this card has none" }
        ) {
            $0.app.photos.open(.back)
        },
        Command(
            "card.pictures", keys: [Key("3")], title: "further pictures", hint: "pictures",
            also: ["picture", "image", "photo", "receipt"],
            isEnabled: { $0.model.card?.pictures.isEmpty == false },
            whyNot: { _ in "shows further pictures, but this card has none" }
        ) {
            $0.app.photos.openPictures()
        },
        .share("card.share"),
        Command(
            "card.export", keys: [], title: "export the card to a file",
            also: ["export", "backup", "catima", "csv", "calendar", "print", "write"],
            isEnabled: { $0.model.card != nil }, whyNot: { _ in .noCard }
        ) {
            $0.app.transfer.exports.start()
        },
        copy,
        .readBarcode("card.read-barcode", title: "scan a barcode into the card"),
        Command(
            "card.previous", keys: [Key("[")], title: "previous card", hint: "previous",
            also: ["before"], isEnabled: { $0.model.position.rank > 1 },
            whyNot: { _ in "shows the previous card, but this is the first" }
        ) {
            $0.model.showPrevious()
        },
        Command(
            "card.next", keys: [Key("]")], title: "next card", hint: "next",
            also: ["after"], isEnabled: { $0.model.position.rank < $0.model.position.count },
            whyNot: { _ in "shows the next card, but this is the last" }
        ) {
            $0.model.showNext()
        },
        Command(
            "card.star", keys: [Key("t")], title: "star or unstar",
            also: ["favourite", "favorite", "pin", "unstar", "bookmark", "like"]
        ) {
            $0.model.toggleStar()
        },
        Command(
            "card.archive", keys: [Key("z")], title: "archive or unarchive", also: ["hide", "unarchive", "put away"]
        ) {
            $0.model.toggleArchive()
        },
        Command(
            "card.delete", keys: [Key("d")], title: "delete the card (asks first)",
            also: ["remove", "erase", "trash", "bin", "rm"]
        ) {
            $0.app.cards.askToDelete()
        },
        undo,
        .redo("card.redo"),
        .history("card.history", title: "history: what happened to the card"),
        synchronize,
        backend,
    ]

    private static let reading: [Command<CardScreen>] = [
        Command(
            "card.step-forward", keys: [.tab], title: "next link, phone or photo", also: ["links"],
            isEnabled: { $0.hasStops }, whyNot: { _ in "goes from link to link, but this card has none" }
        ) {
            $0.step(by: 1)
        },
        Command(
            "card.step-backward", keys: [.shiftTab], title: "previous link, phone or photo", also: ["links"],
            isEnabled: { $0.hasStops }, whyNot: { _ in "goes from link to link, but this card has none" }
        ) {
            $0.step(by: -1)
        },
        open,
        // "back" is the photo of the back.
        Command(
            "card.leave", keys: [.escape, Key("h"), Key(.left)], title: "back to the list", hint: "close",
            leaves: true, also: ["close", "list"]
        ) {
            $0.app.back()
        },
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
