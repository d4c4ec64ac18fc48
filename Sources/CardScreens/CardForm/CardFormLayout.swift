import CardViewModels
import Cards
import Terminal

/// The frames of the form at a width, computed in each layout for drawing and the mouse.
struct CardFormLayout {
    struct Line {
        let field: DraftField
        let label: Rect
        let text: Rect
        /// After the text, on its first row.
        let hint: Rect
        let hintText: SafeText
        /// At the beginning of the hint.
        let swatch: CardColor?
        /// Beneath the text: problems, completions of a path, commands for a photo, and a hint that has no room behind the text.
        let below: Rect?
        let belowText: String?

        var whole: Rect {
            Rect(column: label.left, row: label.top, columns: hint.right - label.left, rows: text.rows)
        }
    }

    private(set) var lines: [Line] = []
    private(set) var buttons: [(command: Command<CardFormScreen>, place: Rect)] = []
    /// The buttons of the photo whose field has the cursor, on the row beneath it.
    private(set) var photoButtons: [(command: Command<CardFormScreen>, place: Rect)] = []
    private(set) var pictures: [(side: Card.Side, frame: Rect)] = []
    private(set) var rows = 0
    let textColumns: Int

    private static let labelColumns = LabelColumn.columns
    /// From this width on, the pictures are to the right of the fields.
    private static let wide = 76
    private static let pictureColumns = 28
    /// A text of several lines grows to this many rows, then scrolls.
    private static let maximumNoteRows = 8

    /// The maximum number of rows for a problem.
    private static let maximumTextRows = 6

    /// - Parameters:
    ///   - visibleRows: those of the window: a text is no higher, so that its cursor is in sight.
    ///   - area: the text of a field with several lines.
    ///   - texts: the texts after and below a field.
    @MainActor
    init(
        model: CardFormModel, columns: Int, visibleRows: Int, area: (DraftField) -> TextArea,
        buttons commands: [Command<CardFormScreen>],
        texts: (DraftField) -> FieldTexts
    ) {
        let isWide = columns >= Self.wide
        let left = LabelColumn.text
        let available = columns - left - (isWide ? Self.pictureColumns + 3 : 1)
        textColumns = max(1, min(available, 60))
        // Without pictures beside the fields, the rows beneath them can be wider.
        let hasPictures = Card.Side.allCases.contains { model.pictures[$0] ?? .none != PictureState.none }
        let belowColumns = isWide && hasPictures ? textColumns : max(1, columns - left - 1)
        for field in model.fields {
            let width = Self.columns(of: field, available: textColumns)
            let most = max(1, min(Self.maximumNoteRows, visibleRows))
            let height = field.isMultiline ? min(most, area(field).rows(columns: width)) : 1
            let hint = Rect(
                column: left + width + 2, row: rows, columns: max(textColumns, belowColumns) - width - 2, rows: 1)
            let texts = texts(field)
            let (hintText, belowText) = texts.placed(within: hint.columns)
            let below = belowText.map { Self.textRows($0, columns: belowColumns) } ?? 0
            lines.append(
                Line(
                    field: field, label: Rect(column: 0, row: rows, columns: Self.labelColumns, rows: 1),
                    text: Rect(column: left, row: rows, columns: width, rows: height),
                    hint: hint, hintText: hintText, swatch: texts.swatch,
                    below: below > 0
                        ? Rect(column: left, row: rows + height, columns: belowColumns, rows: below) : nil,
                    belowText: belowText))
            rows += height + below
        }
        rows += 1
        placePictures(model, columns: columns, isWide: isWide)
        let isBesidePictures = pictures.contains { $0.frame.bottom > rows }
        placeButtons(commands, columns: isBesidePictures ? columns - Self.pictureColumns - 2 : columns)
        rows = max(rows, pictures.map(\.frame.bottom).max() ?? 0)
    }

    private static func textRows(_ text: String, columns: Int) -> Int {
        max(1, SafeText.paragraphs(text, columns: columns, upTo: maximumTextRows).count)
    }

    /// The rows to keep visible for a stop: the field and the text beneath it.
    func rows(of stop: CardFormScreen.Stop) -> Range<Int> {
        switch stop {
        case .field(let field):
            guard let line = lines.first(where: { $0.field == field }) else { return 0..<1 }
            // The text beneath the barcode is about the number, too.
            let barcode = field == .number ? lines.first { $0.field == .barcode }?.below : nil
            return line.text.top..<(barcode ?? line.below ?? line.text).bottom
        case .button(let command):
            let row = buttons.first { $0.command == command }?.place.top ?? 0
            return row..<row + 1
        }
    }

    /// The hint of the command; capitalized on a button.
    static func label(of command: Command<CardFormScreen>) -> String {
        let hint = command.hint ?? command.title
        return FormCommands.ofPhoto.contains(command) ? hint : hint.prefix(1).uppercased() + hint.dropFirst()
    }

    /// Places the buttons beneath the texts; further to the left, and in more rows, where they do not fit.
    private mutating func placeButtons(_ commands: [Command<CardFormScreen>], columns: Int) {
        let widths = commands.map { Button(SafeText(Self.label(of: $0))).columns }
        let needed = widths.reduce(2 * (widths.count - 1), +)
        let left = max(0, min(LabelColumn.text, columns - needed))
        var column = left
        for (command, width) in zip(commands, widths) {
            if column > left, column + width > columns { (column, rows) = (left, rows + 1) }
            buttons.append((command, Rect(column: column, row: rows, columns: width, rows: 1)))
            column += width + 2
        }
        rows += 1
    }

    /// Places the photo's buttons beneath its field, from left to right.
    mutating func placePhotoButtons(_ commands: [Command<CardFormScreen>], in row: Rect) {
        let labels = commands.map { Self.label(of: $0) }
        let needed = labels.reduce(0) { $0 + $1.count }
        let gap = needed + 2 * (labels.count - 1) <= row.columns ? 2 : 1
        var column = row.left
        for (command, label) in zip(commands, labels) {
            photoButtons.append((command, Rect(column: column, row: row.top, columns: label.count, rows: 1)))
            column += label.count + gap
        }
    }

    private static func columns(of field: DraftField, available: Int) -> Int {
        switch field {
        // "31 December 2026", and the cursor after it.
        case .validFrom, .expiry: min(available, 17)
        case .balance: min(available, 16)
        // The longest label of a kind, and the cursor after it.
        case .barcode: min(available, 21)
        case .encoding: min(available, 12)
        case .currency: min(available, 10)
        case .color: min(available, 13)
        case .isStarred: min(available, 14)
        default: available
        }
    }

    @MainActor
    private mutating func placePictures(_ model: CardFormModel, columns: Int, isWide: Bool) {
        guard isWide else { return }
        let height = Int((Double(Self.pictureColumns - 2) / CardOutline.proportion / 2).rounded()) + 2
        for (index, side) in Card.Side.allCases.enumerated() where model.pictures[side] != PictureState.none {
            let frame = Rect(
                column: columns - Self.pictureColumns - 1, row: index * height, columns: Self.pictureColumns,
                rows: height)
            pictures.append((side, frame))
        }
    }
}
