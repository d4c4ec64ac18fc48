/// Word boundaries: at a scalar that is neither a letter nor a digit.
enum WordBounds {
    /// Whether an ASCII byte is a letter or a digit.
    @inline(__always)
    private static func isWordCharacter(ascii byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "A") < 26
    }

    /// The bytes of the same kind, letters or digits: after one of these, the byte is inside a word.
    static func kind(of byte: UInt8) -> ClosedRange<UInt8> {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt8(ascii: "a")...UInt8(ascii: "z")
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "0")...UInt8(ascii: "9")
        // Bytes that do not occur in UTF-8.
        default: 0xC0...0xC1
        }
    }

    /// The class of a match at these positions.
    @inline(__always)
    static func matchClass(from start: Int, to end: Int, in bytes: UnsafePointer<UInt8>) -> UInt8 {
        if isInside(before: start, in: bytes) { return MatchClass.elsewhere }
        return isInside(at: end, in: bytes) ? MatchClass.startOfWord : MatchClass.wholeWord
    }

    /// Whether a letter or digit precedes this position.
    @inline(__always)
    static func isInside(before position: Int, in bytes: UnsafePointer<UInt8>) -> Bool {
        if position == 0 { return false }
        let byte = bytes[position - 1]
        if byte < 0x80 { return isWordCharacter(ascii: byte) }
        if byte >= SearchColumns.groupMark { return false }
        return isWordScalar(before: position, in: bytes)
    }

    @inline(never)
    private static func isWordScalar(before position: Int, in bytes: UnsafePointer<UInt8>) -> Bool {
        var start = position - 1
        while start > 0, position - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return isWordScalar(at: start, in: bytes)
    }

    /// Whether a letter or digit is at this position; the padding after texts makes reading there safe.
    @inline(__always)
    static func isInside(at position: Int, in bytes: UnsafePointer<UInt8>) -> Bool {
        let byte = bytes[position]
        if byte < 0x80 { return isWordCharacter(ascii: byte) }
        if byte >= SearchColumns.groupMark { return false }
        return isWordScalar(at: position, in: bytes)
    }

    /// Not inlined, so that the common path stays short.
    @inline(never)
    private static func isWordScalar(at position: Int, in bytes: UnsafePointer<UInt8>) -> Bool {
        isWordCharacter(scalar(at: position, in: bytes))
    }

    /// Decodes a scalar; the result for invalid UTF-8 is arbitrary.
    private static func scalar(at position: Int, in bytes: UnsafePointer<UInt8>) -> UInt32 {
        let lead = UInt32(bytes[position])
        func next(_ offset: Int) -> UInt32 { UInt32(bytes[position + offset]) & 0x3F }
        if lead < 0xE0 { return (lead & 0x1F) << 6 | next(1) }
        if lead < 0xF0 { return (lead & 0x0F) << 12 | next(1) << 6 | next(2) }
        return (lead & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3)
    }

    private static func isWordCharacter(_ scalar: UInt32) -> Bool {
        if scalar < 0x1_0000 { return table[Int(scalar / 64)] >> UInt64(scalar % 64) & 1 == 1 }
        return Unicode.Scalar(scalar).map(isWordCharacter) ?? false
    }

    private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// A bit for each of the first 65,536 scalars: querying Swift for every match would take longer than the search.
    private static let table: [UInt64] = (0..<UInt32(1024)).map { word in
        (0..<UInt32(64)).reduce(0) { bits, bit in
            guard let scalar = Unicode.Scalar(word * 64 + bit), isWordCharacter(scalar) else { return bits }
            return bits | 1 << UInt64(bit)
        }
    }
}
