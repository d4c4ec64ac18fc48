/// What is encoded in a card's barcode and how. It holds no picture; drawing belongs to another room.
public struct Barcode: Hashable, Sendable {
    public var format: BarcodeFormat
    /// The encoded text where it differs from the number printed on the card.
    @ByCodePoints public var value: String?
    /// How the text becomes bytes, by its name (``BarcodeEncoding``), where the card asks for one. A name that we do not know is
    /// kept as it came.
    @ByCodePoints public var encoding: String?

    public init(format: BarcodeFormat, value: String? = nil, encoding: String? = nil) {
        (self.format, self.value, self.encoding) = (format, value, encoding)
    }

    /// What the barcode of a card with that number says. Throws ``BarcodeProblem``.
    public func content(number: String) throws(BarcodeProblem) -> BarcodeContent {
        try BarcodeContent(value ?? number, as: format, encoding: encoding)
    }
}

extension Card {
    /// What is encoded in its barcode; nil without a barcode.
    public var barcodeValue: String? { barcode.map { $0.value ?? number } }
}
