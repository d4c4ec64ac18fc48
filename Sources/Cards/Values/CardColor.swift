internal import Basics

/// The color of a card, 24 bit, written `#rrggbb`.
public struct CardColor: Hashable, Sendable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Parses `#rrggbb`, `rrggbb` or `#rgb`, in any case; nil for anything else.
    public init?(_ text: String) {
        var digits = Substring(text)
        if digits.first == "#" { digits.removeFirst() }
        if digits.utf8.count == 3 { digits = Substring(digits.map { "\($0)\($0)" }.joined()) }
        guard digits.utf8.count == 6, let bytes = Hexadecimal.bytes(of: digits), bytes.count == 3 else { return nil }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
    }

    public var text: String { "#" + Hexadecimal.text(of: [red, green, blue]) }
}
