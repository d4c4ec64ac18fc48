/// How well a text answers to what was typed, and with which of its characters.
///
/// Every word of the query somewhere in the text, in any order; failing that, the query's characters in their order with
/// others between them. The first kind always comes before the second; within a kind the beginnings of words and characters
/// that stand together come first. Upper and lower case are the same. The cost grows with both lengths: for titles, not books.
public struct FuzzyMatch: Hashable, Sendable {
    /// The higher, the better; what an empty query gives is 0.
    public let score: Int
    /// The characters that were matched, ascending, each once.
    public let positions: [Int]

    /// Nil when the text does not answer to the query.
    public init?(_ query: String, in text: SafeText) {
        self.init(Query(query), in: Text(text))
    }

    /// What was typed, prepared for being looked for in many texts.
    struct Query {
        /// Each word once.
        let words: Set<[Character]>
        let characters: [Character]

        init(_ text: String) {
            let all = text.split(whereSeparator: \.isWhitespace).map { $0.map(FuzzyMatch.folded) }
            (words, characters) = (Set(all), all.flatMap(\.self))
        }

        /// Whether each word of the query is the beginning of a word of these texts.
        func begins(wordsOf texts: [String]) -> Bool {
            guard !words.isEmpty, !texts.isEmpty else { return false }
            let others = texts.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map { $0.map(FuzzyMatch.folded) }
            return words.allSatisfy { word in others.contains { $0.starts(with: word) } }
        }
    }

    private init(score: Int, positions: [Int]) { (self.score, self.positions) = (score, positions) }

    /// For a text that answers by words which it does not show: behind every text that shows the words.
    static let byOtherWords = FuzzyMatch(score: wordsScore / 2, positions: [])

    /// Whether the text has every word of the query.
    var isOfWords: Bool { score > Self.wordsScore / 2 }

    /// What is looked in, prepared for being asked many times.
    struct Text: Sendable {
        let characters: [Character]
        /// Where words begin.
        let starts: [Bool]

        init(_ text: SafeText) {
            let characters = text.string.map(FuzzyMatch.folded)
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

    private static let wordsScore = 1_000_000
    private static let startBonus = 1000
    private static let textStartBonus = 500

    private static func words(
        _ words: Set<[Character]>, in text: [Character], _ starts: [Bool]
    ) -> (Int, [Int])? {
        guard !words.isEmpty else { return (0, []) }
        var score = wordsScore
        var positions: Set<Int> = []
        for word in words {
            let places = places(of: word, in: text)
            guard let place = places.first(where: { starts[$0] }) ?? places.first else { return nil }
            score += (starts[place] ? startBonus : 0) + (place == 0 ? textStartBonus : 0) - min(place, 99)
            positions.formUnion(place..<place + word.count)
        }
        return (score, positions.sorted())
    }

    private static func places(of word: [Character], in text: [Character]) -> [Int] {
        guard word.count <= text.count else { return [] }
        return (0...text.count - word.count).filter { text[$0..<$0 + word.count].elementsEqual(word) }
    }

    /// The characters of every place where a word of lower case stands in a text.
    static func positions(of word: String, in text: SafeText) -> [Int] {
        let word = Array(word)
        return places(of: word, in: text.string.map(folded)).flatMap { $0..<$0 + word.count }
    }

    // MARK: - Characters with others between them

    private static let characterStartBonus = 8
    private static let togetherBonus = 5

    /// The best way to find the characters in their order. `best[place]` is the score of the ways that end at a place.
    private static func sequence(
        _ characters: [Character], in text: [Character], _ starts: [Bool]
    ) -> (Int, [Int])? {
        guard !characters.isEmpty, characters.count <= text.count else { return nil }
        var best = [Int?](repeating: nil, count: text.count)
        /// For each character, from which place of the one before the best way comes.
        var origins: [[Int]] = []
        for (number, character) in characters.enumerated() {
            var next = [Int?](repeating: nil, count: text.count)
            var origin = [Int](repeating: -1, count: text.count)
            var before: (score: Int, place: Int)?
            for place in text.indices {
                if place > 0, let score = best[place - 1], score >= before?.score ?? .min {
                    before = (score, place - 1)
                }
                guard text[place] == character else { continue }
                let bonus = starts[place] ? characterStartBonus : 0
                if number == 0 {
                    next[place] = bonus
                    continue
                }
                guard let before else { continue }
                (next[place], origin[place]) = (before.score + bonus, before.place)
                if let together = best[place - 1], together + togetherBonus >= before.score {
                    (next[place], origin[place]) = (together + togetherBonus + bonus, place - 1)
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

    /// Lower case, as one character: so that places are those of the text.
    static func folded(_ character: Character) -> Character {
        let lower = character.lowercased()
        return lower.count == 1 ? lower[lower.startIndex] : character
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
