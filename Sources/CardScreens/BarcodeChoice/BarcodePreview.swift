import CardViewModels
import Cards
import Terminal

/// How a kind of barcode would look, small, beside the kinds.
@MainActor
struct BarcodePreview {
    let preview: BarcodeChoiceModel.Preview

    func draw(on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        switch preview {
        case .none, .loading: break
        case .failed(let words): PicturePane.draw(words, on: &canvas, in: area, style: style.theme[.faint])
        case .shown(let symbols): draw(symbols, on: &canvas, in: area, style: style)
        }
    }

    private func draw(_ symbols: [BarcodeSymbol], on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        PicturePane.draw("\(symbols.count)", on: &canvas, in: area, style: style.theme[.faint])
    }
}
