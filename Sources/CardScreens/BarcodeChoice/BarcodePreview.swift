import CardCodes
import CardViewModels
import Cards
import Terminal

/// A small preview of a kind of barcode.
@MainActor
struct BarcodePreview {
    let preview: BarcodeChoiceModel.Preview

    func draw(on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        switch preview {
        case .none, .loading: break
        case .failed(let message): PicturePane.draw(message, on: &canvas, in: area, style: style.theme[.faint])
        case .shown(let symbols): draw(symbols, on: &canvas, in: area, style: style)
        }
    }

    /// As large as fits, with white around it to the edges. No scanner reads it, so it needs no quiet zone.
    private func draw(_ symbols: [BarcodeSymbol], on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        let sizes = BarcodeSizes(style.medium, isPlain: style.isPlain)
        let symbols = symbols.map(\.withoutQuietZone)
        guard let fit = sizes.cellFits(symbols, in: area.size).last else {
            let message = BarcodeText.tooSmall(sizes.smallest(symbols, for: area.size), here: area.size)
            return PicturePane.draw(message, on: &canvas, in: area, style: style.theme[.faint])
        }
        let ink = Ink(style.medium.colors)
        canvas.fill(area, style: ink.paper)
        fit.grid(isPlain: style.isPlain).draw(on: &canvas, in: area.centered(fit.size), ink: ink)
    }
}
