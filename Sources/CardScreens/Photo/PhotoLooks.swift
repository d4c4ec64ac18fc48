import Cards
import Observation
import Terminal

/// How each side of a card is looked at.
@MainActor @Observable
final class PhotoLooks {
    private var looks: [Card.Side: PictureLook] = [:]

    subscript(side: Card.Side) -> PictureLook {
        get { looks[side] ?? .whole }
        set { looks[side] = newValue }
    }
}
