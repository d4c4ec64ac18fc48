/// Searches for a word of one or two bytes, sixteen positions at a time. It works with bytes whose highest bit is the answer,
/// because the processor computes these in single instructions.
struct ShortWordScan {
    private typealias Block = SIMD16<UInt8>
    /// The lower eight lanes of a block and the upper ones.
    private typealias Halves = SIMD2<UInt64>
    /// Eight blocks, one for each bit of a lane.
    private static var chunkLength: Int { 128 }

    private let first: Block
    private let second: Block
    private let length: Int
    private let isPair: Bool
    /// The range of the word's kind of first byte: a match after such a byte is inside a word; after any other byte it is
    /// checked exactly.
    private let from: Block
    private let slack: Block

    // Not static: a static property is read again in every step.
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

    /// The best class of the word in these bytes; nil when it does not occur.
    @inline(__always)
    func bestClass(in range: Range<Int>, of text: UnsafePointer<UInt8>) -> UInt8? {
        var (best, isSeen) = (MatchClass.elsewhere, false)
        var position = range.lowerBound
        while range.upperBound &- position > 0 {
            let end = Swift.min(position &+ Self.chunkLength, range.upperBound)
            if let found = bestClass(from: position, to: end, of: text) { (best, isSeen) = (min(best, found), true) }
            position = end
        }
        return isSeen ? best : nil
    }

    /// The same for at most ``chunkLength`` bytes.
    @inline(__always)
    private func bestClass(from start: Int, to end: Int, of text: UnsafePointer<UInt8>) -> UInt8? {
        var (seen, begun) = (Halves(), Halves())
        var position = start
        while end &- position > 0 {
            let block = self.block(at: position, before: end, in: text)
            seen |= block.seen
            // A lane has a bit for every block of the chunk, so that all matches are known in the end without a branch.
            begun = begun &>> 1 | block.begun & Self.highest
            position &+= 16
        }
        seen &= Self.highest
        if seen.x | seen.y == 0 { return nil }
        if begun.x | begun.y == 0 { return MatchClass.elsewhere }
        let firstBlock = position &- Self.chunkLength
        return min(
            bestClass(of: begun.x, from: firstBlock, in: text), bestClass(of: begun.y, from: firstBlock &+ 8, in: text))
    }

    /// Determines the exact class of the matches that may be at the start of a word.
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

    /// The highest bit of each lane tells whether the word occurs there (`seen`), and whether the byte before it may end another
    /// word (`begun`).
    @inline(__always)
    private func block(
        at position: Int, before end: Int, in text: UnsafePointer<UInt8>
    ) -> (seen: Halves, begun: Halves) {
        let raw = UnsafeRawPointer(text)
        var difference = raw.loadUnaligned(fromByteOffset: position, as: Block.self) ^ first
        if isPair { difference |= raw.loadUnaligned(fromByteOffset: position &+ 1, as: Block.self) ^ second }
        // This sets the highest bit for the byte 0 only.
        var seen = (difference &- one) & ~difference
        if end &- position < 16 { seen &= lanes &- Block(repeating: UInt8(truncatingIfNeeded: end &- position)) }
        // The very first text has no byte before it: there every match is checked exactly.
        let before =
            position == 0
            ? Block(repeating: 0xFF) : raw.loadUnaligned(fromByteOffset: position &- 1, as: Block.self) &- from
        return (
            unsafeBitCast(seen, to: Halves.self),
            unsafeBitCast(seen & (before | (before &+ slack)), to: Halves.self)
        )
    }
}
