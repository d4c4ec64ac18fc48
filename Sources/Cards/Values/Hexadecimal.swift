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
}
