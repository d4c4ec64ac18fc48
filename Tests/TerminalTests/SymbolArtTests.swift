import Testing

@testable import Terminal

@Suite("Pictures as symbols")
struct SymbolArtTests {
    private typealias Pixel = (UInt8, UInt8, UInt8, UInt8)

    private static let red: Pixel = (255, 0, 0, 255)
    private static let blue: Pixel = (0, 0, 255, 255)
    private static let clear: Pixel = (0, 0, 0, 0)

    /// 64 x 64 pixels.
    private func art(
        _ size: Size, _ colors: ColorDepth = .trueColor, symbols: PictureSymbols = .blocks,
        pixel: (_ x: Int, _ y: Int) -> Pixel
    ) throws -> SymbolArt {
        var rgba: [UInt8] = []
        for y in 0..<64 {
            for x in 0..<64 {
                let (red, green, blue, alpha) = pixel(x, y)
                rgba += [red, green, blue, alpha]
            }
        }
        return try #require(SymbolArt(rgba: rgba, width: 64, height: 64, size: size, colors: colors, symbols: symbols))
    }

    /// The color of a whole cell; nil if it has two.
    private func fill(_ cell: SymbolArt.Cell) -> Color? {
        if cell.character == " " { return cell.style.background }
        if cell.character == "█" || cell.style.foreground == cell.style.background { return cell.style.foreground }
        return nil
    }

    private func isReddish(_ color: Color?) -> Bool {
        if case .rgb(let red, let green, let blue) = color { red > 200 && green < 60 && blue < 60 } else { false }
    }

    private func isBluish(_ color: Color?) -> Bool {
        if case .rgb(let red, let green, let blue) = color { blue > 200 && green < 60 && red < 60 } else { false }
    }

    @Test("a picture that is half red and half blue has red cells on the left and blue ones on the right")
    func halves() throws {
        let art = try art(Size(columns: 8, rows: 4)) { x, _ in x < 32 ? Self.red : Self.blue }
        #expect(art.size == Size(columns: 8, rows: 4))
        #expect(art.cells.count == 32)
        for row in 0..<4 {
            for column in 0..<3 { #expect(isReddish(fill(art[column, row])), "\(column), \(row)") }
            for column in 5..<8 { #expect(isBluish(fill(art[column, row])), "\(column), \(row)") }
        }
    }

    @Test("two colours in one cell become a half block with both")
    func halfBlock() throws {
        let art = try art(Size(columns: 1, rows: 1)) { _, y in y < 32 ? Self.red : Self.blue }
        let cell = art[0, 0]
        let (upper, lower) =
            cell.character == "▀"
            ? (cell.style.foreground, cell.style.background) : (cell.style.background, cell.style.foreground)
        #expect(cell.character == "▀" || cell.character == "▄")
        #expect(isReddish(upper))
        #expect(isBluish(lower))
    }

    @Test("transparent pixels show the terminal's own background")
    func transparent() throws {
        let art = try art(Size(columns: 4, rows: 4)) { x, _ in x < 32 ? Self.clear : Self.blue }
        for row in 0..<4 {
            #expect(art[0, row] == SymbolArt.Cell(character: " ", style: .plain))
            #expect(isBluish(fill(art[3, row])))
        }
    }

    @Test("a transparent part within a cell is never drawn in the terminal's text colour")
    func transparentPart() throws {
        // Circles and similar shapes: every kind of edge between blue and transparent.
        for radius in stride(from: 80, to: 1000, by: 40) {
            let art = try art(Size(columns: 9, rows: 5)) { x, y in
                (x - 30) * (x - 30) + (y - 33) * (y - 33) < radius ? Self.blue : Self.clear
            }
            for cell in art.cells where cell.character != " " { #expect(cell.style.foreground != .terminalDefault) }
        }
    }

    @Test("with 256 and with 16 colours only the palette is used")
    func palettes() throws {
        for (colors, count) in [(ColorDepth.indexed256, 256), (.sixteen, 16)] {
            let art = try art(Size(columns: 8, rows: 4), colors) { x, y in (UInt8(x * 4), UInt8(y * 4), 128, 255) }
            for cell in art.cells {
                for color in [cell.style.foreground, cell.style.background] {
                    switch color {
                    case .terminalDefault: break
                    case .palette(let index): #expect(Int(index) < count)
                    case .rgb: Issue.record("a colour outside of the palette")
                    }
                }
            }
            #expect(Set(art.cells.map(\.style)).count > 2)
        }
    }

    @Test("with 256 colours a dark colour keeps its hue, and a grey stays grey")
    func hue() throws {
        func color(_ red: UInt8, _ green: UInt8, _ blue: UInt8) throws -> (red: Int, green: Int, blue: Int) {
            let art = try art(Size(columns: 2, rows: 1), .indexed256) { _, _ in (red, green, blue, 255) }
            guard case .palette(let index)? = art.cells.first?.style.background else { throw ArtError() }
            return XtermPalette.components(of: index)
        }
        let wine = try color(112, 37, 48)
        #expect(wine.red > wine.green + 60 && wine.red > wine.blue + 60)
        let water = try color(42, 122, 148)
        #expect(water.red < water.green && water.green < water.blue)
        for value in [UInt8(60), 128, 200] {
            let gray = try color(value, value, value)
            #expect(gray.red == gray.green && gray.green == gray.blue && abs(gray.red - Int(value)) <= 5)
        }
    }

    private struct ArtError: Error {}

    @Test("16 colours are mixed where none of them is near")
    func dithered() throws {
        let art = try art(Size(columns: 8, rows: 4), .sixteen) { _, _ in (150, 90, 70, 255) }
        #expect(Set(art.cells.flatMap { [$0.style.foreground, $0.style.background] }).count > 2)
        #expect(art.cells.contains { fill($0) == nil })
    }

    @Test("without colours only the characters tell light from dark")
    func monochrome() throws {
        let art = try art(Size(columns: 4, rows: 2), .monochrome) { x, _ in
            x < 32 ? (255, 255, 255, 255) : (0, 0, 0, 255)
        }
        #expect(art.cells.allSatisfy { $0.style == .plain })
        #expect(art[0, 0].character == "█")
        #expect(art[3, 0].character == " ")
    }

    @Test("sextants are used only on request")
    func sextants() throws {
        let range: ClosedRange<Unicode.Scalar> = "\u{1FB00}"..."\u{1FB3B}"
        func pixel(_ x: Int, _ y: Int) -> Pixel { (x / 8 * 31 + y / 6 * 17) % 3 == 0 ? Self.red : Self.blue }
        let size = Size(columns: 12, rows: 6)
        #expect(try art(size, pixel: pixel).cells.allSatisfy { !range.contains($0.character) })
        #expect(
            try art(size, symbols: .blocksAndSextants, pixel: pixel).cells.contains { range.contains($0.character) })
    }

    @Test(
        "a font without quadrants gets half blocks, and one without those whole cells",
        arguments: [ColorDepth.monochrome, .sixteen, .indexed256, .trueColor])
    func consoleFonts(colors: ColorDepth) throws {
        func characters(_ symbols: PictureSymbols) throws -> Set<Unicode.Scalar> {
            let art = try art(Size(columns: 20, rows: 10), colors, symbols: symbols) { x, y in
                (UInt8(x * 37 % 256), UInt8(y * 91 % 256), UInt8(x * y % 256), x > 50 ? 0 : 255)
            }
            return Set(art.cells.map(\.character))
        }
        let halves: Set<Unicode.Scalar> = ["▀", "▄", "▌", "▐"]
        let (blocks, coarse, coarsest) = (try characters(.blocks), try characters(.halves), try characters(.whole))
        #expect(!blocks.isSubset(of: halves.union([" ", "█"])))
        #expect(coarse.isSubset(of: halves.union([" ", "█"])) && !coarse.isDisjoint(with: halves))
        // In colors a whole cell is its background, for which the font needs no glyph.
        #expect(coarsest.isSubset(of: colors == .monochrome ? [" ", "█"] : [" "]))
    }

    @Test("every character is one column wide")
    func widths() throws {
        let art = try art(Size(columns: 20, rows: 10)) { x, y in
            (UInt8(x * 37 % 256), UInt8(y * 91 % 256), UInt8(x * y % 256), 255)
        }
        #expect(art.cells.allSatisfy { DisplayWidth.columns(of: Character($0.character)) == 1 })
    }

    @Test("incomplete pixels, and empty sizes, give no picture")
    func refused() {
        let cells = Size(columns: 4, rows: 2)
        #expect(SymbolArt(rgba: [1, 2, 3], width: 1, height: 1, size: cells, colors: .trueColor) == nil)
        #expect(SymbolArt(rgba: [], width: 0, height: 0, size: cells, colors: .trueColor) == nil)
        #expect(SymbolArt(rgba: [], width: .max, height: .max, size: cells, colors: .trueColor) == nil)
        #expect(SymbolArt(rgba: [1, 2, 3, 4], width: 1, height: 1, size: .zero, colors: .trueColor) == nil)
    }

    @Test("a picture is centred in its area, and clipped to it")
    func view() throws {
        let rgba = [UInt8](repeating: 255, count: 4 * 4 * 4)
        let view = try #require(
            PictureView(rgba: rgba, width: 4, height: 4, size: Size(columns: 6, rows: 3), colors: .trueColor))
        var canvas = Canvas(size: Size(columns: 12, rows: 5))
        view.draw(on: &canvas, in: Rect(column: 1, row: 1, columns: 10, rows: 3))
        let drawn = (0..<12).filter { canvas[$0, 2].style != .plain || canvas[$0, 2].text != " " }
        #expect(drawn == Array(3..<9))
        #expect((0..<12).allSatisfy { canvas[$0, 0] == .blank() && canvas[$0, 4] == .blank() })
        var small = Canvas(size: Size(columns: 2, rows: 1))
        view.draw(on: &small, in: Rect(small.size))
        #expect(small[0, 0].style != .plain)
    }
}
