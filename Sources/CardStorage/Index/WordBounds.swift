/// Where words begin and end: at a scalar that is neither a letter nor a digit.
enum WordBounds {
    /// Whether the byte is a letter or a digit; nil for one that is only a part of a scalar.
    @inline(__always)
    private static func isWordly(ascii byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "A") < 26
    }

    /// The bytes of the same kind, behind which this one is inside a word: letters, digits, parts of a scalar.
    static func kind(of byte: UInt8) -> ClosedRange<UInt8> {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt8(ascii: "a")...UInt8(ascii: "z")
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "0")...UInt8(ascii: "9")
        // Never before anything.
        default: 0xC0...0xC1
        }
    }

    /// How well a match from here to there stands in its text.
    @inline(__always)
    static func matchClass(from start: Int, to end: Int, in bytes: UnsafePointer<UInt8>) -> UInt8 {
        if isInside(before: start, in: bytes) { return MatchClass.elsewhere }
        return isInside(at: end, in: bytes) ? MatchClass.startOfWord : MatchClass.wholeWord
    }

    /// Whether a word goes on before this place.
    @inline(__always)
    static func isInside(before place: Int, in bytes: UnsafePointer<UInt8>) -> Bool {
        if place == 0 { return false }
        let byte = bytes[place - 1]
        if byte < 0x80 { return isWordly(ascii: byte) }
        if byte >= SearchColumns.groupMark { return false }
        return isScalarWordly(before: place, in: bytes)
    }

    @inline(never)
    private static func isScalarWordly(before place: Int, in bytes: UnsafePointer<UInt8>) -> Bool {
        var start = place - 1
        while start > 0, place - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return isScalarWordly(at: start, in: bytes)
    }

    /// Whether a word goes on at this place; the padding behind texts makes reading there safe.
    @inline(__always)
    static func isInside(at place: Int, in bytes: UnsafePointer<UInt8>) -> Bool {
        let byte = bytes[place]
        if byte < 0x80 { return isWordly(ascii: byte) }
        if byte >= SearchColumns.groupMark { return false }
        return isScalarWordly(at: place, in: bytes)
    }

    /// Apart, so that what is common stays short.
    @inline(never)
    private static func isScalarWordly(at place: Int, in bytes: UnsafePointer<UInt8>) -> Bool {
        isWordly(scalar(at: place, in: bytes))
    }

    /// Of bytes that are no UTF-8 it makes some number or other.
    private static func scalar(at place: Int, in bytes: UnsafePointer<UInt8>) -> UInt32 {
        let lead = UInt32(bytes[place])
        func next(_ offset: Int) -> UInt32 { UInt32(bytes[place + offset]) & 0x3F }
        if lead < 0xE0 { return (lead & 0x1F) << 6 | next(1) }
        if lead < 0xF0 { return (lead & 0x0F) << 12 | next(1) << 6 | next(2) }
        return (lead & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3)
    }

    private static func isWordly(_ scalar: UInt32) -> Bool {
        if scalar < 0x1_0000 { return table[Int(scalar / 64)] >> UInt64(scalar % 64) & 1 == 1 }
        return Unicode.Scalar(scalar).map(isWordly) ?? false
    }

    private static func isWordly(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// The first 65,536 scalars, a bit each: asking Swift for every match would take longer than finding it.
    private static let table: [UInt64] = (0..<UInt32(1024)).map { word in
        (0..<UInt32(64)).reduce(0) { bits, bit in
            guard let scalar = Unicode.Scalar(word * 64 + bit), isWordly(scalar) else { return bits }
            return bits | 1 << UInt64(bit)
        }
    }
}
