internal import Dispatch
internal import Synchronization

/// The cards that contain a word, as three bit fields, each a subset of the one before: anywhere, at least at the start of a
/// word, as a whole word. The hits of several words are combined by AND, which also gives each card's class.
struct WordHits: Sendable {
    private(set) var any: [UInt64]
    private(set) var starts: [UInt64]
    private(set) var whole: [UInt64]

    /// These cards, all with the best class: for a filter without words.
    init(allOf bits: [UInt64]) { (any, starts, whole) = (bits, bits, bits) }

    /// Joins the results of consecutive chunks of segments.
    fileprivate init(_ chunks: [WordHits], wordCount: Int) {
        any = []
        starts = []
        whole = []
        any.reserveCapacity(wordCount)
        starts.reserveCapacity(wordCount)
        whole.reserveCapacity(wordCount)
        for chunk in chunks {
            any += chunk.any
            starts += chunk.starts
            whole += chunk.whole
        }
    }

    func intersection(_ other: WordHits) -> WordHits {
        var both = self
        both.any.formIntersection(other.any)
        both.starts.formIntersection(other.starts)
        both.whole.formIntersection(other.whole)
        return both
    }

    /// The cards of each class, best first; the classes are disjoint.
    var classes: [[UInt64]] {
        var (rest, starting) = (any, starts)
        for word in rest.indices {
            rest[word] &= ~starting[word]
            starting[word] &= ~whole[word]
        }
        return [whole, starting, rest]
    }

    // MARK: - Finding

    /// Searches the cards of `domain` (nil: all) for the word, on two threads where there are many.
    init(of word: SearchWord, in index: CardIndex, domain: [UInt64]?, workers: ScanWorkers) {
        let chunkLength = max(16, index.segments.count / 32)
        let chunks = (0..<index.segments.count).chunks(of: chunkLength)
        let isLarge = domain.map { $0.bitCount > 20_000 } ?? (index.count > 20_000)
        let found = workers.map(chunks, onTwoThreads: isLarge) { segments in
            WordHits(of: word, in: index, segments: segments, domain: domain)
        }
        self.init(found, wordCount: index.wordCount)
    }

    private init(of word: SearchWord, in index: CardIndex, segments: Range<Int>, domain: [UInt64]?) {
        let firstWord = Int(index.wordStarts[segments.lowerBound])
        let wordCount = Int(index.wordStarts[segments.upperBound]) - firstWord
        any = Array(repeating: 0, count: wordCount)
        starts = any
        whole = any
        for number in segments {
            let start = Int(index.wordStarts[number])
            let words = start..<start + index.segments[number].wordCount
            if let domain, domain[words].allSatisfy({ $0 == 0 }) { continue }
            find(word, in: index.segments[number].content, at: start - firstWord, domain: domain?[words])
        }
    }

    /// Converts the hits in an older index: only the segments that it did not have are searched. Nil when these are most of them.
    init?(_ old: WordHits, from oldIndex: CardIndex, to index: CardIndex, word: SearchWord) {
        var known: [ObjectIdentifier: Int] = [:]
        for (number, segment) in oldIndex.segments.enumerated() { known[ObjectIdentifier(segment)] = number }
        let missing = index.segments.lazy.filter { known[ObjectIdentifier($0)] == nil }.count
        guard missing * 8 <= index.segments.count + 8 else { return nil }
        any = Array(repeating: 0, count: index.wordCount)
        starts = any
        whole = any
        for (number, segment) in index.segments.enumerated() {
            let start = Int(index.wordStarts[number])
            if let number = known[ObjectIdentifier(segment)] {
                let oldStart = Int(oldIndex.wordStarts[number])
                for offset in 0..<segment.wordCount {
                    any[start + offset] = old.any[oldStart + offset]
                    starts[start + offset] = old.starts[oldStart + offset]
                    whole[start + offset] = old.whole[oldStart + offset]
                }
            } else {
                find(word, in: segment.content, at: start, domain: nil)
            }
        }
    }

    private mutating func find(
        _ word: SearchWord, in content: SegmentContent, at start: Int, domain: ArraySlice<UInt64>?
    ) {
        let domainCount = domain.map { $0.bitCount } ?? content.count
        any.withUnsafeMutableBufferPointer { any in
            starts.withUnsafeMutableBufferPointer { starts in
                whole.withUnsafeMutableBufferPointer { whole in
                    func note(_ card: Int, _ matchClass: UInt8) {
                        let (word, bit) = (start + card / 64, 1 << UInt64(card % 64) as UInt64)
                        any[word] |= bit
                        // Without a branch: the class is unpredictable.
                        starts[word] |= matchClass <= MatchClass.startOfWord ? bit : 0
                        whole[word] |= matchClass == MatchClass.wholeWord ? bit : 0
                    }
                    if let domain, domainCount * 4 < content.count {
                        // Searching single cards is faster than searching all those between.
                        domain.forEachBit { card in
                            content.texts.forEachMatch(of: word, in: card..<card + 1, note)
                        }
                    } else {
                        content.texts.forEachMatch(of: word, in: 0..<content.count, note)
                    }
                    if let sets = content.groupHits(of: word) {
                        content.groupSet.withUnsafeBufferPointer { cards in
                            for card in cards.indices {
                                // Without a branch: a card's groups are unpredictable.
                                let (hit, word, bit) = (sets[Int(cards[card])], start + card / 64, UInt64(card % 64))
                                any[word] |= (hit & 1) << bit
                                starts[word] |= (hit >> 1 & 1) << bit
                                whole[word] |= (hit >> 2) << bit
                            }
                        }
                    }
                    if let domain {
                        for (offset, bits) in domain.enumerated() {
                            any[start + offset] &= bits
                            starts[start + offset] &= bits
                            whole[start + offset] &= bits
                        }
                    }
                }
            }
        }
    }
}

extension SegmentContent {
    /// How a word matches each set of groups, preceded by an entry for no groups: bit 0 anywhere, bit 1 at the start of a word,
    /// bit 2 as a whole word. Nil when it matches none.
    fileprivate func groupHits(of word: SearchWord) -> [UInt64]? {
        if groupSet.isEmpty { return nil }
        var hits = [UInt64](repeating: 0, count: groupSets.count + 1)
        var isFound = false
        groupSets.forEachMatch(of: word, in: 0..<groupSets.count) { set, matchClass in
            hits[set + 1] = matchClass == MatchClass.wholeWord ? 7 : matchClass == MatchClass.startOfWord ? 3 : 1
            isFound = true
        }
        return isFound ? hits : nil
    }
}

/// Shares work between the calling thread and another one. It keeps no thread: an idle program has none waiting.
struct ScanWorkers: Sendable {
    private let helper = DispatchQueue(label: "cards-tui.scan")

    /// The results in the order of the chunks. Each thread takes the next chunk when it is free, so a busy core delays nothing.
    func map<Chunk: Sendable, Result: Sendable>(
        _ chunks: [Chunk], onTwoThreads: Bool, _ body: @escaping @Sendable (Chunk) -> Result
    ) -> [Result] {
        guard onTwoThreads, chunks.count > 1 else { return chunks.map(body) }
        let board = Board<Result>(count: chunks.count)
        let work: @Sendable () -> Void = {
            while let number = board.nextIndex() { board.store(body(chunks[number]), at: number) }
        }
        helper.async {
            work()
            board.helperIsDone.signal()
        }
        work()
        // Waits only for a chunk that the other thread has begun; if it has not started yet, it will find nothing left.
        while true {
            if let results = board.results { return results }
            board.helperIsDone.wait()
        }
    }

    private final class Board<Result: Sendable>: Sendable {
        let helperIsDone = DispatchSemaphore(value: 0)
        private let count: Int
        private let next = Atomic(0)
        private let found: Mutex<[Int: Result]> = Mutex([:])

        init(count: Int) { self.count = count }

        func nextIndex() -> Int? {
            let number = next.add(1, ordering: .relaxed).oldValue
            return number < count ? number : nil
        }

        func store(_ result: Result, at number: Int) { found.withLock { $0[number] = result } }

        /// Nil while some results are missing.
        var results: [Result]? {
            found.withLock { found in
                found.count < count ? nil : (0..<count).compactMap { found[$0] }
            }
        }
    }
}
