/// The content of a barcode, checked against its kind: it can be drawn, and a scanner returns exactly ``bytes``.
public struct BarcodeContent: Hashable, Sendable {
    public let format: BarcodeFormat
    /// The value in the canonical form of the kind: digits without gaps, start and stop letters (Codabar), a `+` before an add-on
    /// (EAN, UPC), `(01)…` before each element (GS1).
    @ByCodePoints public private(set) var text: String
    /// The encoded bytes. GS1 kinds: the elements without parentheses, GS (0x1D) after each variable-length element but the last.
    public let bytes: [UInt8]
    /// The mark of the character set of the bytes (ECI); 0 without one.
    public let eci: Int
    /// The bytes are GS1 elements and must be marked as such (FNC1), in a kind that also holds other bytes.
    public let isMarkedGS1: Bool
    /// The rule of the kind that the value breaks. It is drawn anyway: real cards break rules too.
    public private(set) var warning: BarcodeProblem?
    /// The content fits whatever the sequence of its characters. If false, only drawing it shows whether it fits.
    public let isSureToFit: Bool

    init(
        format: BarcodeFormat, text: String, bytes: [UInt8], eci: Int = 0, isMarkedGS1: Bool = false,
        warning: BarcodeProblem? = nil, isSureToFit: Bool = true
    ) {
        (self.format, self.text, self.bytes) = (format, text, bytes)
        (self.eci, self.isMarkedGS1) = (eci, isMarkedGS1)
        (self.warning, self.isSureToFit) = (warning, isSureToFit)
    }

    func warned(of problem: BarcodeProblem) -> BarcodeContent {
        var copy = self
        copy.warning = warning ?? problem
        return copy
    }
}
