/// The rows of one text from frame to frame: they are worked out again only where the text or its width has changed.
///
/// It holds nothing that a user would miss; whoever draws the same text again and again keeps one.
@MainActor
public final class LaidOutText {
    private var last: EditorLayout?
    /// Graphemes that were looked at so far.
    private(set) var steps = 0

    public init() {}

    func rows(of text: String, columns: Int) -> EditorLayout {
        // By bytes: texts that mean the same may have them in other places.
        if let last, last.columns == columns, last.text.hasSameBytes(as: text) { return last }
        let layout = EditorLayout(text, columns: columns, after: last)
        steps += layout.steps
        last = layout
        return layout
    }
}
