/// A barcode that was read off a picture.
public struct FoundBarcode: Hashable, Sendable {
    /// It is drawn from this exactly as it was.
    public let barcode: Barcode
    /// What a person would call the card's number: the value without what belongs to the code alone.
    @ByCodePoints public private(set) var number: String
    /// Of a document, from 1; nil in a picture.
    public var page: Int?
    /// Which part of a text that several codes hold together; nil for a whole one.
    public var part: CodePart?
    /// It may be a misreading of another one: it is offered, never taken.
    public var isDoubtful = false

    public init(barcode: Barcode, number: String, page: Int? = nil) {
        (self.barcode, self.number, self.page) = (barcode, number, page)
    }
}
