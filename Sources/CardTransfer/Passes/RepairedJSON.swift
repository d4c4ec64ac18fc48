internal import Basics

/// Repairs what passes in use do wrong, and that is no JSON: trailing and doubled commas, missing commas between members, missing values
/// and keys, a byte order mark, control characters within texts. Correct JSON stays as it is.
enum RepairedJSON {
    static func bytes(_ original: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(original.count)
        var (isInText, isEscaped) = (false, false)
        /// The last byte that is no blank, outside of texts.
        var last: UInt8 = 0
        for byte in TextDecoding.utf8(original) {
            if isInText {
                if byte < 0x20, !isEscaped {
                    result += escaped(byte)
                    continue
                }
                result.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    (isInText, last) = (false, byte)
                }
                continue
            }
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: break
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if last == UInt8(ascii: ",") { removeComma(&result) }
                if last == UInt8(ascii: ":") { result += Array("null".utf8) }
                last = byte
            case UInt8(ascii: ","):
                if last == UInt8(ascii: ":") { result += Array("null".utf8) }
                if ",{[".utf8.contains(last) { continue }
                last = byte
            case UInt8(ascii: ":"):
                if last == UInt8(ascii: ",") || last == UInt8(ascii: "{") { result += Array("\"\"".utf8) }
                last = byte
            case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["):
                // A value or a key directly behind a value.
                if last != 0, !":,{[".utf8.contains(last) {
                    result.append(UInt8(ascii: ","))
                }
                isInText = byte == UInt8(ascii: "\"")
                last = byte
            default: last = byte
            }
            result.append(byte)
        }
        return result
    }

    private static func removeComma(_ bytes: inout [UInt8]) {
        if let index = bytes.lastIndex(of: UInt8(ascii: ",")) { bytes.remove(at: index) }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        Array("\\u00\(Hexadecimal.text(of: byte))".utf8)
    }
}
