internal import Basics
internal import CNettle

/// Identifies the bytes of a photo by their SHA-256 (FIPS 180-4), in lower-case hexadecimal. It does not hold the bytes.
public struct PhotoHash: Hashable, Sendable {
    public let text: String

    /// Nil unless the text is 64 hexadecimal digits in lower case.
    public init?(_ text: String) {
        let digits = Array("0123456789abcdef".utf8)
        guard text.utf8.count == 64, text.utf8.allSatisfy(digits.contains) else { return nil }
        self.text = text
    }

    /// The hash of these bytes.
    public init(of bytes: [UInt8]) {
        var digest = [UInt8](repeating: 0, count: 32)
        cnettle_sha256(bytes, bytes.count, &digest)
        self.text = Hexadecimal.text(of: digest)
    }
}
