public import Basics
public import Cards

/// A photo behind the outline of a card, or of an icon, to crop the picture of a side from it.
///
/// It holds the photo as chosen or captured, and a small copy for the screen; the original is cropped.
@MainActor
public final class PhotoCropModel: ScreenModel {
    public let side: Card.Side
    @Observed public private(set) var crop: PhotoCrop
    /// A copy scaled for the screen.
    public let image: PixelImage

    let original: [UInt8]
    /// The folder that it was chosen from, as an absolute path; nil for any other source.
    var folder: String?
    /// The initial crop.
    private let start: PhotoCrop

    /// The card that is changed at once; nil for the one in the form.
    public let shownCard: CardID?
    public var isPicture: Bool { true }

    /// - Parameter crop: nil for the usual one of that side.
    init(
        side: Card.Side, original: [UInt8], image: PixelImage, crop: PhotoCrop? = nil, of card: CardID? = nil
    ) {
        self.side = side
        self.original = original
        self.image = image
        start = crop ?? .usual(for: side)
        self.crop = start
        shownCard = card
    }

    /// The same photo, for cropping an icon from what is in the outline.
    func forIcon() -> PhotoCropModel {
        PhotoCropModel(
            side: .icon, original: original, image: image, crop: crop.forIcon(of: image.size), of: shownCard)
    }

    /// Moves the outline over the photo, in fractions of its own size.
    public func move(right: Double, down: Double) {
        guard !crop.isWhole else { return }
        crop.move(right: right, down: down, in: image.size)
    }

    public func zoom(to percent: Int) { if !crop.isWhole { crop.zoom(to: percent) } }
    /// Tilts clockwise, in tenths of a degree.
    public func tilt(by tenths: Int) { if !crop.isWhole { crop.tilt(to: crop.tilt + tenths) } }
    public func turn(right isRight: Bool) { crop.turn(right: isRight) }
    public func toggleWhole() { crop.isWhole.toggle() }
    /// Restores an earlier crop: that of the moment when a drag began.
    public func restore(_ crop: PhotoCrop) { self.crop = crop }
    /// Resets to the initial crop; if it is that already, to the default one.
    public func reset() { crop = start == crop ? .usual(for: side) : start }
}
