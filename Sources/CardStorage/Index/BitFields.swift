/// Sets of cards as bit fields: bit n of word w stands for slot 64 w + n of an index.
extension Collection<UInt64> {
    var bitCount: Int { reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Calls the body with the index of every set bit, counted from the first word.
    @inline(__always)
    func forEachBit(_ body: (Int) -> Void) {
        var start = 0
        for word in self {
            var bits = word
            while bits != 0 {
                body(start + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
            start += 64
        }
    }
}

extension [UInt64] {
    /// Both must have the same length.
    mutating func formIntersection(_ other: [UInt64]) {
        for word in indices { self[word] &= other[word] }
    }

    func contains(slot: Int) -> Bool { self[slot / 64] >> UInt64(slot % 64) & 1 == 1 }
}

extension UInt64 {
    /// The index of the nth set bit, counted from 0; there must be as many.
    func index(ofBit number: Int) -> Int {
        var rest = self
        for _ in 0..<number { rest &= rest - 1 }
        return rest.trailingZeroBitCount
    }

    /// A mask of the lowest `count` bits.
    static func low(_ count: Int) -> UInt64 { count >= 64 ? .max : (1 << UInt64(count)) - 1 }
}

extension CardIndex {
    /// The bit field with all cards.
    var allBits: [UInt64] {
        var bits: [UInt64] = []
        bits.reserveCapacity(wordCount)
        for segment in segments {
            for word in 0..<segment.wordCount { bits.append(.low(segment.count - word * 64)) }
        }
        return bits
    }
}

extension Range<Int> {
    /// The range split into chunks of this length; the last may be shorter.
    func chunks(of length: Int) -> [Range<Int>] {
        stride(from: lowerBound, to: upperBound, by: length).map { $0..<Swift.min($0 + length, upperBound) }
    }
}
