import Cards
import Observation
import Terminal

/// How each side of a card is looked at.
@MainActor @Observable
final class PhotoTransforms {
    private var looks: [Card.Side: PictureTransform] = [:]

    subscript(side: Card.Side) -> PictureTransform {
        get { looks[side] ?? .whole }
        set { looks[side] = newValue }
    }
}
