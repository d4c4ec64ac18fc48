/// A card's own colour, 24 bit, written `#rrggbb`.
public struct CardColor: Hashable, Sendable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Reads `#rrggbb`, `rrggbb` or `#rgb`, in any case; nil for anything else.
    public init?(_ text: String) {
        var digits = Substring(text)
        if digits.first == "#" { digits.removeFirst() }
        if digits.utf8.count == 3 { digits = Substring(digits.map { "\($0)\($0)" }.joined()) }
        guard digits.utf8.count == 6, digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        self.init(red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
    }

    public var text: String { "#" + Hexadecimal.text(of: [red, green, blue]) }
}
