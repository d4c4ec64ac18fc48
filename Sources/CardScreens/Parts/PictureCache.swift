import CardViewModels
import Cards
import Terminal

/// Draws pictures as symbols, and keeps the symbols of the last few so that a frame does not work them out again.
@MainActor
struct PictureCache {
    private struct Key: Hashable {
        let image: PixelImage
        let size: Size
        let colors: ColorDepth
    }

    private var kept: [(key: Key, view: PictureView)] = []
    /// Two sides at two sizes: what one screen shows before and after a resize.
    private static let maximumKept = 4

    /// The picture, or words in its place, in a frame with a title.
    mutating func draw(
        _ state: PictureState, title: SafeText, isFocused: Bool, on canvas: inout Canvas, in area: Rect,
        style: ScreenStyle
    ) {
        let theme = style.theme
        Frame(
            title: title, titleStyle: theme[isFocused ? .accent : .faint], style: theme[isFocused ? .accent : .rule]
        ).draw(on: &canvas, in: area)
        drawBare(state, on: &canvas, in: area.inset(left: 1, top: 1, right: 1, bottom: 1), style: style)
    }

    mutating func drawBare(_ state: PictureState, on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        switch state {
        case .none: drawWords("no photo", on: &canvas, in: area, style: style.theme[.faint])
        case .loading: break
        case .failed(let words): drawWords(words, on: &canvas, in: area, style: style.theme[.warning])
        case .shown where style.isPlain:
            drawWords(
                "a photo (pictures are not drawn in plain text)", on: &canvas, in: area, style: style.theme[.faint])
        case .shown(let image):
            if let view = view(of: image, size: area.size, colors: style.colors) {
                view.draw(on: &canvas, in: area)
            } else {
                drawWords(
                    "Photos need the library chafa, which is not installed.", on: &canvas, in: area,
                    style: style.theme[.faint])
            }
        }
    }

    private mutating func view(of image: PixelImage, size: Size, colors: ColorDepth) -> PictureView? {
        let key = Key(image: image, size: size, colors: colors)
        if let known = kept.first(where: { $0.key == key }) { return known.view }
        guard
            let view = PictureView(
                rgba: image.rgba, width: image.size.width, height: image.size.height, fitting: size, colors: colors)
        else { return nil }
        kept.append((key, view))
        if kept.count > Self.maximumKept { kept.removeFirst() }
        return view
    }

    private func drawWords(_ words: String, on canvas: inout Canvas, in area: Rect, style: Style) {
        let lines = SafeText.paragraphs(words, columns: area.columns - 2)
        for (row, line) in lines.prefix(area.rows).enumerated() {
            let place = Rect(
                column: area.left + 1, row: area.top + max(0, (area.rows - lines.count) / 2) + row,
                columns: area.columns - 2, rows: 1)
            Label(line, style: style, alignment: .center).draw(on: &canvas, in: place)
        }
    }
}
