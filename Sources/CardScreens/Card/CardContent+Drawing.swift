import CardViewModels
import Cards
import Terminal

extension CardContent {
    /// Requests the pictures that are drawn within this many rows.
    @MainActor
    func requestPictures(_ pictures: [Card.Side: PictureState], style: ScreenStyle, within rows: Int = .max) {
        for (side, frame) in photos where frame.bottom <= rows {
            PicturePane(state: pictures[side] ?? .none).request(inFrame: frame.size, style: style)
        }
    }

    /// Draws fields, photos and a number in large digits at their frames; the canvas begins at the content's first row. Photos are drawn only if they are
    /// entirely within this many rows.
    @MainActor
    func draw(
        on canvas: inout Canvas, pictures: [Card.Side: PictureState], focus: CardStop?, style: ScreenStyle,
        within rows: Int = .max
    ) {
        for field in fields {
            let label = Rect(
                column: field.frame.left - LabelColumn.text, row: field.frame.top, columns: LabelColumn.columns, rows: 1
            )
            Label(field.label, style: style.theme[.faint], alignment: .trailing).draw(on: &canvas, in: label)
            field.paragraph.draw(on: &canvas, in: field.frame) { spans(of: field, in: $0, focus: focus) }
        }
        if let number, number.frame.bottom <= rows {
            let ink = Ink(style.medium.inkColors)
            canvas.fill(number.frame, style: ink.paper)
            number.digits.draw(on: &canvas, in: number.frame, ink: ink)
        }
        for (side, frame) in photos where frame.bottom <= rows {
            let isFocused = focus == .photo(side)
            if isFocused { canvas.placeCursor(at: frame.origin) }
            PicturePane(state: pictures[side] ?? .none).draw(
                title: SafeText(side.rawValue), isFocused: isFocused, on: &canvas, in: frame, style: style)
        }
    }
}
