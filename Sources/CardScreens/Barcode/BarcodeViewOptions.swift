import Basics
import Cards

/// The view options of a barcode; discarded with the screen, and when another card is shown.
@MainActor
final class BarcodeViewOptions {
    private struct Options {
        /// Shown white on black.
        var isInverted = false
        /// Shown with less white around it than it should have, though it fits.
        var isReduced = false
        /// The index of the selected kind, for a card without a barcode.
        var selectedKind = 0
    }

    /// Those of the card that was changed last; the next one is shown as most scanners need it.
    @Observed private var changed: (card: CardID, options: Options)?

    private func options(_ card: CardID) -> Options {
        changed?.card == card ? changed?.options ?? Options() : Options()
    }

    private func change(_ card: CardID, _ change: (inout Options) -> Void) {
        var options = options(card)
        change(&options)
        changed = (card, options)
    }

    func isInverted(_ card: CardID) -> Bool { options(card).isInverted }
    func toggle(_ card: CardID) { change(card) { $0.isInverted.toggle() } }

    func isReduced(_ card: CardID) -> Bool { options(card).isReduced }
    func toggleReduced(_ card: CardID) { change(card) { $0.isReduced.toggle() } }

    func selectedKind(_ card: CardID) -> Int { options(card).selectedKind }
    func selectKind(_ index: Int, of card: CardID) { change(card) { $0.selectedKind = index } }
}
