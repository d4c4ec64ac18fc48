import Cards
import Terminal

/// What is shown where no barcode can be drawn: why, the kinds to choose from, and the number as large as possible. The large digits of a
/// plain screen are blanks in two colors, so the number stands beneath them as text, too.
@MainActor
struct MissingBarcode {
    let reason: String
    /// Empty if there is nothing to choose.
    let kinds: [BarcodeSuggestion]
    /// An index into ``kinds``.
    let selected: Int
    let number: String

    private static let maximumKinds = 6
    /// From this many rows on, the three parts have blank rows between them.
    private static let high = 14

    private struct Frames {
        let reason: Rect
        /// A list, or two: those kinds that change the number are apart where there is room.
        let lists: [(kinds: Range<Int>, frame: Rect)]
        let number: Rect
    }

    private func reasonLines(_ columns: Int) -> [SafeText] { SafeText.paragraphs(reason, columns: columns) }

    private func frames(in area: Rect) -> Frames {
        let gap = area.rows >= Self.high ? 1 : 0
        let inner = area.inset(left: 1, top: gap, right: 1)
        let lines = min(reasonLines(inner.columns).count, inner.rows)
        let below = inner.inset(top: lines + (kinds.isEmpty ? 0 : gap))
        let widest = kinds.map { text(of: $0).width }.max() ?? 0
        let columns = min(below.columns, widest + 3)
        let top = Rect(
            column: below.left + (below.columns - columns) / 2, row: below.top, columns: columns, rows: 0)
        // The number needs half of the rest.
        let room = min(max(1, below.rows / 2), below.rows)
        let fitting = kinds.prefix { $0.correction == nil }.count
        let corrections = kinds.count - fitting
        let isApart = corrections > 0 && fitting > 0 && room >= corrections + 1 + min(fitting, 2)
        let ends = isApart ? [fitting, kinds.count] : [kinds.count]
        var lists: [(kinds: Range<Int>, frame: Rect)] = []
        for end in ends {
            let kinds = (lists.last?.kinds.upperBound ?? 0)..<end
            let above = lists.last.map { $0.frame.bottom + 1 - below.top } ?? 0
            let others = isApart && lists.isEmpty ? corrections + 1 : 0
            let rows = max(0, min(kinds.count, Self.maximumKinds, room - above - others))
            lists.append((kinds, Rect(column: top.left, row: top.top + above, columns: columns, rows: rows)))
        }
        let rows = (lists.last?.frame.bottom ?? below.top) - below.top
        return Frames(
            reason: Rect(column: inner.left, row: inner.top, columns: inner.columns, rows: lines), lists: lists,
            number: below.inset(top: min(below.rows, rows + (rows > 0 ? gap : 0))))
    }

    private func text(of kind: BarcodeSuggestion) -> SafeText {
        SafeText(kind.correction.map { "Change the number to \($0.number): \(kind.label)" } ?? kind.label)
    }

    private func list(of kinds: Range<Int>, in frame: Rect) -> ListView {
        let shown = max(0, min(selected - kinds.lowerBound, kinds.count - 1))
        let position = ScrollPosition().revealing(shown..<shown + 1, content: kinds.count, window: frame.rows)
        return ListView(count: kinds.count, position: position)
    }

    /// The index of the kind at a point of the screen.
    func kind(at point: Point, in area: Rect) -> Int? {
        for (kinds, frame) in frames(in: area).lists {
            if let rank = list(of: kinds, in: frame).rank(at: point, in: frame) { return kinds.lowerBound + rank }
        }
        return nil
    }

    func draw(on canvas: inout Canvas, in area: Rect, ink: Ink, isPlain: Bool) {
        let frames = frames(in: area)
        for (row, line) in reasonLines(frames.reason.columns).prefix(frames.reason.rows).enumerated() {
            Label(line, style: ink.paper, alignment: .center).draw(
                on: &canvas,
                in: Rect(
                    column: frames.reason.left, row: frames.reason.top + row, columns: frames.reason.columns, rows: 1)
            )
        }
        for (range, frame) in frames.lists {
            list(of: range, in: frame).draw(on: &canvas, in: frame) { canvas, rank in
                canvas.fill(canvas.bounds, style: ink.paper)
                let isSelected = range.lowerBound + rank == selected
                if isSelected { canvas.write("▌", at: .zero, style: ink.theme[.accent]) }
                Label(text(of: kinds[range.lowerBound + rank]), style: isSelected ? ink.theme[.selection] : ink.paper)
                    .draw(on: &canvas, in: canvas.bounds.inset(left: 2))
            }
        }
        drawNumber(on: &canvas, in: frames.number, ink: ink, isPlain: isPlain)
    }

    private func drawNumber(on canvas: inout Canvas, in area: Rect, ink: Ink, isPlain: Bool) {
        guard !number.isEmpty, !area.isEmpty else { return }
        let lines = SafeText(number).wrapped(to: area.columns)
        let textRows = isPlain ? lines.count + 1 : 0
        let room = Size(columns: area.columns, rows: area.rows - textRows)
        guard let digits = LargeDigits(number, fitting: room, isPlain: isPlain) else {
            return draw(lines, on: &canvas, in: area, ink: ink)
        }
        let frame = area.centered(Size(columns: area.columns, rows: digits.size.rows + textRows))
        digits.draw(on: &canvas, in: frame.inset(bottom: textRows), ink: ink)
        if isPlain { draw(lines, on: &canvas, in: frame.inset(top: digits.size.rows + 1), ink: ink) }
    }

    private func draw(_ lines: [SafeText], on canvas: inout Canvas, in area: Rect, ink: Ink) {
        for (row, line) in lines.prefix(area.rows).enumerated() {
            let top = area.top + max(0, (area.rows - lines.count) / 2) + row
            Label(line, style: ink.theme[.strong], alignment: .center).draw(
                on: &canvas, in: Rect(column: area.left, row: top, columns: area.columns, rows: 1))
        }
    }
}
