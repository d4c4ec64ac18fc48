public import Observation

/// The selected card beside the list, on terminals that are wide enough.
@MainActor @Observable
public final class CardPreview {
    /// Nil if no preview is shown or no card is selected.
    public private(set) var card: CardModel?
    @ObservationIgnored private var isShown = false
    @ObservationIgnored private let context: ScreenContext

    init(context: ScreenContext) {
        self.context = context
        context.list.rows.onSelect = { [weak self] in self?.follow() }
    }

    /// Called by the screen: whether it shows the selected card beside the list.
    public func show(_ isShown: Bool) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        // Deferred: called during layout, when models must not change.
        Task { follow() }
    }

    /// Shows the card that is selected now.
    func follow() {
        // A screen over the list may move the selection; the preview follows when the list is on top again.
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
