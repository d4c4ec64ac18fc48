/// Folded texts in one contiguous buffer. Every text begins with the mark of its first field, see ``SearchColumns``.
struct PackedTexts: Equatable, Sendable {
    /// Bytes after the last text, so that reading ahead needs no check.
    static let padding = 32

    /// The texts, followed by the padding once closed.
    private(set) var bytes: [UInt8] = []
    private(set) var starts: [UInt16] = []
    /// The end of the last text.
    private(set) var end = 0

    var count: Int { starts.count }

    /// Whether another text can be added: its start must fit into 16 bits.
    var hasRoom: Bool { end <= Int(UInt16.max) }

    subscript(index: Int) -> ArraySlice<UInt8> { bytes[range(index)] }

    func range(_ index: Int) -> Range<Int> {
        Int(starts[index])..<(index + 1 < starts.count ? Int(starts[index + 1]) : end)
    }

    /// Begins a text, to which the bytes added next belong; ``hasRoom`` must be true.
    mutating func begin() { starts.append(UInt16(truncatingIfNeeded: end)) }

    mutating func add(_ more: some Collection<UInt8>) {
        bytes.append(contentsOf: more)
        end = bytes.count
    }

    mutating func add(_ byte: UInt8) {
        bytes.append(byte)
        end = bytes.count
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        end = 0
    }

    /// A copy with padding and without spare capacity, to which nothing can be added.
    var closed: PackedTexts {
        var copy = PackedTexts()
        copy.bytes = Array(unsafeUninitializedCapacity: end + Self.padding) { buffer, count in
            bytes.withUnsafeBufferPointer { source in
                if let target = buffer.baseAddress {
                    if let source = source.baseAddress { target.initialize(from: source, count: end) }
                    (target + end).initialize(repeating: SearchColumns.textMark, count: Self.padding)
                }
            }
            count = end + Self.padding
        }
        copy.starts = starts.trimmed
        copy.end = end
        return copy
    }

    /// Compares the texts, padded or not.
    static func == (left: PackedTexts, right: PackedTexts) -> Bool {
        left.end == right.end && left.starts == right.starts
            && left.bytes.prefix(left.end) == right.bytes.prefix(right.end)
    }
}

/// How well a word matches a text; smaller is better.
enum MatchClass {
    static let wholeWord: UInt8 = 0
    static let startOfWord: UInt8 = 1
    static let elsewhere: UInt8 = 2
}

/// A folded search word as UTF-8.
struct SearchWord: Sendable {
    let bytes: [UInt8]
    /// The first eight bytes in memory order, for comparing them in one step; zeros where the word is shorter.
    let head: UInt64
    /// A mask of the bytes of the word in ``head``.
    let headMask: UInt64

    init(_ text: String) { self.init(Array(text.utf8)) }

    /// Matches the beginning of a group's name.
    init(beginningOfGroup name: String) { self.init([SearchColumns.groupMark] + Array(name.utf8)) }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        head = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }.littleEndian
        headMask = UInt64.low(8 * min(bytes.count, 8)).littleEndian
    }
}

extension PackedTexts {
    /// Calls the body for each of these texts that contains the word, with its best class. The texts must be closed.
    @inline(__always)
    func forEachMatch(of word: SearchWord, in texts: Range<Int>, _ body: (_ text: Int, _ matchClass: UInt8) -> Void) {
        switch word.bytes.count {
        case 0: break
        case 1, 2: forEachMatch(ofShort: word, in: texts, body)
        default: forEachMatch(ofLong: word, in: texts, body)
        }
    }

    /// One or two bytes occur in most texts, and often: each text is scanned as a whole, without a branch for every position.
    @inline(__always)
    private func forEachMatch(
        ofShort word: SearchWord, in texts: Range<Int>, _ body: (_ text: Int, _ matchClass: UInt8) -> Void
    ) {
        let scan = ShortWordScan(word)
        bytes.withUnsafeBufferPointer { buffer in
            guard let text = buffer.baseAddress else { return }
            for number in texts {
                if let matchClass = scan.bestClass(in: range(number), of: text) { body(number, matchClass) }
            }
        }
    }

    /// Compares sixteen positions at a time with the word's first byte and a later one, and the rest of the word where both
    /// match.
    @inline(__always)
    private func forEachMatch(
        ofLong word: SearchWord, in texts: Range<Int>, _ body: (_ text: Int, _ matchClass: UInt8) -> Void
    ) {
        guard let firstText = texts.first, let lastText = texts.last else { return }
        let length = word.bytes.count
        // At most 8, so that reads stay within the padding.
        let ahead = min(length - 1, 8)
        let (from, to) = (range(firstText).lowerBound, range(lastText).upperBound)
        bytes.withUnsafeBufferPointer { buffer in
            word.bytes.withUnsafeBufferPointer { wordBuffer in
                starts.withUnsafeBufferPointer { starts in
                    guard let text = buffer.baseAddress, let sought = wordBuffer.baseAddress else { return }
                    let raw = UnsafeRawPointer(text)
                    let first = SIMD16<UInt8>(repeating: sought[0])
                    let second = SIMD16<UInt8>(repeating: sought[ahead])
                    var current = firstText
                    // The end of the current text: a match beyond it belongs to another text.
                    var currentEnd = from
                    var isOpen = false
                    var best: UInt8 = 3
                    // Matches before this position are ignored.
                    var skip = from
                    var position = from
                    while position < to {
                        let block = raw.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
                        var mask = block .== first
                        if ahead > 0 {
                            mask = mask
                                .& (raw.loadUnaligned(fromByteOffset: position + ahead, as: SIMD16<UInt8>.self)
                                    .== second)
                        }
                        let bits = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
                        // The lower eight bytes, then the upper ones.
                        var (lanes, upper, base) = (bits.x, bits.y, position)
                        while lanes | upper != 0 {
                            if lanes == 0 { (lanes, upper, base) = (upper, 0, position + 8) }
                            while lanes != 0 {
                                let lane = lanes.trailingZeroBitCount
                                lanes &= ~(0xFF << UInt64(lane))
                                let at = base + lane / 8
                                guard at >= skip, at < to else { continue }
                                let head = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                                guard head & word.headMask == word.head else { continue }
                                var offset = 8
                                while offset < length, text[at + offset] == sought[offset] { offset += 1 }
                                guard offset >= length else { continue }
                                if at >= currentEnd {
                                    if isOpen { body(current, best) }
                                    (best, isOpen) = (3, true)
                                    while current + 16 <= lastText, Int(starts[current + 16]) <= at { current += 16 }
                                    while current < lastText, Int(starts[current + 1]) <= at { current += 1 }
                                    currentEnd = current < lastText ? Int(starts[current + 1]) : to
                                }
                                best = min(best, WordBounds.matchClass(from: at, to: at + length, in: text))
                                if best == MatchClass.wholeWord { skip = currentEnd }
                            }
                        }
                        position += 16
                    }
                    if isOpen { body(current, best) }
                }
            }
        }
    }
}

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
