import CardTransfer
import CardViewModels
import Cards
import Terminal

/// The content of a card's screen at a width: its fields as labelled texts in one or two columns, its code and its photos beneath, and
/// the frame of each. It is computed for a ``Request`` and reused for frames with the same request.
struct CardContent {
    /// The inputs of the layout.
    struct Request: Equatable {
        let card: Card
        let due: Validity
        let columns: Int
        let theme: Theme
        let format: LocalFormat
        /// Whether the card's color can be shown.
        let showsColor: Bool
        /// The text about a conflict, if there is one.
        var conflict: String?
        /// The visible rows, if the content does not scroll.
        var rows = Int.max
        /// The window that the code and the photos fill; nil where there is no code.
        var room: CardRoom?
        /// What the pass says that the card came from.
        var pass: PassPage?
        /// When the card matters.
        var timetable: Timetable?
        /// The newest entries of the card's ledger, which are shown where there is room.
        var ledger: LedgerExcerpt?
        var today = CalendarDay(daysSince1970: 0)
        /// The secret fields with what is seen of them: dots, or for some seconds their texts.
        var secrets: [SecretText] = []
    }

    /// From this width on, photos are side by side.
    static let twoColumns = 76

    struct Field {
        let label: SafeText
        let paragraph: Paragraph
        let frame: Rect
        /// Whether it is the note, which has the links.
        var isNote = false
        /// The detail that Tab stops at and keys open or copy.
        var detail: CardDetail?
        /// The detail's link for the terminal.
        var hyperlink: Hyperlink?
        /// The label of the secret field that Tab stops at.
        var secret: String?
        /// Shown as the first character of the text.
        var swatch: CardColor?
    }

    let request: Request
    private let showsLedger: Bool
    private(set) var fields: [Field] = []
    private(set) var photos: [(side: Card.Side, frame: Rect)] = []
    /// Nil if there is no space for a code.
    private(set) var code: Rect?
    /// The number in large digits, in the space that the code leaves; nil beside photos.
    private(set) var number: (digits: LargeDigits, frame: Rect)?
    private(set) var rows = 0
    private(set) var links = NoteLinks(in: "")
    /// The links of the note for the terminal, by their index; nil where it would not open one. They are not made in every frame.
    private(set) var hyperlinks: [Hyperlink?] = []

    init(_ request: Request) {
        self.init(request, showsLedger: false)
        guard request.ledger != nil, let room = request.room else { return }
        let fuller = CardContent(request, showsLedger: true)
        if fuller.leavesRoom(like: self, in: room) { self = fuller }
    }

    /// Whether it fits into the window, and takes little from what the other content has: a code is as wide, photos have two thirds of
    /// their rows.
    private func leavesRoom(like other: CardContent, in room: CardRoom) -> Bool {
        rows <= room.rows && code?.columns == other.code?.columns && (number == nil) == (other.number == nil)
            && zip(photos, other.photos).allSatisfy { $0.frame.rows * 3 >= $1.frame.rows * 2 }
    }

    private init(_ request: Request, showsLedger: Bool) {
        self.request = request
        self.showsLedger = showsLedger
        placeTexts(columns: request.columns)
        let sides = Card.Side.faces.filter { request.card[$0] != nil }
        if let room = request.room {
            placeTiles(of: sides, in: room, columns: request.columns)
        } else {
            add(CardTiles(scrolling: sides, columns: request.columns))
        }
        hyperlinks = links.ranges.indices.map { index in
            // The text of a longer one is not made.
            links.ranges[index].count <= Hyperlink.maximumBytes ? Hyperlink(links[index]) : nil
        }
    }

    private mutating func placeTexts(columns: Int) {
        let (card, theme) = (request.card, request.theme)
        if let conflict = request.conflict { placeConflict(conflict, columns: columns, theme: theme) }
        let texts = Self.texts(of: request)
        let isWide = columns >= Self.twoColumns && texts.contains(where: \.isRight)
        let split = isWide ? [texts.filter { !$0.isRight }, texts.filter(\.isRight)] : [texts]
        let width = isWide ? (columns - 4) / 2 : columns
        var heights: [Int] = []
        for (column, texts) in split.enumerated() {
            heights.append(
                place(texts, left: column * (width + 4), columns: width, row: rows, theme: theme))
        }
        rows = heights.max() ?? rows
        let note = request.pass?.note ?? card.note
        if !note.isEmpty { placeNote(note, columns: columns, theme: theme) }
        if showsLedger { placeLedger(columns: columns) }
        if let text = request.pass?.text, !text.isEmpty { placePass(text, columns: columns, theme: theme) }
    }

    /// Texts beside a code are no narrower.
    private static let leastTextColumns = 34

    private mutating func placeTiles(of sides: [Card.Side], in room: CardRoom, columns: Int) {
        let free = Size(columns: columns, rows: room.rows - rows - 1)
        let tiles = CardTiles(sides, in: free) { room.codeSize(in: $0, isAtBottom: $0.rows == free.rows) }
        let beside = Size(columns: columns - Self.leastTextColumns - CardTiles.gap, rows: room.rows)
        if tiles.code == nil, sides.isEmpty, let size = room.codeSize(in: beside, isAtBottom: true) {
            (fields, rows, links) = ([], 0, NoteLinks(in: ""))
            placeTexts(columns: columns - size.columns - CardTiles.gap)
            code = Rect(column: columns - size.columns, row: 0, columns: size.columns, rows: size.rows)
            placeNumber(in: room, columns: columns - size.columns - CardTiles.gap)
            rows = max(rows, size.rows)
            return
        }
        let top = rows
        add(tiles)
        guard sides.isEmpty else { return centerPhotos(in: room) }
        placeNumber(in: room, columns: columns)
        // Beside the code where it leaves no rows.
        guard number == nil, let code else { return }
        let bottom = rows
        rows = top
        placeNumber(in: room, columns: columns - code.right - CardTiles.gap, left: code.right + CardTiles.gap)
        rows = max(rows, bottom)
    }

    /// White around large digits: columns at each side, and half as many rows.
    private static let numberMargin = 2

    private mutating func placeNumber(in room: CardRoom, columns: Int, left: Int = 0) {
        let margin = Self.numberMargin
        let inner = Size(columns: columns - 2 * margin, rows: room.rows - rows - 1 - margin)
        // Beside a code one line is read more easily than two of larger digits.
        let isBeside = columns < request.columns
        guard
            let digits = LargeDigits(
                request.card.number, fitting: inner, isPlain: room.sizes.isPlain, keepsOneLine: isBeside)
        else { return }
        let frame = Rect(
            column: left, row: rows + 1, columns: digits.size.columns + 2 * margin, rows: digits.size.rows + margin)
        number = (digits, frame)
        rows = frame.bottom
    }

    /// On a narrow page photos that are not beside a code are in the middle of the window.
    private mutating func centerPhotos(in room: CardRoom) {
        let frames = photos.map(\.frame)
        guard request.columns < Self.twoColumns, let left = frames.map(\.left).min(),
            let right = frames.map(\.right).max(), frames.allSatisfy({ $0.top >= code?.bottom ?? 0 })
        else { return }
        // A scroll bar needs the last columns.
        let columns = rows > room.rows ? request.columns : room.columns
        let shift = max(0, (columns - (right - left)) / 2 - left)
        photos = photos.map { (side: $0.side, frame: $0.frame.offset(columns: shift)) }
    }

    /// Adds code and photos beneath the fields.
    private mutating func add(_ tiles: CardTiles) {
        guard tiles.rows > 0 else { return }
        rows += 1
        code = tiles.code?.offset(rows: rows)
        photos = tiles.photos.map { (side: $0.side, frame: $0.frame.offset(rows: rows)) }
        rows += tiles.rows
    }

    /// "name, note · c resolves"; nil without a conflict.
    static func conflictText(for conflict: CardConflict?, key: String?) -> String? {
        guard let conflict else { return nil }
        let fields = conflict.fields.inReadingOrder.map(\.label).joined(separator: ", ")
        return fields + (key.map { " · \($0) resolves" } ?? "")
    }

    private mutating func placeConflict(_ text: String, columns: Int, theme: Theme) {
        let width = max(1, columns - LabelColumn.text)
        let paragraph = Paragraph(text, columns: width, style: theme[.warning])
        let height = paragraph.rows
        fields.append(
            Field(
                label: "conflict", paragraph: paragraph,
                frame: Rect(column: LabelColumn.text, row: rows, columns: width, rows: height)))
        rows += height
    }

    // MARK: - Fields

    private struct Text {
        let label: SafeText
        let text: String
        let style: Style
        var isRight = false
        var detail: CardDetail?
        var secret: String?
        var swatch: CardColor?
    }

    /// A name that has no room as a label stands before the value.
    private static func labelled(_ name: String, _ value: String, otherwise label: SafeText) -> (SafeText, String) {
        let short = SafeText(name)
        if short.width <= LabelColumn.columns, !value.isEmpty { return (short, value) }
        return (label, name + (value.isEmpty ? "" : ": " + value))
    }

    private static func texts(of request: Request) -> [Text] {
        let (card, due, theme, format) = (request.card, request.due, request.theme, request.format)
        var texts: [Text] = []
        func add(_ label: SafeText, _ text: String?, style: Style? = nil, isRight: Bool = false) {
            guard let text, !text.isEmpty else { return }
            texts.append(Text(label: label, text: text, style: style ?? theme[.text], isRight: isRight))
        }
        let hasNumber = !card.number.isEmpty
        add("number", hasNumber ? card.number : "no number", style: theme[hasNumber ? .strong : .faint])
        add("barcode", card.barcode.map { $0.format.label + ($0.value.map { " \($0)" } ?? "") })
        for line in request.timetable?.lines(today: request.today, format) ?? [] {
            add(
                SafeText(line.label), line.text,
                style: theme[line.urgency == .past ? .faint : RowTexts.role(line.urgency)])
        }
        for code in card.codes { add("code", code.line) }
        let stamps = StampCircles(card.amountLeft)
        add(stamps == nil ? "balance" : "stamps", stamps?.lines ?? card.amountLeft.map(format.text))
        for detail in card.details {
            texts.append(Text(label: SafeText(detail.label), text: detail.text, style: theme[.text], detail: detail))
        }
        for field in card.ownFields {
            let (label, text) = labelled(field.name, field.value, otherwise: "field")
            add(label, text)
        }
        for secret in request.secrets {
            let (label, text) = labelled(secret.label, secret.text, otherwise: "secret")
            texts.append(Text(label: label, text: text, style: theme[.text], secret: secret.label))
        }
        add("groups", card.groups.joined(separator: ", "), isRight: true)
        add(
            "valid", DayText.validity(from: card.validFrom, until: card.expiry, due, format),
            style: theme[RowTexts.role(due.urgency)], isRight: true)
        add("remind", card.remindBefore, isRight: true)
        if let color = card.color {
            let name = color.name ?? color.text
            texts.append(
                Text(
                    label: "color", text: request.showsColor ? "■ \(name)" : name, style: theme[.text], isRight: true,
                    swatch: request.showsColor ? color : nil))
        }
        add(
            "pictures", card.pictures.indices.map { card.label(of: .picture($0)) }.joined(separator: ", "),
            isRight: true)
        let archived = card.used.map { "used on \(format.text($0))" } ?? (card.isArchived ? "archived" : nil)
        let marks = [card.isStarred ? "starred ★" : nil, archived].compactMap { $0 }
        add("status", marks.joined(separator: ", "), isRight: true)
        return texts
    }

    private mutating func place(_ texts: [Text], left: Int, columns: Int, row: Int, theme: Theme) -> Int {
        var row = row
        for text in texts {
            let width = max(1, columns - LabelColumn.text)
            let paragraph = Paragraph(text.text, columns: width, upTo: request.rows, style: text.style)
            let height = paragraph.rows
            fields.append(
                Field(
                    label: text.label, paragraph: paragraph,
                    frame: Rect(column: left + LabelColumn.text, row: row, columns: width, rows: height),
                    detail: text.detail, hyperlink: text.detail?.link.flatMap { Hyperlink($0) }, secret: text.secret,
                    swatch: text.swatch))
            row += height
        }
        return row
    }

    private mutating func placeNote(_ note: String, columns: Int, theme: Theme) {
        let width = max(1, min(columns - LabelColumn.text, 72))
        let paragraph = Paragraph(note, columns: width, upTo: request.rows, style: theme[.text])
        links = NoteLinks(in: note, upTo: paragraph.bytes)
        fields.append(
            Field(
                label: "note", paragraph: paragraph,
                frame: Rect(column: LabelColumn.text, row: rows, columns: width, rows: paragraph.rows),
                isNote: true))
        rows += paragraph.rows
    }

    /// The last entries, and a chart of the balance.
    private mutating func placeLedger(columns: Int) {
        guard let ledger = request.ledger else { return }
        let width = max(1, min(columns - LabelColumn.text, 72))
        var lines = LedgerLines(ledger, request.format).texts(columns: width)
        let chart = BalanceChart(ledger, today: request.today, columns: width).text
        if !chart.isEmpty { lines.append(chart) }
        let paragraph = Paragraph(lines.joined(separator: "\n"), columns: width, style: request.theme[.text])
        fields.append(
            Field(
                label: "ledger", paragraph: paragraph,
                frame: Rect(column: LabelColumn.text, row: rows, columns: width, rows: paragraph.rows)))
        rows += paragraph.rows
    }

    private mutating func placePass(_ text: String, columns: Int, theme: Theme) {
        let width = max(1, min(columns - LabelColumn.text, 72))
        let paragraph = Paragraph(text, columns: width, upTo: request.rows, style: theme[.text])
        fields.append(
            Field(
                label: "pass", paragraph: paragraph,
                frame: Rect(column: LabelColumn.text, row: rows, columns: width, rows: paragraph.rows)))
        rows += paragraph.rows
    }
}

extension CardContent.Request {
    @MainActor
    init(
        card: Card, due: Validity, columns: Int, style: ScreenStyle, conflict: String?, rows: Int = .max,
        room: CardRoom? = nil, pass: PassPage? = nil, timetable: Timetable? = nil, ledger: LedgerExcerpt? = nil,
        today: CalendarDay = CalendarDay(daysSince1970: 0), secrets: [SecretText] = []
    ) {
        self.init(
            card: card, due: due, columns: columns, theme: style.theme, format: style.format,
            showsColor: style.showsCardColors, conflict: conflict, rows: rows, room: room, pass: pass,
            timetable: timetable, ledger: ledger, today: today, secrets: secrets)
    }
}

/// The last content of a card's screen, reused as long as frames request the same.
@MainActor
final class CachedCardContent {
    private(set) var last: CardContent?
    /// How often content was computed.
    private(set) var count = 0

    func content(for request: CardContent.Request) -> CardContent {
        if let last, last.request == request { return last }
        let content = CardContent(request)
        (last, count) = (content, count + 1)
        return content
    }
}
