import CardViewModels
import Terminal

/// The commands of the list.
enum ListCommands {
    static let table = CommandTable(
        [
            CommandTable.Section("Cards", cards + changes), CommandTable.Section("The list", list),
            CommandTable.Section("Moving", moving),
        ],
        // In the wallet the arrows move between cards, and only then open one.
        ahead: [left, right])

    /// Repeated moves need not wait for the rows that the first one leads to.
    static let moves = Set((moving + [scrub]).map(\.name)).subtracting([widen.name, narrow.name])

    static let undo = Command<CardListScreen>.undo("list.undo")
    static let synchronize = Command<CardListScreen>.synchronize("list.sync", hint: "sync")
    static let backend = Command<CardListScreen>.backend("list.backend")
    static let backups = Command<CardListScreen>.backups("list.backups", key: Key("U"))

    // MARK: - Cards

    static let choose = Command<CardListScreen>(
        "list.choose", keys: [Key("c")], title: "resolve conflicts", hint: "resolve",
        also: ["resolve", "merge", "conflict", "conflicts", "compare", "difference"],
        isEnabled: { $0.app.conflicts.hasConflicts }, whyNot: { _ in "resolves conflicts, but there are none" }
    ) {
        $0.app.conflicts.open()
    }
    static let add = Command<CardListScreen>(
        "list.add", keys: [Key("a")], title: "add a card", hint: "add",
        also: ["new", "create", "insert", "plus", "register"]
    ) {
        $0.app.forms.createCard()
    }
    private static let scrub = Command<CardListScreen>(
        "list.scrub", keys: [Key("s")], title: "jump in the list with a slider", hint: "jump",
        also: ["slider", "jump", "scroll", "seek", "alphabet"],
        isEnabled: { $0.model.isCounted && $0.hasCard && $0.scrubber.hints.isEmpty },
        whyNot: { !$0.hasCard ? .noCards : $0.model.isCounted ? "opens the slider, but it is open" : nil }
    ) {
        $0.scrubber.focus()
    }

    /// In the order of the footer: what is needed at a counter is dropped last.
    private static let cards: [Command<CardListScreen>] = [
        .barcode("list.barcode", isEnabled: { $0.hasCard }),
        Command(
            "list.open", keys: [.enter, Key("l"), Key(.right)], title: "open the card", hint: "open",
            also: ["show", "view", "details", "look", "info"],
            isEnabled: { $0.hasCard }, whyNot: { _ in .noCard }
        ) {
            $0.app.cards.openSelected()
        },
        Command(
            "list.filter", keys: [Key("/")], title: "search by any text", hint: "search",
            also: ["search", "filter", "find", "look up", "lookup", "query", "grep"],
            isEnabled: { $0.model.phase == .content }, whyNot: { _ in .noCards }
        ) {
            $0.isTyping = true
        },
        choose,
        .share("list.share", isEnabled: { $0.hasCard }),
        add,
        .readBarcode("list.read-barcode", title: "scan a barcode into a new card"),
        Command(
            "list.copy", keys: [Key("y")], title: "copy the number", hint: "copy number",
            also: ["yank", "clipboard", "number", "code"],
            isEnabled: { $0.hasCard }, whyNot: { _ in .noCard }
        ) {
            $0.app.clipboard.copyNumber()
        },
        Command(
            "list.front", keys: [Key("1")], title: "front photo", hint: "front",
            also: ["picture", "image", "photo", "front"],
            isEnabled: { $0.model.selectedRow?.front != nil },
            whyNot: { $0.hasCard ? "shows the front photo, but this card has none" : .noCard }
        ) {
            $0.app.photos.open(.front)
        },
        Command(
            "list.back", keys: [Key("2")], title: "back photo", hint: "back",
            also: ["picture", "image", "photo", "back"],
            isEnabled: { $0.model.selectedRow?.back != nil },
            whyNot: { $0.hasCard ? "shows the back photo, but this card has none" : .noCard }
        ) {
            $0.app.photos.open(.back)
        },
        Command(
            "list.view", keys: [Key("v")], title: "list or wallet view", hint: "wallet",
            // The same key switches back.
            hintNow: { $0.frames.bricks == nil ? "wallet" : "list" },
            also: ["layout", "grid", "gallery", "tiles", "pictures", "view"],
            isEnabled: { $0.model.phase == .content }, whyNot: { _ in .noCards }
        ) {
            $0.model.show(as: $0.model.layout == .rows ? .wallet : .rows)
        },
        scrub,
        .edit("list.edit", isEnabled: { $0.hasCard }),
        .editText("list.edit-text", isEnabled: { $0.hasCard }),
        .book("list.book", isEnabled: { $0.hasCard }),
        .ledger("list.ledger", isEnabled: { $0.hasCard }),
    ]

    static let trash = Command<CardListScreen>(
        "list.trash", keys: [Key("T")], title: "trash: deleted cards",
        also: ["trash", "bin", "deleted", "restore", "undelete", "recycle bin", "wastebasket", "recover"]
    ) {
        $0.app.history.openTrash()
    }

    private static let changes: [Command<CardListScreen>] = [
        Command(
            "list.mark", keys: [Key(" ")], title: "mark or unmark", also: ["select", "check", "tick", "choose"],
            isEnabled: { $0.hasCard }, whyNot: { _ in .noCard }
        ) {
            $0.model.toggleMark()
        },
        Command(
            "list.mark-range", keys: [Key("V")], title: "start or end marking a range",
            also: ["select", "block", "visual"],
            isEnabled: { $0.hasCard }, whyNot: { _ in .noCard }
        ) {
            $0.model.toggleRange()
        },
        Command(
            "list.mark-all", keys: [Key("A")], title: "mark all shown or none",
            also: ["select", "select all", "everything", "all"],
            isEnabled: { $0.hasCard }, whyNot: { _ in .noCard }
        ) {
            $0.model.toggleAll()
        },
        Command(
            "list.star", keys: [Key("t")], title: "star or unstar", hint: "star",
            also: ["favourite", "favorite", "pin", "bookmark", "like", "unstar"], isEnabled: { $0.hasCard },
            whyNot: { _ in .noCard }
        ) {
            $0.model.changes.toggleStar()
        },
        Command(
            "list.archive", keys: [Key("z")], title: "archive or unarchive", also: ["hide", "unarchive", "put away"],
            isEnabled: { $0.hasCard }, whyNot: { _ in .noCard }
        ) {
            $0.model.changes.toggleArchive()
        },
        Command(
            "list.group", keys: [Key("#")], title: "add to a group or remove",
            also: ["tag", "label", "category", "categories", "folder", "groups", "collection"],
            isEnabled: { $0.hasCard }, whyNot: { _ in .noCard }
        ) {
            $0.app.cards.pickGroup()
        },
        .renew("list.renew", isEnabled: { $0.hasCard }),
        Command(
            "list.delete", keys: [Key("d")], title: "delete (asks first)", hint: "delete",
            also: ["remove", "erase", "rm", "discard", "throw away"],
            isEnabled: { $0.hasCard }, whyNot: { _ in .noCard }
        ) {
            $0.app.cards.askToDelete()
        },
        undo,
        .redo("list.redo"),
        .history("list.history", title: "history: what happened to all cards"),
        trash,
    ]

    // MARK: - List

    static let hideArchived = Command<CardListScreen>(
        "list.hide-archived", keys: [Key("Z")], title: "hide or show archived cards",
        also: ["archived", "filter archived"], isEnabled: { $0.model.phase == .content }, whyNot: { _ in .noCards }
    ) {
        $0.model.hideArchived(!$0.model.query.hidesArchived)
    }
    static let importFile = Command<CardListScreen>(
        "list.import", keys: [Key("i")], title: "import cards from a file",
        also: ["import", "load", "csv", "json", "read file", "open file", "catima", "pkpass", "spreadsheet", "zip"],
        isEnabled: { !$0.app.isDemo }, whyNot: { _ in "imports into your own cards, not into the demo" }
    ) {
        $0.app.transfer.imports.start()
    }
    static let demo = Command<CardListScreen>(
        "list.demo", keys: [Key("D")], title: "demo with sample cards",
        also: ["demo", "try", "sample", "example", "examples", "tutorial"],
        isEnabled: { $0.model.isEmpty && !$0.app.isDemo },
        whyNot: { $0.app.isDemo ? "opens the demo, but this is it" : "opens the demo while there are no cards yet" }
    ) {
        $0.app.openDemo()
    }
    static let expiring = Command<CardListScreen>(
        "list.expiring", keys: [Key("w")], title: "what expires within a week",
        also: ["expiry", "expires", "expiring", "due", "soon", "week", "reminders"],
        isEnabled: { $0.model.phase == .content }, whyNot: { _ in .noCards }
    ) {
        $0.model.find(CardListModel.expiringSoon)
    }
    static let openRow = Command<CardListScreen>(
        "list.open-row", keys: [.tab], title: "expand the row", also: ["unfold", "expand", "preview", "peek"],
        isEnabled: { $0.frames.bricks == nil && $0.hasCard },
        whyNot: {
            $0.hasCard
                ? Refusal("expands a row of the list, but this is the wallet view", remedy: "list.view") : .noCard
        }
    ) {
        $0.model.toggleOpened()
    }
    /// Clears search and marks, one step at a time.
    static let widenSearch = Command<CardListScreen>(
        "list.clear", keys: [.escape], title: "clear the search or the marks",
        also: ["end", "reset"], isEnabled: { $0.canClear }
    ) {
        $0.clearOneStep()
    }

    private static let list: [Command<CardListScreen>] = [
        openRow,
        Command(
            "list.close-rows", keys: [.shiftTab], title: "collapse all rows",
            also: ["fold", "collapse", "close rows"],
            isEnabled: { !$0.model.opened.isEmpty },
            whyNot: { _ in Refusal("collapses expanded rows, but none is expanded", remedy: "list.open-row") }
        ) {
            $0.model.opened.closeAll()
        },
        Command(
            "list.order", keys: [Key("o")], title: "sort by…",
            also: ["sort", "order", "arrange", "order by", "by name", "alphabetical", "ordering"],
            isEnabled: { $0.model.phase == .content }, whyNot: { _ in .noCards }
        ) {
            $0.app.prompts.pick(.order)
        },
        Command(
            "list.reverse", keys: [Key("O")], title: "reverse the order",
            also: ["sort", "reverse", "descending", "ascending", "invert"],
            isEnabled: { $0.model.phase == .content }, whyNot: { _ in .noCards }
        ) {
            $0.model.reverseOrder()
        },
        expiring,
        hideArchived,
        widenSearch,
        Command(
            "list.move-down", keys: [Key("J")], title: "move the card down (manual order)",
            also: ["lower", "rearrange"],
            isEnabled: { $0.canMoveCard }, whyNot: { $0.whyNotMoved }
        ) {
            $0.model.moveCard(down: true)
        },
        Command(
            "list.move-up", keys: [Key("K")], title: "move the card up (manual order)", also: ["raise", "rearrange"],
            isEnabled: { $0.canMoveCard }, whyNot: { $0.whyNotMoved }
        ) {
            $0.model.moveCard(down: false)
        },
        importFile,
        Command(
            "list.export", keys: [Key("X")], title: "export cards to a file",
            also: [
                "export", "save", "dump", "write", "save as", "download cards", "catima", "csv", "calendar",
                "ics", "print", "html", "spreadsheet", "zip",
            ],
            isEnabled: { $0.hasCard }, whyNot: { _ in .noCards }
        ) {
            $0.app.transfer.exports.start()
        },
        synchronize,
        backend,
        backups,
        demo,
    ]

    // MARK: - Moving

    private static let left = Command<CardListScreen>(
        "list.left", keys: [Key("h"), Key(.left)], title: "left (wallet view)", isEnabled: { $0.isInWallet },
        whyNot: { $0.hasCard ? Refusal("goes left in the wallet view", remedy: "list.view") : .noCard }
    ) {
        $0.viewport.step(.left)
    }
    private static let right = Command<CardListScreen>(
        "list.right", keys: [Key("l"), Key(.right)], title: "right (wallet view)", isEnabled: { $0.isInWallet },
        whyNot: { $0.hasCard ? Refusal("goes right in the wallet view", remedy: "list.view") : .noCard }
    ) {
        $0.viewport.step(.right)
    }
    private static let widen = Command<CardListScreen>(
        "list.widen", keys: [Key(">")], title: "make the list wider beside the card", also: ["resize", "width"],
        isEnabled: { $0.app.preview.card != nil }, whyNot: { _ in "widens the list where a card is shown beside it" }
    ) {
        $0.model.widen(by: 4)
    }
    private static let narrow = Command<CardListScreen>(
        "list.narrow", keys: [Key("<")], title: "make the list narrower", also: ["resize", "width"],
        isEnabled: { $0.app.preview.card != nil }, whyNot: { _ in "narrows the list where a card is shown beside it" }
    ) {
        $0.model.widen(by: -4)
    }

    private static let moving: [Command<CardListScreen>] = [
        left, right,
        move("list.down", [Key("j"), Key(.down)], "down") { $0.viewport.step(.down) },
        move("list.up", [Key("k"), Key(.up)], "up") { $0.viewport.step(.up) },
        move("list.first", [Key("g"), Key(.home)], "first card") { $0.model.selectFirst() },
        move("list.last", [Key("G"), Key(.end)], "last card") { $0.model.selectLast() },
        move("list.half-page-down", [.control("d")], "half a page down") { $0.viewport.movePage(1, isHalf: true) },
        move("list.half-page-up", [.control("u")], "half a page up") { $0.viewport.movePage(-1, isHalf: true) },
        move("list.page-down", [Key(.pageDown)], "a page down") { $0.viewport.movePage(1) },
        move("list.page-up", [Key(.pageUp)], "a page up") { $0.viewport.movePage(-1) },
        widen, narrow,
    ]

    private static func move(
        _ name: String, _ keys: [Key], _ title: String, perform: @escaping @MainActor (CardListScreen) -> Void
    ) -> Command<CardListScreen> {
        Command(
            name, keys: keys, title: title, isEnabled: { $0.hasCard }, whyNot: { _ in .noCards }, perform: perform)
    }
}
