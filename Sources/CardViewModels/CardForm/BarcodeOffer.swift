public import Cards

/// What one key accepts for the barcode in the form.
public enum BarcodeOffer: Hashable, Sendable {
    /// A corrected value with which the barcode is valid.
    case value(String)
    /// A kind for the number with the right check digit.
    case correction(BarcodeSuggestion)
    /// A kind that fits the number.
    case format(BarcodeFormat)
}
