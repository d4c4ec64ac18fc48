public import Cards

/// A scanned code: its kind and its bytes, before they are interpreted as text.
public struct ScannedCode: Hashable, Sendable {
    public let format: BarcodeFormat
    /// As a scanner returns them, except for GS1 DataBar Expanded: there each element has its identifier in parentheses, as
    /// `(01)`.
    public let bytes: [UInt8]
    /// The character set that the code declares for its bytes (ECI); 0 for none, and where it declares several.
    public let eci: Int
    /// Whether it is marked as GS1, in a kind that can also hold other bytes.
    public let isMarkedGS1: Bool
    /// Its position among several codes that hold one text together.
    public let part: CodePart?
    /// Whether it may be a misreading: found beside another code, and in too few lines or not confirmed by the strict reading.
    public var isDoubtful: Bool

    public init(
        format: BarcodeFormat, bytes: [UInt8], eci: Int = 0, isMarkedGS1: Bool = false,
        part: CodePart? = nil, isDoubtful: Bool = false
    ) {
        (self.format, self.bytes, self.eci) = (format, bytes, eci)
        (self.isMarkedGS1, self.part, self.isDoubtful) = (isMarkedGS1, part, isDoubtful)
    }
}
