public import Cards

/// Finds the cards that match a filter. It caches the hits of the last words: after another letter only these are searched, and
/// after deleting one none. It belongs to one actor.
public final class FilterMatcher {
    /// Enough for typing a word and deleting it again; an entry takes 400 KB for a million cards.
    private static let capacity = 6

    private struct Entry {
        let word: String
        var hits: WordHits
    }

    private let workers = ScanWorkers()
    /// All for the same index, the last used at the end.
    private var entries: [Entry] = []
    private var index: CardIndex?

    public init() {}

    /// The cards of each match class, the best first; nil for all.
    public func classes(
        of filter: CardFilter, in index: CardIndex, today: CalendarDay, sets: CardIndex.TermSets
    ) -> [[UInt64]]? {
        if filter.isEmpty { return nil }
        move(to: index)
        // Nil before the first word.
        var hits =
            filter.terms.isEmpty
            ? nil : WordHits(allOf: index.bits(of: filter.terms, today: today, sets: sets))
        // Longer words usually have fewer hits.
        for word in filter.words.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            if let known = recall(word) {
                hits = hits?.intersection(known) ?? known
                continue
            }
            let left = hits?.any.bitCount ?? index.count
            if left == 0 { break }
            let isNarrow = left < index.count / 16
            let domain = isNarrow ? hits?.any : domain(for: word)
            let found = WordHits(of: SearchWord(word), in: index, domain: domain, workers: workers)
            if !isNarrow { remember(word, found) }
            hits = hits?.intersection(found) ?? found
        }
        return filter.words.isEmpty ? hits.map { [$0.any] } : hits?.classes
    }

    /// The hits of the longest cached word that this one contains: no other card can match.
    private func domain(for word: String) -> [UInt64]? {
        entries.filter { word.utf8.count > $0.word.utf8.count && word.contains(bytesOf: $0.word) }
            .max { $0.word.utf8.count < $1.word.utf8.count }?.hits.any
    }

    private func recall(_ word: String) -> WordHits? {
        guard let index = entries.firstIndex(where: { $0.word == word }) else { return nil }
        entries.append(entries.remove(at: index))
        return entries.last?.hits
    }

    private func remember(_ word: String, _ hits: WordHits) {
        if entries.count == Self.capacity { entries.removeFirst() }
        entries.append(Entry(word: word, hits: hits))
    }

    /// Converts the cached hits to an index that differs in some segments.
    private func move(to new: CardIndex) {
        defer { index = new }
        guard let index, index.version != new.version else { return }
        entries = entries.compactMap { entry in
            WordHits(entry.hits, from: index, to: new, word: SearchWord(entry.word)).map {
                Entry(word: entry.word, hits: $0)
            }
        }
    }
}

extension String {
    fileprivate func contains(bytesOf other: String) -> Bool {
        let (own, sought) = (Array(utf8), Array(other.utf8))
        guard sought.count <= own.count else { return false }
        return (0...own.count - sought.count).contains { own[$0..<$0 + sought.count].elementsEqual(sought) }
    }
}
