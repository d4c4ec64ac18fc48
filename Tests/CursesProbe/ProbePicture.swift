import Terminal

/// Contents that are hard to show.
enum ProbePicture {
    /// Wide characters up to the margin.
    case wide
    case hostile
    case colors
    /// Graphemes of several code points, each before a bar in the same column.
    case graphemes

    static let samples: [SafeText] = [
        "a", "é", "e\u{301}", "漢", "👨‍👩‍👧", "👍🏽", "🇵🇱", "❤️", "한", "ก็", "🏳️‍🌈", "①", "\u{1F6DC}", "½",
    ]

    func draw(into canvas: inout Canvas) {
        switch self {
        case .wide:
            let text = SafeText(String(repeating: "漢", count: 200))
            canvas.write(text, at: Point(column: 0, row: 2), style: .plain)
            canvas.write(text, at: Point(column: 1, row: 3), style: .plain)
            canvas.write("next row", at: Point(column: 0, row: 4), style: .plain)
        case .hostile:
            let text = SafeText("a\u{1B}[31mb\u{9B}2Jc\u{202E}d\u{7}e\nf\u{1B}]2;owned\u{7}g")
            canvas.write(text, at: Point(column: 0, row: 2), style: .plain)
        case .colors:
            let styles: [Style] = [
                Style(foreground: .palette(1)), Style(foreground: .palette(9)), Style(foreground: .palette(208)),
                Style(foreground: .rgb(255, 100, 0)), Style(background: .rgb(0, 0, 95)),
                Style(foreground: .rgb(1, 2, 3), background: .rgb(250, 251, 252)), Style(attributes: .bold),
                Style(foreground: .palette(2), attributes: [.italic, .underline]),
            ]
            for (index, style) in styles.enumerated() {
                canvas.write("colour", at: Point(column: 0, row: 2 + index), style: style)
            }
        case .graphemes:
            for (index, text) in Self.samples.enumerated() {
                let end = canvas.write(text, at: Point(column: 0, row: 2 + index), style: .plain)
                canvas.write("|", at: Point(column: end, row: 2 + index), style: .plain)
            }
        }
    }
}
