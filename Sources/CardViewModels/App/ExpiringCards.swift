internal import Basics
public import Cards

/// What the start of the program does about cards that expire.
public struct ExpiryService: Sendable {
    /// Today and the six days after it.
    static let daysOfWeek = 7

    let store: any CardStore
    /// How long after its last day a card is archived; nil for never.
    let archiveAfter: ReminderPeriods.Period?

    public init(store: any CardStore, archiveAfter: ReminderPeriods.Period?) {
        self.store = store
        self.archiveAfter = archiveAfter
    }
}

/// Both are done once, after the first frame.
extension ScreenContext {
    /// Archives cards that expired long enough ago, as one step.
    func archiveExpired() async {
        // A store that can only be read says so itself.
        guard let expiry = services.expiry, let day = expiry.archiveAfter?.day(before: services.clock.today()),
            let outcome = try? await expiry.store.archiveExpired(before: day)
        else { return }
        let cards = outcome.name?.shortName ?? outcome.count.counted("expired card")
        messages.add(Message("Archived \(cards): expired before \(services.format.text(day))", offers: [.undo]))
    }

    /// Says how many cards expire this week, once a day for the same cards.
    func tellExpiring() async {
        guard services.expiry != nil else { return }
        // The search's index is in memory by now; the store itself would read every card for this.
        let query = CardQuery(filter: CardFilter(CardListModel.expiringSoon, services.format.days))
        guard let found = try? await services.store.find(query),
            let cards = try? await found.identifiers(in: 0..<found.count), !cards.isEmpty
        else { return }
        let notice = ExpiryNotice(day: services.clock.today(), cards: cards)
        guard viewState.state.expiryNotice != notice else { return }
        viewState.update { $0.expiryNotice = notice }
        let isOne = cards.count == 1
        messages.add(
            Message(
                "\(cards.count.counted("card")) \(isOne ? "expires" : "expire") this week",
                offers: [Message.Offer(.showExpiring, isOne ? "shows it" : "shows them")]))
    }
}
