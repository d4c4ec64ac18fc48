import CardCodes
import Cards
import Terminal
import Testing

@Suite("Barcodes as lines of text")
struct PrintedBarcodeTests {
    private func printed(
        _ value: String, _ format: BarcodeFormat, in area: Size?, colors: ColorDepth = .indexed256,
        isPlain: Bool = false
    ) throws -> PrintedBarcode {
        PrintedBarcode(
            try ZintDrawing().symbols(for: BarcodeContent(value, as: format)), in: area,
            medium: PictureMedium(colors: colors), isPlain: isPlain)
    }

    private func lines(_ printed: PrintedBarcode) throws -> [String] {
        guard case .lines(let lines) = printed else {
            Issue.record("\(printed)")
            return []
        }
        return lines
    }

    /// The text without escape sequences.
    private func bare(_ line: String) -> String {
        line.split(separator: "\u{1B}[").map { part in
            part.firstIndex(of: "m").map { String(part[part.index(after: $0)...]) } ?? String(part)
        }.joined()
    }

    @Test(
        "exact black on exact white, from edge to edge",
        arguments: [
            (ColorDepth.indexed256, "\u{1B}[0;38;5;16;48;5;231m"),
            (.trueColor, "\u{1B}[0;38;2;0;0;0;48;2;255;255;255m"),
        ])
    func colors(depth: ColorDepth, paper: String) throws {
        let lines = try lines(printed("hello", .qrCode, in: nil, colors: depth))
        #expect(lines.allSatisfy { $0.hasPrefix(paper) && $0.hasSuffix("\u{1B}[0m") })
        // 21 modules, and 4 of quiet zone on each side.
        #expect(lines.allSatisfy { bare($0).count == 29 })
        #expect(lines.first.map { bare($0).allSatisfy { $0 == " " } } == true)
        #expect(lines.last.map { bare($0).allSatisfy { $0 == " " } } == true)
    }

    @Test("the largest size that fits is printed", arguments: [(80, 24, 54), (120, 40, 113), (240, 60, 226)])
    func sizes(columns: Int, rows: Int, width: Int) throws {
        let lines = try lines(printed("5901234123457", .ean13, in: Size(columns: columns, rows: rows)))
        let shown = lines.first.map { bare($0).count } ?? 0
        // 95 modules with 11 and 7 beside them: half a column, one column and two columns for each.
        #expect(shown == [54: 57, 113: 113, 226: 226][width])
        #expect(lines.count <= rows)
    }

    @Test("on a terminal that is too small the error names the size; a pipe gets the smallest size")
    func tooSmall() throws {
        let long = String(repeating: "A", count: 60)
        guard case .needs(let size?) = try printed(long, .code128, in: Size(columns: 80, rows: 22)) else {
            Issue.record("it fits")
            return
        }
        #expect(size.columns > 300)
        #expect(try lines(printed(long, .code128, in: nil)).first.map { bare($0).count } == size.columns)
        guard case .needs(nil) = try printed("hello", .maxiCode, in: nil) else {
            Issue.record("hexagons are no cells")
            return
        }
    }

    @Test("plain lines contain only blanks on black and white")
    func plain() throws {
        let lines = try lines(printed("hello", .qrCode, in: Size(columns: 80, rows: 40), isPlain: true))
        #expect(lines.count > 20)
        #expect(lines.allSatisfy { bare($0).allSatisfy { $0 == " " } })
    }
}
