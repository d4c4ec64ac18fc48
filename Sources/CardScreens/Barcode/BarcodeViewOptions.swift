import Cards
import Observation

/// How a barcode is looked at: gone with the screen, and with the card that is shown.
@MainActor @Observable
final class BarcodeViewOptions {
    /// Of this card alone: the next one is shown as most scanners want it.
    private var inverted: CardID?

    func isInverted(_ card: CardID) -> Bool { inverted == card }
    func toggle(_ card: CardID) { inverted = inverted == card ? nil : card }
}
