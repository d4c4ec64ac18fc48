/// Looks for a word of one or two bytes, sixteen places at a time. It calculates with bytes whose highest bit is the answer,
/// because that is what the machine does in one step each.
struct ShortWordScan {
    private typealias Block = SIMD16<UInt8>
    /// The lower eight lanes of a block and the upper ones.
    private typealias Halves = SIMD2<UInt64>
    /// Eight blocks, a bit of a lane each.
    private static var stretch: Int { 128 }

    private let first: Block
    private let second: Block
    private let length: Int
    private let isPair: Bool
    /// Behind these bytes the word begins no word. Behind others it may: that is asked exactly.
    private let from: Block
    private let slack: Block

    // Not static: those are asked for anew in every step.
    private let one = Block(repeating: 1)
    private let lanes = Block(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    private static var highest: Halves { Halves(repeating: 0x8080_8080_8080_8080) }

    init(_ word: SearchWord) {
        first = Block(repeating: word.bytes.first ?? 0)
        second = Block(repeating: word.bytes.last ?? 0)
        length = word.bytes.count
        isPair = length > 1
        let kind = WordBounds.kind(of: word.bytes.first ?? 0)
        from = Block(repeating: kind.lowerBound)
        slack = Block(repeating: 127 - (kind.upperBound - kind.lowerBound))
    }

    /// How well the word stands in these bytes; nil when it does not.
    @inline(__always)
    func bestClass(in range: Range<Int>, of text: UnsafePointer<UInt8>) -> UInt8? {
        var (best, isSeen) = (MatchClass.elsewhere, false)
        var place = range.lowerBound
        while range.upperBound &- place > 0 {
            let end = Swift.min(place &+ Self.stretch, range.upperBound)
            if let found = bestClass(from: place, to: end, of: text) { (best, isSeen) = (min(best, found), true) }
            place = end
        }
        return isSeen ? best : nil
    }

    /// The same for no more than a stretch.
    @inline(__always)
    private func bestClass(from start: Int, to end: Int, of text: UnsafePointer<UInt8>) -> UInt8? {
        var (seen, begun) = (Halves(), Halves())
        var place = start
        while end &- place > 0 {
            let block = self.block(at: place, before: end, in: text)
            seen |= block.seen
            // A lane has a bit for every block of the stretch: without a branch, all that are found are known in the end.
            begun = begun &>> 1 | block.begun & Self.highest
            place &+= 16
        }
        seen &= Self.highest
        if seen.x | seen.y == 0 { return nil }
        if begun.x | begun.y == 0 { return MatchClass.elsewhere }
        let firstBlock = place &- Self.stretch
        return min(
            bestClass(of: begun.x, from: firstBlock, in: text), bestClass(of: begun.y, from: firstBlock &+ 8, in: text))
    }

    /// Asks exactly how the word stands where it may begin one.
    @inline(__always)
    private func bestClass(of lanes: UInt64, from firstBlock: Int, in text: UnsafePointer<UInt8>) -> UInt8 {
        var (best, rest) = (MatchClass.elsewhere, lanes)
        while rest != 0 {
            let (lane, block) = (rest.trailingZeroBitCount / 8, rest.trailingZeroBitCount % 8)
            let start = firstBlock &+ block &* 16 &+ lane
            best = min(best, WordBounds.matchClass(from: start, to: start &+ length, in: text))
            rest &= rest &- 1
        }
        return best
    }

    /// The highest bit of each lane: where the word begins; and where something else than its kind is before it.
    @inline(__always)
    private func block(
        at place: Int, before end: Int, in text: UnsafePointer<UInt8>
    ) -> (seen: Halves, begun: Halves) {
        let raw = UnsafeRawPointer(text)
        var difference = raw.loadUnaligned(fromByteOffset: place, as: Block.self) ^ first
        if isPair { difference |= raw.loadUnaligned(fromByteOffset: place &+ 1, as: Block.self) ^ second }
        // Of all bytes only 0 has its highest bit set by this.
        var seen = (difference &- one) & ~difference
        if end &- place < 16 { seen &= lanes &- Block(repeating: UInt8(truncatingIfNeeded: end &- place)) }
        // Nothing stands before the very first text: there every place is asked exactly.
        let before =
            place == 0 ? Block(repeating: 0xFF) : raw.loadUnaligned(fromByteOffset: place &- 1, as: Block.self) &- from
        return (
            unsafeBitCast(seen, to: Halves.self),
            unsafeBitCast(seen & (before | (before &+ slack)), to: Halves.self)
        )
    }
}
