public import Basics
public import Cards

/// A card as it was after one of its changes, with its photos while they load, and how it differs from the card now.
@MainActor
public final class PastCardModel: ScreenModel {
    @Observed public private(set) var past: PastCard
    /// The change after which it was so.
    public let change: Int64
    public let time: Timestamp
    @Observed public private(set) var pictures: [Card.Side: PictureState] = [:]
    public let code: CardCode
    private let pictureLoads = Latest()
    private let context: ScreenContext
    private let subscription = StoreSubscription()

    init(_ past: PastCard, after change: Int64, at time: Timestamp, context: ScreenContext) {
        self.past = past
        self.change = change
        self.time = time
        self.context = context
        code = CardCode(context.services.barcodes)
    }

    public var card: Card { past.card }
    public var shownCard: CardID? { card.identifier }
    /// As it was on that day.
    public var due: Validity {
        Validity(validFrom: card.validFrom, expiry: card.expiry, today: context.services.clock.day(time))
    }

    public func opened() {
        loadPictures()
        subscription.start(
            context.services.store, concerns: { [card] in $0.contains(card.identifier) },
            load: { [weak self] in await self?.load() })
    }

    /// What was stays as it was, unless the card was deleted forever meanwhile; what it differs in may have changed.
    private func load() async {
        guard let new = try? await context.services.store.card(card.identifier, after: change), new != past else {
            return
        }
        past = new
    }

    private func loadPictures() {
        for side in Card.Side.faces { pictures[side] = card[side] == nil ? PictureState.none : .loading }
        pictureLoads.start { [weak self, card, loading = context.pictures] in
            for side in Card.Side.faces {
                guard let hash = card[side] else { continue }
                let picture = await loading.picture(hash)
                if Task.isCancelled { return }
                self?.pictures[side] = picture
            }
        }
    }
}
