import Basics
import Cards
import Terminal

/// The list without cards: how many are in the trash, what to do next, and which backend is set. Why a sync failed stands in the
/// status line and on the backend's screen.
struct EmptyListView {
    /// How many cards are in the trash.
    let trashed: Int
    let isLoading: Bool
    let backend: LoaderStatus?
    let hasBackend: Bool
    /// Whether other devices share the cards.
    let isShared: Bool
    let isDemo: Bool
    /// The key that sets a backend; nil for none.
    let backendKey: String?
    /// The commands to begin with, with their keys.
    let hints: [KeyHint]

    func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        let left = area.columns >= 50 ? area.left + 6 : area.left + 1
        let columns = area.right - left - 1
        // On a small screen the text needs the row.
        var row = area.top + (area.rows >= 12 ? 1 : 0)
        let keyColumns = (hints.map { SafeText($0.key).width }.max() ?? 0) + 3
        canvas.write(
            SafeText(heading), at: Point(column: left, row: row), style: theme[.strong], columns: columns)
        row += area.rows >= 9 ? 2 : 1
        for hint in hints where row < area.bottom {
            canvas.write(SafeText(hint.key), at: Point(column: left, row: row), style: theme[.accent])
            let text = SafeText(hint.text).truncated(to: columns - keyColumns)
            canvas.write(text, at: Point(column: left + keyColumns, row: row), style: theme[.text])
            row += 1
        }
        if area.rows >= 9 { row += 1 }
        for line in SafeText.paragraphs(backendText, columns: columns) where row < area.bottom {
            canvas.write(line, at: Point(column: left, row: row), style: theme[.faint])
            row += 1
        }
    }

    private var heading: String {
        let text =
            trashed == 0 ? "No cards yet" : "\(trashed.counted("card")) \(trashed == 1 ? "is" : "are") in the trash"
        return text + (isLoading ? "; downloading…" : ".")
    }

    private var backendText: String {
        if isDemo { return "" }
        if isShared, !hasBackend {
            return "Shared with other devices." + (backendKey.map { " \($0) shows them." } ?? "")
        }
        guard hasBackend else {
            return "Only on this machine." + (backendKey.map { " \($0) shares with other devices." } ?? "")
        }
        return backend.map { "Backend: \($0.host)" } ?? ""
    }
}
