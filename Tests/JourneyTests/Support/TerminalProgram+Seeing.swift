import PtySupport
import Terminal

extension TerminalProgram {
    func wait(forNo text: String) async throws {
        try await wait(until: "“\(text)” to go") { !$0.text.contains(text) }
    }

    /// Waits for a text that may be wrapped at any blank, or anywhere within a long word, also in a frame or beside a scroll
    /// bar.
    func wait(forText text: String) async throws {
        let wanted = text.filter { !$0.isWhitespace }
        try await wait(until: "“\(text)”") {
            $0.text.filter { !$0.isWhitespace && !"│▐".contains($0) }.contains(wanted)
        }
    }

    /// Waits for a position such as "1 of 3". A running download shows its size in the same way ("1 of 3 kB"), before the first card.
    func wait(forPosition position: String) async throws {
        try await wait(until: "the position “\(position)”") { screen in
            screen.text.ranges(of: position).contains { place in
                let rest = screen.text[place.upperBound...].drop { $0.isNumber || $0 == "." }
                return ![" kB", " MB"].contains { rest.hasPrefix($0) }
            }
        }
    }

    /// Waits until the list selects that card.
    func wait(forSelected name: String) async throws {
        try await wait(until: "“\(name)” to be selected") { $0.selectedRow?.contains(name) == true }
    }

    /// Waits until the picture in the frame with that title is drawn, and returns its cells.
    @discardableResult
    func picture(_ title: String) async throws -> [VirtualTerminal.Look] {
        try await wait(until: "the \(title) photo") { $0.framed(title).isPicture }
        return look { $0.framed(title) }
    }

    /// Clicks on the first occurrence of the text.
    func click(_ text: String) async throws {
        guard let place = look({ $0.place(of: text) }) else {
            throw JourneyError("there is no “\(text)” to click on:\n\(self.text)")
        }
        try await click(column: place.column, row: place.row)
    }

    /// Quits the program from its list, and returns its exit status.
    func quit() async throws -> Int32 {
        try await press("q")
        return try await exitStatus()
    }
}

extension VirtualTerminal {
    /// The row of the list with the selection mark.
    var selectedRow: String? {
        (0..<size.rows).first { self[0, $0].text == "▌" || self[1, $0].text == "▌" || row($0).contains("▌") }.map(row)
    }

    func place(of text: String) -> Point? {
        for row in 0..<size.rows {
            let cells = (0..<size.columns).map { self[$0, row].text }
            let line = cells.joined()
            guard let start = line.firstRange(of: text)?.lowerBound else { continue }
            // A cell may hold several characters, or none.
            var left = line.distance(from: line.startIndex, to: start)
            var column = 0
            while left > 0 {
                left -= cells[column].count
                column += 1
            }
            return Point(column: column, row: row)
        }
        return nil
    }

    /// The cells inside of the frame with that title; empty without such a frame.
    func framed(_ title: String) -> [Look] {
        guard let corner = place(of: "╭ \(title) ") else { return [] }
        let right = (corner.column..<size.columns).first { self[$0, corner.row].text == "╮" } ?? corner.column
        let bottom = (corner.row..<size.rows).first { self[corner.column, $0].text == "╰" } ?? size.rows
        return (corner.row + 1..<max(corner.row + 1, bottom)).flatMap { row in
            (corner.column + 1..<max(corner.column + 1, right)).map { self[$0, row] }
        }
    }

    /// All cells with a color that the terminal's user did not choose.
    var coloredCells: [Look] {
        (0..<size.rows).flatMap { row in (0..<size.columns).map { self[$0, row] } }.filter {
            $0.foreground != .terminalDefault || $0.background != .terminalDefault
        }
    }
}

extension [VirtualTerminal.Look] {
    /// Whether these cells show a picture: most of them colored, in several colors.
    var isPicture: Bool {
        let colored = filter { $0.background != .terminalDefault || $0.foreground != .terminalDefault }
        return count > 8 && colored.count * 2 > count && Set(flatMap { [$0.background, $0.foreground] }).count > 4
    }
}
