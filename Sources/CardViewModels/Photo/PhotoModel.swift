public import Cards
public import Observation

/// One side of a card over the whole screen. How large it is and which part of it is seen belongs to the screen.
@MainActor @Observable
public final class PhotoModel: ScreenModel {
    /// So many pixels across a photo has before it is looked at closely.
    public static let firstWidth = PictureLoading.size.width

    public let identifier: CardID
    public private(set) var side: Card.Side
    public private(set) var card: Card?
    public private(set) var picture = PictureState.loading

    @ObservationIgnored private let context: ScreenContext
    @ObservationIgnored private var task: Task<Void, Never>?
    /// The sides that are looked at closely, so that their pictures have to be larger than a screen.
    @ObservationIgnored private var closeSides: Set<Card.Side> = []

    init(_ identifier: CardID, side: Card.Side, context: ScreenContext) {
        (self.identifier, self.side, self.context) = (identifier, side, context)
    }

    isolated deinit { task?.cancel() }

    public var shownCard: CardID? { identifier }
    /// The photo that is shown; nil where the card has none on this side, or was not read yet.
    public var hash: PhotoHash? { card?[side] }

    func opened() { load() }

    public func flip() {
        side = side.other
        load()
    }

    public func show(_ side: Card.Side) {
        guard side != self.side else { return }
        flip()
    }

    /// A part of the picture will be seen: with all its pixels, as far as that is worth its memory. The small one stays until then.
    public func lookCloser() {
        if closeSides.insert(side).inserted { loadLarger() }
    }

    private func loadLarger() {
        guard case .shown(let image) = picture else { return }
        // What was not scaled down has no more to show.
        if max(image.size.width, image.size.height) >= PictureLoading.size.width { load(replacing: picture) }
    }

    private func load(replacing shown: PictureState = .loading) {
        task?.cancel()
        picture = shown
        let isClose = closeSides.contains(side)
        let size = isClose ? PictureLoading.closeSize : PictureLoading.size
        task = Task { [weak self, context, identifier, side] in
            let card = try? await context.services.store.card(identifier)
            self?.card = card
            let picture =
                if let hash = card?[side] { await context.pictures.picture(hash, fitting: size) } else {
                    PictureState.none
                }
            guard !Task.isCancelled, let self else { return }
            // A picture that can be seen is worth more than words about a larger one.
            if case .shown = self.picture, case .failed = picture { return }
            self.picture = picture
            // The wish may have come before there was anything to see.
            if !isClose, closeSides.contains(side) { loadLarger() }
        }
    }
}
