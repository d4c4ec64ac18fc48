import CardViewModels
import Cards
import Terminal

/// A card as it was: the page of the card, which nothing can be changed on, and in which fields the card is different now.
@MainActor
final class PastCardScreen: ModelScreen, ScrollingScreen {
    let model: PastCardModel
    let app: AppModel
    let table: CommandTable<PastCardScreen>
    var position = ScrollPosition()
    /// The last layout, for drawing, scrolling and the mouse.
    private var screen = ScreenLayout(.zero)
    private(set) var area = Rect.zero
    private let kept = CachedCardContent()
    private let code = CardCodeArea()
    private var closeBox: CloseBox { CloseBox(in: screen.title) }

    init(_ model: PastCardModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = PastCardCommands.table.mapped(by: setup.keyMap)
    }

    var cardName: String? { model.card.name }
    var isWorking: Bool { code.isWorking || model.code.isWorking }
    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        screen = ScreenLayout(
            Rect(size), statusRows: StatusLine.rows(app, style, advice: advice, columns: size.columns))
        area = screen.content.inset(left: 1, top: screen.content.rows > 12 ? 1 : 0, right: 1)
        let content = kept.content(
            for: CardContent.Request(
                card: model.card, due: model.due, columns: area.columns - 2, style: style, conflict: nil,
                room: CardRoom(model.card, area.size, style: style)))
        content.requestPictures(model.pictures, style: style)
        code.layout(model.code, of: model.card, in: content.code, content.request.room, style: style)
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: screen.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let name = SafeText((model.card.isStarred ? "★ " : "") + model.card.name, within: screen.title.columns)
        MessageLine(left: name, leftStyle: theme[.strong], right: SafeText(when(style)), rightStyle: theme[.accent])
            .draw(on: &canvas, in: closeBox.title)
        closeBox.draw(on: &canvas, style: theme[.faint])
        if let content = kept.last {
            ScrollArea(position: seen, contentRows: content.rows).draw(on: &canvas, in: area, theme: theme) {
                content.draw(on: &$0, pictures: model.pictures, focus: nil, style: style)
                code.draw(on: &$0, style: style)
            }
        }
        StatusLine(app: app, style: style, advice: advice, text: SafeText(differences, within: screen.status.columns))
            .draw(on: &canvas, in: screen.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    /// "as it was today at 12:00", "as it was on 2026-11-18 at 14:05".
    private func when(_ style: ScreenStyle) -> String {
        let (day, today) = (app.clock.day(model.time), app.clock.today())
        let isNear = abs(day.daysSince1970 - today.daysSince1970) <= 1
        return "as it was \(isNear ? "" : "on ")\(DayText.dateTime(model.time, app.clock, style.format))"
    }

    private var differences: String {
        guard model.past.now != nil else { return "The card is in the trash now." }
        let fields = model.past.differences
        return fields.isEmpty
            ? "This is how the card is now." : "Different now: \(fields.map(\.label).joined(separator: ", "))"
    }

    private var advice: Message? {
        model.past.isComplete
            ? nil : Message(PastCard.incomplete, kind: .warning)
    }

    /// Clamped: the window may have grown since it was scrolled.
    private var seen: ScrollPosition {
        position.revealing(position.top..<position.top, content: rows, window: area.rows)
    }

    // MARK: - Input

    var rows: Int { kept.last?.rows ?? 0 }

    func handle(_ mouse: MouseEvent) {
        if closeBox.isPressed(by: mouse) { app.back() } else { scroll(mouse) }
    }
}

/// The commands of a card as it was.
enum PastCardCommands {
    static let table = CommandTable([CommandTable.Section("Card as it was", commands)])

    private static let commands: [Command<PastCardScreen>] =
        [
            Command(
                "past.restore", ["r"], "restore a field or the whole card (asks first)", hint: "restore",
                also: ["restore", "bring back", "recover", "put back", "rollback"],
                when: Requirement("restores what was different, but this is how the card is now") {
                    $0.model.past.now == nil || !$0.model.past.differences.isEmpty
                }
            ) {
                $0.app.history.pickRestore($0.model)
            },
            .leave("past", keys: [.escape, "h", .left], title: "back to the history"),
            .undo("past"),
            .redo("past"),
        ]
        + Command.moves(
            "past", down: "scroll down", up: "scroll up", first: "top", last: "bottom", spaceIsPageDown: true)
}
