public import Basics
public import Cards

/// One photo of a card over the whole screen: a side, its icon, or a further picture. The screen holds zoom and position.
@MainActor
public final class PhotoModel: ScreenModel {
    /// The maximum width and height in pixels of a photo that is not zoomed.
    public static let firstWidth = PictureLoading.size.width

    public let identifier: CardID
    @Observed public private(set) var photo: CardPhoto
    @Observed public private(set) var card: Card?
    @Observed public private(set) var picture = PictureState.loading
    /// Whether it is a PDF, of which the first page is shown.
    @Observed public private(set) var isDocument = false

    private let context: ScreenContext
    private let loads = Latest()
    private let subscription = StoreSubscription()
    /// The photos that were zoomed into, which need larger pictures.
    private var closePhotos: Set<CardPhoto> = []

    init(_ identifier: CardID, photo: CardPhoto, context: ScreenContext) {
        self.identifier = identifier
        self.photo = photo
        self.context = context
    }

    public var shownCard: CardID? { identifier }
    public var isPicture: Bool { true }
    /// The shown photo; nil if the card has none on this side, or is not loaded yet.
    public var hash: PhotoHash? { card?[photo] }

    /// The photos that are stepped through: both sides, or those that a card with an icon or further pictures has.
    public var photos: [CardPhoto] {
        guard let card, hasMore else { return Card.Side.faces.map(CardPhoto.side) }
        return card.shownPhotos
    }

    /// Whether there are photos beside those of the two sides.
    public var hasMore: Bool { card.map { $0.icon != nil || !$0.pictures.isEmpty } ?? false }

    /// "front"; "3 of 5 · Receipt of May" for a card with further pictures.
    public var label: String {
        guard let card else {
            guard case .side(let side) = photo else { return "" }
            return side.rawValue
        }
        let label = card.label(of: photo)
        guard photos.count > 1, hasMore, let index = photos.firstIndex(of: photo) else { return label }
        return "\(index + 1) of \(photos.count) · \(label)"
    }

    public func opened() {
        load()
        subscription.start(context.services.store, concerns: { [identifier] in $0.contains(identifier) }) {
            [weak self] in await self?.follow()
        }
    }

    /// Loads again what was replaced, or was not here before. A deleted card's photo stays on the screen.
    private func follow() async {
        guard let old = card, let new = try? await context.services.store.card(identifier) else { return }
        card = new
        if new[photo] != old[photo] { load() } else if picture == .missing { load(replacing: picture) }
    }

    /// Shows another photo; the last one is followed by the first.
    public func step(by step: Int) {
        let photos = photos
        let index = photos.firstIndex(of: photo) ?? (step > 0 ? -1 : 0)
        show(photos[(index + step + photos.count) % photos.count])
    }

    public func show(_ photo: CardPhoto) {
        guard photo != self.photo else { return }
        self.photo = photo
        load()
    }

    /// Loads the photo with more pixels, as far as memory allows, because a part of it will be shown. The small one stays until then.
    public func loadLargerPicture() {
        if closePhotos.insert(photo).inserted { loadLarger() }
    }

    private func loadLarger() {
        guard case .shown(let image) = picture else { return }
        // A photo that was not scaled down has no more pixels.
        if max(image.size.width, image.size.height) >= PictureLoading.size.width { load(replacing: picture) }
    }

    private func load(replacing shown: PictureState = .loading) {
        picture = shown
        let isClose = closePhotos.contains(photo)
        let size = isClose ? PictureLoading.closeSize : PictureLoading.size
        loads.start { [weak self, context, identifier, photo] in
            let card = try? await context.services.store.card(identifier)
            self?.card = card
            let hash = card?[photo]
            let picture =
                if let hash { await context.pictures.picture(hash, fitting: size, drawsDocument: photo.isPicture) } else
                { PictureState.none }
            // A picture that was decoded before is in the cache, and is no document where front and back are.
            let bytes =
                if case .picture = photo, let hash { try? await context.services.store.photo(hash) } else {
                    nil as [UInt8]?
                }
            guard !Task.isCancelled, let self else { return }
            isDocument = bytes.map { PhotoFileName.isDocument($0) } ?? false
            // A shown picture is worth more than an error about a larger one.
            if case .shown = self.picture, case .failed = picture { return }
            self.picture = picture
            // Zooming may have been requested before the picture was there.
            if !isClose, closePhotos.contains(photo) { loadLarger() }
        }
    }
}
