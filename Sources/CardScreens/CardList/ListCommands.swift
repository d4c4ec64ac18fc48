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

    static let undo = Command<CardListScreen>.undo("list")
    static let backend = Command<CardListScreen>.backend("list")

    // MARK: - Cards

    static let choose = Command<CardListScreen>(
        "list.choose", ["c"], "resolve conflicts", hint: "resolve",
        also: ["resolve", "merge", "conflict", "conflicts", "compare", "difference"],
        when: Requirement("resolves conflicts, but there are none") { $0.app.conflicts.hasConflicts },
        shared: "screen.choose"
    ) {
        $0.app.conflicts.open()
    }
    static let add = Command<CardListScreen>(
        "list.add", ["a"], "add a card", hint: "add", also: ["new", "create", "insert", "plus", "register"]
    ) {
        $0.app.forms.createCard()
    }
    private static let scrub = Command<CardListScreen>(
        "list.scrub", ["s"], "jump in the list with a slider", hint: "jump",
        also: ["slider", "jump", "scroll", "seek", "alphabet"],
        when: .cards.and(.silent { $0.model.isCounted })
            .and(Requirement("opens the slider, but it is already open") { $0.scrubber.hints.isEmpty })
    ) {
        $0.scrubber.focus()
    }

    /// In the order of the footer: what is needed at a counter is dropped last.
    private static let cards: [Command<CardListScreen>] = [
        .barcode("list", when: .card),
        Command(
            "list.open", [.enter, "l", .right], "open the card", hint: "open",
            also: ["show", "view", "details", "look", "info"], when: .card
        ) {
            $0.app.cards.openSelected()
        },
        Command(
            "list.filter", ["/"], "search by any text",
            // Also in an empty list: the text that follows must not be taken for commands.
            hintNow: { $0.model.phase == .content ? "search" : nil },
            also: ["search", "filter", "find", "look up", "lookup", "query", "grep"],
            when: .silent { $0.model.phase == .content || $0.model.isEmpty }
        ) {
            $0.isTyping = true
        },
        choose,
        .share("list", when: .card),
        add,
        .readBarcode("list", title: "scan a barcode into a new card"),
        Command(
            "list.copy", ["y"], "copy the number", hint: "copy number", also: ["yank", "clipboard", "number", "code"],
            when: .card
        ) {
            $0.app.clipboard.copyNumber()
        },
        .photo(.front, "list", hint: "front", when: .card) { $0.model.selectedRow?.front != nil },
        .photo(.back, "list", hint: "back", when: .card) { $0.model.selectedRow?.back != nil },
        // The same key switches back.
        Command(
            "list.view", ["v"], "list or wallet view", hint: "wallet",
            hintNow: { $0.frames.bricks == nil ? "wallet" : "list" },
            also: ["layout", "grid", "gallery", "tiles", "pictures", "view"], when: .content
        ) {
            $0.model.show(as: $0.model.layout == .rows ? .wallet : .rows)
        },
        scrub,
        .edit("list", when: .card),
        .editText("list", when: .card),
        .book("list", when: .card),
        .use("list", when: .card),
        .ledger("list", when: .card),
    ]

    static let groups = Command<CardListScreen>(
        "list.groups", [], "rename, order and delete groups", also: ["groups"]
    ) {
        $0.app.cards.openGroups()
    }
    static let columns = Command<CardListScreen>(
        "list.columns", [], "choose the columns of the list and their order",
        also: ["columns", "note", "number", "fields", "show", "hide", "layout"]
    ) {
        $0.app.cards.openColumns()
    }
    static let totals = Command<CardListScreen>(
        "list.totals", [], "totals: balances, what expires, what was spent",
        also: ["sum", "statistics", "stats", "money", "balance", "spent", "worth"], when: .content
    ) {
        $0.app.cards.openTotals()
    }
    static let nextGroup = Command<CardListScreen>(
        "list.next-group", ["}"], "show the next group", also: ["tab", "strip", "category"], when: .groups
    ) {
        $0.app.groups.step(by: 1)
    }
    static let previousGroup = Command<CardListScreen>(
        "list.previous-group", ["{"], "show the previous group", also: ["tab", "strip", "category"], when: .groups
    ) {
        $0.app.groups.step(by: -1)
    }
    static let trash = Command<CardListScreen>(
        "list.trash", ["T"], "trash: deleted cards",
        also: ["trash", "bin", "deleted", "restore", "undelete", "recycle bin", "wastebasket", "recover"]
    ) {
        $0.app.history.openTrash()
    }

    private static let changes: [Command<CardListScreen>] = [
        Command("list.mark", [" "], "mark or unmark", also: ["select", "check", "tick", "choose"], when: .card) {
            $0.model.toggleMark()
        },
        Command(
            "list.mark-range", ["V"], "start or end marking a range", also: ["select", "block", "visual"], when: .card
        ) {
            $0.model.toggleRange()
        },
        Command(
            "list.mark-all", ["A"], "mark all shown cards, or none",
            also: ["select", "select all", "everything", "all"],
            when: .card
        ) {
            $0.model.toggleAll()
        },
        Command(
            "list.star", ["t"], "star or unstar", hint: "star",
            also: ["favourite", "favorite", "pin", "bookmark", "like", "unstar"], when: .card
        ) {
            $0.model.changes.toggleStar()
        },
        Command("list.archive", ["z"], "archive or unarchive", also: ["hide", "unarchive", "put away"], when: .card) {
            $0.model.changes.toggleArchive()
        },
        Command(
            "list.group", ["#"], "add to a group, or remove from it",
            also: ["tag", "label", "category", "categories", "folder", "collection"], when: .card
        ) {
            $0.app.cards.pickGroup()
        },
        .renew("list", when: .card),
        Command(
            "list.delete", ["d"], "delete (asks first)", hint: "delete",
            also: ["remove", "erase", "rm", "discard", "throw away"], when: .card
        ) {
            $0.app.cards.askToDelete()
        },
        undo,
        .redo("list"),
        .history("list", title: "history: changes to all cards"),
        groups, columns, totals,
        nextGroup, previousGroup,
        trash,
    ]

    // MARK: - List

    static let hideArchived = Command<CardListScreen>(
        "list.hide-archived", ["Z"], "hide or show archived cards", also: ["archived", "filter archived"],
        when: .content
    ) {
        $0.model.hideArchived(!$0.model.query.hidesArchived)
    }
    static let importFile = Command<CardListScreen>(
        "list.import", ["i"], "import cards from a file",
        also: [
            "import", "load", "csv", "json", "read file", "open file", "catima", "pkpass", "spreadsheet", "zip",
            "photos", "pictures", "scan", "empty your wallet",
        ],
        when: Requirement("imports into your own cards, not into the demo") { !$0.app.isDemo }
    ) {
        $0.app.transfer.imports.start()
    }
    static let demo = Command<CardListScreen>(
        "list.demo", ["D"], "try the demo with sample cards",
        also: ["demo", "try", "sample", "example", "examples", "tutorial"],
        when: Requirement(
            isMet: { $0.model.isEmpty && !$0.app.isDemo },
            refusal: {
                $0.app.isDemo
                    ? "opens the demo, but you are already in it" : "opens the demo while there are no cards yet"
            })
    ) {
        $0.app.openDemo()
    }
    static let expiring = Command<CardListScreen>(
        "list.expiring", ["W"], "what expires within a week",
        also: ["expiry", "expires", "expiring", "due", "soon", "week", "reminders"], when: .content
    ) {
        $0.app.groups.findInAll(CardListModel.expiringSoon)
    }
    static let openRow = Command<CardListScreen>(
        "list.open-row", [.tab], "expand the row", also: ["unfold", "expand", "preview", "peek"],
        when: .card.and(
            Requirement(Refusal("expands a row of the list, but this is the wallet view", remedy: "list.view")) {
                $0.frames.bricks == nil
            })
    ) {
        $0.model.toggleOpened()
    }
    /// Clears search and marks, one step at a time.
    static let widenSearch = Command<CardListScreen>(
        "list.clear", [.escape], "clear the search, the marks or the group", also: ["end", "reset"],
        when: .silent { $0.canClear }
    ) {
        $0.clearOneStep()
    }

    private static let list: [Command<CardListScreen>] = [
        openRow,
        Command(
            "list.close-rows", [.shiftTab], "collapse all rows", also: ["fold", "collapse", "close rows"],
            when: Requirement(Refusal("collapses expanded rows, but none is expanded", remedy: "list.open-row")) {
                !$0.model.opened.isEmpty
            }
        ) {
            $0.model.opened.closeAll()
        },
        Command(
            "list.order", ["o"], "sort by…",
            also: ["sort", "order", "arrange", "order by", "by name", "alphabetical", "ordering"], when: .content
        ) {
            $0.app.cards.pickOrder()
        },
        Command(
            "list.reverse", ["O"], "reverse the order", also: ["sort", "reverse", "descending", "ascending", "invert"],
            when: .content
        ) {
            $0.model.reverseOrder()
        },
        expiring,
        hideArchived,
        widenSearch,
        Command(
            "list.move-down", ["J"], "move the card down (manual order)", also: ["lower", "rearrange"],
            when: .manualOrder
        ) {
            $0.model.moveCard(down: true)
        },
        Command(
            "list.move-up", ["K"], "move the card up (manual order)", also: ["raise", "rearrange"], when: .manualOrder
        ) {
            $0.model.moveCard(down: false)
        },
        importFile,
        Command(
            "list.export", ["X"], "export cards to a file",
            also: [
                "export", "save", "dump", "write", "save as", "download cards", "catima", "csv", "calendar",
                "ics", "print", "html", "spreadsheet", "zip",
            ], when: Requirement(.nothingToExport) { $0.hasCard }
        ) {
            $0.app.transfer.exports.start()
        },
        .synchronize("list", hint: "sync"),
        backend,
        .backups("list", key: Key("U")),
        demo,
    ]

    // MARK: - Moving

    private static let left = Command<CardListScreen>(
        "list.left", ["h", .left], "move left (wallet view)",
        when: .card.and(Requirement(Refusal("goes left in the wallet view", remedy: "list.view")) { $0.isInWallet })
    ) {
        $0.viewport.step(.left)
    }
    private static let right = Command<CardListScreen>(
        "list.right", ["l", .right], "move right (wallet view)",
        when: .card.and(Requirement(Refusal("goes right in the wallet view", remedy: "list.view")) { $0.isInWallet })
    ) {
        $0.viewport.step(.right)
    }
    private static let widen = Command<CardListScreen>(
        "list.widen", [">"], "make the list wider beside the card", also: ["resize", "width"],
        when: Requirement("widens the list where a card is shown beside it") { $0.app.preview.card != nil }
    ) {
        $0.model.widen(by: 4)
    }
    private static let narrow = Command<CardListScreen>(
        "list.narrow", ["<"], "make the list narrower", also: ["resize", "width"],
        when: Requirement("narrows the list where a card is shown beside it") { $0.app.preview.card != nil }
    ) {
        $0.model.widen(by: -4)
    }

    private static let moving: [Command<CardListScreen>] =
        [
            left, right,
        ] + rows + [
            Command("list.half-page-down", [.control("d")], "half a page down", when: .cards) {
                $0.viewport.movePage(1, isHalf: true)
            },
            Command("list.half-page-up", [.control("u")], "half a page up", when: .cards) {
                $0.viewport.movePage(-1, isHalf: true)
            },
            widen, narrow,
        ]

    private static let rows = Command<CardListScreen>.moves(
        "list", first: "first card", last: "last card", hasHalfPages: true, when: .cards)
}

extension Requirement<CardListScreen> {
    static var card: Requirement { Requirement(.noCard) { $0.hasCard } }
    static var cards: Requirement { Requirement(.noCards) { $0.hasCard } }
    /// The list is read, and not empty.
    fileprivate static var groups: Requirement {
        Requirement(Refusal("moves between groups, but no card is in one", remedy: "list.group")) {
            $0.app.groups.isShown
        }
    }
    fileprivate static var content: Requirement { Requirement(.noCards) { $0.model.phase == .content } }
    fileprivate static var manualOrder: Requirement {
        Requirement(isMet: { $0.canMoveCard }, refusal: { $0.whyNotMoved })
    }
}

/// The commands while the search text is typed. Letters are text, so none of them is a command.
enum FilterCommands {
    static let table = CommandTable([CommandTable.Section("Searching", commands)], isInText: true)

    static let done = Command<CardListScreen>(
        "filter.done", [.enter], "go to the matches; open a single one", hint: "done",
        hintNow: { $0.hasSingleMatch ? "open" : "done" }
    ) {
        $0.endTyping()
    }
    static let clear = Command<CardListScreen>("filter.clear", [.escape], "clear the search", hint: "clear") {
        $0.clearOneStep()
    }
    private static let openRow = Command<CardListScreen>(
        "filter.open-row", [.tab], "complete is:, has:, group: or expires:, or expand the row",
        when: Requirement {
            $0.canComplete || ListCommands.openRow.isEnabled($0)
        } refusal: {
            ListCommands.openRow.requirement.refusal($0)
        }
    ) {
        if $0.canComplete { $0.completeSearch() } else { ListCommands.openRow.perform($0) }
    }

    private static let commands =
        [done, clear] + Command.movesInText("filter.", up: "previous match", down: "next match", when: .cards) + [
            openRow
        ]
}
