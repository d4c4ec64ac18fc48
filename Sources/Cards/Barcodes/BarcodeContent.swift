/// What a barcode says, checked against its kind: it can be drawn, and a scanner gives exactly ``bytes``.
public struct BarcodeContent: Hashable, Sendable {
    public let format: BarcodeFormat
    /// The value in the one way in which the kind writes it: without gaps in digits, with start and stop letters (Codabar), a `+`
    /// before an add-on (EAN, UPC), `(01)…` before each element (GS1).
    @ByCodePoints public private(set) var text: String
    /// What is encoded. Of GS1 kinds: the elements without parentheses, GS (0x1D) behind those of open length that others follow.
    public let bytes: [UInt8]
    /// The bytes are UTF-8 and have to be marked as such.
    public let isMarkedUTF8: Bool
    /// The bytes are elements of GS1 and have to be marked as such (FNC1), in a kind that holds other bytes too.
    public let isMarkedGS1: Bool
    /// The rule of the kind that the value breaks. It is drawn all the same: cards in the hand do.
    public let warning: BarcodeProblem?
    /// It fits however its characters take turns; else only drawing it tells.
    public let isSureToFit: Bool

    init(
        format: BarcodeFormat, text: String, bytes: [UInt8], isMarkedUTF8: Bool = false, isMarkedGS1: Bool = false,
        warning: BarcodeProblem? = nil, isSureToFit: Bool = true
    ) {
        (self.format, self.text, self.bytes) = (format, text, bytes)
        (self.isMarkedUTF8, self.isMarkedGS1) = (isMarkedUTF8, isMarkedGS1)
        (self.warning, self.isSureToFit) = (warning, isSureToFit)
    }
}
