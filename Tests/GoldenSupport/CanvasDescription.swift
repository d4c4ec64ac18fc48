public import Terminal

/// A canvas as text for golden files: a header, the rows with blanks shown as dots, the same rows with a letter for each style, and
/// a legend of the letters.
public struct CanvasDescription {
    public let text: String

    public init(_ canvas: Canvas, title: String) {
        var letters: [Style: Character] = [.plain: "."]
        var legend: [(Character, Style)] = []
        var texts: [String] = []
        var styles: [String] = []
        for row in 0..<canvas.size.rows {
            var styleRow = ""
            for column in 0..<canvas.size.columns {
                let style = canvas[column, row].style
                let letter = letters[style] ?? Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(legend.count % 26)))
                if letters[style] == nil {
                    letters[style] = letter
                    legend.append((letter, style))
                }
                styleRow.append(letter)
            }
            let number = row < 10 ? " \(row)" : "\(row)"
            texts.append("\(number)│" + canvas.text(ofRow: row).map { $0 == " " ? "·" : String($0) }.joined() + "│")
            styles.append("\(number)│" + styleRow + "│")
        }
        let cursor = canvas.cursor.map { "column \($0.column), row \($0.row)" } ?? "hidden"
        let lines =
            ["# \(title), \(canvas.size.columns)x\(canvas.size.rows)", "cursor: \(cursor)", "", "text"] + texts
            + ["", "style"] + styles + ["", "legend"] + legend.map { "  \($0.0) \(Self.description(of: $0.1))" }
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func description(of style: Style) -> String {
        let names: [(Style.Attributes, String)] = [
            (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
        ]
        let colors = [("fg", style.foreground), ("bg", style.background)].compactMap { name, color in
            switch color {
            case .terminalDefault: nil as String?
            case .palette(let index): "\(name)=\(index)"
            case .rgb(let red, let green, let blue): "\(name)=\(red),\(green),\(blue)"
            }
        }
        return (colors + names.filter { style.attributes.contains($0.0) }.map(\.1)).joined(separator: " ")
    }
}
