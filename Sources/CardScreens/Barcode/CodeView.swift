import CardCodes
import Cards
import Terminal

/// Draws a code in black on white: as pixels where the terminal shows them, until they are ready in cells.
@MainActor
final class CodeView {
    private let pictures = BarcodePictures()

    var isWorking: Bool { pictures.isWorking }

    /// Requests the pixels of the code that will be drawn.
    func request(_ fit: BarcodeFit, isInverted: Bool = false, style: ScreenStyle) {
        if case .pixels = fit.unit { pictures.request(fit, isInverted: isInverted, on: style.medium) }
    }

    /// - Parameters:
    ///   - area: of the size of the fit.
    ///   - symbols: the symbols that the fit was chosen from.
    func draw(
        _ fit: BarcodeFit, of symbols: [BarcodeSymbol], on canvas: inout Canvas, in area: Rect, ink: Ink,
        style: ScreenStyle
    ) {
        guard case .pixels = fit.unit else {
            return fit.grid(isPlain: style.isPlain).draw(on: &canvas, in: area, ink: ink)
        }
        if let graphic = pictures.graphic(of: fit, isInverted: ink.isInverted, on: style.medium) {
            return canvas.place(graphic, in: area, ground: ink.paper)
        }
        // Until the pixels are ready: the same code in cells, if possible.
        let fits = BarcodeSizes(style.medium, isPlain: style.isPlain).cellFits(symbols, in: area.size)
        guard let index = BarcodeLayout.nearest(to: fit.thousandths, fits) else { return }
        fits[index].grid(isPlain: style.isPlain).draw(on: &canvas, in: area.centered(fits[index].size), ink: ink)
    }
}
