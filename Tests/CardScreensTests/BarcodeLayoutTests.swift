import Cards
import Terminal
import Testing

@testable import CardCodes
@testable import CardScreens

@Suite("Position and size of a barcode")
struct BarcodeLayoutTests {
    private static let ean = BarcodeSymbol(
        shape: .bars, rows: [BarcodeSymbol.Row(modules: Array(repeating: true, count: 95), height: 1)],
        quietZone: BarcodeSymbol.QuietZone(left: 11, right: 7, top: 0, bottom: 0))

    private static func squares(_ count: Int) -> BarcodeSymbol {
        BarcodeSymbol(
            shape: .squares,
            rows: Array(
                repeating: BarcodeSymbol.Row(modules: Array(repeating: true, count: count), height: 1), count: count),
            quietZone: BarcodeSymbol.QuietZone(all: 4))
    }

    private static func stacked(_ width: Int, _ rows: Int) -> BarcodeSymbol {
        BarcodeSymbol(
            shape: .stacked,
            rows: Array(
                repeating: BarcodeSymbol.Row(modules: Array(repeating: true, count: width), height: 3), count: rows),
            quietZone: BarcodeSymbol.QuietZone(all: 2))
    }

    private func layout(
        _ symbols: [BarcodeSymbol], _ columns: Int, _ rows: Int, aspect: Double = 0.5, isPlain: Bool = false,
        preferredWidth: Int? = nil, prefersReduced: Bool = false
    ) -> BarcodeLayout {
        let medium = PictureMedium(colors: .trueColor, cellAspect: aspect)
        return BarcodeLayout(
            symbols, in: Rect(Size(columns: columns, rows: rows)), sizes: BarcodeSizes(medium, isPlain: isPlain),
            preferredWidth: preferredWidth, prefersReduced: prefersReduced)
    }

    @Test("bars are half a column wide at 80 columns, one at 120, two at 240, and high enough to scan")
    func bars() {
        #expect(layout([Self.ean], 80, 24).fit?.size == Size(columns: 57, rows: 17))
        #expect(layout([Self.ean], 120, 40).fits.map(\.thousandths) == [500, 1000])
        #expect(layout([Self.ean], 240, 60).fit?.thousandths == 2000)
        // All seven available lines are used.
        #expect(layout([Self.ean], 57, 10).fit?.size == Size(columns: 57, rows: 7))
        #expect(layout([Self.ean], 52, 10).fit == nil)
    }

    @Test("bars that do not fit across are turned where they fit down, never where they fit across")
    func turned() throws {
        let phone = layout([Self.ean], 45, 60)
        let fit = try #require(phone.fit)
        // 113 modules of half a line, and all rows around the code.
        #expect(fit.isTurned && fit.size.rows == 57 && phone.title != nil && phone.number != nil && phone.keys != nil)
        #expect((35...45).contains(fit.size.columns))
        #expect(fit.thousandths == 1000)
        #expect(layout([Self.ean], 45, 57).fit?.isTurned == true)
        #expect(layout([Self.ean], 45, 50).fit == nil)
        #expect(layout([Self.ean], 57, 60).fit?.isTurned == false)
        // Squares are as high as wide.
        #expect(layout([Self.squares(33)], 36, 60).fit == nil)
    }

    @Test("rows of bars that do not fit across are turned as well")
    func turnedStack() throws {
        let fit = try #require(layout([Self.stacked(103, 10)], 45, 60).fit)
        // 30 modules across and 103 down, with two of white on each side.
        #expect(fit.isTurned && fit.size == Size(columns: 34, rows: 54))
        #expect(layout([Self.stacked(103, 10)], 60, 60).fit?.isTurned == false)
    }

    @Test("whole cells are chosen where they fit: a larger size with half blocks is left to the keys")
    func wholeCells() throws {
        #expect(layout([Self.squares(21)], 80, 24).fit?.isWhole == false)
        let large = layout([Self.squares(21)], 120, 60)
        #expect(large.fit?.thousandths == 2000 && large.fit?.isWhole == true && large.fits.last?.thousandths == 3000)
        #expect(layout([Self.squares(21)], 120, 60, preferredWidth: 3000).fit?.thousandths == 3000)
    }

    @Test("turned bars of a least length keep it")
    func turnedLength() throws {
        let dataBar = BarcodeSymbol(
            shape: .bars, rows: [BarcodeSymbol.Row(modules: Array(repeating: true, count: 96), height: 33)],
            quietZone: BarcodeSymbol.QuietZone(all: 1))
        #expect(layout([dataBar], 40, 60).fit?.size == Size(columns: 35, rows: 49))
        #expect(layout([dataBar], 30, 60).fit == nil)
    }

    @Test("where the quiet zone is missing by a little the code is shown with less of it, as much as fits")
    func reduced() throws {
        for (columns, zone) in [(56, [10, 7]), (55, [9, 6])] as [(Int, [Int])] {
            let shown = layout([Self.ean], columns, 12)
            let fit = try #require(shown.fit)
            #expect(shown.isReduced)
            #expect(fit.size.columns <= columns)
            #expect(fit.symbol.quietZone.left >= 9 && fit.symbol.quietZone.right >= 6)
            #expect(fit.symbol.quietZone.left >= zone[0] - 1, "\(columns) columns")
        }
        #expect(layout([Self.ean], 54, 12).fit == nil)
        // 33 modules and 4 on each side need 41 columns and 21 lines.
        #expect(layout([Self.squares(33)], 40, 20).isReduced)
        #expect(layout([Self.squares(33)], 36, 20).fit == nil)
        // What fits is shown with less only where it is asked for, as wide as it can be then.
        #expect(layout([Self.ean], 80, 24).isReduced == false)
        let asked = layout([Self.ean], 110, 24, prefersReduced: true)
        #expect(asked.isReduced)
        #expect(try #require(asked.fit).thousandths > #require(layout([Self.ean], 110, 24).fit).thousandths)
    }

    @Test(
        "the rows around the code are dropped before it shrinks: name, keys, number; with room beside the code they stand there"
    )
    func givingWay() throws {
        func around(_ rows: Int, columns: Int = 50) -> [Bool]? {
            let layout = layout([Self.squares(33)], columns, rows)
            return layout.fit == nil ? nil : [layout.title != nil, layout.keys != nil, layout.number != nil]
        }
        // 41 modules with the quiet zone need 21 lines.
        #expect(around(24) == [true, true, true])
        #expect(around(23) == [false, true, true])
        #expect(around(22) == [false, false, true])
        #expect(around(21) == [false, false, false])
        // With less white around it 39 modules.
        #expect(around(20) == [false, false, false])
        #expect(around(19) == nil)
        for rows in 20...23 {
            let layout = layout([Self.squares(33)], 80, rows)
            let (beside, code) = (try #require(layout.beside), try #require(layout.code))
            #expect(layout.number == nil && layout.title == nil)
            #expect(beside.columns >= 30 && beside.intersection(code).isEmpty)
        }
        #expect(layout([Self.squares(33)], 80, 24).beside == nil)
    }

    @Test("everything on the page lies within it and never on the code")
    func apart() throws {
        for symbols in [
            [Self.ean], [Self.squares(21)], [Self.squares(57)], [Self.stacked(103, 10), Self.stacked(86, 14)],
        ] {
            for columns in stride(from: 20, through: 200, by: 9) {
                for rows in 5...60 {
                    let layout = layout(symbols, columns, rows)
                    let area = Rect(Size(columns: columns, rows: rows))
                    let places = [layout.title, layout.code, layout.number, layout.keys].compactMap { $0 }
                    for (index, place) in places.enumerated() {
                        #expect(area.intersection(place) == place)
                        #expect(places[(index + 1)...].allSatisfy { $0.intersection(place).isEmpty })
                    }
                    guard let fit = layout.fit, let code = layout.code else { continue }
                    #expect(fit.size == code.size)
                    #expect(fit.grid(isPlain: false).size.columns <= code.columns)
                    #expect(fit.grid(isPlain: false).size.rows <= code.rows)
                }
            }
        }
    }

    @Test(
        "squares are square in the cell's real proportion",
        arguments: [(0.5, [1, 2, 3, 4]), (0.625, [1, 3, 4, 5]), (0.4, [1, 2, 2, 3]), (1, [2, 4, 6, 8])]
            as [(Double, [Int])])
    func squares(aspect: Double, halfLines: [Int]) {
        let fits = layout([Self.squares(21)], 400, 200, aspect: aspect).fits.prefix(4)
        #expect(fits.map(\.moduleWidth) == [2, 4, 6, 8])
        #expect(fits.map { $0.rowHeights[0] } == halfLines)
    }

    @Test("plain screens use whole cells: squares of two columns and a line, bars of a column")
    func plain() throws {
        let squares = layout([Self.squares(21)], 120, 40, isPlain: true)
        #expect(squares.fits.map(\.thousandths) == [2000])
        #expect(try #require(squares.fit).grid(isPlain: true).split == .whole)
        #expect(layout([Self.ean], 120, 40, isPlain: true).fits.map(\.thousandths) == [1000])
        #expect(layout([Self.ean], 80, 24, isPlain: true).fits == [])
    }

    @Test("rows of stacked codes are at least three modules high, and whole lines if modules are half columns")
    func stacked() throws {
        let fits = layout([Self.stacked(103, 6)], 240, 60).fits
        #expect(fits.map(\.moduleWidth) == [1, 2, 4])
        #expect(fits.map { $0.rowHeights[0] } == [2, 3, 6])
    }

    @Test("of several shapes the one with the largest modules is chosen, then the best proportioned")
    func shapes() throws {
        let (wide, high) = (Self.stacked(137, 6), Self.stacked(86, 20))
        // The narrow symbol fits with whole columns; the wide one does not.
        #expect(layout([wide, high], 100, 60).fit?.symbol == high)
        #expect(layout([wide, high], 80, 24).fit?.symbol == wide)
    }

    @Test("a saved module width is used as closely as possible")
    func remembered() {
        #expect(layout([Self.ean], 240, 60, preferredWidth: 1000).fit?.thousandths == 1000)
        #expect(layout([Self.ean], 240, 60, preferredWidth: 1300).fit?.thousandths == 1000)
        #expect(layout([Self.ean], 240, 60, preferredWidth: 9000).fit?.thousandths == 2000)
        #expect(layout([Self.ean], 240, 60, preferredWidth: 0).fit?.thousandths == 2000)
    }

    @Test("in pixels modules are whole pixels, and the picture is the cells' to the pixel")
    func pixels() throws {
        let cell = try #require(CellPixels(width: 10, height: 20))
        let medium = PictureMedium(colors: .trueColor, graphics: .kitty, cell: cell)
        let layout = BarcodeLayout(
            [Self.ean], in: Rect(Size(columns: 80, rows: 24)), sizes: BarcodeSizes(medium, isPlain: false),
            preferredWidth: nil)
        #expect(layout.fits.map(\.moduleWidth) == [2, 3, 4, 5, 6, 7])
        let fit = try #require(layout.fit)
        #expect(fit.size.columns == 80)
        let raster = BarcodeRaster(fit, width: fit.size.columns * 10, height: fit.size.rows * 20)
        #expect((raster.width, raster.height) == (800, fit.size.rows * 20))
        // 95 modules between 11 and 7 light ones.
        let row = raster.dark[raster.width * (raster.height / 2)..<raster.width * (raster.height / 2 + 1)]
        #expect(row.count { $0 } == 95 * 7)
        #expect(row.firstIndex(of: true).map { $0 - row.startIndex } == (800 - 113 * 7) / 2 + 11 * 7)
    }

    @Test("the required room is that of the smallest size")
    func smallest() {
        let sizes = BarcodeSizes(PictureMedium(colors: .sixteen), isPlain: false)
        let here = Size(columns: 40, rows: 10)
        #expect(sizes.smallest([Self.ean], for: here) == Size(columns: 57, rows: 3))
        #expect(sizes.smallest([Self.squares(33)], for: here) == Size(columns: 41, rows: 21))
        let hexagons = BarcodeSymbol(shape: .hexagons, rows: Self.ean.rows, quietZone: Self.ean.quietZone)
        #expect(sizes.smallest([hexagons], for: here) == nil)
    }
}
