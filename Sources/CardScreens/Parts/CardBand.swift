import Cards
import Terminal

/// The line with a card's name, in the card's color where the terminal has enough of them, with the card's icon.
@MainActor
struct CardBand {
    private static let iconSize = Size(columns: 3, rows: 1)

    /// For the name.
    let strong: Style
    /// For what stands beside it.
    let faint: Style
    /// Nil without color.
    private let ground: Style?
    private let icon: CardIcon?

    init(_ card: Card?, style: ScreenStyle) {
        guard let card, style.showsCardColors else {
            (strong, faint, ground, icon) = (style.theme[.strong], style.theme[.faint], nil, nil)
            return
        }
        let summary = CardSummary(card)
        let ground = style.ground(of: CardColor.face(of: summary))
        (strong, faint, self.ground) = (ground.adding(.bold), ground, ground)
        icon = summary.icon == nil ? nil : CardIcon(card: summary, inPixels: true)
    }

    /// The columns of the icon and the blank behind it, at the beginning of the name.
    var iconColumns: Int { icon == nil ? 0 : Self.iconSize.columns + 1 }

    func requestIcon(_ style: ScreenStyle) {
        if style.medium.graphics != .symbols { icon?.request(Self.iconSize, style: style) }
    }

    /// - Parameter left: the column of the icon.
    func fill(_ area: Rect, iconAt left: Int, on canvas: inout Canvas, style: ScreenStyle) {
        guard let ground else { return }
        canvas.fill(area, style: ground)
        let frame = Rect(Self.iconSize).offset(columns: left, rows: area.top)
        icon?.drawOnBand(on: &canvas, in: frame, style: style)
    }
}

extension ScreenStyle {
    func ground(of color: CardColor) -> Style { Style(ground: color, in: medium.colors) }
}

extension Style {
    /// The color of a card with text on it that can be read: white, where that is possible without making the color another one.
    init(ground color: CardColor, in colors: ColorDepth) {
        let ground = colors == .trueColor ? color.ground : color
        let ink = (colors == .trueColor ? ground : color.inXtermPalette).ink
        self.init(foreground: Color(ink), background: Color(ground))
    }
}

extension Color {
    init(_ color: CardColor) { self = .rgb(color.red, color.green, color.blue) }
}

extension CardColor {
    /// As terminals with 256 colors show it.
    fileprivate var inXtermPalette: CardColor {
        let index = XtermPalette.nearest(red: Int(red), green: Int(green), blue: Int(blue))
        let shown = XtermPalette.components(of: index)
        return CardColor(
            red: UInt8(clamping: shown.red), green: UInt8(clamping: shown.green), blue: UInt8(clamping: shown.blue))
    }
}
