import Observation
import Terminal

/// A field for a path, with completion.
@MainActor @Observable
final class PathField {
    var editor = LineEditor()
    /// The last components of the path's completions, if there are several.
    private(set) var suggestions: [String] = []

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, theme: Theme, placeholder: SafeText = "") {
        let style = isFocused ? theme[.text].adding(.underline) : theme[.text]
        if isFocused { canvas.fill(area, style: style) }
        TextField(editor, style: style, placeholder: placeholder, placeholderStyle: theme[.faint]).draw(
            on: &canvas, in: area, isFocused: isFocused)
    }

    /// Extends the path to the longest common prefix of its completions, and shows them if there are several.
    /// - Returns: true if the path grew.
    @discardableResult
    func complete(_ completions: (String) async -> [String]) async -> Bool {
        let typed = editor.text
        let candidates = await completions(typed)
        guard editor.text == typed else { return false }
        let common = candidates.dropFirst().reduce(candidates.first ?? "") { $0.commonPrefix(with: $1) }
        let grew = common.count > typed.count
        if grew { editor.setText(common) }
        suggestions = candidates.count > 1 ? candidates.map { Self.lastName($0) } : []
        return grew
    }

    func forgetSuggestions() { suggestions = [] }

    private static func lastName(_ path: String) -> String {
        let isFolder = path.hasSuffix("/")
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return isFolder ? name + "/" : name
    }
}

extension String {
    func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}
