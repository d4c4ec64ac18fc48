import Terminal

/// The commands of a card's screen.
enum CardCommands {
    static let table = CommandTable([CommandTable.Section("Card", doing + reading)])

    /// Also goes from one card in conflict to the next; a message says so at that time.
    static let choose = Command<CardScreen>(
        "card.choose", ["c"], "resolve conflicts",
        hintNow: { $0.model.conflict == nil ? nil : "resolve" },
        also: ["resolve", "merge", "conflict", "conflicts", "compare"],
        when: Requirement("resolves conflicts, but this card has none") {
            $0.model.conflict != nil || $0.app.conflicts.offersNext
        }, shared: "screen.choose"
    ) {
        $0.app.conflicts.open()
    }
    static let open = Command<CardScreen>(
        "card.open", [.enter], "open the link or photo", also: ["browse", "url", "website", "call", "link", "view"],
        when: Requirement(
            Refusal("opens the selected link or photo, but none is selected", remedy: "card.step-forward")
        ) { $0.canOpen }
    ) {
        $0.openFocused()
    }
    static let copy = Command<CardScreen>(
        "card.copy", ["y"], "copy the number or the selected detail", hint: "copy number",
        also: ["yank", "clipboard", "number", "code"],
        when: Requirement("copies the number, but this card has none") { $0.canCopy }
    ) {
        $0.copy()
    }

    private static let doing: [Command<CardScreen>] = [
        .barcode("card"),
        .edit("card"),
        .editText("card"),
        .book("card", when: .card, hintNow: { $0.model.card?.amountLeft == nil ? nil : "spend" }),
        .use("card", when: .card),
        .ledger("card", when: .card, hintNow: { $0.model.card?.amountLeft == nil ? nil : "ledger" }),
        choose,
        // Of a card that has time it is no matter.
        .renew("card", when: .card, hintNow: { $0.model.due.isEnding ? "renew" : nil }),
        .photo(.front, "card", hint: "front") { $0.model.card?.front != nil },
        .photo(.back, "card", hint: "back") { $0.model.card?.back != nil },
        .pictures("card", hint: "pictures") { $0.model.card?.pictures.isEmpty == false },
        .share("card"),
        Command(
            "card.export", ["X"], "export the card to a file",
            also: ["export", "backup", "catima", "csv", "calendar", "print", "write"], when: .card
        ) {
            $0.app.transfer.exports.start()
        },
        copy,
        Command(
            "card.secrets", ["p"], "show the secret fields for some seconds, or hide them",
            hintNow: { $0.hasSecrets ? ($0.model.secrets.shown == nil ? "show secrets" : "hide secrets") : nil },
            also: ["pin", "secret", "password", "hidden", "reveal", "unhide"], when: .secrets("shows")
        ) {
            $0.app.cards.secrets.toggle()
        },
        Command(
            "card.edit-secret", ["P"], "add a secret field, or change the selected one",
            also: ["pin", "secret", "password", "hidden"], when: .card
        ) {
            $0.app.cards.secrets.edit($0.focusedSecret)
        },
        Command(
            "card.forget-secret", [], "delete the selected secret field, or all, forever (asks first)",
            also: ["pin", "secret", "erase", "forget"], when: .secrets("deletes")
        ) {
            $0.app.cards.secrets.askToForget($0.focusedSecret)
        },
        .readBarcode("card", title: "scan a barcode into the card"),
        Command(
            "card.previous", ["["], "previous card", hint: "previous", also: ["before"],
            when: Requirement(.noPreviousCard) { $0.model.isInList && $0.model.position.rank > 1 }
        ) {
            $0.model.showPrevious()
        },
        Command(
            "card.next", ["]"], "next card", hint: "next", also: ["after"],
            when: Requirement(.noNextCard) { $0.model.isInList && $0.model.position.rank < $0.model.position.count }
        ) {
            $0.model.showNext()
        },
        Command(
            "card.star", ["t"], "star or unstar", also: ["favourite", "favorite", "pin", "unstar", "bookmark", "like"]
        ) {
            $0.model.toggleStar()
        },
        Command("card.archive", ["z"], "archive or unarchive", also: ["hide", "unarchive", "put away"]) {
            $0.model.toggleArchive()
        },
        Command("card.delete", ["d"], "delete the card (asks first)", also: ["remove", "erase", "trash", "bin", "rm"]) {
            $0.app.cards.askToDelete()
        },
        .undo("card"),
        .redo("card"),
        .history("card", title: "history: changes to the card"),
        .synchronize("card"),
        .backend("card"),
    ]

    private static let reading: [Command<CardScreen>] =
        [
            Command("card.step-forward", [.tab], "next link, phone or photo", also: ["links"], when: .links) {
                $0.step(by: 1)
            },
            Command("card.step-backward", [.shiftTab], "previous link, phone or photo", also: ["links"], when: .links) {
                $0.step(by: -1)
            },
            open,
            // "back" is the photo of the back.
            Command(
                "card.leave", [.escape, "h", .left], "back to the list", hint: "back", leaves: true,
                also: ["close", "list"]
            ) {
                $0.app.back()
            },
        ]
        + Command.moves(
            "card", down: "scroll down", up: "scroll up", first: "top", last: "bottom", spaceIsPageDown: true)
}

extension Requirement<CardScreen> {
    fileprivate static var card: Requirement { Requirement(.noCard) { $0.model.card != nil } }
    fileprivate static func secrets(_ action: String) -> Requirement {
        Requirement(Refusal("\(action) secret fields, but this card has none", remedy: "card.edit-secret")) {
            $0.hasSecrets
        }
    }
    fileprivate static var links: Requirement {
        Requirement("goes from link to link, but this card has none") { $0.hasStops }
    }
}
