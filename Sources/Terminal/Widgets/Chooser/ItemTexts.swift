/// The title and the other search terms of an item, prepared for many queries, and how well they match one.
///
/// From the best match to the worst: the query is a search term or the first words of the title; its words begin words of the title;
/// they begin words of the title or of search terms; they are in the middle of words; its characters are scattered over the title
/// or a search term.
struct ItemTexts: Sendable {
    private let title: FuzzyMatch.Text
    private let terms: [FuzzyMatch.Text]
    /// The words of the title, then those of each search term.
    private let words: [[[Character]]]
    private let prefix: [Character]?

    private static let exactScore = 5 * FuzzyMatch.wordsScore
    private static let beginningScore = 3 * FuzzyMatch.wordsScore
    private static let termScore = 2 * FuzzyMatch.wordsScore

    init(_ item: ChooserState.Item) {
        title = FuzzyMatch.Text(item.title)
        terms = item.also.map { FuzzyMatch.Text($0) }
        words = ([title] + terms).map { text in
            text.characters.split { !FuzzyMatch.isWord($0) }.map { Array($0) }
        }
        prefix = item.prefix?.map(FuzzyMatch.folded)
    }

    /// Whether the typed text goes beyond the item's prefix, and its title begins with that text.
    func continues(_ typed: [Character]) -> Bool {
        guard let prefix else { return false }
        return typed.starts(with: prefix) && title.characters.starts(with: typed)
    }

    /// Nil if the item does not match; one with a prefix matches no other text than that.
    func match(_ query: FuzzyMatch.Query) -> FuzzyMatch? {
        guard prefix == nil else { return nil }
        let match = FuzzyMatch(query, in: title)
        let positions = match?.positions ?? []
        if isExact(query) { return FuzzyMatch(score: Self.exactScore, positions: positions) }
        if let match, match.isOfWords {
            if beginsWords(query, of: words.prefix(1)) != nil {
                return FuzzyMatch(score: Self.beginningScore + match.score, positions: positions)
            }
            guard let rest = beginsWords(query, of: words[...]) else { return match }
            return FuzzyMatch(score: Self.termScore - rest, positions: positions)
        }
        if let rest = beginsWords(query, of: words[...]) {
            // The characters that are scattered over the title would only confuse.
            return FuzzyMatch(score: Self.termScore - rest, positions: [])
        }
        let term = terms.compactMap { FuzzyMatch(query, in: $0)?.score }.max().map {
            FuzzyMatch(score: $0, positions: [])
        }
        guard let match else { return term }
        return (term?.score ?? .min) > match.score ? term : match
    }

    private func isExact(_ query: FuzzyMatch.Query) -> Bool {
        let typed = query.typed.split(whereSeparator: \.isWhitespace).map { Array($0) }
        return !typed.isEmpty && (words[0].starts(with: typed) || words.dropFirst().contains(typed))
    }

    /// Whether each word of the query begins a word of these texts: how many characters are missing; nil if one does not.
    private func beginsWords(_ query: FuzzyMatch.Query, of texts: ArraySlice<[[Character]]>) -> Int? {
        var missing = 0
        for word in query.words {
            let rests = texts.joined().filter { $0.starts(with: word) }.map { $0.count - word.count }
            guard let least = rests.min() else { return nil }
            missing += least
        }
        return min(missing, FuzzyMatch.wordsScore - 1)
    }
}
