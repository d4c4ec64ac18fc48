/// What is encoded in a card's barcode, and how. It holds no picture; `CardBarcodes` draws it.
public struct Barcode: Hashable, Sendable {
    public var format: BarcodeFormat
    /// The encoded text where it differs from the number printed on the card.
    @ByCodePoints public var value: String?
    /// The name of the encoding (``BarcodeEncoding``) where the card specifies one. An unknown name is kept unchanged.
    @ByCodePoints public var encoding: String?

    public init(format: BarcodeFormat, value: String? = nil, encoding: String? = nil) {
        (self.format, self.value, self.encoding) = (format, value, encoding)
    }

    /// The content of the barcode for a card with that number. Throws ``BarcodeProblem``.
    public func content(number: String) throws(BarcodeProblem) -> BarcodeContent {
        try BarcodeContent(value ?? number, as: format, encoding: encoding)
    }
}

extension Card {
    /// The encoded text; nil without a barcode.
    public var barcodeValue: String? { barcode.map { $0.value ?? number } }
}
