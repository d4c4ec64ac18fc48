import Cards
import Observation
import Terminal

/// The transform of each photo of a card.
@MainActor @Observable
final class PhotoTransforms {
    private var transforms: [CardPhoto: PictureTransform] = [:]

    subscript(photo: CardPhoto) -> PictureTransform {
        get { transforms[photo] ?? .whole }
        set { transforms[photo] = newValue }
    }
}
