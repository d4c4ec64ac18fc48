import CardViewModels
import Cards
import Terminal

/// One card: name, fields, note with its links, its code, both photos. Scrolls if it does not fit.
@MainActor
final class CardScreen: ModelScreen, ScrollingScreen {
    let model: CardModel
    let app: AppModel
    let table: CommandTable<CardScreen>
    var position = ScrollPosition()
    private var focus: CardStop?
    private var shown: CardID?
    /// The last layout, for drawing, scrolling and the mouse.
    private var screen = ScreenLayout(.zero)
    private(set) var area = Rect.zero
    let kept = CachedCardContent()
    private let code = CardCodeArea()
    private var content: CardContent? { kept.last }
    private var closeBox: CloseBox { CloseBox(in: screen.title) }

    init(_ model: CardModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = CardCommands.table.mapped(by: setup.keyMap)
    }

    var cardName: String? { model.card?.name }
    var isWorking: Bool { code.isWorking || model.code.isWorking }
    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        screen = ScreenLayout(
            Rect(size), statusRows: StatusLine.rows(app, style, columns: size.columns))
        area = screen.content.inset(left: 1, top: screen.content.rows > 12 ? 1 : 0, right: 1)
        if let card = model.card { layout(card, style: style) }
        // Where more hints have room, the others are more useful.
        style.layoutFooter(table.hints(on: self), keepsEscape: size.columns < 60, in: screen.footer)
    }

    private func layout(_ card: Card, style: ScreenStyle) {
        if shown != card.identifier { (position, focus, shown) = (ScrollPosition(), nil, card.identifier) }
        let content = kept.content(
            for: CardContent.Request(
                card: card, due: model.due, columns: area.columns - 2, style: style,
                conflict: CardContent.conflictText(
                    for: model.conflict, key: style.label(table.keys(of: CardCommands.choose))),
                room: CardRoom(card, area.size, style: style),
                pass: model.pass, timetable: model.timetable, ledger: model.ledger, today: model.today,
                secrets: model.secrets.labels.map { .init(label: $0, text: model.secrets.text(of: $0)) }))
        content.requestPictures(model.pictures, style: style)
        CardBand(card, style: style).requestIcon(style)
        code.layout(model.code, of: card, in: content.code, content.request.room, style: style)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let (listPosition, band) = (model.position, CardBand(model.card, style: style))
        band.fill(screen.title, iconAt: screen.title.left + 1, on: &canvas, style: style)
        MessageLine(
            left: SafeText(
                (model.card?.isStarred == true ? "★ " : "") + (model.card?.name ?? ""), within: screen.title.columns),
            leftStyle: band.strong,
            right: model.isInList ? SafeText("\(listPosition.rank) of \(listPosition.count)") : "",
            rightStyle: band.faint
        ).draw(on: &canvas, in: closeBox.title.inset(left: band.iconColumns))
        closeBox.draw(on: &canvas, style: band.faint)
        if model.card != nil, let content { draw(content, on: &canvas, style: style) }
        StatusLine(app: app, style: style, text: usageText(style)).draw(on: &canvas, in: screen.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    private func draw(_ content: CardContent, on canvas: inout Canvas, style: ScreenStyle) {
        ScrollArea(position: seen, contentRows: content.rows).draw(on: &canvas, in: area, theme: style.theme) {
            content.draw(on: &$0, pictures: model.pictures, focus: focus, style: style)
            code.draw(on: &$0, style: style)
        }
    }

    /// Clamped: the window may have grown, or the card shrunk, since it was scrolled.
    private var seen: ScrollPosition {
        position.revealing(position.top..<position.top, content: rows, window: area.rows)
    }

    private func usageText(_ style: ScreenStyle) -> SafeText {
        if let link = focusedLink {
            let key = style.label(table.keys(of: CardCommands.open))
            return SafeText(key.map { "\($0) opens \(link)" } ?? link, within: area.columns)
        }
        if let label = focusedSecret, let key = style.label(table.keys(of: CardCommands.copy)) {
            return SafeText("\(key) copies \(label) without showing it", within: area.columns)
        }
        if let text = focusedText, let key = style.label(table.keys(of: CardCommands.copy)) {
            return SafeText("\(key) copies \(text)", within: area.columns)
        }
        return model.usage.uses > 1 ? SafeText("opened \(model.usage.uses) times") : ""
    }

    // MARK: - Input

    /// Whether there are details, links or photos for the cursor to stop at.
    var hasStops: Bool { (content?.stops ?? 0) > 0 }
    var canOpen: Bool { hasStops && focusedSecret == nil && (focusedText == nil || focusedLink != nil) }
    var canCopy: Bool { model.card?.number.isEmpty == false || focusedText != nil || focusedSecret != nil }
    var hasSecrets: Bool { !model.secrets.labels.isEmpty }
    /// The secret field that the cursor is at; nil for none, also where it is gone.
    var focusedSecret: String? {
        guard case .secret(let label)? = focus else { return nil }
        return model.secrets.labels.first { $0.isSameText(as: label) }
    }
    var rows: Int { content?.rows ?? 0 }

    func copy() {
        if let label = focusedSecret { return app.cards.secrets.copy(label) }
        if let text = focusedText { app.clipboard.copy(link: text) } else { app.clipboard.copyNumber() }
    }

    private var focusedLink: String? { focus.flatMap { content?.link(at: $0) } }
    private var focusedText: String? { focus.flatMap { content?.text(at: $0) } }

    func openFocused() {
        switch focus {
        case .detail, .link: if let link = focusedLink { app.clipboard.open(link: link) }
        case .photo(let side): app.photos.open(side)
        case .secret: break
        case nil: step(by: 1)
        }
    }

    func step(by step: Int) {
        guard let content, content.stops > 0 else { return }
        let current = focus.flatMap(content.place)
        let next = current.map { ($0 + step + content.stops) % content.stops } ?? (step > 0 ? 0 : content.stops - 1)
        let stop = content.stop(at: next)
        focus = stop
        position.reveal(content.rows(of: stop), content: content.rows, window: area.rows)
    }

    func handle(_ mouse: MouseEvent) {
        if closeBox.isPressed(by: mouse) { return app.back() }
        switch mouse.action {
        case .press(.left):
            let point = Point(
                column: mouse.position.column - area.left, row: mouse.position.row - area.top + seen.top)
            guard area.contains(mouse.position) else { return }
            if content?.code?.contains(point) == true { return app.barcodes.open() }
            guard let stop = content?.stop(at: point) else { return }
            focus = stop
            if canOpen { openFocused() }
        default: scroll(mouse)
        }
    }
}

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
