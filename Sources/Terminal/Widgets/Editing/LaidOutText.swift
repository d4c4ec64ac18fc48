/// Caches the rows of a text between frames; they are laid out again only when the text or its width has changed.
///
/// It is a cache only. Keep one where the same text is drawn repeatedly.
@MainActor
public final class LaidOutText {
    private var last: EditorLayout?
    /// The number of graphemes visited so far.
    private(set) var steps = 0

    public init() {}

    func rows(of text: String, columns: Int) -> EditorLayout {
        // Compares bytes: canonically equivalent texts may have different offsets.
        if let last, last.columns == columns, last.text.hasSameBytes(as: text) { return last }
        let layout = EditorLayout(text, columns: columns, after: last)
        steps += layout.steps
        last = layout
        return layout
    }
}
