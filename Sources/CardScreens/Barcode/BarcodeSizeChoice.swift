import CardCodes
import CardViewModels
import Terminal

/// Which of the sizes that fit the window is chosen. The sizes are those of the last layout; the preference is in the model.
@MainActor
final class BarcodeSizeChoice {
    private let model: BarcodeModel
    /// The smallest first.
    private var fits: [BarcodeFit] = []
    private var chosen = 0

    init(_ model: BarcodeModel) { self.model = model }

    func update(_ layout: BarcodeLayout) { (fits, chosen) = (layout.fits, layout.chosen ?? 0) }

    var isEmpty: Bool { fits.isEmpty }
    var count: Int { fits.count }
    var range: ClosedRange<Int> { 0...max(0, fits.count - 1) }
    /// Derived from the current preference: several keys may arrive between two layouts.
    var index: Int { BarcodeLayout.nearest(to: model.moduleWidth, fits) ?? chosen }
    var fit: BarcodeFit? { fits.indices.contains(index) ? fits[index] : nil }

    func choose(_ index: Int) {
        guard fits.indices.contains(index) else { return }
        model.setModuleWidth(fits[index].thousandths)
    }

    var label: String { count > 1 ? "size \(index + 1) of \(count)" : "" }

    func text(for index: Int) -> String { fits.indices.contains(index) ? fits[index].text : "" }
}
