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

    /// Says what departs or begins today, each once, and how many cards expire this week, once a day for the same cards.
    func tellExpiring() async {
        guard services.expiry != nil else { return }
        await tellMoments()
        // The search's index is in memory by now; the store itself would read every card for this.
        let query = CardQuery(filter: CardFilter(CardListModel.expiringSoon, services.format.days))
        guard let found = try? await services.store.find(query),
            let cards = try? await found.identifiers(in: 0..<found.count), !cards.isEmpty
        else { return }
        let notice = ExpiryNotice(day: services.clock.today(), cards: cards)
        guard viewState.state.notices.expiry != notice else { return }
        viewState.update { $0.notices.expiry = notice }
        let isOne = cards.count == 1
        messages.add(
            Message(
                "\(cards.count.counted("card")) \(isOne ? "expires" : "expire") this week",
                offers: [Message.Offer(.showExpiring, isOne ? "shows it" : "shows them")]))
    }

    /// A line has room for two.
    private static let toldMoments = 2

    /// Those for which the line has no room are told at the next start.
    private func tellMoments() async {
        let today = await momentsOfToday()
        let known = viewState.state.notices.moments
        let new = today.filter { !known.contains($0.card.identifier, $0.moment.start) }
        let told = new.prefix(Self.toldMoments)
        if told.isEmpty { return }
        // What has passed is not told again, so it need not be remembered.
        let kept = today.filter { known.contains($0.card.identifier, $0.moment.start) }
        let notice = MomentNotice((kept + told).map { (card: $0.card.identifier, start: $0.moment.start) })
        viewState.update { $0.notices.moments = notice }
        let texts = told.map { next in
            var card = next.card
            card.name = card.name.shortName
            return next.moment.sentence(of: card, services.clock, services.format)
        }
        let more = new.count > texts.count ? ["\(new.count - texts.count) more today"] : []
        messages.add(Message((texts + more).joined(separator: "; ")))
    }

    /// The moments that come today, the first one first.
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
            for moment in card.toldMoments {
                let start = LocalMoment(moment.start, services.clock)
                guard start.day == today, start.time == nil || start >= now else { continue }
                result.append((card: card, moment: moment, start: start))
            }
        }
        return result.sorted { $0.start < $1.start }.map { (card: $0.card, moment: $0.moment) }
    }

    /// Nobody takes more trains on one day.
    private static let readMoments = 100
}
