public import Cards
public import Observation

/// A photo behind a card's outline: which part of it becomes the picture of a side.
///
/// It holds the photo as it was chosen or taken and a small copy to look at; what is cut is cut from the first.
@MainActor @Observable
public final class PhotoCropModel: ScreenModel {
    public let side: Card.Side
    public private(set) var crop: PhotoCrop
    /// A copy that a screen can show.
    public let image: PixelImage

    @ObservationIgnored let original: [UInt8]
    /// Out of which it was chosen, from the root; nil for any other way.
    @ObservationIgnored var folder: String?
    /// As it was at first.
    @ObservationIgnored private let start: PhotoCrop

    init(side: Card.Side, original: [UInt8], image: PixelImage, crop: PhotoCrop = PhotoCrop()) {
        (self.side, self.original, self.image) = (side, original, image)
        (self.crop, start) = (crop, crop)
    }

    /// Moves the outline over the photo, by parts of its own size.
    public func move(right: Double, down: Double) {
        guard !crop.isWhole else { return }
        crop.move(right: right, down: down, in: image.size)
    }

    public func zoom(to percent: Int) { if !crop.isWhole { crop.zoom(to: percent) } }
    /// Tenths of a degree, to the right.
    public func tilt(by tenths: Int) { if !crop.isWhole { crop.tilt(to: crop.tilt + tenths) } }
    public func turn(right isRight: Bool) { crop.turn(right: isRight) }
    public func toggleWhole() { crop.isWhole.toggle() }
    /// A crop that was seen before: where the mouse took hold of the photo.
    public func put(back crop: PhotoCrop) { self.crop = crop }
    /// As it was at first; from there, as nobody has cut it yet.
    public func reset() { crop = start == crop ? PhotoCrop() : start }
}
