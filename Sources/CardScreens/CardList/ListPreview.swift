import CardViewModels
import Cards
import Terminal

/// The selected card beside the list, on wide terminals: a rule, the name, and below it the content.
@MainActor
struct ListPreview {
    private let cardContent = CachedCardContent()
    private let code = CardCodeArea()

    var isWorking: Bool { code.isWorking }

    /// The frames beside the rule: the name, and below it the content.
    private func cardFrames(in area: Rect) -> (inner: Rect, content: Rect) {
        let inner = area.inset(left: 3, right: 1)
        return (inner, inner.inset(top: 2))
    }

    /// - Parameter key: the key that resolves the card's conflict; nil for none.
    func layout(_ preview: CardModel?, in area: Rect, key: String?, style: ScreenStyle) {
        guard let preview, let card = preview.card else { return }
        let (inner, below) = cardFrames(in: area)
        let content = cardContent.content(
            for: CardContent.Request(
                card: card, due: preview.due, columns: inner.columns, style: style,
                conflict: CardContent.conflictText(for: preview.conflict, key: key), rows: inner.rows,
                room: CardRoom(card, below.size, style: style), pass: preview.pass, timetable: preview.timetable,
                today: preview.today))
        content.requestPictures(preview.pictures, style: style, within: below.rows)
        CardBand(card, style: style).requestIcon(style)
        // What does not fit is not drawn here; it does not scroll.
        let frame = content.code.flatMap { $0.bottom <= below.rows ? $0 : nil }
        code.layout(preview.code, of: card, in: frame, content.request.room, style: style)
    }

    func draw(_ preview: CardModel?, on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        let theme = style.theme
        canvas.fill(Rect(column: area.left, row: area.top, columns: 1, rows: area.rows), with: "│", style: theme[.rule])
        guard let preview, let card = preview.card, let content = cardContent.last else { return }
        let (inner, below) = cardFrames(in: area)
        let band = CardBand(card, style: style)
        let title = Rect(column: inner.left - 1, row: inner.top, columns: inner.columns + 1, rows: 1)
        band.fill(title, iconAt: inner.left, on: &canvas, style: style)
        Label(SafeText(card.name, within: inner.columns), style: band.strong).draw(
            on: &canvas, in: inner.inset(left: band.iconColumns))
        canvas.draw(in: below) { canvas in
            content.draw(
                on: &canvas, pictures: preview.pictures, focus: nil, style: style, within: canvas.bounds.rows)
            code.draw(on: &canvas, style: style)
        }
    }
}
