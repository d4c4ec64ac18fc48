import Basics
import CardViewModels
import Cards
import Terminal

/// The editors of the form: one for each text, and one for the path of each photo. Every edit is passed to the model immediately;
/// texts that the model changes by itself replace those of the editors, as a path that is cleared when its photo was read.
@MainActor
final class FormEditors {
    private let model: CardFormModel
    @Observed private(set) var texts: [DraftField: LineEditor] = [:]
    /// The texts last exchanged with the editors.
    private var known: [DraftField: String] = [:]
    /// The rows of each text of several lines, kept between frames.
    let rows: [DraftField: LaidOutText] = Dictionary(
        uniqueKeysWithValues: DraftField.allCases.filter(\.isMultiline).map { ($0, LaidOutText()) })

    init(_ model: CardFormModel) {
        self.model = model
        followTexts()
    }

    /// After saving, unedited fields show what is stored now.
    func followTexts() {
        for field in DraftField.allCases where field != .isStarred && known[field] != model.draft.text(of: field) {
            let text = model.draft.text(of: field)
            known[field] = text
            texts[field] = LineEditor(text, isMultiline: field.isMultiline)
        }
    }

    /// The text of a field with several lines.
    func area(of field: DraftField, theme style: Style = .plain) -> TextArea {
        TextArea(
            texts[field] ?? LineEditor(isMultiline: true), style: style, keeping: rows[field] ?? LaidOutText())
    }

    /// Whether there is a path that has not been read yet.
    func isPathTyped(_ side: Card.Side) -> Bool {
        texts[DraftField(side)]?.text.allSatisfy(\.isWhitespace) == false
    }

    // MARK: - Editing

    /// Applies an edit to the editor of a field and passes its text to the model. Nil for a field without text.
    @discardableResult
    func edit<Result>(_ field: DraftField, _ change: (inout LineEditor) -> Result) -> Result? {
        guard var editor = texts[field] else { return nil }
        let result = change(&editor)
        texts[field] = editor
        known[field] = editor.text
        model.setText(editor.text, of: field)
        return result
    }

    func moveCursor(in field: DraftField, toOffset offset: Int) { texts[field]?.moveCursor(toOffset: offset) }

    /// - Returns: false if the text has no row there.
    func move(in field: DraftField, by rows: Int, columns: Int) -> Bool {
        guard let moved = area(of: field).moving(rows: rows, columns: columns) else { return false }
        texts[field] = moved
        return true
    }

    /// Completes the typed kind of barcode as far as possible.
    /// - Returns: true if the text grew.
    func completeFormat() -> Bool {
        let typed = model.draft.text(of: .barcode)
        let labels = BarcodeFormat.completions(of: typed).map(\.label)
        guard let first = labels.first else { return false }
        let grown = labels.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
        guard grown.count > typed.count else { return false }
        edit(.barcode) { $0.setText(grown) }
        return true
    }
}
