public import Cards
public import Observation

/// One side of a card over the whole screen. The screen holds zoom and position.
@MainActor @Observable
public final class PhotoModel: ScreenModel {
    /// The maximum width and height in pixels of a photo that is not zoomed.
    public static let firstWidth = PictureLoading.size.width

    public let identifier: CardID
    public private(set) var side: Card.Side
    public private(set) var card: Card?
    public private(set) var picture = PictureState.loading

    @ObservationIgnored private let context: ScreenContext
    @ObservationIgnored private var task: Task<Void, Never>?
    /// The sides that were zoomed into, which need larger pictures.
    @ObservationIgnored private var closeSides: Set<Card.Side> = []

    init(_ identifier: CardID, side: Card.Side, context: ScreenContext) {
        (self.identifier, self.side, self.context) = (identifier, side, context)
    }

    isolated deinit { task?.cancel() }

    public var shownCard: CardID? { identifier }
    /// The shown photo; nil if the card has none on this side, or is not loaded yet.
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

    /// Loads the photo with more pixels, as far as memory allows, because a part of it will be shown. The small one stays until then.
    public func loadLargerPicture() {
        if closeSides.insert(side).inserted { loadLarger() }
    }

    private func loadLarger() {
        guard case .shown(let image) = picture else { return }
        // A photo that was not scaled down has no more pixels.
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
            // A shown picture is worth more than an error about a larger one.
            if case .shown = self.picture, case .failed = picture { return }
            self.picture = picture
            // Zooming may have been requested before the picture was there.
            if !isClose, closeSides.contains(side) { loadLarger() }
        }
    }
}
