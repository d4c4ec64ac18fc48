import Basics
import CardViewModels
import Cards
import Terminal

/// Pictures as the terminal shows them, made away from the main actor; a cache of the last few large ones and of many small ones.
///
/// Requesting a missing one starts the work, and its completion is an observed change; until then a look-up returns nil. It decodes
/// nothing itself.
@MainActor
final class PictureViews {
    /// A photo at a size: the key of a small picture.
    private struct Thumbnail: Hashable {
        let photo: PhotoHash
        let size: Size
        private(set) var medium: PictureMedium

        init(photo: PhotoHash, size: Size, medium: PictureMedium, inPixels: Bool) {
            self.photo = photo
            self.size = size
            self.medium = medium
            // Pixels of a wallet would be megabytes with every scroll; those of a row are moved.
            if !inPixels { (self.medium.graphics, self.medium.cell) = (.symbols, nil) }
        }

        /// A cell is about eight by sixteen pixels; symbols show no more detail than that.
        var pixels: PixelSize {
            let cell = medium.cell.map { ($0.width, $0.height) } ?? (8, 16)
            return PixelSize(width: size.columns * cell.0, height: size.rows * cell.1)
        }
    }

    /// A decoded picture with a size and a transform.
    private struct Large: Equatable {
        let image: PixelImage
        /// The photo of these pixels, which stays the same when a larger size of it follows.
        let photo: PhotoHash?
        let transform: PictureTransform
        let size: Size
        let medium: PictureMedium

        /// Whether it may be shown instead of the other until that is ready.
        func isSimilar(to other: Large) -> Bool {
            size == other.size && (image == other.image || (photo != nil && photo == other.photo))
        }
    }

    /// Why there is no picture.
    struct NoPicture: Error, Equatable {
        let reason: String
        static let noLibrary = NoPicture(reason: "Photos need the library chafa, which is not installed.")
    }

    /// Two sides at two sizes, and the card beside the list.
    private static let maximumLarge = 6
    /// Some screens of a wallet on a large terminal.
    private static let maximumThumbnails = 400
    /// Older requests than this many are dropped.
    private static let maximumWaiting = 80

    /// Counts finished pictures: the only property that drawing observes.
    @Observed private(set) var made = 0
    private var large: [(of: Large, view: Result<PictureView, NoPicture>)] = []
    private var waitingLarge: [Large] = []
    /// The large picture that is being made.
    private var currentLarge: Large?
    private var isLargeWorked = false
    private var thumbnails: [Thumbnail: Result<PictureView, NoPicture>] = [:]
    private var order: [Thumbnail] = []
    private var waiting: [Thumbnail] = []
    /// The thumbnails of photos that were not stored, with the change of the store at which they were looked for last.
    private var missing: [Thumbnail: Int] = [:]
    /// How many changes of the store were told.
    private var changeCount = 0
    /// The thumbnail that is being made.
    private var current: Thumbnail?
    /// How many workers are running.
    private(set) var pending = 0
    private let load: @MainActor (PhotoHash, PixelSize) async -> PictureState

    /// - Parameter load: fetches a photo and decodes it to a size in pixels.
    init(load: @escaping @MainActor (PhotoHash, PixelSize) async -> PictureState) { self.load = load }

    // MARK: - Large pictures

    /// Requests a decoded picture with a transform.
    func request(
        _ image: PixelImage, photo: PhotoHash? = nil, transform: PictureTransform = .whole, fitting size: Size,
        on medium: PictureMedium
    ) {
        let wanted = Large(image: image, photo: photo, transform: transform, size: size, medium: medium)
        guard wanted != currentLarge, !large.contains(where: { $0.of == wanted }) else { return }
        // Only the latest request for a picture counts: transforms in between are not shown any more.
        waitingLarge.removeAll { $0.isSimilar(to: wanted) }
        waitingLarge.append(wanted)
        guard !isLargeWorked else { return }
        (isLargeWorked, pending) = (true, pending + 1)
        Task { await workOnLarge() }
    }

    /// A requested picture. Until it is ready, the last one of this picture at this size, to avoid flicker; nil if there was none.
    func view(
        of image: PixelImage, photo: PhotoHash? = nil, transform: PictureTransform = .whole, fitting size: Size,
        on medium: PictureMedium
    ) -> Result<PictureView, NoPicture>? {
        _ = made
        let wanted = Large(image: image, photo: photo, transform: transform, size: size, medium: medium)
        return (large.first { $0.of == wanted } ?? large.last { $0.of.isSimilar(to: wanted) })?.view
    }

    /// One after the other: parallel work would not finish sooner.
    private func workOnLarge() async {
        while !waitingLarge.isEmpty {
            let next = waitingLarge.removeFirst()
            currentLarge = next
            let view = await Self.made(of: next.image, transform: next.transform, next.size, next.medium)
            large.append((next, view))
            if large.count > Self.maximumLarge { large.removeFirst() }
            if waitingLarge.isEmpty { (currentLarge, isLargeWorked, pending) = (nil, false, pending - 1) }
            made += 1
        }
    }

    private nonisolated static func made(
        of image: PixelImage, transform: PictureTransform = .whole, _ size: Size, _ medium: PictureMedium
    ) async -> Result<PictureView, NoPicture> {
        await Task.detached {
            let viewport = PictureViewport(
                width: image.size.width, height: image.size.height, transform: transform, area: medium.room(in: size),
                cellAspect: medium.cellAspect)
            let part = image.part(
                left: viewport.left, top: viewport.top, width: viewport.width, height: viewport.height,
                quarterTurns: transform.quarterTurns, isInverted: transform.isInverted)
            return part.flatMap { part in
                PictureView(
                    rgba: part.rgba, width: part.size.width, height: part.size.height, size: viewport.cells,
                    medium: medium)
            }.map { .success($0) } ?? .failure(.noLibrary)
        }.value
    }

    // MARK: - Thumbnails

    /// After a change of the store, photos that were missing are looked for again when they are requested.
    func follow(changeCount: Int) { self.changeCount = changeCount }

    /// Requests a photo of a small size: as symbols, or an icon in pixels.
    func requestThumbnail(of photo: PhotoHash, fitting size: Size, on medium: PictureMedium, inPixels: Bool = false) {
        let thumbnail = Thumbnail(photo: photo, size: size, medium: medium, inPixels: inPixels)
        let isKnown = thumbnails[thumbnail] != nil && missing[thumbnail] ?? changeCount == changeCount
        guard !isKnown, thumbnail != current, !waiting.contains(thumbnail) else { return }
        waiting.append(thumbnail)
        // The oldest request has been scrolled out of sight.
        if waiting.count > Self.maximumWaiting { waiting.removeFirst() }
        guard current == nil else { return }
        current = thumbnail
        pending += 1
        Task { await work() }
    }

    /// A requested thumbnail; nil until it is fetched, decoded and made.
    func thumbnail(
        of photo: PhotoHash, fitting size: Size, on medium: PictureMedium, inPixels: Bool = false
    ) -> Result<PictureView, NoPicture>? {
        _ = made
        return thumbnails[Thumbnail(photo: photo, size: size, medium: medium, inPixels: inPixels)]
    }

    /// One after the other: there is one decoder, and keys have priority over pictures.
    private func work() async {
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            current = next
            let asked = changeCount
            let state = await load(next.photo, next.pixels)
            missing[next] = state == .missing ? asked : nil
            let view: Result<PictureView, NoPicture> =
                switch state {
                case .shown(let image): await Self.made(of: image, next.size, next.medium)
                case .failed(let reason): .failure(NoPicture(reason: reason))
                case .none, .loading: .failure(NoPicture(reason: "no photo"))
                }
            if thumbnails.updateValue(view, forKey: next) == nil { order.append(next) }
            if order.count > Self.maximumThumbnails { forget(order.removeFirst()) }
            if waiting.isEmpty { (current, pending) = (nil, pending - 1) }
            made += 1
        }
    }

    private func forget(_ thumbnail: Thumbnail) { (thumbnails[thumbnail], missing[thumbnail]) = (nil, nil) }
}
