/// Encodes and decodes bytes as two hexadecimal digits each.
public enum Hexadecimal {
    public static func text(of byte: UInt8, uppercase: Bool = false) -> String {
        text(of: [byte], uppercase: uppercase)
    }

    public static func text(of bytes: [UInt8], uppercase: Bool = false) -> String {
        let letters = UInt8(ascii: uppercase ? "A" : "a") - 10
        return String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
            var position = 0
            for byte in bytes {
                for digit in [byte >> 4, byte & 0xF] {
                    buffer[position] = digit + (digit < 10 ? UInt8(ascii: "0") : letters)
                    position += 1
                }
            }
            return position
        }
    }

    /// Decodes two digits per byte, of either case, ignoring blanks between bytes; nil for anything else.
    public static func bytes(of text: Substring) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }

    /// The value of one ASCII digit, of either case; nil for anything else.
    public static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Whether the byte is one ASCII digit, a letter only in lower case: names that are compared by their bytes.
    public static func isLowerCaseDigit(_ byte: UInt8) -> Bool {
        byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
