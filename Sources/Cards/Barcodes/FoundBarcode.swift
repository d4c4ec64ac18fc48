/// A barcode that was read from a picture.
public struct FoundBarcode: Hashable, Sendable {
    /// Drawing this gives exactly the same code.
    public let barcode: Barcode
    /// The card's number for people: the value without what belongs to the code alone.
    @ByCodePoints public private(set) var number: String
    /// The page of the document, from 1; nil for a picture.
    public var page: Int?
    /// The part, where several codes hold one text; nil for a complete code.
    public var part: CodePart?
    /// It may be a misreading of another code: it is offered but never accepted automatically.
    public var isDoubtful = false

    public init(barcode: Barcode, number: String, page: Int? = nil) {
        (self.barcode, self.number, self.page) = (barcode, number, page)
    }

    /// The value of the code on a card with this number; nil where the number is encoded to the same.
    public func value(beside number: String) -> String? {
        let (format, encoding) = (barcode.format, barcode.encoding)
        let encoded = barcode.value ?? self.number
        // A number with gaps equals one without.
        let content = try? BarcodeContent(encoded, as: format, encoding: encoding)
        let isSame = content != nil && content == (try? BarcodeContent(number, as: format, encoding: encoding))
        let value = isSame || encoded.isSameText(as: number) ? nil : encoded
        return Barcode(format: format, value: value, encoding: encoding).asScanned(number: number).value
    }
}
