import Cards
import Observation
import Terminal

/// The transform of each side of a card.
@MainActor @Observable
final class PhotoTransforms {
    private var transforms: [Card.Side: PictureTransform] = [:]

    subscript(side: Card.Side) -> PictureTransform {
        get { transforms[side] ?? .whole }
        set { transforms[side] = newValue }
    }
}
