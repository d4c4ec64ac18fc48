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
        var columns: Int { name.width + 1 + count.width }
    }

    private static let separator: SafeText = " · "
    private static let widestName = 24

    private let parts: [Part]
    private let selected: Int
    private let hasMore: (before: Bool, behind: Bool)
    private let keys: SafeText
    private let area: Rect

    /// - Parameter keys: those that move to another group.
    init(_ strip: GroupStrip, keys: SafeText = "", in area: Rect) {
        let inner = area.inset(left: 1, right: 1)
        let all = strip.items.enumerated().map { item, content in
            Part(
                item: item, name: content.group.map { SafeText($0, within: Self.widestName) } ?? "All",
                count: SafeText("\(content.count)"))
        }
        selected = strip.selected
        let range = Self.visible(all, around: selected, columns: inner.columns)
        hasMore = (range.lowerBound > 0, range.upperBound < all.count)
        var left = inner.left + (hasMore.before ? 2 : 0)
        parts = all[range].map { part in
            var part = part
            part.left = left
            left += part.columns + Self.separator.width
            return part
        }
        let isFree = left + keys.width + 2 <= inner.right && !hasMore.behind
        self.keys = isFree ? keys : ""
        self.area = inner
    }

    /// From the selected part on to the left and to the right, as many as fit.
    private static func visible(_ all: [Part], around selected: Int, columns: Int) -> Range<Int> {
        guard all.indices.contains(selected) else { return 0..<0 }
        func width(_ range: Range<Int>) -> Int {
            let marks = (range.lowerBound > 0 ? 2 : 0) + (range.upperBound < all.count ? 2 : 0)
            return all[range].reduce(-separator.width) { $0 + $1.columns + separator.width } + marks
        }
        var range = selected..<selected + 1
        while true {
            // The first ones stay while the selected one is among them.
            let wider = [
                max(0, range.lowerBound - 1)..<range.upperBound,
                range.lowerBound..<min(all.count, range.upperBound + 1),
            ]
            guard let next = wider.first(where: { $0 != range && width($0) <= columns }) else { return range }
            range = next
        }
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
            Label(part.name, style: theme[.text]).draw(on: &canvas, in: frame)
            Label(part.count, style: theme[.faint]).draw(on: &canvas, in: frame.inset(left: part.name.width + 1))
            if part.item == selected { canvas.restyle(frame) { $0.overlaid(with: theme[.selection]) } }
        }
        Label(keys, style: theme[.faint], alignment: .trailing).draw(on: &canvas, in: area)
    }
}
