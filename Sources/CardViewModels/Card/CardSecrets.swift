public import Basics
public import Cards

/// The secret fields of the card on a page. Only their labels are kept, and for some seconds the secrets that a person asked to see.
@MainActor
public final class CardSecrets {
    /// In the order in which they were added.
    @Observed public private(set) var labels: [String] = []
    /// Those that are seen now; nil while dots stand for them.
    @Observed public private(set) var shown: [CardSecret]?

    /// They are hidden again by themselves after this.
    static let showingTime = Duration.seconds(20)

    private let context: ScreenContext
    private var hiding: Task<Void, Never>?
    /// Whether they are to be shown.
    private var isWanted = false
    private let requests = Latest()

    init(_ context: ScreenContext) { self.context = context }

    isolated deinit { hiding?.cancel() }

    /// The text of a field, or the dots that stand for it.
    public func text(of label: String) -> String {
        shown?.first { $0.label.isSameText(as: label) }?.value ?? CardSecret.dots
    }

    /// Takes over what the card has now. A secret that was changed meanwhile is not shown.
    func receive(_ secrets: [CardSecret]) {
        let new = secrets.map(\.label)
        if !new.elementsEqual(labels, by: { $0.isSameText(as: $1) }) { labels = new }
        if let shown, shown != secrets { hide() }
    }

    /// Shows those of the card, or hides them.
    func toggle(of card: CardID) {
        if isWanted { return hide() }
        isWanted = true
        context.activities.runInBackground { [weak self, context, requests] in
            let answer = await requests.answer { try await context.services.store.secrets(of: card) }
            // Another screen, or another card, may be there by now, and they may have been hidden meanwhile.
            guard let secrets = try answer?.get(), let self, isWanted, let page = context.navigator.top as? CardModel,
                page.secrets === self,
                page.identifier == card
            else { return }
            show(secrets)
        }
    }

    private func show(_ secrets: [CardSecret]) {
        shown = secrets
        hiding?.cancel()
        hiding = Task { [weak self, timer = context.services.timer] in
            guard (try? await timer.sleep(for: Self.showingTime)) != nil else { return }
            self?.hide()
        }
    }

    /// Puts dots in their place.
    public func hide() {
        hiding?.cancel()
        hiding = nil
        isWanted = false
        if shown != nil { shown = nil }
    }
}
