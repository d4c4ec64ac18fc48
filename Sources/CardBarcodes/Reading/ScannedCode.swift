public import Cards

/// A code as it was read: its kind and its bytes, before anybody makes text of them.
public struct ScannedCode: Hashable, Sendable {
    public let format: BarcodeFormat
    /// As a scanner gives them, but for GS1 DataBar Expanded: there each element has its `(01)`.
    public let bytes: [UInt8]
    /// It says in which character set its bytes are.
    public let hasCharacterSet: Bool

    public init(format: BarcodeFormat, bytes: [UInt8], hasCharacterSet: Bool = false) {
        (self.format, self.bytes, self.hasCharacterSet) = (format, bytes, hasCharacterSet)
    }
}
