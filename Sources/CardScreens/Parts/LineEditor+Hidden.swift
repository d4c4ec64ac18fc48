import Terminal

extension LineEditor {
    /// The text as dots, for what is never shown.
    var hidden: LineEditor {
        var dots = LineEditor(String(repeating: "•", count: text.count))
        dots.moveCursor(toOffset: cursor * "•".utf8.count)
        return dots
    }
}
