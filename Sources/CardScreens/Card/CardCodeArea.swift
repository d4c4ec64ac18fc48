import CardViewModels
import Cards
import Terminal

/// The code on a card's page, or its number in large digits: black on white by the rules of the barcode's own screen, once it is encoded.
@MainActor
final class CardCodeArea {
    private let view = CodeView()
    /// Of the last layout; nil while the code is not encoded, or if it does not fit.
    private var fit: BarcodeFit?

    var isWorking: Bool { view.isWorking }

    /// Requests the code, if the page has space for one.
    func layout(_ code: CardCode, _ content: CardContent, style: ScreenStyle) {
        fit = nil
        guard let frame = content.code, let room = content.request.room else { return }
        code.show(content.request.card)
        fit = room.fit(code.symbols(of: content.request.card), in: frame.size)
        if let fit { view.request(fit, style: style) }
    }

    /// The canvas begins at the content's first row.
    func draw(_ code: CardCode, _ content: CardContent, on canvas: inout Canvas, style: ScreenStyle) {
        let ink = Ink(style.medium.inkColors)
        if let number = content.number {
            canvas.fill(number.frame, style: ink.paper)
            number.digits.draw(on: &canvas, in: number.frame, ink: ink)
        }
        guard let frame = content.code, let fit else { return }
        canvas.fill(frame, style: ink.paper)
        view.draw(
            fit, of: code.symbols(of: content.request.card), on: &canvas, in: frame.centered(fit.size), ink: ink,
            style: style)
    }
}
