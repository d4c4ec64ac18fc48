internal import CNettle

/// Bytes as base64 text and back (RFC 4648), by libnettle.
enum Base64 {
    static func text(of bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: cnettle_base64_encoded_length(bytes.count)) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { cnettle_base64_encode(bytes, bytes.count, $0.baseAddress) }
            return buffer.count
        }
    }

    /// The bytes; nil where the text is no base64. Blanks are passed over, and what a `data:` URL says before its text.
    static func bytes(of text: String) -> [UInt8]? {
        var coded = text[...]
        if coded.hasPrefix("data:"), let mark = coded.firstRange(of: ";base64,") { coded = coded[mark.upperBound...] }
        var copy = String(coded)
        return copy.withUTF8 { source in
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
}
