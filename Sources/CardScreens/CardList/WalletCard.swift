import CardViewModels
import Cards
import Terminal

/// One card of the wallet: its picture in a frame, or a card in its own colour, and its name beneath.
@MainActor
struct WalletCard {
    let card: CardSummary
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

    /// The icon of a card from another program is better than its colour.
    private var photo: PhotoHash? { card.front ?? card.back ?? card.icon }

    /// The frame of the picture, inside of the border.
    private static func face(_ frame: Rect) -> Rect { frame.inset(left: 1, top: 1, right: 1, bottom: 1) }

    private static func frame(_ size: Size) -> Rect { Rect(size).inset(bottom: 1) }

    /// Requests its picture at this size.
    func requestPicture(_ size: Size, style: ScreenStyle) {
        guard let photo, style.showsPhotos else { return }
        let face = Self.face(Self.frame(size))
        style.pictures.requestThumbnail(of: photo, fitting: face.size, on: style.medium)
    }

    func draw(on canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let area = canvas.bounds
        let frame = Self.frame(area.size)
        Frame(title: "", titleStyle: theme[.rule], style: theme[isSelected ? .accent : .rule]).draw(
            on: &canvas, in: frame)
        drawFace(on: &canvas, in: Self.face(frame), style: style)
        drawName(on: &canvas, row: area.rows - 1, theme: theme)
    }

    private func drawFace(on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        guard let photo, style.showsPhotos else {
            return drawColor(on: &canvas, in: area, style: style)
        }
        switch style.pictures.thumbnail(of: photo, fitting: area.size, on: style.medium) {
        case .success(let view): view.draw(on: &canvas, in: area)
        case .failure: drawColor(on: &canvas, in: area, style: style)
        case nil: break
        }
    }

    /// Draws a card without a picture: its colour and its number.
    private func drawColor(on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        var text = style.theme[.text]
        if let color = card.color, style.showsCardColors {
            text = Style(
                foreground: color.isLight ? .rgb(0, 0, 0) : .rgb(255, 255, 255),
                background: .rgb(color.red, color.green, color.blue))
            canvas.fill(area, style: text)
        }
        PicturePane.draw(face, on: &canvas, in: area, style: text)
    }

    /// A card with photos needs no number.
    private var face: String {
        if !card.number.isEmpty { return card.number }
        switch (card.front, card.back) {
        case (nil, nil): return "no number"
        case (_?, _?): return "two photos"
        default: return "a photo"
        }
    }

    private func drawName(on canvas: inout Canvas, row: Int, theme: Theme) {
        let sign = isMarked ? "✓ " : card.hasConflict ? "≠ " : card.isArchived ? "z " : card.isStarred ? "★ " : ""
        let available = canvas.bounds.columns - 2 - SafeText(sign).width
        let name = SafeText(card.name, within: available).truncated(to: available)
        let width = SafeText(sign).width + name.width
        let left = max(1, (canvas.bounds.columns - width) / 2)
        let behind = canvas.write(SafeText(sign), at: Point(column: left, row: row), style: theme[.accent])
        let nameFrame = Rect(column: behind, row: row, columns: name.width, rows: 1)
        canvas.write(name, at: nameFrame.origin, style: theme[card.isArchived ? .faint : .strong])
        let seen = CardRow.beginning(of: card.name, in: nameFrame, filter)
        CardRow.highlight(filter.matches(in: seen), of: seen, on: &canvas, in: nameFrame, theme: theme)
        guard isSelected else { return }
        canvas.restyle(nameFrame) { $0.overlaid(with: theme[.selection]) }
        // Before the bar: on it the cursor would invert the first letter back.
        canvas.placeCursor(at: Point(column: nameFrame.left - 1, row: row))
    }
}

extension CardColor {
    /// Whether black is more legible on it than white (luma of ITU-R BT.601).
    fileprivate var isLight: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 140_000 }
}
