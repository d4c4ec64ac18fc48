/// Scans the inside of a JSON string quickly: a photo is one run of a megabyte, scanned more than once on its way.
enum JSONStringScan {
    /// The index of the first quote, escape or control character; the end of the bytes if there is none.
    static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = start
        // Eight bytes at a time.
        while index + 8 <= raw.count, !hasSpecial(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) {
            index += 8
        }
        while index < bytes.count, !isSpecial(bytes[index]) { index += 1 }
        return index
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// A byte is less than a bound of at most 128 if subtracting the bound borrows into the high bit, which was clear ("Bit
    /// Twiddling Hacks", determine if a word has a byte less than n); it equals a character if its XOR with that character is less
    /// than 1.
    @inline(__always)
    private static func hasSpecial(_ word: UInt64) -> Bool {
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let escapes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let found =
            ((quotes &- ones) & ~quotes) | ((escapes &- ones) & ~escapes) | ((word &- (ones &* 0x20)) & ~word)
        return found & highBits != 0
    }

    @inline(__always)
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20
    }
}
