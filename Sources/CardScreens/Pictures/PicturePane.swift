import CardViewModels
import Cards
import Terminal

/// A photo in a frame of a screen, or a text if there is none.
@MainActor
struct PicturePane {
    /// For a photo whose file is damaged.
    static let damageText = "damaged, shown in part"
    static let notDrawn = "photo (not drawn in plain text)"

    let state: PictureState

    /// Requests the picture for a frame of this size with a border.
    func request(inFrame size: Size, style: ScreenStyle) {
        request(Rect(size).inset(left: 1, top: 1, right: 1, bottom: 1).size, style: style)
    }

    /// Requests the picture for an area of this size.
    func request(_ size: Size, style: ScreenStyle, transform: PictureTransform = .whole, photo: PhotoHash? = nil) {
        guard case .shown(let image) = state, style.showsPhotos else { return }
        style.pictures.request(image, photo: photo, transform: transform, fitting: size, on: style.medium)
    }

    /// With a border and a title, which also says if the photo is damaged.
    func draw(
        title: SafeText, isFocused: Bool, on canvas: inout Canvas, in area: Rect, style: ScreenStyle
    ) {
        let theme = style.theme
        Frame(
            title: isDamaged ? SafeText("\(title.string), damaged") : title,
            titleStyle: theme[isDamaged ? .warning : isFocused ? .accent : .faint],
            style: theme[isFocused ? .accent : .rule]
        ).draw(on: &canvas, in: area)
        draw(on: &canvas, in: area.inset(left: 1, top: 1, right: 1, bottom: 1), style: style)
    }

    private var isDamaged: Bool { if case .shown(let image) = state { image.isDamaged } else { false } }

    func draw(
        on canvas: inout Canvas, in area: Rect, style: ScreenStyle, transform: PictureTransform = .whole,
        photo: PhotoHash? = nil
    ) {
        let theme = style.theme
        switch state {
        case .none: Self.draw("no photo", on: &canvas, in: area, style: theme[.faint])
        case .loading: break
        case .failed(let message): Self.draw(message, on: &canvas, in: area, style: theme[.warning])
        case .shown where !style.showsPhotos:
            Self.draw(Self.notDrawn, on: &canvas, in: area, style: theme[.faint])
        case .shown(let image):
            let view = style.pictures.view(
                of: image, photo: photo, transform: transform, fitting: area.size, on: style.medium)
            Self.draw(view, on: &canvas, in: area, style: style)
        }
    }

    /// A stored photo of a small size, or why it cannot be shown; nothing while it is on its way.
    static func draw(thumbnailOf photo: PhotoHash, on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        draw(
            style.pictures.thumbnail(of: photo, fitting: area.size, on: style.medium), on: &canvas, in: area,
            style: style)
    }

    private static func draw(
        _ view: Result<PictureView, PictureViews.NoPicture>?, on canvas: inout Canvas, in area: Rect,
        style: ScreenStyle
    ) {
        switch view {
        case .success(let view): view.draw(on: &canvas, in: area)
        case .failure(let missing): draw(missing.reason, on: &canvas, in: area, style: style.theme[.faint])
        case nil: break
        }
    }

    /// A text in the middle of an area.
    static func draw(_ text: String, on canvas: inout Canvas, in area: Rect, style: Style) {
        let lines = SafeText.paragraphs(text, columns: area.columns - 2, upTo: area.rows)
        for (row, line) in lines.prefix(area.rows).enumerated() {
            let frame = Rect(
                column: area.left + 1, row: area.top + max(0, (area.rows - lines.count) / 2) + row,
                columns: area.columns - 2, rows: 1)
            Label(line, style: style, alignment: .center).draw(on: &canvas, in: frame)
        }
    }
}
