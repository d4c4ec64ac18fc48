public import Basics
public import Cards

/// What a row of the list shows beside the name, and in which order: the shown columns first, from the left, then the others.
@MainActor
public final class ColumnsModel: ScreenModel, RowsModel {
    @Observed public private(set) var shown: [RowColumn]
    @Observed public var selectedRank = 0

    private let context: ScreenContext

    init(context: ScreenContext) {
        self.context = context
        shown = context.viewState.state.columns
    }

    public var rows: [RowColumn] { shown + RowColumn.allCases.filter { !shown.contains($0) } }
    public var isBusy: Bool { false }
    public var selectableCount: Int { rows.count }
    public var selectedRow: RowColumn? { rows.indices.contains(selectedRank) ? rows[selectedRank] : nil }
    public func isShown(_ column: RowColumn) -> Bool { shown.contains(column) }

    /// Shows the selected column behind the others, or hides it.
    public func toggle() {
        guard let column = selectedRow else { return }
        if isShown(column) { keep(shown.filter { $0 != column }) } else { keep(shown + [column]) }
        select(column)
    }

    /// Whether the selected column is shown and has another one on that side.
    public func canMove(right: Bool) -> Bool {
        guard let column = selectedRow, let place = shown.firstIndex(of: column) else { return false }
        return shown.indices.contains(place + (right ? 1 : -1))
    }

    /// Moves the selected column to the right, which is down in the list here, or to the left.
    public func move(right: Bool) {
        guard canMove(right: right), let column = selectedRow, let place = shown.firstIndex(of: column) else { return }
        var moved = shown
        moved.swapAt(place, place + (right ? 1 : -1))
        keep(moved)
        select(column)
    }

    /// Shows what is shown where nobody has chosen.
    public func reset() {
        keep(RowColumn.usual)
        select(rank: 0)
    }

    private func keep(_ columns: [RowColumn]) {
        shown = columns
        context.viewState.update { $0.columns = columns }
    }

    private func select(_ column: RowColumn) { select(rank: rows.firstIndex(of: column) ?? 0) }
}
