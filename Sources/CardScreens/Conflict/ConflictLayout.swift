import CardViewModels
import Cards
import Terminal

/// The frames of the fields of a conflict at a width: the values two by two, or beneath each other if that is too narrow. Computed once in
/// each layout for drawing and the mouse; ``ConflictTexts`` caches only the rows of its texts.
@MainActor
struct ConflictLayout {
    /// One side of a field.
    struct Side {
        let side: ConflictSide
        /// For the decision's mark, and for who set it and when.
        var head: Rect
        var value: Rect
        /// Nil for a photo.
        let paragraph: Paragraph?
        let photo: PhotoHash?
        /// The parts that differ from the first side.
        var spans: [Paragraph.Span] = []

        var whole: Range<Int> { min(head.top, value.top)..<max(head.bottom, value.bottom) }
    }

    /// The value typed instead of all sides.
    struct Written {
        let head: Rect
        let text: Rect
        /// For the reason why the text is not valid.
        let problem: Rect
        let problemLines: [SafeText]
    }

    struct Block {
        let field: CardField
        let label: Rect
        let sides: [Side]
        let written: Written?
        let rows: Range<Int>
    }

    private(set) var blocks: [Block] = []
    private(set) var rows = 0

    /// From this width on, two values are side by side.
    static let twoColumns = 76
    private static let labelColumns = 10
    private static let left = labelColumns + 2
    private static let gap = 3
    /// `● edited` and a gap.
    private static let headColumns = 10
    /// The maximum width of photos if fields are beneath each other.
    private static let narrowPhotoColumns = 26
    private static let maximumWrittenRows = 8

    private let columns: Int
    /// Whether two values are side by side, with the label beside them.
    let isWide: Bool
    private let theme: Theme
    private let format: LocalFormat
    private let texts: ConflictTexts

    /// The text being typed into a field, and why it is not valid.
    struct Writing {
        let field: CardField
        let editor: LineEditor
        let problem: String?
        /// The text is no higher, so that its cursor is in sight.
        let maximumRows: Int
    }

    init(
        _ model: ConflictModel, columns: Int, writing: Writing?, theme: Theme, format: LocalFormat,
        keeping texts: ConflictTexts
    ) {
        self.columns = columns
        self.theme = theme
        self.format = format
        self.texts = texts
        isWide = columns >= Self.twoColumns
        guard let card = model.card else { return }
        for field in model.fields {
            if !blocks.isEmpty { rows += 1 }
            add(
                field, model.sides(of: field), of: card, in: model.conflict, model.decisions[field],
                writing: writing?.field == field ? writing : nil)
        }
    }

    private mutating func add(
        _ field: CardField, _ values: [ConflictSide], of card: Card, in conflict: CardConflict?,
        _ decision: ConflictModel.Decision?, writing: Writing?
    ) {
        let top = rows
        let label = Rect(column: 1, row: top, columns: isWide ? Self.labelColumns - 1 : columns - 1, rows: 1)
        if !isWide { rows += 1 }
        var sides: [Side]
        if field.definition?.isPhoto == true {
            sides = photos(values, in: field)
        } else {
            let shown = values.map { side in
                FieldText.text(for: field, of: conflict?.card(showing: field, of: side, card) ?? side.card, format)
            }
            sides = values.indices.map { index in
                let difference = difference(at: index, of: shown, in: field)
                return side(
                    values[index], at: index, of: field, shown[index],
                    isOther: writing != nil || isOther(values[index], decision),
                    difference: difference)
            }
            place(&sides)
        }
        rows = sides.map(\.whole.upperBound).max() ?? rows
        let written = written(field, decision, writing)
        if let written { rows = written.problem.bottom }
        blocks.append(Block(field: field, label: label, sides: sides, written: written, rows: top..<rows))
    }

    private func isOther(_ side: ConflictSide, _ decision: ConflictModel.Decision?) -> Bool {
        switch decision {
        case nil: false
        case .side(let chosen): side != chosen
        case .written: true
        }
    }

    /// Where a value differs from the first; of the first, from the only other one.
    private func difference(at index: Int, of values: [String?], in field: CardField) -> Range<Int>? {
        if index == 0, values.count != 2 { return nil }
        let other = max(index, 1)
        guard values.indices.contains(other) else { return nil }
        let found = texts.difference(of: values[0] ?? "", values[other] ?? "", in: field, side: other)
        return index == 0 ? found.left : found.right
    }

    // MARK: - Frames

    private var sideColumns: Int { max(1, (columns - Self.left - Self.gap) / 2) }

    /// The side that was not chosen is faint; the differing part is recognized by its style.
    private func side(
        _ side: ConflictSide, at index: Int, of field: CardField, _ value: String?, isOther: Bool,
        difference: Range<Int>?
    ) -> Side {
        let style = theme[isOther || value == nil ? .faint : .text]
        let width = isWide ? sideColumns : max(1, columns - 4)
        let paragraph = Paragraph(
            value ?? "none", columns: width, style: style, keeping: texts.rows(of: .side(index), field))
        let column = isWide ? Self.left + index % 2 * (sideColumns + Self.gap) : 2
        return Side(
            side: side, head: Rect(column: column, row: rows, columns: isWide ? width : max(1, columns - 2), rows: 1),
            value: Rect(
                column: isWide ? column : column + 2, row: rows + 1, columns: width, rows: paragraph.rows),
            paragraph: paragraph, photo: nil,
            spans: difference.map { [Paragraph.Span($0, style: style.overlaid(with: theme[.match]))] } ?? [])
    }

    /// Puts those that do not fit beside each other beneath each other.
    private func place(_ sides: inout [Side]) {
        let beside = isWide ? 2 : 1
        var top = rows
        for first in stride(from: 0, to: sides.count, by: beside) {
            let line = first..<min(first + beside, sides.count)
            let end = line.map { sides[$0].value.rows }.max() ?? 0
            for index in line {
                sides[index].head = sides[index].head.offset(rows: top - rows)
                sides[index].value = sides[index].value.offset(rows: top - rows)
            }
            top += 1 + end
        }
    }

    /// Two side by side at every width, to compare them.
    private func photos(_ sides: [ConflictSide], in field: CardField) -> [Side] {
        let (left, gap) = isWide ? (Self.left, Self.gap) : (2, 2)
        let width = isWide ? sideColumns : max(3, min((columns - left - gap) / 2, Self.narrowPhotoColumns))
        let height = Int((Double(width - 2) / CardOutline.proportion / 2).rounded()) + 2
        return sides.enumerated().map { index, side in
            let frame = Rect(
                column: left + index % 2 * (width + gap), row: rows + index / 2 * (height + 1), columns: width,
                rows: height)
            return Side(
                side: side, head: Rect(column: frame.left, row: frame.bottom, columns: width, rows: 1), value: frame,
                paragraph: nil, photo: side.card.photo(in: field))
        }
    }

    private func written(_ field: CardField, _ decision: ConflictModel.Decision?, _ writing: Writing?) -> Written? {
        let left = isWide ? Self.left : 2
        let width = max(1, columns - left - Self.headColumns)
        let height: Int
        var lines: [SafeText] = []
        if let writing {
            let needed =
                writing.editor.isMultiline
                ? TextArea(writing.editor, style: .plain, keeping: texts.rows(of: .written, field)).rows(columns: width)
                : 1
            height = min(needed, Self.maximumWrittenRows, writing.maximumRows)
            lines = writing.problem.map { SafeText("✗ \($0)").wrapped(to: width) } ?? []
        } else if case .written(let text)? = decision {
            height = Paragraph(text, columns: width, upTo: Self.maximumWrittenRows, style: .plain).rows
        } else {
            return nil
        }
        let text = Rect(column: left + Self.headColumns, row: rows, columns: width, rows: height)
        return Written(
            head: Rect(column: left, row: rows, columns: Self.headColumns, rows: 1), text: text,
            problem: Rect(column: text.left, row: text.bottom, columns: width, rows: lines.count), problemLines: lines)
    }
}

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

/// Where two texts differ: the bytes of UTF-8 between their common beginning and their common end, in whole characters. Nil if that
/// range is empty, and if the texts have nothing in common: then everything differs and needs no highlight.
struct TextDifference: Equatable {
    let left: Range<Int>?
    let right: Range<Int>?

    init(_ left: String, _ right: String) {
        let (leftBytes, rightBytes) = (Array(left.utf8), Array(right.utf8))
        let shorter = min(leftBytes.count, rightBytes.count)
        var start = 0
        while start < shorter, leftBytes[start] == rightBytes[start] { start += 1 }
        start = min(left.characterStart(atOrBefore: start), right.characterStart(atOrBefore: start))
        var end = 0
        while end < shorter - start, leftBytes[leftBytes.count - 1 - end] == rightBytes[rightBytes.count - 1 - end] {
            end += 1
        }
        end = min(
            leftBytes.count - left.characterEnd(atOrAfter: leftBytes.count - end),
            rightBytes.count - right.characterEnd(atOrAfter: rightBytes.count - end))
        let isAll = start + end == 0
        let range = { (count: Int) in isAll || start >= count - end ? nil : start..<count - end }
        self.left = range(leftBytes.count)
        self.right = range(rightBytes.count)
    }
}

extension String {
    /// The offset itself if it is between characters, otherwise the start of the character around it.
    fileprivate func characterStart(atOrBefore offset: Int) -> Int {
        let index = utf8.index(startIndex, offsetBy: offset)
        if index == endIndex || String.Index(index, within: self) != nil { return offset }
        return utf8.distance(from: startIndex, to: self.index(before: self.index(after: index)))
    }

    /// The offset itself if it is between characters, otherwise the end of the character around it.
    fileprivate func characterEnd(atOrAfter offset: Int) -> Int {
        let index = utf8.index(startIndex, offsetBy: offset)
        if index == endIndex || String.Index(index, within: self) != nil { return offset }
        return utf8.distance(from: startIndex, to: self.index(after: index))
    }
}
