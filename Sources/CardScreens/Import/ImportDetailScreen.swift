import Basics
import CardViewModels
import Cards
import Terminal

/// What an import would change in one card: each field with its value here and, behind an arrow, its value after the import.
@MainActor
final class ImportDetailScreen: ModelScreen, ScrollingScreen {
    let model: ImportDetailModel
    let app: AppModel
    let table: CommandTable<ImportDetailScreen>
    var position = ScrollPosition()
    /// The last layout, for drawing and scrolling.
    private var layout = ScreenLayout(.zero)
    private(set) var area = Rect.zero
    private var blocks: [Block] = []
    private(set) var rows = 0

    /// One field.
    private struct Block {
        let label: SafeText
        let labelFrame: Rect
        let values: [(paragraph: Paragraph, frame: Rect)]
        /// In front of the value after the import, where the card is here already.
        let arrow: Point?
    }

    /// Below this width labels stand above the values.
    private static let twoColumns = 36
    /// Of one value.
    private static let maximumRows = 500

    init(_ model: ImportDetailModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = ImportDetailCommands.table.mapped(by: setup.keyMap)
    }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        layout = ScreenLayout(
            Rect(size), statusRows: StatusLine.rows(app, style, advice: conflicts, columns: size.columns))
        area = layout.content.inset(top: layout.content.rows > 8 ? 1 : 0)
        (blocks, rows) = ([], 0)
        for field in model.fields { add(field, style) }
        position.scroll(by: 0, content: rows, window: area.rows)
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: layout.footer)
    }

    private func add(_ field: CardField, _ style: ScreenStyle) {
        let isWide = area.columns >= Self.twoColumns
        let top = rows
        if !isWide { rows += 1 }
        let left = isWide ? LabelColumn.text + 3 : 4
        let columns = max(1, area.columns - left - 2)
        var values: [(paragraph: Paragraph, frame: Rect)] = []
        func place(_ text: String, _ role: Role) {
            let paragraph = Paragraph(text, columns: columns, upTo: Self.maximumRows, style: style.theme[role])
            let frame = Rect(column: left, row: rows, columns: columns, rows: paragraph.rows)
            values.append((paragraph, frame))
            rows = frame.bottom
        }
        if let before = model.before {
            place(text(of: field, in: before, style.format), .faint)
            let arrow = Point(column: left - 2, row: rows)
            place(text(of: field, in: model.after, style.format), .text)
            append(field, values, arrow: arrow, top: top, isWide: isWide)
        } else {
            place(text(of: field, in: model.after, style.format), .text)
            append(field, values, arrow: nil, top: top, isWide: isWide)
        }
    }

    private func append(
        _ field: CardField, _ values: [(paragraph: Paragraph, frame: Rect)], arrow: Point?, top: Int, isWide: Bool
    ) {
        let frame = Rect(column: 1, row: top, columns: isWide ? LabelColumn.columns : area.columns - 2, rows: 1)
        blocks.append(Block(label: SafeText(field.label), labelFrame: frame, values: values, arrow: arrow))
    }

    private func text(of field: CardField, in card: Card, _ format: LocalFormat) -> String {
        if let text = FieldText.text(for: field, of: card, format) { return text }
        guard let photo = card.photo(in: field) else { return "none" }
        let before = model.before?.photo(in: field)
        return before == nil || before == photo ? "a picture" : "another picture"
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let isWide = area.columns >= Self.twoColumns
        MessageLine(
            left: SafeText(model.entry.name, within: layout.title.columns), leftStyle: theme[.strong],
            right: isWide ? SafeText(outcome) : "", rightStyle: theme[.faint]
        ).draw(on: &canvas, in: layout.title)
        if blocks.isEmpty {
            let place = area.inset(left: 1, right: 1)
            let lines = SafeText.paragraphs("Nothing would change.", columns: place.columns)
            for (row, line) in lines.prefix(place.rows).enumerated() {
                canvas.write(line, at: Point(column: place.left, row: place.top + row), style: theme[.faint])
            }
        }
        ScrollArea(position: position, contentRows: rows).draw(on: &canvas, in: area, theme: theme) { canvas in
            for block in blocks {
                Label(block.label, style: theme[.faint], alignment: isWide ? .trailing : .leading).draw(
                    on: &canvas, in: block.labelFrame)
                for value in block.values { value.paragraph.draw(on: &canvas, in: value.frame) }
                if let arrow = block.arrow { canvas.write("→", at: arrow, style: theme[.accent]) }
            }
        }
        // A narrow title has room for the name only.
        StatusLine(app: app, style: style, advice: conflicts, text: isWide ? "" : SafeText(outcome)).draw(
            on: &canvas, in: layout.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    private var outcome: String {
        guard model.before != nil else { return "new" }
        if model.fields.isEmpty { return model.entry.conflicts.isEmpty ? "already here" : "conflict" }
        return "changes \(model.fields.count.counted("field"))"
    }

    private var conflicts: Message? {
        guard !model.entry.conflicts.isEmpty else { return nil }
        let labels = model.entry.conflicts.inReadingOrder.map(\.label).joined(separator: ", ")
        return Message("changed both here and in the file; your values stay: \(labels)")
    }

    func handle(_ mouse: MouseEvent) { scroll(mouse) }
}

/// The commands while one looks at a card of an import.
enum ImportDetailCommands {
    static let table = CommandTable([CommandTable.Section("Card of an import", commands)])

    private static let commands: [Command<ImportDetailScreen>] =
        [.leave("imported", keys: [.escape, .enter, "h", .left], title: "back to the cards of the file")]
        + Command.moves("imported", first: "first field", last: "last field", spaceIsPageDown: true)
}
