import BarcodeSupport
import CardSettings
import Cards
import Terminal
import TestSupport
import Testing

@testable import CardCodes
@testable import CardScreens

/// What a scanner sees: every kind, at every offered size, on three terminals, is decoded from its pixels.
@MainActor
@Suite("Barcodes on the screen, decoded", .serialized)
struct BarcodeDecodingTests {
    /// A terminal with its colors and cells, and the program's theme on it.
    struct Look: Sendable, CustomTestStringConvertible {
        let theme: String?
        let colors: ColorDepth
        let raster: ScreenRaster

        var testDescription: String { theme ?? "default" }
    }

    nonisolated static let looks = [
        Look(theme: nil, colors: .indexed256, raster: ScreenRaster()),
        Look(theme: "dracula", colors: .trueColor, raster: ScreenRaster(width: 10, height: 20)),
        // Its black and white are a dark blue and an ivory.
        Look(
            theme: "solarized-light", colors: .sixteen,
            raster: ScreenRaster(width: 9, height: 18, colors: .solarizedLight)),
    ]
    nonisolated static let sizes = [
        Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
    ]
    nonisolated static let lengths = [8, 16, 30]
    /// Their longest values fit on no smaller terminal.
    nonisolated static let wide: [BarcodeFormat] = [.code93, .code128, .gs1Code128]

    /// The largest terminal takes most of the time; on the other terminals it is left to the long run.
    private nonisolated static func sizes(of format: BarcodeFormat, on look: Look) -> [Size] {
        BarcodeRun.isLong || look.theme == nil || wide.contains(format) ? sizes : sizes.dropLast()
    }

    /// Away from the main actor, which every test of this target needs.
    private nonisolated static func difference(
        between content: BarcodeContent, and image: GreyImage, _ reader: Decoding.Reader
    ) async throws -> String? {
        try Decoding.difference(between: content, and: image, reader)
    }

    private nonisolated static func values(_ format: BarcodeFormat) -> [RandomBarcode] {
        var generator = SeededGenerator(seed: BarcodeRun.seed)
        return (0..<BarcodeRun.count).map {
            RandomBarcode(format, length: lengths[$0 % lengths.count], using: &generator)
        }
    }

    /// The screens of a value at each offered size, the largest first; empty if it does not fit.
    private func pages(of journey: Journey, at size: Size) -> [(canvas: Canvas, caption: String)] {
        journey.size = size
        // The sizes depend on the window.
        _ = journey.draw()
        journey.press(Key("0"))
        var pages: [(canvas: Canvas, caption: String)] = []
        while true {
            let canvas = journey.draw()
            let lines = (0..<size.rows).map(canvas.text(ofRow:))
            if lines.contains(where: { $0.contains("needs ") || $0.contains("pixel graphics") }) { return [] }
            if pages.last?.canvas == canvas { return pages }
            pages.append((canvas, lines.last ?? ""))
            journey.press(Key("-"))
        }
    }

    /// Calls `body` with the screens of each value on each terminal.
    private func show(
        _ format: BarcodeFormat, on look: Look, _ body: (BarcodeContent, Size, [Canvas]) async throws -> Void
    ) async throws {
        let values = Self.values(format)
        let cards = values.enumerated().map { index, value in
            Card.made("Card \(10 + index)", value.value) {
                $0.barcode = Barcode(format: format, encoding: value.encoding?.rawValue)
            }
        }
        let theme = try look.theme.map { try ThemeCatalog(folder: "/nonexistent").theme(named: $0) } ?? .terminal
        let journey = try await Journey(cards, theme: theme)
        journey.terminal.colors = look.colors
        journey.press(Key("b"))
        for (card, value) in zip(cards, values) {
            await journey.wait("the barcode of \(value)") { journey.barcode?.card?.identifier == card.identifier }
            let content = try value.content()
            for size in Self.sizes(of: format, on: look) {
                try await body(content, size, pages(of: journey, at: size).map(\.canvas))
            }
            journey.press(Key("]"))
        }
    }

    @Test("every kind is decoded at every size on every terminal", arguments: looks, BarcodeFormat.known)
    func everything(look: Look, format: BarcodeFormat) async throws {
        var offered: [String] = []
        var shown: [Size: Int] = [:]
        try await show(format, on: look) { content, size, pages in
            shown[size, default: 0] += pages.count
            offered.append("\(size.columns)x\(size.rows): \(pages.count)")
            for (index, canvas) in pages.enumerated() {
                let image = try #require(look.raster.image(of: canvas))
                for reader in Decoding.Reader.allCases {
                    // zbar reads codes of several rows only occasionally.
                    if reader == .zbar, format == .dataBarExpanded { continue }
                    let difference = try await Self.difference(between: content, and: image, reader)
                    #expect(difference == nil, "\(reader), size \(index) of \(size)")
                }
            }
        }
        // MaxiCode is drawn in pixels only; the longest of the others do not fit the smallest terminal.
        let sizes =
            format == .maxiCode
            ? [] : Self.wide.contains(format) ? [Self.sizes[2]] : Self.sizes(of: format, on: look)
        for size in sizes { #expect(shown[size, default: 0] > 0, "nothing was drawn on \(size)") }
        print(
            "\(format.label), \(look.testDescription): sizes at \(offered.joined(separator: ", ")), \(BarcodeRun.description)"
        )
    }

    @Test("out of focus and tilted by five degrees, 95 of 100 are decoded")
    func camera() async throws {
        let look = Self.looks[0]
        var generator = SeededGenerator(seed: BarcodeRun.seed)
        var (seen, read) = (0, 0)
        var missed: [String: Int] = [:]
        for format in BarcodeFormat.known where format != .maxiCode {
            try await show(format, on: look) { content, size, pages in
                // The largest terminal is left to the long run: its pictures take most of the time.
                for canvas in pages where BarcodeRun.isLong || size != Self.sizes.last {
                    let image = try #require(look.raster.image(of: canvas))
                    let photo = try #require(CameraSimulation().image(of: image, using: &generator))
                    seen += 1
                    if try await Self.difference(between: content, and: photo, .zxing) == nil {
                        read += 1
                    } else {
                        missed[format.label, default: 0] += 1
                    }
                }
            }
        }
        let rate = Double(read) / Double(max(1, seen))
        print(
            "Through a camera: \(seen) pictures, \((rate * 1000).rounded() / 10) % read, missed \(missed), \(BarcodeRun.description)"
        )
        #expect(seen > 100)
        #expect(rate >= 0.95)
    }

    @Test(
        "at 80 columns and 24 lines the usual codes fit",
        arguments: [
            (BarcodeFormat.ean13, 0), (.ean8, 0), (.upcA, 0), (.upcE, 0), (.itf, 14), (.qrCode, 60), (.aztec, 60),
            (.dataMatrix, 40),
        ])
    func fitting(format: BarcodeFormat, length: Int) async throws {
        var generator = SeededGenerator(seed: BarcodeRun.seed)
        var value = RandomBarcode(format, length: max(1, length), using: &generator)
        // Arbitrary bytes need the most space; an add-on need not fit.
        while (format.holdsBytes && value.encoding != .hexadecimal) || value.value.contains("+") {
            value = RandomBarcode(format, length: length, using: &generator)
        }
        let card = Card.made("Card", value.value) {
            $0.barcode = Barcode(format: format, encoding: value.encoding?.rawValue)
        }
        let journey = try await Journey([card])
        journey.press(Key("b"))
        await journey.wait("the barcode") { journey.barcode?.card != nil }
        let pages = pages(of: journey, at: Self.sizes[0])
        #expect(!pages.isEmpty)
        for page in pages {
            let image = try #require(ScreenRaster().image(of: page.canvas))
            #expect(try Decoding.difference(between: value.content(), and: image, .zxing) == nil)
        }
    }

    @Test(
        "in reverse video, in plain text and white on black they are decoded too",
        arguments: [("5901234123457", BarcodeFormat.ean13), ("hello", .qrCode), ("C-99", .code128)])
    func otherLooks(value: String, format: BarcodeFormat) async throws {
        let content = try BarcodeContent(value, as: format)
        for (colors, isPlain, isInverted) in [
            (ColorDepth.monochrome, false, false), (.sixteen, true, false), (.trueColor, false, true),
        ] {
            let card = Card.made("Card", value) { $0.barcode = Barcode(format: format) }
            let journey = try await Journey([card], size: Self.sizes[1], isPlain: isPlain)
            journey.terminal.colors = colors
            journey.press(Key("b"))
            await journey.wait("the barcode") { journey.barcode?.card != nil }
            if isInverted { journey.press(Key("x")) }
            let pages = pages(of: journey, at: Self.sizes[1])
            #expect(!pages.isEmpty)
            for page in pages {
                let image = try #require(ScreenRaster().image(of: page.canvas))
                #expect(try Decoding.difference(between: content, and: image, .zxing) == nil)
            }
        }
    }

    @Test("drawn in whole pixels each kind is decoded, too", arguments: BarcodeFormat.known)
    func pixels(format: BarcodeFormat) throws {
        for value in Self.values(format) {
            let content = try value.content()
            for symbol in try ZintDrawing().symbols(for: content).prefix(1) {
                for width in [3, 5, 8] {
                    guard let fit = BarcodeSizes.file(symbol, moduleWidth: width) else {
                        // At this size hexagons are only spots.
                        #expect(symbol.shape == .hexagons && width == 3)
                        continue
                    }
                    let raster = BarcodeRaster(fit)
                    let image = try #require(
                        GreyImage(width: raster.width, height: raster.height, pixels: raster.dark.map { $0 ? 0 : 255 }))
                    let difference = try Decoding.difference(between: content, and: image, .zxing)
                    #expect(difference == nil, "\(width) pixels per module")
                }
            }
        }
    }

    // MARK: - Small windows

    /// A picture within a dark frame, as a window's end on a dark screen.
    private func framed(_ image: GreyImage, by width: Int = 24) throws -> GreyImage {
        let (columns, rows) = (image.width + 2 * width, image.height + 2 * width)
        var pixels = [UInt8](repeating: 0, count: columns * rows)
        for y in 0..<image.height {
            for x in 0..<image.width {
                pixels[(y + width) * columns + x + width] = image.pixels[y * image.width + x]
            }
        }
        return try #require(GreyImage(width: columns, height: rows, pixels: pixels))
    }

    /// The kinds that are one row of bars.
    nonisolated static let bars: [BarcodeFormat] = [
        .ean13, .ean8, .upcA, .upcE, .code39, .code93, .codabar, .itf, .code128, .dataBar,
    ]

    @Test("bars turned by 90 degrees are decoded at every size", arguments: looks, bars + [.pdf417])
    func turned(look: Look, format: BarcodeFormat) async throws {
        var shown = 0
        for value in Self.values(format) {
            let content = try value.content()
            let symbols = try ZintDrawing().symbols(for: content).compactMap(\.turned)
            // Modules are whole half lines whatever the cell's shape; it only changes the length of the bars.
            for medium in [PictureMedium(colors: look.colors, cellAspect: look.theme == nil ? 0.5 : 0.45)] {
                let sizes = BarcodeSizes(medium, isPlain: false)
                let fits = sizes.fits(symbols, in: Size(columns: 60, rows: 400))
                #expect(!fits.isEmpty)
                for fit in fits.prefix(2) {
                    var canvas = Canvas(size: fit.size)
                    let ink = Ink(look.colors)
                    canvas.fill(canvas.bounds, style: ink.paper)
                    fit.grid(isPlain: false).draw(on: &canvas, in: canvas.bounds, ink: ink)
                    let image = try framed(try #require(look.raster.image(of: canvas)))
                    for reader in Decoding.Reader.allCases {
                        // zbar joins a code and its add-on only from left to right.
                        if reader == .zbar, value.value.contains("+") { continue }
                        let difference = try await Self.difference(between: content, and: image, reader)
                        #expect(difference == nil, "\(reader), \(fit.text)")
                    }
                    shown += 1
                }
            }
        }
        #expect(shown > 0)
    }

    @Test(
        "a phone of 45 columns and 60 lines shows an EAN-13 turned, says so, and it is decoded",
        arguments: [false, true])
    func phone(isPlain: Bool) async throws {
        let card = Card.made("Alpine Airways", "5901234123457") { $0.barcode = Barcode(format: .ean13) }
        // Plain cells are whole lines: twice as many.
        let size = Size(columns: 45, rows: isPlain ? 118 : 60)
        let journey = try await Journey([card], size: size, isPlain: isPlain)
        journey.press(Key("b"))
        await journey.wait("the barcode") { journey.barcode?.card != nil }
        await journey.see("turn the phone")
        let image = try #require(ScreenRaster().image(of: journey.draw()))
        for reader in Decoding.Reader.allCases {
            #expect(
                try Decoding.difference(between: BarcodeContent("5901234123457", as: .ean13), and: image, reader) == nil
            )
        }
    }

    @Test(
        "with three quarters of its quiet zone on a dark screen every kind is decoded",
        arguments: BarcodeFormat.known.filter { $0 != .maxiCode })
    func reduced(format: BarcodeFormat) async throws {
        let look = Self.looks[0]
        for value in Self.values(format) {
            let content = try value.content()
            for symbol in try ZintDrawing().symbols(for: content).prefix(1) {
                guard let reduced = symbol.withReducedQuietZone.last else { continue }
                let sizes = BarcodeSizes(PictureMedium(colors: look.colors), isPlain: false)
                let fit = try #require(sizes.fits([reduced], in: Size(columns: 400, rows: 200)).first)
                var canvas = Canvas(size: fit.size)
                let ink = Ink(look.colors)
                canvas.fill(canvas.bounds, style: ink.paper)
                fit.grid(isPlain: false).draw(on: &canvas, in: canvas.bounds, ink: ink)
                let image = try framed(try #require(look.raster.image(of: canvas)))
                let difference = try await Self.difference(between: content, and: image, .zxing)
                #expect(difference == nil, "\(value)")
            }
        }
    }
}
