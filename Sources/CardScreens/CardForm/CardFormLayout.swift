import CardViewModels
import Cards
import Terminal

/// The frames of the form at a width, computed in each layout for drawing and the mouse.
struct CardFormLayout {
    struct Line {
        let field: DraftField
        private(set) var label: Rect
        private(set) var text: Rect
        /// After the text, on its first row.
        private(set) var hint: Rect
        let hintText: SafeText
        /// At the beginning of the hint.
        let swatch: CardColor?
        /// Beneath the text: problems, completions of a path, commands for a photo, and a hint that has no room behind the text.
        private(set) var below: Rect?
        let belowText: String?

        var whole: Rect {
            Rect(column: label.left, row: label.top, columns: hint.right - label.left, rows: text.rows)
        }
        var rows: Int { text.rows + (below?.rows ?? 0) }

        /// Makes room for the title of the part that begins here, at the right end of its row; nil where there is none.
        fileprivate mutating func makeRoom(for title: SafeText, before right: Int) -> Rect? {
            let frame = Rect(column: right - title.width - 4, row: text.top, columns: title.width + 4, rows: 1)
            let room = frame.left - 1 - text.left
            guard text.rows == 1, room >= min(text.columns, CardFormLayout.leastBesideTitle),
                hintText.width == 0 || hint.left + 2 + hintText.width + 2 <= frame.left
            else { return nil }
            text = Rect(column: text.left, row: text.top, columns: min(text.columns, room), rows: 1)
            return frame
        }

        mutating func move(down rows: Int) {
            label = label.offset(rows: rows)
            text = text.offset(rows: rows)
            hint = hint.offset(rows: rows)
            below = below?.offset(rows: rows)
        }
    }

    private(set) var lines: [Line] = []
    private(set) var buttons: [(command: Command<CardFormScreen>, place: Rect)] = []
    /// The buttons of the photo whose field has the cursor, on the row beneath it.
    private(set) var photoButtons: [(command: Command<CardFormScreen>, place: Rect)] = []
    private(set) var pictures: [(side: Card.Side, frame: Rect)] = []
    /// The rules between the parts of the form. Where the window has no rows for them, they are in the row of the part's first field.
    private(set) var parts: [FormParts.Rule] = []
    /// Where the barcode is drawn: beside the fields, else beneath its fields.
    private(set) var code: Rect?
    private(set) var rows = 0
    let textColumns: Int

    private static let labelColumns = LabelColumn.columns
    /// From this width on, the pictures are to the right of the fields.
    private static let wide = 76
    private static let pictureColumns = 28
    /// With its frame: a square.
    private static let iconSize = Size(columns: 12, rows: 7)
    /// A text of several lines grows to this many rows, then scrolls.
    private static let maximumNoteRows = 8

    /// The maximum number of rows for a problem.
    private static let maximumTextRows = 6
    /// What the texts keep beside a code.
    private static let leastText = 26
    /// What a text keeps beside the title of a part: a day.
    fileprivate static let leastBesideTitle = 14
    /// A wider code has more room beneath its fields.
    private static let widestCode = 40
    /// Between the fields and what is beside them.
    private static let gap = 3
    /// The rows of bars beneath their fields: enough to recognize them.
    private static let codeRows = 3...8

    /// - Parameters:
    ///   - visibleRows: those of the window: a text is no higher, so that its cursor is in sight.
    ///   - area: the text of a field with several lines.
    ///   - isAtBarcode: whether the focused field determines the barcode, which is then worth scrolling for.
    ///   - codeSize: the size of the barcode in an area; nil if there is none or it does not fit.
    ///   - texts: the texts after and below a field.
    @MainActor
    init(
        model: CardFormModel, columns: Int, visibleRows: Int, area: (DraftField) -> TextArea,
        buttons commands: [Command<CardFormScreen>], isAtBarcode: Bool, codeSize: (Size) -> Size?,
        texts: (DraftField) -> FieldTexts
    ) {
        let isWide = columns >= Self.wide
        let left = LabelColumn.text
        let available = columns - left - (isWide ? Self.pictureColumns + Self.gap : 1)
        let usual = max(1, min(available, 60))
        func size(besideTexts text: Int) -> Size? {
            codeSize(Size(columns: columns - left - text - Self.gap, rows: visibleRows))
        }
        let beside =
            isWide
            ? size(besideTexts: usual)
                ?? size(besideTexts: max(Self.leastText, columns - left - Self.gap - Self.widestCode)) : nil
        // A code that is wider than a picture takes from the texts.
        textColumns = min(usual, beside.map { columns - left - Self.gap - $0.columns } ?? usual)
        // Without pictures beside the fields, the rows beneath them can be wider.
        let hasPictures = Card.Side.allCases.contains { model.pictures[$0] ?? .none != PictureState.none }
        let hasPane = isWide && (hasPictures || beside != nil)
        let belowColumns = hasPane ? textColumns : max(1, columns - left - 1)
        for field in model.fields {
            let width = Self.columns(of: field, available: textColumns)
            let most = max(1, min(Self.maximumNoteRows, visibleRows))
            let height = field.isMultiline ? min(most, area(field).rows(columns: width)) : 1
            let hint = Rect(
                column: left + width + 2, row: 0, columns: max(textColumns, belowColumns) - width - 2, rows: 1)
            let texts = texts(field)
            let (hintText, belowText) = texts.placed(within: hint.columns)
            let below = belowText.map { Self.textRows($0, columns: belowColumns) } ?? 0
            lines.append(
                Line(
                    field: field, label: Rect(column: 0, row: 0, columns: Self.labelColumns, rows: 1),
                    text: Rect(column: left, row: 0, columns: width, rows: height),
                    hint: hint, hintText: hintText, swatch: texts.swatch,
                    below: below > 0 ? Rect(column: left, row: height, columns: belowColumns, rows: below) : nil,
                    belowText: belowText))
        }
        let buttonRows = Self.buttonFrames(commands, columns: columns, row: 0).last.map { $0.place.bottom } ?? 0
        let free = visibleRows - lines.reduce(buttonRows) { $0 + $1.rows }
        let rules = Set(lines.map(\.field.part)).count - 1
        // Without the texts beneath the fields: rules do not come and go with these.
        let hasRules = visibleRows - lines.reduce(buttonRows) { $0 + $1.text.rows } >= rules
        let hasGap = free > rules || !hasRules
        var strip: Size?
        if beside == nil {
            let spare = free - (hasRules ? rules : 0) - (hasGap ? 1 : 0)
            let rows =
                spare < Self.codeRows.lowerBound && isAtBarcode
                ? Self.codeRows.lowerBound : min(spare, Self.codeRows.upperBound)
            strip = codeSize(Size(columns: belowColumns, rows: rows))
        }
        placeLines(hasRules: hasRules, columns: left + (hasPane ? textColumns : max(textColumns, belowColumns)), strip)
        if hasGap { rows += 1 }
        placePane(model, columns: columns, code: beside)
        let isBesidePane = (pictures.map(\.frame.bottom) + [beside?.rows ?? 0]).contains { $0 > rows }
        buttons = Self.buttonFrames(commands, columns: isBesidePane ? left + textColumns : columns, row: rows)
        rows = max(buttons.last?.place.bottom ?? rows, pictures.map(\.frame.bottom).max() ?? 0)
    }

    /// Places the fields one beneath the other, with rules between the parts, and the barcode beneath its fields.
    private mutating func placeLines(hasRules: Bool, columns: Int, _ strip: Size?) {
        let last = lines.lastIndex { $0.field.isOfBarcode }
        for index in lines.indices {
            let title = SafeText(lines[index].field.part.rawValue)
            let begins = index > 0 && lines[index].field.part != lines[index - 1].field.part
            if begins, hasRules {
                let frame = Rect(column: 1, row: rows, columns: columns - 1, rows: 1)
                parts.append(FormParts.Rule(title: title, frame: frame))
                rows += 1
            }
            lines[index].move(down: rows)
            if begins, !hasRules, let frame = lines[index].makeRoom(for: title, before: columns) {
                parts.append(FormParts.Rule(title: title, frame: frame))
            }
            rows += lines[index].rows
            if index == last, let strip {
                code = Rect(strip).offset(columns: LabelColumn.text, rows: rows)
                rows += strip.rows
            }
        }
    }

    private static func textRows(_ text: String, columns: Int) -> Int {
        max(1, SafeText.paragraphs(text, columns: columns, upTo: maximumTextRows).count)
    }

    /// The rows to keep visible for a stop: the field and the text beneath it.
    func rows(of stop: CardFormScreen.Stop) -> Range<Int> {
        switch stop {
        case .field(let field):
            guard let line = lines.first(where: { $0.field == field }) else { return 0..<1 }
            // The text beneath the barcode and its picture are about the number, too.
            let barcode = field == .number ? lines.first { $0.field == .barcode }?.below : nil
            let picture = field.isOfBarcode || field == .number ? code : nil
            let bottoms = [line.text, line.below, barcode, picture].compactMap { $0?.bottom }
            return line.text.top..<(bottoms.max() ?? line.text.bottom)
        case .button(let command):
            // With the next row of buttons: what is not seen is not looked for.
            guard let last = buttons.last?.place, let own = buttons.first(where: { $0.command == command })?.place
            else { return 0..<1 }
            return own.top..<min(own.bottom + 1, last.bottom)
        }
    }

    /// The hint of the command; capitalized on a button.
    static func label(of command: Command<CardFormScreen>) -> String {
        let hint = command.hint ?? command.title
        return FormCommands.ofPhoto.contains(command) ? hint : hint.prefix(1).uppercased() + hint.dropFirst()
    }

    /// The buttons beneath the texts, in more rows where they do not fit in one; from the left edge where one does not fit.
    private static func buttonFrames(
        _ commands: [Command<CardFormScreen>], columns: Int, row: Int
    ) -> [(command: Command<CardFormScreen>, place: Rect)] {
        let widths = commands.map { Button(SafeText(label(of: $0))).columns }
        let left = (widths.max() ?? 0) <= columns - LabelColumn.text ? LabelColumn.text : 0
        var (column, row) = (left, row)
        return zip(commands, widths).map { command, width in
            if column > left, column + width > columns { (column, row) = (left, row + 1) }
            defer { column += width + 2 }
            return (command, Rect(column: column, row: row, columns: width, rows: 1))
        }
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

    /// Right behind the fields, wherever the window ends.
    private func left(ofPane width: Int, _ columns: Int) -> Int {
        min(columns - width - 1, LabelColumn.text + textColumns + Self.gap)
    }

    /// Places the barcode and the pictures to the right of the fields.
    @MainActor
    private mutating func placePane(_ model: CardFormModel, columns: Int, code size: Size?) {
        guard columns >= Self.wide else { return }
        var top = 0
        if let size {
            code = Rect(size).offset(columns: left(ofPane: size.columns, columns))
            top = size.rows + 1
        }
        let height = Int((Double(Self.pictureColumns - 2) / CardOutline.proportion / 2).rounded()) + 2
        for side in Card.Side.allCases where model.pictures[side] != PictureState.none {
            let size =
                side == .icon ? Self.iconSize : Size(columns: Self.pictureColumns, rows: height)
            let frame = Rect(size).offset(columns: left(ofPane: Self.pictureColumns, columns), rows: top)
            pictures.append((side, frame))
            top += size.rows
        }
    }
}

extension CardFormLayout {
    @MainActor
    func request(_ states: [Card.Side: PictureState], style: ScreenStyle) {
        for (side, frame) in pictures {
            PicturePane(state: states[side] ?? .none).request(inFrame: frame.size, style: style)
        }
    }

    /// Draws what is around the fields: rules, pictures, and the buttons of a photo.
    @MainActor
    func drawAround(_ states: [Card.Side: PictureState], on canvas: inout Canvas, style: ScreenStyle) {
        for part in parts { part.draw(on: &canvas, theme: style.theme) }
        for (command, frame) in photoButtons {
            Label(SafeText(Self.label(of: command)), style: style.theme[.accent]).draw(on: &canvas, in: frame)
        }
        for (side, frame) in pictures {
            PicturePane(state: states[side] ?? .none).draw(
                title: SafeText(side.rawValue), isFocused: false, on: &canvas, in: frame, style: style)
        }
    }
}

/// The parts of the form, through which Tab moves: one without values is passed in one step.
struct FormParts {
    /// The rule above a part: "── money and days ─────".
    struct Rule {
        let title: SafeText
        let frame: Rect

        func draw(on canvas: inout Canvas, theme: Theme) {
            canvas.fill(frame, with: "─", style: theme[.rule])
            let title = SafeText(" \(title) ", within: max(0, frame.columns - 2))
            canvas.write(title, at: Point(column: frame.left + 2, row: frame.top), style: theme[.faint])
        }
    }

    private let stops: [CardFormScreen.Stop]
    private let isEmpty: (DraftField.Part) -> Bool

    init(_ stops: [CardFormScreen.Stop], isEmpty: @escaping (DraftField.Part) -> Bool) {
        (self.stops, self.isEmpty) = (stops, isEmpty)
    }

    /// How many stops to move: all of an empty part that begins here, or backwards that ends before here.
    /// - Parameter step: 1 or -1.
    func steps(from stop: CardFormScreen.Stop, by step: Int) -> Int {
        let index = stops.firstIndex(of: stop) ?? 0
        guard part(at: index) != part(at: index - 1), let passed = part(at: step > 0 ? index : index - 1),
            isEmpty(passed)
        else { return step }
        return step * stops.indices.count { part(at: $0) == passed }
    }

    /// Nil for a button.
    private func part(at index: Int) -> DraftField.Part? {
        if case .field(let field) = stops[(index + stops.count) % stops.count] { field.part } else { nil }
    }
}
