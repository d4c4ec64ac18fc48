internal import CNettle

/// Encodes and decodes base64 (RFC 4648) with libnettle.
public enum Base64 {
    public static func text(of bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: cnettle_base64_encoded_length(bytes.count)) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { cnettle_base64_encode(bytes, bytes.count, $0.baseAddress) }
            return buffer.count
        }
    }

    /// Decodes the text; nil if it is not base64. Blanks and the prefix of a `data:` URL are skipped.
    public static func bytes(of text: String) -> [UInt8]? {
        var copy = String(withoutPrefix(text))
        return copy.withUTF8 { source in
            if let bytes = plainBytes(of: source) { return bytes }
            var isValid = false
            let bytes = [UInt8](unsafeUninitializedCapacity: cnettle_base64_decoded_room(source.count)) {
                buffer, count in
                source.withMemoryRebound(to: CChar.self) { source in
                    isValid = cnettle_base64_decode(source.baseAddress, source.count, buffer.baseAddress, &count)
                }
                if !isValid { count = 0 }
            }
            return isValid ? bytes : nil
        }
    }

    /// The same for the alphabet of URLs (RFC 4648, 5), and for either alphabet without the padding.
    public static func bytes(ofURLSafe text: String) -> [UInt8]? {
        var coded = withoutPrefix(text).utf8.filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }
        for index in coded.indices {
            switch coded[index] {
            case UInt8(ascii: "-"): coded[index] = UInt8(ascii: "+")
            case UInt8(ascii: "_"): coded[index] = UInt8(ascii: "/")
            default: break
            }
        }
        coded += [UInt8](repeating: UInt8(ascii: "="), count: (4 - coded.count % 4) % 4)
        return coded.withUnsafeBufferPointer(plainBytes)
    }

    private static func withoutPrefix(_ text: String) -> Substring {
        guard text.utf8.prefix(5).elementsEqual("data:".utf8, by: { $0 | 0x20 == $1 | 0x20 }),
            let comma = text.utf8.firstIndex(of: UInt8(ascii: ","))
        else { return text[...] }
        let isBase64 = text[..<comma].lowercased().hasSuffix(";base64")
        return isBase64 ? text[text.index(after: comma)...] : text[...]
    }

    // MARK: - Complete groups

    private static let invalid: UInt8 = 0xFF

    /// The value of each character; ``invalid`` for characters outside the alphabet.
    private static let values: [UInt8] = {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        var values = [UInt8](repeating: invalid, count: 256)
        for (value, character) in alphabet.utf8.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// Decodes four characters at a time, for text as every program writes photos: the library decodes single characters, which was
    /// half the cost of reading a list of photos. Nil unless the text is complete groups, the last padded or not; the library
    /// handles the rest.
    private static func plainBytes(of source: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard source.count >= 4, source.count.isMultiple(of: 4) else { return nil }
        let padding = source.suffix(2).count { $0 == UInt8(ascii: "=") }
        if padding > 0, source[source.count - 1] != UInt8(ascii: "=") { return nil }
        var isValid = true
        let bytes = [UInt8](unsafeUninitializedCapacity: source.count / 4 * 3) { target, count in
            values.withUnsafeBufferPointer { values in
                var seen: UInt8 = 0
                func group(_ start: Int, _ length: Int) -> UInt32 {
                    var group: UInt32 = 0
                    for index in start..<start + length {
                        let value = values[Int(source[index])]
                        seen |= value
                        group = group << 6 | UInt32(value & 0x3F)
                    }
                    return group << (6 * UInt32(4 - length))
                }
                func put(_ group: UInt32, _ length: Int) {
                    for shift in 0..<length {
                        target.initializeElement(
                            at: count, to: UInt8(truncatingIfNeeded: group >> (16 - 8 * UInt32(shift))))
                        count += 1
                    }
                }
                let whole = source.count / 4 - (padding > 0 ? 1 : 0)
                for number in 0..<whole { put(group(number * 4, 4), 3) }
                if padding > 0 {
                    let last = group(source.count - 4, 4 - padding)
                    put(last, 3 - padding)
                    // Unused bits must be 0; otherwise two texts would mean the same.
                    if last & (padding == 1 ? 0xFF : 0xFFFF) != 0 { isValid = false }
                }
                if seen & 0x80 != 0 { isValid = false }
            }
            if !isValid { count = 0 }
        }
        return isValid ? bytes : nil
    }
}
