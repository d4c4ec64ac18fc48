import Cards
import Terminal

/// A cache between frames of the texts of a conflict: the rows of each, and where two of them differ.
@MainActor
final class ConflictTexts {
    enum Version: Hashable { case mine, theirs, written }

    private struct Key: Hashable {
        let version: Version
        let field: CardField
    }

    private var rows: [Key: LaidOutText] = [:]
    private var differences: [CardField: (left: String, right: String, difference: TextDifference)] = [:]

    func rows(of version: Version, _ field: CardField) -> LaidOutText {
        let key = Key(version: version, field: field)
        if let known = rows[key] { return known }
        let new = LaidOutText()
        rows[key] = new
        return new
    }

    func difference(of left: String, _ right: String, in field: CardField) -> TextDifference {
        if let known = differences[field], known.left.utf8.elementsEqual(left.utf8),
            known.right.utf8.elementsEqual(right.utf8)
        {
            return known.difference
        }
        let difference = TextDifference(left, right)
        differences[field] = (left, right, difference)
        return difference
    }
}
