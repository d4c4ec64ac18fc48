/// The content of a barcode, checked against its kind: it can be drawn, and a scanner returns exactly ``bytes``.
public struct BarcodeContent: Hashable, Sendable {
    public let format: BarcodeFormat
    /// The value in the canonical form of the kind: digits without gaps, start and stop letters (Codabar), a `+` before an add-on
    /// (EAN, UPC), `(01)…` before each element (GS1).
    @ByCodePoints public private(set) var text: String
    /// The encoded bytes. GS1 kinds: the elements without parentheses, GS (0x1D) after each variable-length element but the last.
    public let bytes: [UInt8]
    /// The bytes are UTF-8 and must be marked as such.
    public let isMarkedUTF8: Bool
    /// The bytes are GS1 elements and must be marked as such (FNC1), in a kind that also holds other bytes.
    public let isMarkedGS1: Bool
    /// The rule of the kind that the value breaks. It is drawn anyway: real cards break rules too.
    public let warning: BarcodeProblem?
    /// The content fits whatever the sequence of its characters. If false, only drawing it shows whether it fits.
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
