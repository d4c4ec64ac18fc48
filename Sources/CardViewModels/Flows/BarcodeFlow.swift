internal import Cards

/// Opening the barcode of a card.
@MainActor
public struct BarcodeFlow {
    let context: ScreenContext

    /// Shows the barcode of the selected card or the card on top. What is there stays until its modules are worked out, so that the
    /// first frame of the screen is complete; keys that come meanwhile wait for it.
    public func open() {
        guard let card = context.currentCard else { return }
        let model = BarcodeModel(card, context: context)
        context.activities.run("Drawing the barcode") {
            await model.open() ? model : nil
        } then: { model in
            // From a photo that was looked at from the barcode it goes back there.
            context.navigator.replace(
                from: { if case .barcode = $0 { $0.model.shownCard == card } else { false } }, with: .barcode(model))
        }
    }
}
