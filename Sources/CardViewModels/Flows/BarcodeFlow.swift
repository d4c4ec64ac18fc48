internal import CardTransfer
internal import Cards

/// Opens the barcode of a card.
@MainActor
public struct BarcodeFlow {
    let context: ScreenContext

    /// At a start with words to find cards with: shows the barcode of the card that was found alone, and says so where none was.
    public func openOnlyFound() {
        let list = context.list
        if list.count == 1, !list.isSimilar { return open() }
        if list.count == 0 {
            context.post(Message("No card matches \(list.query.filter.text.shortName)", kind: .warning))
        }
    }

    /// Shows the barcode of the card on top or the selected card. The screen opens when the modules are ready, so that its first frame
    /// is complete; keys pressed meanwhile wait.
    /// - Parameter side: the card's own code, or the one that hands the card to a phone.
    public func open(_ side: BarcodeModel.Side = .card) {
        guard let card = context.currentCard else { return }
        let model = BarcodeModel(card, side: side, context: context)
        context.activities.run("Drawing the barcode") {
            await model.open() ? model : nil
        } then: { model in
            // From a photo that was opened from the barcode this goes back to the barcode.
            context.navigator.replace(
                from: { $0 is BarcodeModel && $0.shownCard == card }, with: model)
        }
    }

    /// Shows the share code of the marked cards, or of the card on top or the selected one.
    public func share() {
        let list = context.list
        guard context.navigator.top == nil, !list.marks.isEmpty || list.isMarkingRange else { return open(.share) }
        context.activities.run("Drawing the share code") { () -> BarcodeModel? in
            let cards = try await list.chosenIdentifiers()
            guard cards.count <= ShareText.maximumCards else {
                let text =
                    "\(list.markLabel) are too many for a code. Mark \(ShareText.maximumCards) at most, or export them."
                context.post(Message(text, kind: .warning))
                return nil
            }
            guard let first = cards.first else { return nil }
            let model = BarcodeModel(first, side: .share, sharing: cards.count > 1 ? cards : [], context: context)
            return await model.open() ? model : nil
        } then: {
            context.navigator.push($0)
        }
    }
}
