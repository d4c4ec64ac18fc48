import Glibc
import PtySupport
import Terminal
import Testing

@testable import Curses

/// ncurses exists once per process and belongs to the main actor, so the tests run one after another.
@MainActor
@Suite("Grapheme clusters are written whole", .serialized)
struct ClusterTests {
    private func presenter(_ name: String = "xterm-256color") throws -> Presenter {
        #expect(TextEncoding.adopt() == .unicode)
        let choice = try TerminalChoice(graphics: .symbols) { $0 == "TERM" ? name : nil }
        return Presenter(screen: try CursesScreen(choice, encoding: .unicode))
    }

    @Test("in tmux and screen only what all measure alike is written", arguments: ["tmux-256color", "screen-256color"])
    func multiplexed(name: String) throws {
        let names = ["👍🏽", "❤️", "👨‍👩‍👧", "1️⃣", "🏴‍☠️", "🇵🇱", "e\u{301}"]
        let size = Size(columns: 20, rows: names.count)
        let display = try #require(VirtualTerminal(size: size))
        var canvas = Canvas(size: size)
        for (row, text) in names.enumerated() {
            let end = canvas.write(SafeText(text), at: Point(column: 0, row: row), style: .plain)
            canvas.write("|1006", at: Point(column: end, row: row), style: .plain)
        }
        let sent = try presenter(name).frame(canvas).cells
        let scalars = String(decoding: sent, as: UTF8.self).unicodeScalars
        #expect(!scalars.contains { [0x200D, 0xFE0F, 0x20E3, 0x1F3FD].contains($0.value) })
        display.feed(sent)
        for (row, text) in names.enumerated() {
            let line = display.row(row)
            #expect(line.unicodeScalars.first == text.unicodeScalars.first && line.contains("|1006"), "\(line)")
        }
    }

    private static func letters(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { $0 != " " && $0 != "\u{A0}" && $0 != "\u{200E}" }
    }

    @Test("a name in every language of CLDR is shown with all its letters, and the next column is in its position")
    func everyLanguage() throws {
        let names = CLDRNames.all
        #expect(names.count > 210 && Set(names.map(\.language)).count == names.count)
        let size = Size(columns: 100, rows: names.count)
        let display = try #require(VirtualTerminal(size: size))
        var canvas = Canvas(size: size)
        for (row, entry) in names.enumerated() {
            let end = canvas.write(SafeText(entry.name), at: Point(column: 0, row: row), style: .plain)
            canvas.write("|0", at: Point(column: end, row: row), style: .plain)
        }
        let sent = try presenter().frame(canvas).cells
        display.feed(sent)
        for (row, entry) in names.enumerated() {
            let text = SafeText(entry.name)
            let width = text.width
            if text.graphemes.allSatisfy({ ClusterWidth($0.text).widest == $0.width }) {
                #expect(Self.letters(display.row(row)) == Self.letters(text.string + "|0"), "\(entry)")
            } else {
                // The cells behind a cluster cover its excess, which this terminal draws too.
                #expect(text.graphemes.allSatisfy { sent.contains(Array($0.text.utf8)) }, "\(entry)")
            }
            #expect(display[width, row].text == "|" && display[width + 1, row].text == "0", "\(entry)")
        }
    }

    @Test(
        "after a cluster of disputed width the next text is in its position, and nothing of the cluster remains",
        arguments: ["स्टे", "🇵🇱", "🇵", "1️⃣", "❤️", "👍🏽", "👨‍👩‍👧", "👩🏻‍❤️‍💋‍👨🏼", "र्त्स्न्यं", "နိုင်ငံ", "นำ"])
    func disputed(name: String) throws {
        let text = SafeText(name)
        let size = Size(columns: 30, rows: 3)
        let (presenter, display) = (try presenter(), try #require(VirtualTerminal(size: size)))
        func show(_ body: (inout Canvas) -> Void) {
            var canvas = Canvas(size: size)
            body(&canvas)
            display.feed(presenter.frame(canvas).cells)
        }
        let behind = "4006 3813 3393 1"
        for column in [0, 3] {
            show { canvas in
                let end = canvas.write(text, at: Point(column: column, row: 1), style: .plain)
                canvas.write(SafeText(behind), at: Point(column: end + 1, row: 1), style: .plain)
            }
            let row = display.row(1)
            #expect(Array(row.unicodeScalars).contains(text.string.unicodeScalars.first ?? " "))
            for (index, character) in behind.enumerated() {
                #expect(display[column + text.width + 1 + index, 1].text == String(character), "\(row)")
            }
        }
        // At the margin, which some of them would exceed.
        show { canvas in
            canvas.write(text, at: Point(column: 30 - text.width, row: 1), style: .plain)
            canvas.write("row", at: Point(column: 0, row: 2), style: .plain)
        }
        #expect(display.row(2).hasPrefix("row"))
        #expect(display.row(1).prefix(max(0, 30 - text.width - 1)).allSatisfy { $0 == " " }, "\(display.row(1))")
        show { _ in }
        #expect(display.text.allSatisfy { $0 == " " || $0 == "\n" }, "\(display.text)")
    }

    @Test("a cluster is sent whole, between saving the cursor's position and moving behind it")
    func bytes() throws {
        let presenter = try presenter()
        var canvas = Canvas(size: Size(columns: 30, rows: 2))
        canvas.write("क्षि 🇵🇱|", at: .zero, style: .plain)
        let sent = String(decoding: presenter.frame(canvas).cells, as: UTF8.self)
        #expect(sent.contains("\u{1B}7   \u{1B}8\u{1B}7क्षि\u{1B}8\u{1B}[3C"))
        #expect(sent.contains("\u{1B}7  \u{1B}8\u{1B}7🇵🇱\u{1B}8\u{1B}[2C|"))
        // Nothing has changed in that row.
        canvas.write("x", at: Point(column: 0, row: 1), style: .plain)
        #expect(!String(decoding: presenter.frame(canvas).cells, as: UTF8.self).contains("🇵🇱"))
    }

    @Test(
        "a right-to-left name is closed by a mark, and by an isolate in mlterm, which gives the mark a column",
        arguments: [("xterm-256color", " \u{200E}", "\u{2066}"), ("mlterm", "\u{2066}", "\u{200E}")])
    func directionMarks(name: String, written: String, absent: String) throws {
        let presenter = try presenter(name)
        var canvas = Canvas(size: Size(columns: 40, rows: 3))
        canvas.write("שלום", at: Point(column: 3, row: 0), style: .plain)
        canvas.write("4006", at: Point(column: 14, row: 0), style: .plain)
        canvas.write("بنك · 3 of 20", at: Point(column: 0, row: 1), style: .plain)
        // Here no blank is behind the name.
        canvas.write("x", at: Point(column: 4, row: 2), style: .plain)
        canvas.write("שלום", at: Point(column: 0, row: 2), style: .plain)
        let sent = String(decoding: presenter.frame(canvas).cells, as: UTF8.self)
        let marked = "\u{1B}7 \u{1B}8\u{1B}7\(written)\u{1B}8\u{1B}[1C"
        let scalars = Array(sent.unicodeScalars)
        #expect(sent.unicodeScalars.contains("·") && scalars.contains("x"))
        // Before and behind the first name, and before the dot.
        #expect(Array(sent.utf8).ranges(of: Array(marked.utf8)).count == 3, "\(sent.debugDescription)")
        #expect(absent.unicodeScalars.allSatisfy { !scalars.contains($0) })
    }

    @Test("rows of syllables are scrolled: their clusters are not sent again")
    func scrolling() throws {
        let presenter = try presenter()
        func show(from first: Int) -> [UInt8] {
            var canvas = Canvas(size: Size(columns: 60, rows: 20))
            for row in 0..<20 {
                let text = SafeText("स्टेट बैंक ऑफ इंडिया, शाखा \((first + row) * 7919)")
                canvas.write(text, at: Point(column: 0, row: row), style: .plain)
            }
            return presenter.frame(canvas).cells
        }
        #expect(show(from: 0).count > 2000)
        let moved = show(from: 1)
        #expect(moved.count < 400, "\(moved.count)")
    }

    @Test("what ncurses rewrites of an overhanging cluster is skipped; other clusters are written again")
    func passing() {
        var placeholders = ClusterPlaceholders()
        func bytes(_ cells: [[wchar_t]]?) -> [UInt8] {
            let scalars = (cells ?? []).flatMap { $0.dropLast() }.compactMap { Unicode.Scalar(UInt32($0)) }
            return Array(scalars.map { String($0) }.joined().utf8)
        }
        func cell(_ text: SafeText) -> Cell {
            var canvas = Canvas(size: Size(columns: 8, rows: 1))
            canvas.write(text, at: .zero, style: .plain)
            return canvas[0, 0]
        }
        placeholders.startFrame()
        let family = bytes(placeholders.cells(for: cell("👨‍👩‍👧"), isDisputed: true, overhanging: true, link: nil))
        let syllable = bytes(placeholders.cells(for: cell("क्षि"), isDisputed: true, overhanging: false, link: nil))
        func filled(_ bytes: [UInt8]) -> String { String(decoding: placeholders.fillIn(bytes), as: UTF8.self) }
        #expect(filled([0x61] + family + [0x62]) == "a\u{1B}7  \u{1B}8\u{1B}7👨‍👩‍👧\u{1B}8\u{1B}[2Cb")
        placeholders.startFrame()
        #expect(filled([0x61] + family + [0x62]) == "a\u{1B}[2Cb")
        #expect(filled(syllable) == "\u{1B}7   \u{1B}8\u{1B}7क्षि\u{1B}8\u{1B}[3C")
        // Beginning with its second column.
        #expect(filled(Array(syllable.dropFirst(4)) + [0x62]) == "\u{1B}[2Cb")
        #expect(bytes(placeholders.cells(for: cell("क्षि"), isDisputed: true, overhanging: false, link: nil)) == syllable)
        #expect(filled(Array("漢 é".utf8)) == "漢 é")
        // A flag behind a cursor that was set would be joined with the one before (foot).
        let flags = ["🇩🇪", "🇫🇷"].map {
            bytes(placeholders.cells(for: cell(SafeText($0)), isDisputed: true, overhanging: true, link: nil))
        }
        #expect(
            filled(flags[0] + flags[1] + syllable)
                == "\u{1B}7    \u{1B}8\u{1B}7🇩🇪🇫🇷\u{1B}8\u{1B}[4C\u{1B}7   \u{1B}8\u{1B}7क्षि\u{1B}8\u{1B}[3C")
        #expect(filled(flags[0] + [0x20] + flags[1]).ranges(of: "\u{1B}[2C").count == 2)
    }

    @Test("widths match those of the C library for code points that both know")
    func scalars() {
        #expect(TextEncoding.adopt() == .unicode)
        var wrong: [String] = []
        // Unicode 16 made these wide, and 1171E a mark without a column; glibc 2.37 removed the columns of the last
        // two, which combine with the letter before them. A machine may have an older and a newer library.
        let changed: [ClosedRange<UInt32>] = [
            0x2630...0x2637, 0x268A...0x268F, 0x1D300...0x1D356, 0x1D360...0x1D376, 0x1171E...0x1171E,
            0x3164...0x3164, 0xFFA0...0xFFA0,
        ]
        for value in UInt32(0xA1)..<0x30000 {
            guard let scalar = Unicode.Scalar(value), !(0x1F1E6...0x1F1FF).contains(value),
                let age = scalar.properties.age, age.major < 15, !changed.contains(where: { $0.contains(value) })
            else { continue }
            // Parts of Korean syllables have no column; alone they get one.
            if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value) { continue }
            let text = SafeText(String(scalar))
            guard text.string.unicodeScalars.elementsEqual([scalar]) else { continue }
            var canvas = Canvas(size: Size(columns: 2, rows: 1))
            canvas.write(text, at: .zero, style: .plain)
            let cell = CellText(canvas[0, 0], encoding: .unicode)
            let mayBeNarrow = text.width == 2 && ClusterWidth.isNarrowWhereUnknown(scalar)
            if cell.isDisputed != mayBeNarrow || cell.cells != [[wchar_t(value), 0]] {
                wrong.append(String(value, radix: 16))
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test("where the cursor cannot be placed, a cluster is sent without marks that many terminals give a column")
    func bareCells() {
        #expect(TextEncoding.adopt() == .unicode)
        // U+0301 is an old mark; U+1DFB exists since Unicode 9.
        var canvas = Canvas(size: Size(columns: 2, rows: 1))
        canvas.write(SafeText("e\u{301}\u{1DFB}"), at: .zero, style: .plain)
        let cell = CellText(canvas[0, 0], encoding: .unicode)
        #expect(cell.isDisputed)
        #expect(cell.cells == [[0x65, 0x301, 0x1DFB, 0]])
        #expect(cell.bareCells == [[0x65, 0x301, 0]])
    }
}
