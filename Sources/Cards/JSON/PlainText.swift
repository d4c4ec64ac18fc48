/// Runs over the inside of a JSON string: a photo is one such run of a megabyte, and is looked at more than once on its way.
enum PlainText {
    /// Where the first byte stands that is not itself: a quote, an escape, a control character; the end where there is none.
    static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var place = start
        // Eight bytes of a word at once.
        while place + 8 <= raw.count, !hasSpecial(raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)) {
            place += 8
        }
        while place < bytes.count, !isSpecial(bytes[place]) { place += 1 }
        return place
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// A byte is below a bound of at most 128 where taking that away borrows into its high bit, which it did not have ("Bit
    /// Twiddling Hacks", determine if a word has a byte less than n); it is a character where the difference to that is below 1.
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
