public import Cards
public import Observation

/// One side of a card over the whole screen.
@MainActor @Observable
public final class PhotoModel {
    public let identifier: CardID
    public private(set) var side: Card.Side
    public private(set) var card: Card?
    public private(set) var picture = PictureState.loading

    @ObservationIgnored private let store: any CardStore
    @ObservationIgnored private let loading: PictureLoading
    @ObservationIgnored private var task: Task<Void, Never>?

    init(identifier: CardID, side: Card.Side, store: any CardStore, pictures loading: PictureLoading) {
        (self.identifier, self.side, self.store) = (identifier, side, store)
        self.loading = loading
    }

    isolated deinit { task?.cancel() }

    func opened() { load() }

    public func flip() {
        side = side.other
        load()
    }

    public func show(_ side: Card.Side) {
        guard side != self.side else { return }
        flip()
    }

    private func load() {
        task?.cancel()
        picture = .loading
        task = Task { [weak self, store, loading, identifier, side] in
            let card = try? await store.card(identifier)
            self?.card = card
            let picture =
                if let hash = card?[side] { await loading.picture(hash) } else { PictureState.none }
            guard !Task.isCancelled else { return }
            self?.picture = picture
        }
    }
}
