internal import Cards

/// The cards whose names are similar to the words of a search that finds none.
struct SimilarNames {
    private let words: [SimilarWord]

    /// More would not be looked through.
    private static let maximumCount = 100
    private static let maximumWords = 8
    /// The bytes of a name that are compared.
    private static let maximumName = 128

    /// Nil if the filter has no words, or more or longer ones than people type.
    init?(_ filter: CardFilter) {
        guard !filter.words.isEmpty, filter.words.count <= Self.maximumWords,
            filter.words.allSatisfy({ $0.utf8.count <= SimilarWord.maximumLength })
        else { return nil }
        words = filter.words.map { SimilarWord($0) }
    }

    /// The slots of similar cards, the most similar first. It stops when its task is cancelled.
    /// - Parameters:
    ///   - groups: of the index.
    ///   - domain: the cards that are looked at; nil for all.
    func slots(in index: CardIndex, groups: Range<Int>, domain: [UInt64]?) throws(CancellationError) -> [UInt32] {
        var found: [(score: Int, slot: UInt32)] = []
        for segment in groups.flatMap({ Array(index.groups[$0]) }) {
            if Task.isCancelled { throw CancellationError() }
            let (content, start) = (index.segments[segment].content, Int(index.wordStarts[segment]) * 64)
            content.texts.bytes.withUnsafeBufferPointer { bytes in
                for card in 0..<content.count where domain?.contains(slot: start + card) != false {
                    if let score = score(of: Self.name(in: bytes, content.texts.range(card))) {
                        found.append((score, UInt32(truncatingIfNeeded: start + card)))
                    }
                }
            }
        }
        // Equal ones stay in their order.
        return found.sorted { ($1.score, $0.slot) < ($0.score, $1.slot) }.prefix(Self.maximumCount).map(\.slot)
    }

    private func score(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        let letters = SimilarWord.letters(of: name)
        var sum = 0
        for word in words {
            guard let score = word.score(in: name, letters: letters) else { return nil }
            sum += score
        }
        return sum
    }

    /// The name behind the mark with which a text begins.
    private static func name(in bytes: UnsafeBufferPointer<UInt8>, _ text: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        let start = min(text.lowerBound + 1, text.upperBound)
        var end = start
        while end < text.upperBound, end - start < maximumName, bytes[end] < SearchColumns.groupMark { end += 1 }
        return UnsafeBufferPointer(rebasing: bytes[start..<end])
    }
}
