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

    init(format: BarcodeFormat, text: String, bytes: [UInt8], isMarkedUTF8: Bool = false) {
        (self.format, self.text, self.bytes, self.isMarkedUTF8) = (format, text, bytes, isMarkedUTF8)
    }
}
