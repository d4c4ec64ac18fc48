/// Bytes as two hexadecimal digits each.
public enum Hexadecimal {
    static func text(of byte: UInt8) -> String { text(of: CollectionOfOne(byte)) }

    public static func text(of bytes: some Collection<UInt8>, uppercase: Bool = false) -> String {
        let letters = UInt8(ascii: uppercase ? "A" : "a") - 10
        return String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
            var place = 0
            for byte in bytes {
                for digit in [byte >> 4, byte & 0xF] {
                    buffer[place] = digit + (digit < 10 ? UInt8(ascii: "0") : letters)
                    place += 1
                }
            }
            return place
        }
    }

    /// Two digits of either case a byte, blanks between bytes left out; nil for anything else.
    static func bytes(of text: String) -> [UInt8]? {
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

    /// Of one digit in ASCII, of either case; nil for anything else.
    static func value(of digit: UInt8) -> UInt8? {
        Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8($0) }
    }
}
