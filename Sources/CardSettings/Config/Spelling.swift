/// Finds the word that the user probably meant.
public enum Spelling {
    /// The nearest of the words, if it is near enough to be a typing error: its distance is at most a third of its
    /// length. Wrong, missing, extra and swapped letters count as one step each. Nil if there is none.
    public static func nearest(to word: String, in words: some Sequence<String>) -> String? {
        // A very long word is no misspelling of a short one.
        guard word.utf8.count <= 40 else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in words {
            let distance = distance(Array(word.lowercased()), Array(candidate.lowercased()))
            guard distance <= max(1, candidate.count / 3), distance < best?.distance ?? .max else { continue }
            best = (candidate, distance)
        }
        return best?.word
    }

    /// Optimal string alignment: Damerau-Levenshtein in which no substring is edited twice.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                var steps = min(current[column] + 1, last[column + 1] + 1)
                steps = min(steps, last[column] + (left[row] == right[column] ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    steps = min(steps, beforeLast[column - 1] + 1)
                }
                current.append(steps)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
