public import Cards

/// The state of a photo that is loaded for the screen.
public enum PictureState: Hashable, Sendable {
    case none
    case loading
    case shown(PixelImage)
    /// Why there is no picture, as a message.
    case failed(String)
}
