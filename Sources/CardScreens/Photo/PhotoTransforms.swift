import Cards
import Observation
import Terminal

/// The transform of each side of a card.
@MainActor @Observable
final class PhotoTransforms {
    private var looks: [Card.Side: PictureTransform] = [:]

    subscript(side: Card.Side) -> PictureTransform {
        get { looks[side] ?? .whole }
        set { looks[side] = newValue }
    }
}
