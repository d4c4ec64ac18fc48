import Cards
import Terminal

/// What a card is recognized by: its icon, or the first letter of its name on its color. The letter follows from the name, and is nowhere
/// stored. Without colors there is neither.
@MainActor
struct CardIcon {
    /// The place of an icon in a row of the list.
    nonisolated static let inRow = Size(columns: 2, rows: 1)

    let card: CardSummary
    /// In a row or a band pixels are shown or nothing: two symbols would show no picture.
    var inPixels = false

    func hasPicture(_ style: ScreenStyle) -> Bool {
        card.icon != nil && style.showsPhotos && style.medium.colors != .monochrome
    }

    func ground(_ style: ScreenStyle) -> Style { style.ground(of: CardColor.face(of: card)) }

    /// The first letter or digit, as a capital.
    static func letter(of name: String) -> SafeText {
        // More would not be a name that begins with signs.
        let start = String(name.unicodeScalars.prefix(64))
        return start.first { $0.isLetter || $0.isNumber }.map { SafeText(String($0.uppercased().prefix(1))) } ?? ""
    }

    func request(_ size: Size, style: ScreenStyle) {
        guard let icon = card.icon, hasPicture(style) else { return }
        style.pictures.requestThumbnail(of: icon, fitting: size, on: style.medium, inPixels: inPixels)
    }

    /// The icon; on its way, and where it cannot be shown, the letter.
    func draw(on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        if style.showsCardColors {
            canvas.fill(area, style: ground(style))
            if !isShown(area.size, style) { drawLetter(on: &canvas, in: area, ground(style)) }
        }
        drawPicture(on: &canvas, in: area, style: style)
    }

    /// Draws nothing where there is no icon.
    func drawPicture(on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        if case .success(let view)? = picture(area.size, style) { view.draw(on: &canvas, in: area) }
    }

    /// On a ground of the card's own color: the icon, or the letter in a field of the text's color.
    func drawOnBand(on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        if isShown(area.size, style) { return drawPicture(on: &canvas, in: area, style: style) }
        let ground = ground(style)
        let field = Style(foreground: ground.background, background: ground.foreground)
        canvas.fill(area, style: field)
        drawLetter(on: &canvas, in: area, field)
    }

    func drawLetter(on canvas: inout Canvas, in area: Rect, _ ground: Style) {
        let letter = Self.letter(of: card.name)
        guard letter.width <= area.columns else { return }
        let place = Point(
            column: area.left + (area.columns - letter.width) / 2, row: area.top + (area.rows - 1) / 2)
        canvas.write(letter, at: place, style: ground.adding(.bold))
    }

    /// Whether the icon is there already.
    private func isShown(_ size: Size, _ style: ScreenStyle) -> Bool {
        if case .success? = picture(size, style) { true } else { false }
    }

    private func picture(_ size: Size, _ style: ScreenStyle) -> Result<PictureView, PictureViews.NoPicture>? {
        guard let icon = card.icon, hasPicture(style) else { return nil }
        return style.pictures.thumbnail(of: icon, fitting: size, on: style.medium, inPixels: inPixels)
    }
}
