import CardViewModels
import Cards
import Terminal

/// One card: name, fields, note with its links, both photos. Scrolls when it does not fit.
@MainActor
final class CardScreen: ScreenPart {
    private let model: CardModel
    private let app: AppModel
    private let bindings: BindingTable<CardAction>
    private var position = ScrollPosition()
    private var focus: CardStop?
    private var shown: CardID?
    /// As last drawn, for scrolling and the mouse.
    private var area = Rect.zero
    let kept = KeptCardContent()
    private var content: CardContent? { kept.last }

    init(_ model: CardModel, app: AppModel, keyMap: KeyMap) {
        (self.model, self.app) = (model, app)
        bindings = CardAction.bindings(keyMap)
    }

    var takesText: Bool { false }
    var help: [HelpView.Section] { [HelpView.Section("Card", bindings.help)] }
    var commands: [ScreenCommand] { bindings.commands(isEnabled: isEnabled) { [weak self] in self?.perform($0) } }

    // MARK: - Drawing

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let layout = ScreenLayout(canvas.bounds, statusRows: StatusLine.rows(app, columns: canvas.size.columns))
        let theme = style.theme
        let place = model.place
        MessageLine(
            left: SafeText(
                (model.card?.isStarred == true ? "★ " : "") + (model.card?.name ?? ""), within: layout.title.columns),
            leftStyle: theme[.strong], right: model.isInList ? SafeText("\(place.rank) of \(place.count)") : "",
            rightStyle: theme[.faint]
        ).draw(on: &canvas, in: layout.title)
        area = layout.content.inset(left: 1, top: layout.content.rows > 12 ? 1 : 0, right: 1)
        if let card = model.card {
            if shown != card.identifier { (position, focus, shown) = (ScrollPosition(), nil, card.identifier) }
            draw(card, on: &canvas, style: style)
        }
        StatusLine(app: app, words: usageWords(style)).draw(on: &canvas, in: layout.status, theme: theme)
        let hints = bindings.hints { isEnabled($0) && ($0 != .choose || model.conflict != nil) }
        style.footer(hints).draw(
            on: &canvas, in: layout.footer, theme: theme)
    }

    private func draw(_ card: Card, on canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let content = kept.content(
            for: CardContent.Request(
                card: card, due: model.due, columns: area.columns - 2, theme: theme,
                conflict: CardContent.words(for: model.conflict, key: bindings.label(of: .choose))))
        // The window may have grown, or the card shrunk, since it was scrolled.
        let position = position.revealing(position.top..<position.top, content: content.rows, window: area.rows)
        ScrollArea(position: position, contentRows: content.rows).draw(on: &canvas, in: area, theme: theme) { canvas in
            content.draw(on: &canvas, pictures: model.pictures, focus: focus, style: style)
        }
    }

    private func usageWords(_ style: ScreenStyle) -> SafeText {
        if let link = focusedLink {
            return SafeText("\(style.isPlain ? "Enter" : "↵") opens \(link)", within: area.columns)
        }
        if let text = focusedText, let key = bindings.label(of: .copy) {
            return SafeText("\(key) copies \(text)", within: area.columns)
        }
        return model.usage.uses > 1 ? SafeText("used \(model.usage.uses) times") : ""
    }

    // MARK: - Input

    func handle(_ event: InputEvent) -> Bool {
        bindings.handle(event, isEnabled: isEnabled, perform: perform, mouse: handle)
    }

    private func isEnabled(_ action: CardAction) -> Bool {
        switch action {
        case .front: model.card?.front != nil
        case .back: model.card?.back != nil
        case .synchronize: app.hasBackend
        // Also from one card to the next.
        case .choose: model.conflict != nil || app.offersNextConflict
        case .sync: !app.isDemo
        // A text that is no link is only copied.
        case .open: (content?.stops ?? 0) > 0 && (focusedText == nil || focusedLink != nil)
        case .stepForward, .stepBackward: (content?.stops ?? 0) > 0
        case .copy: model.card?.number.isEmpty == false || focusedText != nil
        case .next: model.place.rank < model.place.count
        case .previous: model.place.rank > 1
        default: true
        }
    }

    private func perform(_ action: CardAction) {
        switch action {
        case .edit: app.editCurrent()
        case .read: app.readBarcode()
        case .front: app.openPhoto(.front)
        case .back: app.openPhoto(.back)
        case .barcode: app.openBarcode()
        case .copy: if let text = focusedText { app.copy(link: text) } else { app.copyNumber() }
        case .previous: model.showPrevious()
        case .next: model.showNext()
        case .star: model.toggleStar()
        case .archive: model.toggleArchive()
        case .delete: app.askToDelete()
        case .undo: app.undo()
        case .redo: app.redo()
        case .synchronize: app.synchronize()
        case .choose: app.openConflict()
        case .sync: app.openSync()
        case .stepForward: step(by: 1)
        case .stepBackward: step(by: -1)
        case .open: openFocused()
        case .leave: app.back()
        case .down: scroll(by: 1)
        case .up: scroll(by: -1)
        case .pageDown: scroll(by: area.rows - 1)
        case .pageUp: scroll(by: 1 - area.rows)
        case .first: scroll(by: -(content?.rows ?? 0))
        case .last: scroll(by: content?.rows ?? 0)
        }
    }

    private var focusedLink: String? { focus.flatMap { content?.link(at: $0) } }
    private var focusedText: String? { focus.flatMap { content?.text(at: $0) } }

    private func openFocused() {
        switch focus {
        case .detail, .link: if let link = focusedLink { app.open(link: link) }
        case .photo(let side): app.openPhoto(side)
        case nil: step(by: 1)
        }
    }

    private func step(by step: Int) {
        guard let content, content.stops > 0 else { return }
        let current = focus.flatMap(content.place)
        let next = current.map { ($0 + step + content.stops) % content.stops } ?? (step > 0 ? 0 : content.stops - 1)
        let stop = content.stop(at: next)
        focus = stop
        position.reveal(content.rows(of: stop), content: content.rows, window: area.rows)
    }

    private func scroll(by rows: Int) {
        position.scroll(by: rows, content: content?.rows ?? 0, window: area.rows)
    }

    private func handle(_ mouse: MouseEvent) {
        switch mouse.action {
        case .wheelDown: scroll(by: 3)
        case .wheelUp: scroll(by: -3)
        case .press(.left):
            let place = Point(
                column: mouse.position.column - area.left, row: mouse.position.row - area.top + position.top)
            guard area.contains(mouse.position),
                let photo = content?.photos.first(where: { $0.frame.contains(place) })
            else { return }
            app.openPhoto(photo.side)
        default: break
        }
    }
}
