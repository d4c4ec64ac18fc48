import CardCodes
import CardViewModels
import Cards
import Terminal

/// A card's code on its page, beside the list and in its form: black on white by the rules of the barcode's own screen, once it is encoded.
@MainActor
final class CardCodeArea {
    private let view = CodeView()
    /// Of the last layout; nil while the code is not encoded, or if it does not fit.
    private var placed: (symbols: [BarcodeSymbol], frame: Rect, fit: BarcodeFit)?

    var isWorking: Bool { view.isWorking }

    /// Requests the code.
    /// - Parameter frame: nil where there is no space for one.
    func layout(_ code: CardCode, of card: Card, in frame: Rect?, _ room: CardRoom?, style: ScreenStyle) {
        placed = nil
        guard let frame, let room else { return }
        code.show(card)
        let symbols = code.symbols(of: card)
        guard let fit = room.fit(symbols, in: frame.size) else { return }
        placed = (symbols, frame, fit)
        view.request(fit, style: style)
    }

    /// The canvas begins where the frame of the layout is counted from.
    func draw(on canvas: inout Canvas, style: ScreenStyle) {
        guard let placed else { return }
        let ink = Ink(style.medium.inkColors)
        canvas.fill(placed.frame, style: ink.paper)
        view.draw(
            placed.fit, of: placed.symbols, on: &canvas, in: placed.frame.centered(placed.fit.size), ink: ink,
            style: style)
    }
}
