import Basics
import CardViewModels
import Cards
import Terminal

/// One card of the wallet in a frame: its picture with the name beneath, or a face with a band of its color, its name, its number, and what
/// is left on it or when it ends. Its icon is on the band, or over a corner of the picture.
@MainActor
struct WalletCard {
    let card: CardSummary
    let texts: RowTexts
    let isSelected: Bool
    let isMarked: Bool
    let filter: CardFilter

    /// With the frame and the name. The picture's proportion is as close to an ID-1 card as cells allow.
    static func size(columns: Int) -> Size {
        switch columns {
        case ..<60: Size(columns: 17, rows: 7)
        case ..<110: Size(columns: 22, rows: 9)
        default: Size(columns: 28, rows: 11)
        }
    }

    private var photo: PhotoHash? { card.front ?? card.back }

    /// The frame of the picture, inside of the border.
    private static func face(_ frame: Rect) -> Rect { frame.inset(left: 1, top: 1, right: 1, bottom: 1) }

    private static func frame(_ size: Size) -> Rect { Rect(size).inset(bottom: 1) }

    /// Requests its picture at this size.
    func requestPicture(_ size: Size, style: ScreenStyle) {
        let face = Self.face(Self.frame(size))
        if let photo, style.showsPhotos {
            style.pictures.requestThumbnail(of: photo, fitting: face.size, on: style.medium)
        }
        CardIcon(card: card).request(Self.iconSize(on: face), style: style)
    }

    /// A square.
    private static func iconSize(on face: Rect) -> Size { Size(columns: face.rows, rows: face.rows / 2) }

    func draw(on canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let area = canvas.bounds
        let frame = Self.frame(area.size)
        Frame(title: "", titleStyle: theme[.rule], style: theme[isSelected ? .accent : .rule]).draw(
            on: &canvas, in: frame)
        let face = Self.face(frame)
        if drawPicture(on: &canvas, in: face, style: style) {
            let icon = Self.iconSize(on: face)
            let corner = Rect(icon).offset(columns: face.right - icon.columns, rows: face.bottom - icon.rows)
            CardIcon(card: card).drawPicture(on: &canvas, in: corner, style: style)
            drawFact(on: &canvas, in: frame, theme: theme)
            drawName(on: &canvas, row: area.rows - 1, theme: theme)
        } else {
            drawFace(on: &canvas, in: face, style: style)
        }
    }

    /// False where the card has no picture that can be drawn; one that is on its way leaves its place empty.
    private func drawPicture(on canvas: inout Canvas, in area: Rect, style: ScreenStyle) -> Bool {
        guard let photo, style.showsPhotos else { return false }
        switch style.pictures.thumbnail(of: photo, fitting: area.size, on: style.medium) {
        case .success(let view): view.draw(on: &canvas, in: area)
        case .failure: return false
        case nil: break
        }
        return true
    }

    private func drawFace(on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        let theme = style.theme
        let icon = CardIcon(card: card)
        let size = icon.hasPicture(style) ? Self.iconSize(on: area) : .zero
        let band = Rect(column: area.left, row: area.top, columns: style.showsCardColors ? 2 : 0, rows: area.rows)
        if !band.isEmpty {
            canvas.fill(band, style: icon.ground(style))
            if size == .zero {
                icon.drawLetter(on: &canvas, in: band.inset(bottom: band.rows - 1), icon.ground(style))
            }
        }
        icon.draw(on: &canvas, in: Rect(size).offset(columns: area.left, rows: area.top), style: style)
        let inner = area.inset(left: band.columns + 1, right: 1)
        // The first line is that of the name, the last of what ends or is left; the number is beneath the icon, or a line below the name.
        let beside = max(0, size.columns - band.columns)
        drawTitle(
            on: &canvas,
            in: Rect(column: inner.left + beside, row: inner.top, columns: inner.columns - beside, rows: 1), theme)
        let top = inner.top + (size.rows > 0 ? size.rows : area.rows > 4 ? 2 : 1)
        var bottom = inner.bottom - 1
        for (text, role) in facts(columns: inner.columns) {
            guard bottom > max(inner.top + 1, inner.top + size.rows) else { break }
            Label(text, style: theme[role], alignment: .trailing).draw(
                on: &canvas, in: Rect(column: inner.left, row: bottom, columns: inner.columns, rows: 1))
            bottom -= 1
        }
        if card.hasBarcode, bottom > max(inner.top + 2, inner.top + size.rows) {
            drawBars(on: &canvas, in: Rect(column: inner.left, row: bottom, columns: inner.columns, rows: 1), style)
            bottom -= 1
        }
        let (number, isFaint) = faceNumber
        let lines = Self.grouped(number, columns: inner.columns, rows: max(1, bottom + 1 - top))
        for (row, line) in lines.enumerated() where top + row <= bottom {
            canvas.write(
                line, at: Point(column: inner.left, row: top + row), style: theme[isFaint ? .faint : .text],
                columns: inner.columns)
        }
    }

    /// When the card ends, and what is left on it: each in the longest form that has room, or not at all.
    private func facts(columns: Int) -> [(text: SafeText, role: Role)] {
        let stamps = StampCircles(texts.balance.isEmpty ? nil : card.amountLeft)?.text(gap: "")
        return [([texts.due, texts.shortDue], texts.dueRole), ([stamps ?? "", texts.balance], Role.text)].compactMap {
            forms, role in
            forms.lazy.map { SafeText($0, within: columns) }.first { !$0.isEmpty && $0.width <= columns }
                .map { (text: $0, role: role) }
        }
    }

    /// Beneath a picture, in the frame.
    private func drawFact(on canvas: inout Canvas, in frame: Rect, theme: Theme) {
        guard let fact = facts(columns: frame.columns - 6).first else { return }
        let left = frame.right - 3 - fact.text.width
        canvas.fill(
            Rect(column: left - 1, row: frame.bottom - 1, columns: fact.text.width + 2, rows: 1), style: theme[.text])
        canvas.write(fact.text, at: Point(column: left, row: frame.bottom - 1), style: theme[fact.role])
    }

    /// The name, with the sign of the card at the right.
    private func drawTitle(on canvas: inout Canvas, in area: Rect, _ theme: Theme) {
        let sign = SafeText(self.sign.filter { $0 != " " })
        let available = area.columns - (sign.width == 0 ? 0 : sign.width + 1)
        let name = SafeText(card.name, within: available).truncated(to: available)
        let frame = Rect(column: area.left, row: area.top, columns: name.width, rows: 1)
        Label(sign, style: theme[.accent], alignment: .trailing).draw(on: &canvas, in: area)
        draw(name, on: &canvas, in: frame, theme: theme)
    }

    /// A hint that the card has a barcode: bars that follow from its number. They are no symbol that anything could read.
    private func drawBars(on canvas: inout Canvas, in area: Rect, _ style: ScreenStyle) {
        let bars: [SafeText] = style.isPlain ? ["|", " ", "#", " "] : ["▌", "▐", "█", " "]
        var bits = card.number.utf8.prefix(64).stableHash
        for column in area.left..<min(area.right, area.left + 12) {
            canvas.write(bars[Int(bits & 3)], at: Point(column: column, row: area.top), style: style.theme[.faint])
            bits >>= 2
        }
    }

    /// A number in its groups, none of which is cut in the middle unless it is wider than the face.
    static func grouped(_ number: String, columns: Int, rows: Int) -> [SafeText] {
        var lines: [[SafeText]] = [[]]
        // More could not be shown.
        let shown = SafeText(number, within: (columns + 1) * (rows + 1))
        for group in shown.string.split(separator: " ") {
            let line = lines[lines.count - 1]
            let group = SafeText(String(group))
            if line.isEmpty || joined(line + [group]).width <= columns {
                lines[lines.count - 1].append(group)
            } else {
                lines.append([group])
            }
        }
        if lines.count > rows {
            lines.removeLast(lines.count - rows)
            var last = lines.removeLast()
            while last.count > 1, joined(last + ["…"]).width > columns { last.removeLast() }
            lines.append(last + ["…"])
        }
        return lines.map { joined($0).truncated(to: columns) }
    }

    private static func joined(_ groups: [SafeText]) -> SafeText {
        groups.dropFirst().reduce(groups.first ?? "") { $0 + " " + $1 }
    }

    /// A card with photos needs no number.
    private var faceNumber: (text: String, isFaint: Bool) {
        guard card.number.isEmpty, card.front != nil || card.back != nil else { return CardRow.numberText(of: card) }
        return (card.front != nil && card.back != nil ? "two photos" : "a photo", true)
    }

    private var sign: String {
        isMarked ? "✓ " : card.hasConflict ? "≠ " : card.isArchived ? "z " : card.isStarred ? "★ " : ""
    }

    private func drawName(on canvas: inout Canvas, row: Int, theme: Theme) {
        let available = canvas.bounds.columns - 2 - SafeText(sign).width
        let name = SafeText(card.name, within: available).truncated(to: available)
        let width = SafeText(sign).width + name.width
        let left = max(1, (canvas.bounds.columns - width) / 2)
        let behind = canvas.write(SafeText(sign), at: Point(column: left, row: row), style: theme[.accent])
        draw(name, on: &canvas, in: Rect(column: behind, row: row, columns: name.width, rows: 1), theme: theme)
    }

    private func draw(_ name: SafeText, on canvas: inout Canvas, in frame: Rect, theme: Theme) {
        canvas.write(name, at: frame.origin, style: theme[card.isArchived ? .faint : .strong])
        let seen = CardRow.beginning(of: card.name, in: frame, filter)
        CardRow.highlight(filter.matches(in: seen), of: seen, on: &canvas, in: frame, theme: theme)
        guard isSelected else { return }
        canvas.restyle(frame) { $0.overlaid(with: theme[.selection]) }
        // Before the bar: on it the cursor would invert the first letter back.
        let beside = Point(column: frame.left - 1, row: frame.top)
        canvas.write("▌", at: beside, style: theme[.accent])
        canvas.placeCursor(at: beside)
    }
}
