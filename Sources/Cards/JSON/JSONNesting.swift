/// How deep a position in JSON text is in brackets, and whether it is in a string. Brackets are counted, not matched: ``JSONParser``
/// validates.
struct JSONNesting: Hashable {
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Whether the position is in no bracket and in no string.
    var isOutside: Bool { depth == 0 && !isInString }

    /// Moves past this byte.
    mutating func consume(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if isInString {
            if byte == UInt8(ascii: "\\") { isEscaped = true } else if byte == UInt8(ascii: "\"") { isInString = false }
        } else {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(0, depth - 1)
            case UInt8(ascii: "\""): isInString = true
            default: break
            }
        }
    }

    /// The end of the bytes that need not be consumed, since they change nothing: the inside of a string (a photo is one such run of
    /// a megabyte), or the bytes between two brackets. Outside of both there are none.
    func endOfRun(in bytes: [UInt8], from start: Int) -> Int {
        if isInString { return isEscaped ? start : Self.endOfString(in: bytes, from: start) }
        return depth > 0 ? Self.endOfInside(of: bytes, from: start) : start
    }

    /// The index of the closing quote or the next escape. Control characters are invalid there, but that is for the parser to
    /// report.
    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var index = JSONStringScan.end(in: bytes, from: start)
            while index < bytes.count, bytes[index] < 0x20 { index = JSONStringScan.end(in: bytes, from: index + 1) }
            return index
        }
    }

    /// The index of the next bracket or of a string with escapes; other strings are skipped.
    private static func endOfInside(of bytes: [UInt8], from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var index = start
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "\"") {
                    let end = JSONStringScan.end(in: bytes, from: index + 1)
                    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return index }
                    index = end
                } else if isBracket(bytes[index]) {
                    return index
                }
                index += 1
            }
            return index
        }
    }

    private static func isBracket(_ byte: UInt8) -> Bool {
        // "{" and "}" differ from "[" and "]" in one bit.
        byte & 0xDF == UInt8(ascii: "[") || byte & 0xDF == UInt8(ascii: "]")
    }
}
