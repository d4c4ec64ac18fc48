public import Cards

/// The cards whose names are similar to the words of a search that finds none.
public struct SimilarNames {
    private let words: [SimilarWord]

    /// More would not be looked through.
    private static let maximumCount = 100
    private static let maximumWords = 8
    /// The bytes of a name that are compared.
    private static let maximumName = 128

    /// Nil if the filter has no words, more or longer ones than people type, or one that is too short for a name to be similar to it.
    public init?(_ filter: CardFilter) {
        guard !filter.words.isEmpty, filter.words.count <= Self.maximumWords,
            filter.words.allSatisfy({ SimilarWord.lengths.contains($0.utf8.count) })
        else { return nil }
        words = filter.words.map { SimilarWord($0) }
    }

    /// The slots of similar cards, the most similar first. It stops when its task is cancelled.
    /// - Parameters:
    ///   - groups: of the index.
    ///   - domain: the cards that are looked at; nil for all.
    public func slots(in index: CardIndex, groups: Range<Int>, domain: [UInt64]?) throws(CancellationError) -> [UInt32]
    {
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

/// A word that no card contains, and how similar a name is to it: its letters in their order with others between them, or one of the
/// name's words with a letter that is wrong, missing, too many or swapped with the next.
struct SimilarWord {
    private let bytes: [UInt8]
    private let letters: UInt32
    /// How many letters may be wrong.
    private let maximumEdits: Int
    private let distances: EditDistances

    /// In bytes. The letters of a shorter word are in nearly every name; longer words are pasted texts, not typed names.
    static let lengths = 3...32
    /// Letters between those of the word: more of them would find nearly every long name.
    private static let maximumSpread = 3

    init(_ word: String) {
        bytes = Array(word.utf8)
        letters = Self.letters(of: bytes)
        maximumEdits = bytes.count < 4 ? 0 : bytes.count < 6 ? 1 : 2
        distances = EditDistances()
    }

    /// The letters that a text has: a bit for each, one for all digits and one for all others.
    static func letters(of text: some Sequence<UInt8>) -> UInt32 {
        text.reduce(0) { letters, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): letters | 1 << UInt32(byte - UInt8(ascii: "a"))
            case UInt8(ascii: "0")...UInt8(ascii: "9"): letters | 1 << 26
            default: letters | 1 << 27
            }
        }
    }

    /// Higher is more similar; nil if the name is not similar.
    /// - Parameter letters: those of the name.
    func score(in name: UnsafeBufferPointer<UInt8>, letters: UInt32) -> Int? {
        let missing = (self.letters & ~letters).nonzeroBitCount
        guard missing <= maximumEdits else { return nil }
        let edited = maximumEdits > 0 ? editScore(in: name) : nil
        let scattered = missing == 0 ? scatterScore(in: name) : nil
        return [edited, scattered].compactMap { $0 }.max()
    }

    // MARK: - Wrong letters

    private func editScore(in name: UnsafeBufferPointer<UInt8>) -> Int? {
        var best: Int?
        var (start, number) = (0, 0)
        while start < name.count {
            var end = start
            while end < name.count, !Self.isGap(name[end]) { end += 1 }
            if end - start >= bytes.count - maximumEdits, end > start {
                let word = UnsafeBufferPointer(rebasing: name[start..<min(end, start + bytes.count + maximumEdits)])
                // Most words have too many other letters.
                let mayMatch = (letters & ~Self.letters(of: word)).nonzeroBitCount <= maximumEdits
                let edits = mayMatch ? distances.toPrefix(of: word, from: bytes) : .max
                if edits <= maximumEdits {
                    best = max(best ?? .min, 1000 - 200 * edits + (word[0] == bytes[0] ? 50 : 0) - 5 * min(number, 10))
                }
            }
            number += 1
            start = end + 1
        }
        return best
    }

    private static func isGap(_ byte: UInt8) -> Bool { byte < UInt8(ascii: "0") }

    // MARK: - Letters with others between them

    private func scatterScore(in name: UnsafeBufferPointer<UInt8>) -> Int? {
        var (position, end) = (0, -1)
        for index in name.indices where name[index] == bytes[position] {
            position += 1
            if position == bytes.count {
                end = index
                break
            }
        }
        guard end >= 0 else { return nil }
        // Back from the end: the shortest part that holds all letters and ends there.
        var (index, starts) = (end, 0)
        position = bytes.count - 1
        while true {
            if name[index] == bytes[position] {
                if index == 0 || Self.isGap(name[index - 1]) { starts += 1 }
                if position == 0 { break }
                position -= 1
            }
            index -= 1
        }
        let span = end - index + 1
        guard span <= Self.maximumSpread * bytes.count else { return nil }
        return 600 + 40 * starts - 10 * (span - bytes.count)
    }
}

/// Memory for the distances between two words, used again for the next two.
private final class EditDistances {
    private let columns = SimilarWord.lengths.upperBound + 3
    private var rows: [Int]

    init() { rows = Array(repeating: 0, count: 3 * columns) }

    /// The least number of letters to insert, delete, replace or swap with the next that make the word a beginning of the text.
    func toPrefix(of text: UnsafeBufferPointer<UInt8>, from word: [UInt8]) -> Int {
        let (count, columns) = (text.count, columns)
        return rows.withUnsafeMutableBufferPointer { rows in
            for column in 0...count { rows[column] = column }
            for number in 1...word.count {
                let (row, last, beforeLast) = (
                    number % 3 * columns, (number + 2) % 3 * columns, (number + 1) % 3 * columns
                )
                rows[row] = number
                for column in stride(from: 1, through: count, by: 1) {
                    let isSame = word[number - 1] == text[column - 1]
                    var least = min(rows[last + column], rows[row + column - 1]) + 1
                    least = min(least, rows[last + column - 1] + (isSame ? 0 : 1))
                    if number > 1, column > 1, word[number - 1] == text[column - 2],
                        word[number - 2] == text[column - 1]
                    {
                        least = min(least, rows[beforeLast + column - 2] + 1)
                    }
                    rows[row + column] = least
                }
            }
            let row = word.count % 3 * columns
            return rows[row...row + count].min() ?? word.count
        }
    }
}
