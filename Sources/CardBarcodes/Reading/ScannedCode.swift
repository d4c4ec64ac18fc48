public import Cards

/// A code as it was read: its kind and its bytes, before anybody makes text of them.
public struct ScannedCode: Hashable, Sendable {
    public let format: BarcodeFormat
    /// As a scanner gives them, but for GS1 DataBar Expanded: there each element has its `(01)`.
    public let bytes: [UInt8]
    /// It says in which character set its bytes are.
    public let hasCharacterSet: Bool
    /// It is marked as holding elements of GS1, in a kind that holds other bytes too.
    public let isMarkedGS1: Bool
    /// Which of several codes it is that hold one text together.
    public let part: CodePart?
    /// It stands beside another code, and was seen in too few lines or not confirmed by the strict reading: it may be a misreading.
    public var isDoubtful: Bool

    public init(
        format: BarcodeFormat, bytes: [UInt8], hasCharacterSet: Bool = false, isMarkedGS1: Bool = false,
        part: CodePart? = nil, isDoubtful: Bool = false
    ) {
        (self.format, self.bytes, self.hasCharacterSet) = (format, bytes, hasCharacterSet)
        (self.isMarkedGS1, self.part, self.isDoubtful) = (isMarkedGS1, part, isDoubtful)
    }
}
