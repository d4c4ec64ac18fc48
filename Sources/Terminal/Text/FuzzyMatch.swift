internal import Basics

/// How well a text matches a query, and which of its characters match.
///
/// A text matches if it contains every word of the query, in any order; failing that, if it contains the query's
/// characters in order with others between them. A match of words always ranks before one of characters; within a kind
/// the beginnings of words and adjacent characters rank first. Case and marks are ignored, as in every search. The cost
/// grows with both lengths: it is for titles, not for long texts.
public struct FuzzyMatch: Equatable, Sendable {
    /// Higher is better; an empty query scores 0.
    public let score: Int
    /// The indices of the matched characters, ascending and unique.
    public let positions: [Int]

    /// Nil if the text does not match the query.
    public init?(_ query: String, in text: SafeText) {
        self.init(Query(query), in: Text(text))
    }

    /// A query prepared for many texts.
    struct Query {
        /// Each word once.
        let words: Set<[Character]>
        /// Without blanks.
        let characters: [Character]
        /// As it was typed, with its blanks.
        let typed: [Character]

        init(_ text: String) {
            let all = text.split(whereSeparator: \.isWhitespace).map { $0.map(FuzzyMatch.folded) }
            words = Set(all)
            characters = all.flatMap(\.self)
            typed = text.map(FuzzyMatch.folded)
        }

    }

    init(score: Int, positions: [Int]) { (self.score, self.positions) = (score, positions) }

    /// Whether the text contains every word of the query.
    var isOfWords: Bool { score > Self.wordsScore / 2 }

    /// A text prepared for many queries.
    struct Text: Sendable {
        let characters: [Character]
        /// Whether a word begins at the character of the same index.
        let starts: [Bool]

        init(_ text: SafeText) { self.init(text.string) }

        /// - Parameter text: is compared, never shown.
        init(_ text: String) {
            let characters = text.map(FuzzyMatch.folded)
            self.characters = characters
            starts = characters.indices.map {
                $0 == 0 || !FuzzyMatch.isWord(characters[$0 - 1]) && FuzzyMatch.isWord(characters[$0])
            }
        }
    }

    init?(_ query: Query, in text: Text) {
        guard
            let found = Self.words(query.words, in: text.characters, text.starts)
                ?? Self.sequence(query.characters, in: text.characters, text.starts)
        else { return nil }
        (score, positions) = found
    }

    // MARK: - Words

    static let wordsScore = 1_000_000
    private static let startBonus = 1000
    private static let textStartBonus = 500

    private static func words(
        _ words: Set<[Character]>, in text: [Character], _ starts: [Bool]
    ) -> (Int, [Int])? {
        guard !words.isEmpty else { return (0, []) }
        var score = wordsScore
        var positions: Set<Int> = []
        for word in words {
            let occurrences = occurrences(of: word, in: text)
            guard let index = occurrences.first(where: { starts[$0] }) ?? occurrences.first else { return nil }
            score += (starts[index] ? startBonus : 0) + (index == 0 ? textStartBonus : 0) - min(index, 99)
            positions.formUnion(index..<index + word.count)
        }
        return (score, positions.sorted())
    }

    private static func occurrences(of word: [Character], in text: [Character]) -> [Int] {
        guard word.count <= text.count else { return [] }
        return (0...text.count - word.count).filter { text[$0..<$0 + word.count].elementsEqual(word) }
    }

    /// The characters of every occurrence of a folded word in a text.
    static func positions(of word: String, in text: SafeText) -> [Int] {
        let word = Array(word)
        return occurrences(of: word, in: text.string.map(folded)).flatMap { $0..<$0 + word.count }
    }

    // MARK: - Characters with others between them

    private static let characterStartBonus = 8
    private static let togetherBonus = 5

    /// The best way to match the characters in order. `best[index]` is the score of the best match that ends at `index`.
    private static func sequence(
        _ characters: [Character], in text: [Character], _ starts: [Bool]
    ) -> (Int, [Int])? {
        guard !characters.isEmpty, characters.count <= text.count else { return nil }
        var best = [Int?](repeating: nil, count: text.count)
        /// For each character and index, the index of the character before it in the best match.
        var origins: [[Int]] = []
        for (number, character) in characters.enumerated() {
            var next = [Int?](repeating: nil, count: text.count)
            var origin = [Int](repeating: -1, count: text.count)
            var before: (score: Int, index: Int)?
            for index in text.indices {
                if index > 0, let score = best[index - 1], score >= before?.score ?? .min {
                    before = (score, index - 1)
                }
                guard text[index] == character else { continue }
                let bonus = starts[index] ? characterStartBonus : 0
                if number == 0 {
                    next[index] = bonus
                    continue
                }
                guard let before else { continue }
                (next[index], origin[index]) = (before.score + bonus, before.index)
                if let together = best[index - 1], together + togetherBonus >= before.score {
                    (next[index], origin[index]) = (together + togetherBonus + bonus, index - 1)
                }
            }
            origins.append(origin)
            best = next
        }
        guard let last = best.indices.max(by: { (best[$0] ?? .min) < (best[$1] ?? .min) }), let score = best[last]
        else { return nil }
        var positions = [last]
        for origin in origins.dropFirst().reversed() { positions.append(origin[positions[positions.count - 1]]) }
        return (score, positions.reversed())
    }

    // MARK: - Characters

    /// As a single character, so that indices stay those of the text: `Æ` is `æ`, and not `ae`.
    static func folded(_ character: Character) -> Character {
        let folded = TextFolding.fold(String(character))
        if folded.count == 1 { return folded[folded.startIndex] }
        let lower = character.lowercased()
        return lower.count == 1 ? lower[lower.startIndex] : character
    }

    static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
