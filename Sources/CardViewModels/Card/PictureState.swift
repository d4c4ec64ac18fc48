public import Cards

/// How far a photo is on its way to the screen.
public enum PictureState: Hashable, Sendable {
    case none
    case loading
    case shown(PixelImage)
    /// Why there is no picture, in words.
    case failed(String)
}
