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
        let content = try BarcodeContent(value ?? number, as: format, encoding: encoding)
        // Only what is said to be the value is sure to have them: those of a number are how it is printed.
        guard value == nil, let digits = Self.digits(ofGroups: number), content.bytes.count > digits.utf8.count else {
            return content
        }
        return content.warned(of: .spaces(fixed: digits))
    }

    /// The same for a code that is known to hold the value as it is, also spaces that a number is printed with.
    public func asScanned(number: String) -> Barcode {
        guard case .spaces? = (try? content(number: number))?.warning else { return self }
        return Barcode(format: format, value: number, encoding: encoding)
    }

    /// The digits of a number that is printed in groups; nil for a number without spaces or with other characters.
    private static func digits(ofGroups number: String) -> String? {
        let groups = number.unicodeScalars.split { $0.properties.isWhitespace }
        guard groups.count > 1, groups.joined().allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return groups.map { String($0) }.joined()
    }
}

extension Card {
    /// The encoded text; nil without a barcode.
    public var barcodeValue: String? { barcode.map { $0.value ?? number } }
}
