import CardViewModels
import Cards
import Terminal

/// The frames of the fields of a conflict at a width: mine beside theirs, or beneath each other if that is too narrow. Computed once in
/// each layout for drawing and the mouse; ``ConflictTexts`` caches only the rows of its texts.
@MainActor
struct ConflictLayout {
    enum Origin: Hashable, CaseIterable { case mine, theirs }

    /// One side of a field.
    struct Side {
        let origin: Origin
        /// For the decision's mark and label.
        let head: Rect
        let value: Rect
        /// Nil for a photo.
        let paragraph: Paragraph?
        let photo: PhotoHash?
        /// The parts that differ from the other side.
        var spans: [Paragraph.Span] = []

        var whole: Range<Int> { min(head.top, value.top)..<max(head.bottom, value.bottom) }
    }

    /// The value typed instead of both sides.
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

    /// From this width on, mine and theirs are side by side.
    static let twoColumns = 76
    private static let labelColumns = 10
    private static let left = labelColumns + 2
    private static let gap = 3
    /// `○ theirs` and a gap.
    private static let headColumns = 10
    /// The maximum width of photos if fields are beneath each other.
    private static let narrowPhotoColumns = 26
    private static let maximumWrittenRows = 8

    private let columns: Int
    /// Whether mine and theirs are side by side, with the label beside them.
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
        (self.columns, self.theme, self.format, self.texts) = (columns, theme, format, texts)
        isWide = columns >= Self.twoColumns
        guard let mine = model.mine, var theirs = model.theirs else { return }
        // Theirs has only the fields in conflict. An amount needs its currency: where that is in no conflict, it is the same as mine.
        if !model.fields.contains(.currency) { theirs.currency = mine.currency }
        for field in model.fields {
            if !blocks.isEmpty { rows += 1 }
            add(field, mine, theirs, model.decisions[field], writing: writing?.field == field ? writing : nil)
        }
    }

    private mutating func add(
        _ field: CardField, _ mine: Card, _ theirs: Card, _ decision: ConflictModel.Decision?, writing: Writing?
    ) {
        let top = rows
        let label = Rect(column: 1, row: top, columns: isWide ? Self.labelColumns - 1 : columns - 1, rows: 1)
        if !isWide { rows += 1 }
        var sides: [Side]
        if field.definition?.isPhoto == true {
            sides = photos([mine.photo(in: field), theirs.photo(in: field)])
        } else {
            let values = [mine, theirs].map { FieldText.text(for: field, of: $0, format) }
            let differences = texts.difference(of: values[0] ?? "", values[1] ?? "", in: field)
            sides = zip(Origin.allCases, zip(values, [differences.left, differences.right])).map { origin, value in
                side(origin, of: field, value.0, isOther: isOther(origin, decision), difference: value.1)
            }
            if !isWide { stack(&sides) }
        }
        rows = sides.map(\.whole.upperBound).max() ?? rows
        let written = written(field, decision, writing)
        if let written { rows = written.problem.bottom }
        blocks.append(Block(field: field, label: label, sides: sides, written: written, rows: top..<rows))
    }

    private func isOther(_ origin: Origin, _ decision: ConflictModel.Decision?) -> Bool {
        switch decision {
        case nil: false
        case .mine: origin != .mine
        case .theirs: origin != .theirs
        case .written: true
        }
    }

    // MARK: - Frames

    private var sideColumns: Int { max(1, (columns - Self.left - Self.gap) / 2) }

    /// The side that was not chosen is faint; the differing part is recognized by its style.
    private func side(
        _ origin: Origin, of field: CardField, _ value: String?, isOther: Bool, difference: Range<Int>?
    ) -> Side {
        let style = theme[isOther || value == nil ? .faint : .text]
        let width = isWide ? sideColumns : max(1, columns - 2 - Self.headColumns)
        let paragraph = Paragraph(
            value ?? "none", columns: width, style: style,
            keeping: texts.rows(of: origin == .mine ? .mine : .theirs, field))
        let column = Self.left + (origin == .mine ? 0 : sideColumns + Self.gap)
        return Side(
            origin: origin,
            head: Rect(column: isWide ? column : 2, row: rows, columns: isWide ? width : Self.headColumns, rows: 1),
            value: Rect(
                column: isWide ? column : 2 + Self.headColumns, row: isWide ? rows + 1 : rows, columns: width,
                rows: paragraph.rows),
            paragraph: paragraph, photo: nil,
            spans: difference.map { [Paragraph.Span($0, style: style.overlaid(with: theme[.match]))] } ?? [])
    }

    /// Puts the second side beneath the first.
    private func stack(_ sides: inout [Side]) {
        guard sides.count == 2 else { return }
        let (first, second) = (sides[0], sides[1])
        sides[1] = Side(
            origin: second.origin, head: second.head.offset(rows: first.value.rows),
            value: second.value.offset(rows: first.value.rows), paragraph: second.paragraph, photo: nil,
            spans: second.spans)
    }

    /// Side by side at every width, to compare them.
    private func photos(_ photos: [PhotoHash?]) -> [Side] {
        let (left, gap) = isWide ? (Self.left, Self.gap) : (2, 2)
        let width = isWide ? sideColumns : max(3, min((columns - left - gap) / 2, Self.narrowPhotoColumns))
        let height = Int((Double(width - 2) / CardOutline.proportion / 2).rounded()) + 2
        return zip(Origin.allCases, photos).enumerated().map { index, side in
            let frame = Rect(column: left + index * (width + gap), row: rows, columns: width, rows: height)
            return Side(
                origin: side.0, head: Rect(column: frame.left, row: frame.bottom, columns: width, rows: 1),
                value: frame,
                paragraph: nil, photo: side.1)
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
