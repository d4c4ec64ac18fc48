import GoldenSupport
import Terminal
import TestSupport
import Testing

@Suite("Chooser")
struct ChooserTests {
    private static let items: [ChooserState.Item] = [
        .init("open the card", detail: "↵"), .init("show the barcode", detail: "b"), .init("add a card", detail: "a"),
        .init("edit the card", detail: "e"), .init("copy the number", detail: "y"),
        .init("star, or take the star away", detail: "t"), .init("archive, or bring back", detail: "z"),
        .init("delete the card (asks)", detail: "d"), .init("download and upload now", detail: "S"),
        .init("undo the last change", detail: "u"), .init("redo what was undone", detail: "Ctrl-R"),
    ]

    private func press(_ keys: Key..., on state: inout ChooserState) {
        for key in keys { _ = state.type(key) }
    }

    private func move(_ motions: Motion..., on state: inout ChooserState, rows: Int = 4) {
        for motion in motions { state.move(motion, rows: rows) }
    }

    private func typed(_ text: String) -> ChooserState {
        var state = ChooserState(Self.items)
        state.paste(text)
        return state
    }

    // MARK: - State

    @Test("typing letter by letter gives the same items as the whole query at once")
    func narrowing() {
        let titles = ["open the card", "other", "Photo", "to the top", "hot", "  ", "漢字 top", "O.T.H."]
        for query in ["oth", "top the", "o t", "t o", "hoto", "漢t"] {
            var typed = ChooserState(titles.map { ChooserState.Item(SafeText($0)) })
            for character in query { _ = typed.type(Key(character)) }
            var whole = ChooserState(titles.map { ChooserState.Item(SafeText($0)) })
            whole.setText(query)
            #expect(typed.found == whole.found, "\(query)")
            for _ in query { _ = typed.type(Key(.backspace)) }
            #expect(typed.found.map(\.index) == Array(titles.indices))
        }
    }

    @Test("typing filters the items, and deleting shows them again")
    func typing() {
        var state = typed("card")
        #expect(state.found.map(\.index) == [2, 0, 3, 7])
        #expect(state.found.first?.positions == [6, 7, 8, 9])
        press(Key(.backspace), .control("u"), on: &state)
        #expect(state.found.map(\.index) == Array(0..<Self.items.count))
        #expect(typed("zzz").selectedItem == nil)
    }

    @Test("the selection moves by rows and pages, stops at the ends, and restarts with typing")
    func moving() {
        var state = ChooserState(Self.items, selecting: 3)
        #expect(state.selectedItem == 3)
        move(.down, .down, on: &state)
        #expect(state.selectedItem == 5)
        move(.up, .up, .up, on: &state)
        #expect(state.selectedItem == 2)
        move(.pageDown, on: &state)
        #expect(state.selectedItem == 5)
        move(.pageDown, .pageDown, .pageDown, on: &state)
        #expect(state.selectedItem == 10)
        press(Key("c"), on: &state)
        #expect(state.selected == 0)
        move(.last, on: &state)
        #expect(state.selected == state.found.count - 1)
        move(.first, on: &state)
        #expect(state.selected == 0)
    }

    @Test("keys that do not edit are not handled")
    func foreignKeys() {
        var state = ChooserState(Self.items)
        for key in [.enter, .escape, .tab, .up, .control("n"), .pageDown, Key(.function(1))] {
            let isHandled = state.type(key)
            #expect(!isHandled)
        }
    }

    @Test("the wheel moves the list with its selection")
    func wheel() {
        var state = ChooserState(Self.items)
        state.scroll(by: 3, rows: 4)
        #expect(state.position(rows: 4).top == 3 && state.selectedItem == 3)
        state.scroll(by: 99, rows: 4)
        #expect(state.position(rows: 4).top == 7 && state.selectedItem == 7)
        state.scroll(by: -99, rows: 4)
        #expect(state.position(rows: 4).top == 0 && state.selectedItem == 3)
    }

    @Test("an empty list works")
    func empty() {
        var state = ChooserState([], selecting: 4)
        move(.down, .pageUp, .last, on: &state)
        press(Key("a"), on: &state)
        state.scroll(by: 3, rows: 4)
        state.select(7, rows: 0)
        #expect(state.selectedItem == nil)
        var canvas = Canvas(size: Size(columns: 40, rows: 12))
        Chooser(state).draw(on: &canvas, theme: .terminal)
        #expect((0..<12).map(canvas.text(ofRow:)).joined().contains("no matches"))
    }

    // MARK: - Drawing

    @Test("at every size the selected item, the cursor and the mouse's frames are in the sheet")
    func sizes() {
        var generator = SeededGenerator(usual: 9)
        for _ in 0..<150 {
            let size = Size(
                columns: .random(in: 20...130, using: &generator), rows: .random(in: 5...45, using: &generator))
            var state = typed(["", "card", "otc"].randomElement(using: &generator) ?? "")
            var canvas = Canvas(size: size)
            let placement: Chooser.Placement = Bool.random(using: &generator) ? .top : .center
            let rows = Chooser(state, placement: placement).frames(in: canvas.bounds).list.rows
            for _ in 0..<Int.random(in: 0...12, using: &generator) { move(.down, on: &state, rows: rows) }
            let chooser = Chooser(state, title: "Commands", placement: placement)
            chooser.draw(on: &canvas, theme: .terminal)
            let frames = chooser.frames(in: canvas.bounds)
            #expect(frames.sheet.intersection(canvas.bounds) == frames.sheet)
            #expect(frames.list.intersection(frames.sheet) == frames.list)
            #expect(canvas.cursor.map(frames.field.contains) == true)
            let marked = (frames.list.top..<frames.list.bottom).filter { canvas[frames.list.left, $0].text == "▌" }
            #expect(marked.count == 1)
            let point = Point(column: frames.list.left + 4, row: marked.first ?? -1)
            #expect(frames.item(at: point) == state.selected)
            #expect(frames.item(at: frames.field.origin) == nil)
        }
    }

    @Test("the whole title of the selected item is beneath the list where titles are longer than a row")
    func wholeTitle() {
        let long = SafeText("config.yaml:3: there is no setting \"thme\". Did you mean \"theme\"?")
        let items = [ChooserState.Item("short"), ChooserState.Item(long)]
        for rows in [4, 7, 11, 23] {
            var canvas = Canvas(size: Size(columns: 40, rows: rows))
            let chooser = Chooser(ChooserState(items, selecting: 1), showsWholeTitle: true)
            chooser.draw(on: &canvas, theme: .terminal)
            let frames = chooser.frames(in: canvas.bounds)
            let lines = long.wrapped(to: frames.whole.columns)
            #expect(lines.count == 2 && frames.whole.rows == 2, "\(rows) rows")
            for (row, line) in lines.enumerated() {
                #expect(canvas.text(ofRow: frames.whole.top + row).contains(line.string), "\(rows) rows")
            }
            #expect(frames.list.rows >= 1 && frames.list.bottom <= frames.whole.top)
            #expect(frames.whole.intersection(frames.sheet) == frames.whole)
        }
        let short = Chooser(ChooserState([items[0]]), showsWholeTitle: true)
        #expect(short.frames(in: Rect(Size(columns: 40, rows: 11))).whole.rows == 0)
    }

    @Test("the rule is dropped where all items fit without it")
    func ruleOrItem() {
        func frames(_ count: Int) -> Chooser.Frames {
            let chooser = Chooser(ChooserState(Array(Self.items.prefix(count))))
            return chooser.frames(in: Rect(Size(columns: 40, rows: 11)))
        }
        #expect(frames(7).list.rows == 7 && frames(7).list.top - frames(7).field.top == 2)
        #expect(frames(8).list.rows == 8 && frames(8).list.top - frames(8).field.top == 1)
        #expect(frames(9).list.rows == 7 && frames(9).list.top - frames(9).field.top == 2)
    }

    @Test("the rule stays where not all items fit, and above a whole title", arguments: [22, 23, 24])
    func ruleOfMany(rows: Int) {
        func gap(_ count: Int, showsWholeTitle: Bool = false) -> Int {
            let items = (1...count).map { ChooserState.Item(SafeText("item \($0)")) }
            let frames = Chooser(ChooserState(items), showsWholeTitle: showsWholeTitle).frames(
                in: Rect(Size(columns: 80, rows: rows)))
            return frames.list.top - frames.field.top
        }
        #expect(gap(60) == 2)
        #expect(gap(15) == (rows == 22 ? 1 : 2))
        #expect(gap(15, showsWholeTitle: true) == 2)
    }

    @Test("drawn in its frames it is the same as without them")
    func givenFrames() {
        let size = Size(columns: 40, rows: 11)
        let chooser = Chooser(typed("card"), title: "Commands", showsWholeTitle: true)
        var (first, second) = (Canvas(size: size), Canvas(size: size))
        chooser.draw(on: &first, theme: .terminal)
        chooser.draw(on: &second, theme: .terminal, in: chooser.frames(in: second.bounds))
        #expect(first == second)
    }

    @Test("it can be drawn on a screen of any size")
    func tiny() {
        var typedSizes = 0
        for columns in 0...12 {
            for rows in 0...9 {
                let size = Size(columns: columns, rows: rows)
                var canvas = Canvas(size: size)
                let chooser = Chooser(typed("c"), title: "Commands")
                chooser.draw(on: &canvas, theme: .terminal)
                let frames = chooser.frames(in: canvas.bounds)
                #expect(canvas.size == size && canvas.cells.count == columns * rows)
                for row in 0..<rows {
                    #expect(SafeText(canvas.text(ofRow: row)).width == columns, "row \(row) of \(size)")
                }
                // With space for one character the cursor is visible; with one more, the typed text.
                guard columns >= 6, rows >= 1 else { continue }
                #expect(canvas.cursor.map(frames.field.contains) == true, "\(size)")
                guard frames.field.columns >= 2 else { continue }
                typedSizes += 1
                #expect(canvas[frames.field.left, frames.field.top].text == "c", "\(size)")
            }
        }
        #expect(typedSizes > 20)
    }

    @Test("reduced to ASCII it keeps its frame and its selection mark")
    func ascii() {
        var canvas = Canvas(size: Size(columns: 40, rows: 12))
        Chooser(typed("card"), title: "Commands").draw(on: &canvas, theme: .terminal)
        canvas.reduceToASCII()
        let rows = (0..<12).map(canvas.text(ofRow:))
        #expect(rows[2] == "+" + String(repeating: "-", count: 38) + "+")
        #expect(rows[3].hasPrefix("|>  add a card"))
        #expect(!rows.joined().contains("?"))
    }

    @Test(
        "it matches its goldens",
        arguments: [Size(columns: 20, rows: 5), Size(columns: 40, rows: 12), Size(columns: 80, rows: 24)])
    func drawing(size: Size) {
        var canvas = Canvas(size: size)
        for row in 0..<size.rows {
            canvas.write("what lies beneath it", at: Point(column: 1, row: row), style: Theme.terminal[.strong])
        }
        canvas.shade(theme: .terminal)
        var state = typed("card")
        move(.down, on: &state)
        Chooser(state, title: "Commands").draw(on: &canvas, theme: .terminal)
        expectGolden(
            CanvasDescription(canvas, title: "chooser").text, named: "chooser-\(size.columns)x\(size.rows)")
    }

    @Test("one blank row is between the message of a dialog and its choices")
    func blankRow() {
        var canvas = Canvas(size: Size(columns: 60, rows: 12))
        Dialog(
            title: "Delete?", message: "One card.", choices: [.init(Key("y"), "delete")], defaultChoice: 0
        ).draw(on: &canvas, theme: .terminal)
        let rows = (0..<12).map { canvas.text(ofRow: $0) }
        let message = rows.firstIndex { $0.contains("One card.") }
        #expect(message != nil && rows.firstIndex { $0.contains("y delete") } == message.map { $0 + 2 })
        #expect(rows.firstIndex { $0.contains("╰") } == message.map { $0 + 3 })
    }

    @Test("a dialog can be redrawn over a background shaded once")
    func shading() {
        var beneath = Canvas(size: Size(columns: 60, rows: 12))
        beneath.write("a list", at: .zero, style: Theme.terminal[.strong])
        beneath.placeCursor(at: .zero)
        beneath.shade(theme: .terminal)
        #expect(beneath.cursor == nil)
        let dialog = Dialog(
            title: "Delete?", message: "One card.", choices: [.init(Key("y"), "delete")], defaultChoice: 0)
        var first = beneath
        dialog.draw(on: &first, theme: .terminal)
        var second = beneath
        dialog.draw(on: &second, theme: .terminal)
        #expect(first == second)
        #expect(first[0, 0] == beneath[0, 0])
        #expect(first[0, 0].style == Theme.terminal[.shaded])
    }
}
