import Cards
import Terminal

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
