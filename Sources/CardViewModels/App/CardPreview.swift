public import Observation

/// The selected card beside the list, where the screen has room for it.
@MainActor @Observable
public final class CardPreview {
    /// Nil where no screen shows it, and without a card.
    public private(set) var card: CardModel?
    @ObservationIgnored private var isShown = false
    @ObservationIgnored private let context: ScreenContext

    init(context: ScreenContext) {
        self.context = context
        context.list.rows.onSelect = { [weak self] in self?.follow() }
    }

    /// Told by the screen whether it shows the selected card beside the list.
    public func show(_ isShown: Bool) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        // Not at once: the screen is being laid out.
        Task { follow() }
    }

    /// Shows the card that is selected by now.
    func follow() {
        // What lies over the list has its own neighbours; the list is looked at again when that is gone.
        guard context.navigator.path.isEmpty || card == nil else { return }
        guard isShown, let row = context.list.selectedRow else {
            if card != nil { card = nil }
            return
        }
        if let card { return card.show(row.id) }
        let model = CardModel(row.id, context: context)
        card = model
        model.opened(countsAsUse: false)
    }
}
