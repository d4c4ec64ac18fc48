import CardViewModels
import Terminal

/// The groups in one row above the list. Where not all have room, those around the selected one are shown, between marks.
@MainActor
struct GroupStripView {
    private struct Part {
        let item: Int
        let name: SafeText
        let count: SafeText
        var left = 0

        init(_ item: Int, _ content: GroupStrip.Item) {
            self.item = item
            name = content.group.map { SafeText($0, within: GroupStripView.widestName) } ?? "All"
            count = SafeText("\(content.count)")
        }

        var nameColumns: Int { min(name.width, GroupStripView.widestName) }
        var columns: Int { nameColumns + 1 + count.width }
    }

    private static let separator: SafeText = " · "
    private nonisolated static let widestName = 24

    private let parts: [Part]
    private let selected: Int
    private let hasMore: (before: Bool, behind: Bool)
    private let keys: SafeText
    private let area: Rect

    /// - Parameter keys: those that move to another group.
    init(_ strip: GroupStrip, keys: SafeText = "", in area: Rect) {
        let inner = area.inset(left: 1, right: 1)
        let items = strip.items
        selected = strip.selected
        var parts = Self.visible(items, around: selected, columns: inner.columns)
        hasMore = ((parts.first?.item ?? 0) > 0, (parts.last?.item ?? items.count) < items.count - 1)
        var left = inner.left + (hasMore.before ? 2 : 0)
        for index in parts.indices {
            parts[index].left = left
            left += parts[index].columns + Self.separator.width
        }
        self.parts = parts
        let isFree = left + keys.width + 2 <= inner.right && !hasMore.behind
        self.keys = isFree ? keys : ""
        self.area = inner
    }

    /// From the selected part on to the left and to the right, as many as fit: the first ones stay while the selected one is among them.
    private static func visible(_ items: [GroupStrip.Item], around selected: Int, columns: Int) -> [Part] {
        guard items.indices.contains(selected) else { return [] }
        var parts = [Part(selected, items[selected])]
        var used = parts[0].columns
        /// Whether a further part fits, with the marks of what is still hidden then.
        func fits(_ part: Part, hidesBefore: Bool, hidesBehind: Bool) -> Bool {
            let marks = (hidesBefore ? 2 : 0) + (hidesBehind ? 2 : 0)
            guard used + separator.width + part.columns + marks <= columns else { return false }
            used += separator.width + part.columns
            return true
        }
        for item in items.indices.prefix(selected).reversed() {
            let part = Part(item, items[item])
            guard fits(part, hidesBefore: item > 0, hidesBehind: selected < items.count - 1) else { break }
            parts.insert(part, at: 0)
        }
        for item in items.indices.dropFirst(selected + 1) {
            let part = Part(item, items[item])
            guard fits(part, hidesBefore: (parts.first?.item ?? 0) > 0, hidesBehind: item < items.count - 1) else {
                break
            }
            parts.append(part)
        }
        return parts
    }

    /// The index in ``GroupStrip/items`` at a point of the screen.
    func item(at point: Point) -> Int? {
        parts.first { ($0.left..<$0.left + $0.columns).contains(point.column) }?.item
    }

    func draw(on canvas: inout Canvas, theme: Theme) {
        if hasMore.before { canvas.write("‹", at: area.origin, style: theme[.faint]) }
        if hasMore.behind { canvas.write("›", at: Point(column: area.right - 1, row: area.top), style: theme[.faint]) }
        let right = area.right - (hasMore.behind ? 2 : 0)
        for (index, part) in parts.enumerated() {
            if index > 0 {
                canvas.write(
                    Self.separator, at: Point(column: part.left - Self.separator.width, row: area.top),
                    style: theme[.faint])
            }
            let columns = min(part.columns, right - part.left)
            let frame = Rect(column: part.left, row: area.top, columns: columns, rows: 1)
            Label(part.name, style: theme[.text]).draw(
                on: &canvas, in: frame.inset(right: max(0, columns - part.nameColumns)))
            Label(part.count, style: theme[.faint]).draw(on: &canvas, in: frame.inset(left: part.nameColumns + 1))
            if part.item == selected { canvas.restyle(frame) { $0.overlaid(with: theme[.selection]) } }
        }
        Label(keys, style: theme[.faint], alignment: .trailing).draw(on: &canvas, in: area)
    }
}
