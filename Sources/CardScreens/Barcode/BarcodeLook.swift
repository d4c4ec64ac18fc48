import Observation

/// How a barcode is looked at: gone with the screen.
@MainActor @Observable
final class BarcodeLook {
    var isInverted = false
}
