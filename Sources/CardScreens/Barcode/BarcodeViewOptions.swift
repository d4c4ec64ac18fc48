import Cards
import Observation

/// The view options of a barcode; discarded with the screen, and when another card is shown.
@MainActor @Observable
final class BarcodeViewOptions {
    /// The card shown inverted; the next one is shown as most scanners need it.
    private var inverted: CardID?

    func isInverted(_ card: CardID) -> Bool { inverted == card }
    func toggle(_ card: CardID) { inverted = inverted == card ? nil : card }
}
