import Cards
import Terminal

/// A cache between frames of the texts of a conflict: the rows of each, and where two of them differ.
@MainActor
final class ConflictTexts {
    enum Version: Hashable {
        /// By the rank of the side.
        case side(Int)
        case written
    }

    private struct Key: Hashable {
        let version: Version
        let field: CardField
    }

    private var rows: [Key: LaidOutText] = [:]
    private var differences: [Key: (left: String, right: String, difference: TextDifference)] = [:]

    func rows(of version: Version, _ field: CardField) -> LaidOutText {
        let key = Key(version: version, field: field)
        if let known = rows[key] { return known }
        let new = LaidOutText()
        rows[key] = new
        return new
    }

    func difference(of left: String, _ right: String, in field: CardField, side: Int) -> TextDifference {
        let key = Key(version: .side(side), field: field)
        if let known = differences[key], known.left.utf8.elementsEqual(left.utf8),
            known.right.utf8.elementsEqual(right.utf8)
        {
            return known.difference
        }
        let difference = TextDifference(left, right)
        differences[key] = (left, right, difference)
        return difference
    }
}
