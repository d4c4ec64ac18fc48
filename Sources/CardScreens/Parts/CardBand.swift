import Cards
import Terminal

/// The line with a card's name, in the card's colour where the terminal has enough of them.
struct CardBand {
    /// For the name.
    let strong: Style
    /// For what stands beside it.
    let faint: Style
    /// Nil without colour.
    private let ground: Style?

    @MainActor
    init(_ card: Card?, style: ScreenStyle) {
        guard let card, style.showsCardColors else {
            (strong, faint, ground) = (style.theme[.strong], style.theme[.faint], nil)
            return
        }
        let color = CardColor.face(of: CardSummary(card))
        let text: Color = color.isDark ? .rgb(255, 255, 255) : .rgb(0, 0, 0)
        let ground = Style(foreground: text, background: .rgb(color.red, color.green, color.blue))
        (strong, faint, self.ground) = (ground.adding(.bold), ground, ground)
    }

    func fill(_ area: Rect, on canvas: inout Canvas) {
        if let ground { canvas.fill(area, style: ground) }
    }
}
