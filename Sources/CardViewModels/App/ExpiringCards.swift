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

    /// Says what departs or begins today, and how many cards expire this week, once a day for the same cards.
    func tellExpiring() async {
        guard services.expiry != nil else { return }
        let today = await momentsOfToday()
        // The search's index is in memory by now; the store itself would read every card for this.
        let query = CardQuery(filter: CardFilter(CardListModel.expiringSoon, services.format.days))
        guard let found = try? await services.store.find(query),
            let cards = try? await found.identifiers(in: 0..<found.count), !cards.isEmpty || !today.isEmpty
        else { return }
        let notice = ExpiryNotice(day: services.clock.today(), cards: cards + today.map(\.card.identifier))
        guard viewState.state.expiryNotice != notice else { return }
        viewState.update { $0.expiryNotice = notice }
        if !today.isEmpty {
            let texts = today.prefix(Self.toldMoments).map { next in
                var card = next.card
                card.name = card.name.shortName
                return next.moment.sentence(of: card, services.clock, services.format)
            }
            let more = today.count > texts.count ? ["\(today.count - texts.count) more today"] : []
            messages.add(Message((texts + more).joined(separator: "; ")))
        }
        if cards.isEmpty { return }
        let isOne = cards.count == 1
        messages.add(
            Message(
                "\(cards.count.counted("card")) \(isOne ? "expires" : "expire") this week",
                offers: [Message.Offer(.showExpiring, isOne ? "shows it" : "shows them")]))
    }

    /// A line has room for two.
    private static let toldMoments = 2

    /// The cards with a moment that comes today, the first one first, each with its next one.
    private func momentsOfToday() async -> [(card: Card, moment: CardMoment)] {
        let query = CardQuery(
            filter: CardFilter("-is:archived next:today", services.format.days), order: CardOrder(.next))
        guard let found = try? await services.store.find(query),
            let cards = try? await found.identifiers(in: 0..<min(found.count, Self.readMoments))
        else { return [] }
        let (now, today) = (LocalMoment(services.clock.now(), services.clock), services.clock.today())
        var result: [(card: Card, moment: CardMoment, start: LocalMoment)] = []
        for identifier in cards {
            guard let card = try? await services.store.card(identifier) else { continue }
            let starts = card.timetable.filter { $0.kind != .arrival }
                .map { (card: card, moment: $0, start: LocalMoment($0.start, services.clock)) }
                .filter { $0.start.day == today && ($0.start.time == nil || $0.start >= now) }
            if let next = starts.min(by: { $0.start < $1.start }) { result.append(next) }
        }
        return result.sorted { $0.start < $1.start }.map { ($0.card, $0.moment) }
    }

    /// Nobody takes more trains on one day.
    private static let readMoments = 100
}
