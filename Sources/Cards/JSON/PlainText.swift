/// Runs over the inside of a JSON string: a photo is one such run of a megabyte, and is looked at more than once on its way.
enum PlainText {
    /// So many bytes are looked at together, without a branch for each.
    private static let stride = 64

    /// Where the first byte stands that is not itself: a quote, an escape, a control character; the end where there is none.
    static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start
        while place + stride <= bytes.count {
            var found: UInt8 = 0
            for offset in 0..<stride { found |= isSpecial(bytes[place + offset]) ? 1 : 0 }
            if found != 0 { break }
            place += stride
        }
        while place < bytes.count, !isSpecial(bytes[place]) { place += 1 }
        return place
    }

    @inline(__always)
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20
    }
}
