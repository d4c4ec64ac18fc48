import Terminal
import Testing

@Suite("Dialog")
struct DialogTests {
    private static let long = "/home/somebody/" + Array(repeating: "folder", count: 600).joined(separator: "/")

    private static let choices: [[Dialog.Choice]] = [
        [.init(Key("y"), "replace"), .init(Key("n"), "cancel")],
        [.init(Key("y"), "send"), .init(Key("n"), "keep here"), .init(Key("l"), "later")],
        [.init(Key("y"), "save as a new card"), .init(Key("l"), "later"), .init(Key("d"), "discard changes")],
    ]

    static let sizes = [(80, 24), (40, 12), (40, 5), (22, 8), (20, 12), (20, 6), (20, 5)].map {
        Size(columns: $0.0, rows: $0.1)
    }

    private func rows(_ dialog: Dialog, _ size: Size) -> [String] {
        var canvas = Canvas(size: size)
        canvas.write("footer", at: Point(column: 0, row: size.rows - 1), style: .plain)
        dialog.draw(on: &canvas, theme: .terminal)
        return (0..<size.rows).map(canvas.text(ofRow:))
    }

    @Test("nothing of what is beneath is seen beside it")
    func beside() {
        var canvas = Canvas(size: Size(columns: 80, rows: 24))
        for row in 0..<24 {
            canvas.write(SafeText(String(repeating: "x", count: 80)), at: Point(column: 0, row: row), style: .plain)
        }
        Dialog(title: "Delete", message: "Delete it?", choices: Self.choices[0], defaultChoice: 1).draw(
            on: &canvas, theme: .terminal)
        let rows = (0..<24).map(canvas.text(ofRow:))
        let beside = rows.filter { $0.contains("│") || $0.contains("╭") || $0.contains("╰") }
        #expect(beside.count >= 4)
        #expect(beside.allSatisfy { !$0.contains("xx") })
        #expect(rows.first == String(repeating: "x", count: 80))
    }

    @Test("with a long message it leaves the footer free, cuts the message, and shows all choices", arguments: sizes)
    func long(size: Size) {
        for choices in Self.choices {
            let dialog = Dialog(title: "Replace?", message: Self.long, choices: choices, defaultChoice: 1)
            let rows = rows(dialog, size)
            #expect(rows.last?.hasPrefix("footer") == true, "\(rows)")
            for choice in choices {
                // A label that is wider than the screen is cut.
                let label = String(" \(choice.key.label) \(choice.label) ".prefix(size.columns - 1))
                #expect(rows.contains { $0.contains(label) }, "\(rows)")
            }
            let frames = dialog.choiceFrames(in: Rect(size))
            #expect(frames.allSatisfy { $0.bottom < size.rows && $0.top >= 0 && $0.right <= size.columns })
            let text = rows.firstIndex { $0.contains("/home") }
            if size.rows >= 6 { #expect(text != nil && rows.contains { $0.contains("…") }, "\(rows)") }
        }
    }

    @Test("on the smallest screen it has its title and the beginning of its message in place of a border")
    func smallest() {
        let size = Size(columns: 20, rows: 5)
        let two = [Dialog.Choice(Key("y"), "discard"), .init(Key("n"), "keep editing")]
        let dialog = Dialog(
            title: "Unsaved changes", message: "Discard the changes to Cedar Library?", choices: two, defaultChoice: 1)
        let shown = rows(dialog, size).map { $0.split(separator: " ").joined(separator: " ") }
        #expect(shown == ["Unsaved changes", "Discard the…", "y discard", "n keep editing", "footer"])
        #expect(dialog.choiceFrames(in: Rect(size)).map(\.top) == [2, 3])
    }

    @Test("a message that fits is whole")
    func whole() {
        let dialog = Dialog(title: "Delete?", message: "One card.", choices: Self.choices[0], defaultChoice: 0)
        for size in Self.sizes {
            let shown = rows(dialog, size)
            #expect(shown.contains { $0.contains("One card.") }, "\(shown)")
            #expect(!shown.joined().contains("…"))
        }
    }
}
