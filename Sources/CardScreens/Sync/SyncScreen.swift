import CardViewModels
import Cards
import Terminal

/// The backend: the sync state, pending cards, refused cards and why, and lines that lead to open decisions.
@MainActor
final class SyncScreen: ModelScreen, TableScreen, MovingScreen {
    let model: SyncModel
    let app: AppModel
    let table: CommandTable<SyncScreen>
    private var position = ScrollPosition()
    /// Whether the top is shown, even if the selected stop is below the window: the lines above the first stop cannot be selected.
    private var isAtTop = true
    /// The last layout, for drawing, paging and the mouse.
    private var layout = ScreenLayout(.zero)
    private var area = Rect.zero
    private var content: SyncContent?

    init(_ model: SyncModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = SyncCommands.table.mapped(by: setup.keyMap)
    }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        layout = ScreenLayout(Rect(size), statusRows: StatusLine.rows(app, style, columns: size.columns))
        area = layout.content.inset(top: layout.content.rows > 12 ? 1 : 0)
        let content = SyncContent(
            model, columns: area.columns, clock: app.clock, format: app.format, keys: keys(style),
            showsBackups: style.label(table.keys(of: SyncCommands.backups)))
        self.content = content
        position = position(content)
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: layout.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        guard let content else { return }
        let theme = style.theme
        MessageLine(
            left: model.hasBackend || model.remotes.isEmpty ? "Backend" : "Devices", leftStyle: theme[.strong],
            right: SafeText(model.status?.host ?? ""),
            rightStyle: theme[.faint]
        ).draw(on: &canvas, in: layout.title)
        ScrollArea(position: position, contentRows: content.rows).draw(on: &canvas, in: area, theme: theme) { canvas in
            for line in content.lines
            where canvas.visible.top < line.rows.upperBound
                && line.rows.lowerBound < canvas.visible.bottom
            {
                draw(line, on: &canvas, theme: theme)
            }
        }
        let row = model.selectedRow
        let rank = model.rows.firstIndex { $0.id == row?.id } ?? 0
        StatusLine(
            app: app, style: style, text: SafeText(row?.name ?? ""),
            position: row == nil ? "" : SafeText(" · \(rank + 1) of \(model.rows.count + model.uncounted)")
        ).draw(on: &canvas, in: layout.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    private func keys(_ style: ScreenStyle) -> LoaderText.Keys {
        func label(_ command: Command<SyncScreen>) -> String? { style.label(table.keys(of: command)) }
        return LoaderText.Keys(
            synchronize: label(SyncCommands.synchronize), open: label(SyncCommands.open),
            resolve: label(SyncCommands.choose), retry: label(SyncCommands.retryAll),
            delete: label(SyncCommands.deleteAbsent), keep: label(SyncCommands.keepAbsent))
    }

    private func draw(_ line: SyncContent.Line, on canvas: inout Canvas, theme: Theme) {
        let isSelected = line.stop != nil && line.stop == model.selection
        switch line.kind {
        case .fact(let label, let text, let isWarning):
            let frame = Rect(column: 0, row: line.rows.lowerBound, columns: SyncContent.labelColumns, rows: 1)
            Label(label, style: theme[isSelected ? .accent : .faint], alignment: .trailing).draw(on: &canvas, in: frame)
            for (row, textLine) in text.enumerated() {
                canvas.write(
                    textLine, at: Point(column: SyncContent.left, row: line.rows.lowerBound + row),
                    style: theme[isWarning ? .warning : .text])
            }
            if isSelected { canvas.placeCursor(at: Point(column: SyncContent.left, row: line.rows.lowerBound)) }
        case .text(let text):
            canvas.write(text, at: Point(column: SyncContent.left, row: line.rows.lowerBound), style: theme[.faint])
        case .card(let card, let why):
            let rows = Rect(
                column: 0, row: line.rows.lowerBound, columns: canvas.bounds.columns, rows: line.rows.count)
            canvas.draw(in: rows) {
                PendingRow(card: card, reason: why, isSelected: isSelected).draw(on: &$0, theme: theme)
            }
            return
        }
        guard isSelected else { return }
        let edge = Rect(column: 0, row: line.rows.lowerBound, columns: 1, rows: line.rows.count)
        canvas.fill(edge, with: "▌", style: theme[.accent])
    }

    private func position(_ content: SyncContent) -> ScrollPosition {
        if isAtTop { return ScrollPosition() }
        let rows = content.lines.first { $0.stop != nil && $0.stop == model.selection }?.rows
        let kept = position.top..<position.top
        return position.revealing(
            rows ?? kept, margin: rows == nil ? 0 : 1, content: content.rows, window: area.rows)
    }

    // MARK: - Input

    private var page: Int { max(1, area.rows - 1) }

    func editSelected() { if let row = model.selectedRow { app.forms.edit(row.id) } }

    func move(_ motion: Motion) {
        move(by: motion.distance(page: page, all: model.stops.isEmpty ? content?.rows ?? 0 : model.stops.count))
    }

    /// The lines above the first stop cannot be selected; without stops, none can, and the content scrolls.
    private func move(by count: Int) {
        if model.stops.isEmpty {
            isAtTop = false
            position.scroll(by: count, content: content?.rows ?? 0, window: area.rows)
            return
        }
        let isOut = isAtTop && count > 0 && !isSeen
        isAtTop = count < 0 && (model.isAtFirst || -count >= model.stops.count)
        // From the top the first step down shows the stop that was selected all the time.
        model.moveSelection(by: isOut ? count - 1 : count)
    }

    private var isSeen: Bool {
        let line = content?.lines.first { $0.stop != nil && $0.stop == model.selection }
        return line.map { $0.rows.upperBound <= area.rows } ?? true
    }

    func handle(_ mouse: MouseEvent) {
        switch mouse.action {
        case .wheelDown: move(by: 1)
        case .wheelUp: move(by: -1)
        case .press(.left):
            let row = mouse.position.row - area.top + position.top
            guard area.contains(mouse.position), let line = content?.lines.first(where: { $0.rows.contains(row) }),
                let stop = line.stop
            else { return }
            // A clicked line must not move away from the pointer.
            isAtTop = isAtTop && line.rows.upperBound <= area.rows
            model.select(stop)
        default: break
        }
    }
}

/// A pending card as a row: edge, mark of a refusal, name, kind of change, progress; beneath the selected one why it is still pending.
@MainActor
struct PendingRow {
    let card: PendingCard
    let reason: [SafeText]
    let isSelected: Bool

    func draw(on canvas: inout Canvas, theme: Theme) {
        let area = Rect(
            column: SyncContent.nameLeft, row: 0, columns: canvas.bounds.columns - SyncContent.nameLeft - 2, rows: 1)
        let frames = StackLayout(.horizontal, spacing: 2).frames(
            of: [
                .flexible(minimum: 8), .fixed(card.kind == .returned ? 10 : card.kind == .absent ? 9 : 7),
                .fixed(area.columns >= 50 ? 14 : 7),
            ],
            in: area)
        let (name, kind, state) = (frames[0], frames[1], frames[2])
        if card.isRefused { canvas.write("✗", at: Point(column: 1, row: 0), style: theme[.warning]) }
        Label(SafeText(card.name, within: name.columns), style: theme[.strong]).draw(on: &canvas, in: name)
        Label(SafeText(kindLabel), style: theme[.faint]).draw(on: &canvas, in: kind)
        Label(
            SafeText(stateLabel(columns: state.columns)), style: theme[card.isRefused ? .warning : .faint],
            alignment: .trailing
        ).draw(on: &canvas, in: state)
        for (row, line) in reason.enumerated() {
            canvas.write(
                line, at: Point(column: SyncContent.nameLeft, row: row + 1),
                style: theme[card.isRefused ? .warning : .faint])
        }
        if isSelected { CardRow.mark(SafeText(card.name, within: name.columns), in: name, on: &canvas, theme: theme) }
    }

    private var kindLabel: String {
        switch card.kind {
        case .new: "new"
        case .changed: "changed"
        case .deleted: "deleted"
        case .absent: "only here"
        case .returned: "only there"
        }
    }

    private func stateLabel(columns: Int) -> String {
        if card.isRefused { return "rejected" }
        if card.kind == .absent { return columns < 14 ? "gone" : "deleted there" }
        if card.kind == .returned { return columns < 14 ? "again" : "sent again" }
        switch card.attempts {
        case 0: return ""
        case 1: return columns < 14 ? "1 try" : "tried once"
        case let count: return columns < 14 ? "\(count) tries" : "tried \(count) times"
        }
    }
}
