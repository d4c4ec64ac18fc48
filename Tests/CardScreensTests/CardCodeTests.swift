import BarcodeSupport
import CardCodes
import Cards
import Synchronization
import Terminal
import Testing

@testable import CardScreens
@testable import CardViewModels

@MainActor
@Suite("The barcode on a card's page")
struct CardCodeTests {
    nonisolated static let number = "5901234123457"

    nonisolated static func card(
        _ format: BarcodeFormat = .ean13, value: String = number, photos: Int = 0, note: String = ""
    ) -> Card {
        .made("Cedar Library", value) {
            $0.barcode = Barcode(format: format)
            $0.groups = ["books", "town"]
            $0.expiry = CalendarDay("2026-12-31")
            $0.note = note
            if photos > 0 { $0.front = PhotoHash(of: [34, 21]) }
            if photos > 1 { $0.back = PhotoHash(of: [21, 34]) }
        }
    }

    private func opened(_ card: Card, _ size: Size, theme: Theme = .terminal, isPlain: Bool = false) async throws
        -> Journey
    {
        let journey = try await Journey(
            [card], photos: Card.samplePhotos, size: size, isPlain: isPlain, theme: theme)
        journey.press(.enter)
        await journey.wait("the card") {
            guard let model = journey.model.navigator.path.last as? CardModel else { return false }
            return model.card != nil && model.pictures.values.allSatisfy { $0 != .loading }
        }
        await journey.seePictures()
        return journey
    }

    /// The cells of the page that are black or white by exact colors.
    private func inkCells(_ journey: Journey) -> Int {
        let ink = Ink(.indexed256)
        return journey.draw().cells.count { $0.style == ink.dark || $0.style == ink.paper }
    }

    // MARK: - Drawing

    @Test(
        "it is drawn where there is free space, and decoded from the screen",
        arguments: [
            (BarcodeFormat.ean13, number, 80, 24, 0), (.ean13, number, 120, 40, 0), (.ean13, number, 120, 40, 1),
            (.ean13, number, 120, 40, 2), (.ean13, number, 200, 60, 2), (.qrCode, "CLUB-77", 80, 24, 0),
            (.qrCode, "CLUB-77", 120, 40, 2), (.qrCode, "CLUB-77", 45, 60, 0), (.ean8, "96385074", 45, 60, 0),
            (.code128, "C-99", 80, 24, 0), (.dataMatrix, "CLUB-77", 80, 24, 1),
        ] as [(BarcodeFormat, String, Int, Int, Int)])
    func decoded(format: BarcodeFormat, value: String, columns: Int, rows: Int, photos: Int) async throws {
        let size = Size(columns: columns, rows: rows)
        let content = try BarcodeContent(value, as: format)
        for colors in [ColorDepth.indexed256, .trueColor, .sixteen] {
            let journey = try await opened(Self.card(format, value: value, photos: photos), size)
            journey.terminal.colors = colors
            await journey.seePictures()
            let image = try #require(ScreenRaster().image(of: journey.draw()))
            for reader in Decoding.Reader.allCases {
                #expect(try Decoding.difference(between: content, and: image, reader) == nil, "\(reader) \(colors)")
            }
        }
    }

    private func expectDecoded(_ value: String, _ format: BarcodeFormat, on journey: Journey) async throws {
        await journey.seePictures()
        let content = try BarcodeContent(value, as: format)
        let image = try #require(ScreenRaster().image(of: journey.draw()))
        for reader in Decoding.Reader.allCases {
            #expect(try Decoding.difference(between: content, and: image, reader) == nil, "\(reader)")
        }
    }

    @Test(
        "beside the list it is on the card's preview",
        arguments: [(BarcodeFormat.ean13, number, 160), (.qrCode, "CLUB-77", 120)] as [(BarcodeFormat, String, Int)])
    func preview(format: BarcodeFormat, value: String, columns: Int) async throws {
        let journey = try await Journey([Self.card(format, value: value)], size: Size(columns: columns, rows: 40))
        await journey.seeBeside()
        try await expectDecoded(value, format, on: journey)
    }

    @Test(
        "the form draws it while its number is typed, beside the fields or beneath its own",
        arguments: [(80, 24), (160, 40)])
    func form(columns: Int, rows: Int) async throws {
        let journey = try await Journey(size: Size(columns: columns, rows: rows))
        journey.press(Key("a"))
        journey.type("Elm")
        journey.press(.tab)
        journey.type("590123412345")
        await journey.see("590123412345")
        #expect(inkCells(journey) == 0)
        journey.type("7")
        await journey.see("set from the number")
        try await expectDecoded("5901234123457", .ean13, on: journey)
        journey.press(Key(.backspace))
        await journey.wait("no code") { inkCells(journey) == 0 }
    }

    @Test("it is as large as the page has space for, and never without its quiet zone")
    func size() async throws {
        // 113 modules of half a column; a QR code of 25 modules has a column for each.
        #expect(inkCells(try await opened(Self.card(), Size(columns: 80, rows: 24))) > 57 * 12)
        let room = CardRoom(
            Self.card(), columns: 78, rows: 20, medium: PictureMedium(colors: .trueColor), isPlain: false)
        #expect(room.codeSize(in: Size(columns: 57, rows: 7)) == Size(columns: 57, rows: 7))
        #expect(room.codeSize(in: Size(columns: 56, rows: 40)) == nil)
        // Fewer than five lines of bars are hard to hit.
        #expect(room.codeSize(in: Size(columns: 57, rows: 6)) == nil)
        #expect(room.codeSize(in: Size(columns: 120, rows: 40))?.columns == 113)
    }

    @Test(
        "where there is no space there is no code",
        arguments: [(Size(columns: 40, rows: 12), 0), (Size(columns: 80, rows: 24), 2)])
    func none(size: Size, photos: Int) async throws {
        #expect(inkCells(try await opened(Self.card(photos: photos), size)) == 0)
    }

    @Test("a card without a code or a photo shows its number in large digits")
    func digits() async throws {
        var wrong = Self.card()
        wrong.number = "5901 2341 2345 0"
        for card in [wrong, .made("Cinema", "C-99")] {
            let content = CardContent(request(card, 76, 20))
            #expect(content.code == nil && content.number != nil)
            #expect(inkCells(try await opened(card, Size(columns: 80, rows: 24))) > 100)
        }
        #expect(CardContent(request(Self.card(photos: 1), 76, 20)).number == nil)
        #expect(CardContent(request(.made("Cinema"), 76, 20)).number == nil)
        // A code that does not fit: 57 columns.
        let narrow = CardContent(request(Self.card(), 41, 56))
        #expect(narrow.code == nil && narrow.number != nil)
    }

    @Test("themes and plain text change nothing of it", arguments: Look.allCases)
    func themes(look: Look) async throws {
        let journey = try await opened(Self.card(), Size(columns: 80, rows: 24), theme: look.theme)
        #expect(inkCells(journey) > 57 * 12)
        let plain = try await opened(Self.card(), Size(columns: 160, rows: 40), isPlain: true)
        let image = try #require(ScreenRaster().image(of: plain.draw()))
        #expect(try Decoding.difference(between: BarcodeContent(Self.number, as: .ean13), and: image, .zxing) == nil)
    }

    @Test("in pixels it is a picture with whole pixels per module")
    func pixels() async throws {
        let journey = try await opened(Self.card(), Size(columns: 80, rows: 24))
        let cell = try #require(CellPixels(width: 10, height: 20))
        (journey.terminal.cell, journey.terminal.graphics) = (cell, .kitty)
        await journey.wait("the pixels") { !journey.draw().graphics.isEmpty }
        #expect(journey.draw().graphics.map(\.ground) == [Ink(.indexed256).paper])
    }

    @Test("a click on it opens it over the whole screen")
    func click() async throws {
        let journey = try await opened(Self.card(), Size(columns: 80, rows: 24))
        let canvas = journey.draw()
        let row = try #require((0..<24).first { canvas[30, $0].style == Ink(.indexed256).paper })
        journey.click(column: 30, row: row + 2)
        await journey.wait("the barcode") { journey.barcode != nil }
    }

    // MARK: - Layout

    /// Counts what it draws.
    private final class NotedDrawing: BarcodeDrawing {
        private let requests = Mutex(0)
        var count: Int { requests.withLock { $0 } }

        func symbols(for content: BarcodeContent) throws(BarcodeProblem) -> [BarcodeSymbol] {
            requests.withLock { $0 += 1 }
            return try ZintDrawing().symbols(for: content)
        }
    }

    @Test("nothing is encoded before the frame that shows the card, and nothing moves when the code comes")
    func later() async throws {
        let drawing = NotedDrawing()
        let code = CardCode(drawing)
        let card = Self.card()
        code.show(card)
        // The layout goes on: the work is a task of its own.
        #expect(drawing.count == 0 && code.isWorking && code.symbols(of: card).isEmpty)
        await Changes.see { !code.symbols(of: card).isEmpty }
        #expect(drawing.count == 1 && !code.isWorking)
        code.show(card)
        #expect(!code.isWorking)
        // Another card has no code until its own is encoded.
        #expect(code.symbols(of: Self.card(.qrCode)).isEmpty)
    }

    @Test("the frames depend on the card and the window alone, and never overlap", arguments: [0, 1, 2])
    func frames(photos: Int) throws {
        for format in [BarcodeFormat.ean13, .qrCode] {
            let card = Self.card(format, photos: photos, note: String(repeating: "Bring the blue bag. ", count: 6))
            for columns in stride(from: 20, through: 120, by: 5) {
                for rows in stride(from: 3, through: 60, by: 3) {
                    let content = CardContent(request(card, columns, rows))
                    let frames = [content.code, content.number?.frame].compactMap { $0 } + content.photos.map(\.frame)
                    let all = frames + content.fields.map(\.frame)
                    for (index, frame) in frames.enumerated() {
                        #expect(frame.left >= 0 && frame.right <= columns && frame.bottom <= content.rows)
                        for other in all[(index + 1)...] {
                            #expect(frame.intersection(other).isEmpty, "\(columns)x\(rows)")
                        }
                    }
                    #expect(content.photos.count == photos)
                    // A code is within the window, together with the photos.
                    if let code = content.code, !card.photos.isEmpty || code.top > 0 { #expect(content.rows <= rows) }
                }
            }
        }
    }

    @Test(
        "no page with a photo or a code of a shop is more than half blank",
        arguments: [0, 1, 2], [(80, 24), (120, 40), (100, 30), (110, 40), (200, 60)])
    func filled(photos: Int, size: (Int, Int)) throws {
        let (columns, rows) = (min(size.0, 118) - 4, size.1 - 4)
        let content = CardContent(request(Self.card(photos: photos), columns, rows))
        var used = [Bool](repeating: false, count: columns * rows)
        for frame in [content.code, content.number?.frame].compactMap({ $0 }) + content.photos.map(\.frame)
            + content.fields.map(\.frame)
        {
            for row in frame.top..<min(frame.bottom, rows) {
                for column in frame.left..<min(frame.right, columns) { used[row * columns + column] = true }
            }
        }
        #expect(used.count { $0 } * 2 >= used.count, "\(used.count { $0 } * 100 / used.count) %")
    }

    @Test("a row stays free above the status line where the code does not get smaller for it")
    func freeRow() throws {
        let bars = try #require(CardContent(request(Self.card(), 76, 20)).code)
        #expect(bars.bottom == 19 && bars.columns == 57)
        // Two rows of fields, and a code of 15 rows beneath a blank one: there is no row to give up.
        let square = try #require(CardContent(request(Self.card(.qrCode, value: "CLUB-77"), 76, 18)).code)
        #expect(square.bottom == 18)
    }

    @Test("beside a code a short number has one line")
    func oneLine() throws {
        let content = CardContent(request(Self.card(.qrCode, value: "0042 7719"), 76, 20))
        let code = try #require(content.code)
        #expect(content.number.map { $0.frame.left > code.right } == true)
        #expect(content.number?.digits.size == Size(columns: 33, rows: 3))
    }

    @Test("on a narrow page the photos are in the middle of the window", arguments: [1, 2])
    func centered(photos: Int) async throws {
        let journey = try await opened(Self.card(photos: photos), Size(columns: 45, rows: 60))
        let row = journey.place(of: "╭ front").row
        try #require(row >= 0)
        let line = Array(journey.lines[row])
        let (left, right) = (try #require(line.firstIndex(of: "╭")), try #require(line.firstIndex(of: "╮")))
        #expect(left == line.count - 1 - right)
        // Beneath a code, too: one of 29 columns.
        let content = CardContent(request(Self.card(.qrCode, value: "CLUB-77", photos: photos), 41, 56))
        #expect(content.code != nil)
        for photo in content.photos { #expect(photo.frame.left == (41 - photo.frame.columns) / 2) }
    }

    private func request(_ card: Card, _ columns: Int, _ rows: Int) -> CardContent.Request {
        CardContent.Request(
            card: card, due: Validity(validFrom: nil, expiry: nil, today: Journey.clock.today()), columns: columns,
            theme: .terminal, format: .iso, showsColor: false,
            room: CardRoom(
                card, columns: columns, rows: rows, medium: PictureMedium(colors: .trueColor), isPlain: false))
    }

    // MARK: - Pictures

    nonisolated static let sizes = GoldenTests.sizes + [Size(columns: 45, rows: 60)]

    @Test("a card with its barcode", arguments: sizes, Look.allCases)
    func picture(size: Size, look: Look) async throws {
        await expectGolden(try await opened(Self.card(), size, theme: look.theme), "card-barcode", look)
    }

    @Test("a card with its barcode and photos", arguments: sizes)
    func photosPicture(size: Size) async throws {
        await expectGolden(try await opened(Self.card(photos: 2), size), "card-barcode-photos")
    }

    @Test("a card with a square code", arguments: sizes)
    func squarePicture(size: Size) async throws {
        await expectGolden(try await opened(Self.card(.qrCode, value: "CLUB-77"), size), "card-barcode-square")
    }
}
