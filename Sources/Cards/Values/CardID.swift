/// Names one card for good: opaque text of 1 to 128 characters out of A-Z a-z 0-9 _ -.
///
/// The alphabet is narrow on purpose: an identifier becomes part of a URL path, and one that cannot hold `/`, `.`, `%`
/// or a line end cannot leave that path. Identifiers that we make are UUIDs; those from elsewhere are kept as they are.
public struct CardID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public static let maximumLength = 128

    public let text: String

    /// Nil when the text is empty, too long or holds a character outside the alphabet.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard (1...Self.maximumLength).contains(bytes.count), bytes.allSatisfy(Self.isAllowed) else { return nil }
        self.text = text
    }

    /// A new random identifier: a version 4 UUID (RFC 9562) in upper case, as My Cards makes them.
    public init(using generator: inout some RandomNumberGenerator) {
        var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += Hexadecimal.text(of: byte, uppercase: true)
        }
        self.text = text
    }

    public static func random() -> CardID {
        var generator = SystemRandomNumberGenerator()
        return CardID(using: &generator)
    }

    public var description: String { text }

    public static func < (left: CardID, right: CardID) -> Bool { left.text < right.text }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default:
            false
        }
    }
}
