public import Cards

/// The state of a photo that is loaded for the screen.
public enum PictureState: Hashable, Sendable {
    case none
    case loading
    case shown(PixelImage)
    /// Why there is no picture, as a message.
    case failed(String)

    /// The photo is not stored here; one of another device comes after its card.
    public static let missing = PictureState.failed("The photo is missing.")

    var isFailed: Bool {
        if case .failed = self { true } else { false }
    }

    var isLoading: Bool {
        if case .loading = self { true } else { false }
    }
}
