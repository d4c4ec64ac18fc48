import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("The photo page")
struct PhotoTests {
    private static let photos: [PhotoHash: [UInt8]] = [
        PhotoHash(of: [34, 21]): [34, 21], PhotoHash(of: [21, 34]): [21, 34],
    ]

    /// The front of Cedar Library.
    private func front(files: FakeFiles = FakeFiles()) async throws -> Journey {
        let journey = try await Journey(Card.samples, photos: Self.photos, files: files)
        journey.press(Key("j"), Key("j"), Key("1"))
        await journey.see("0 0042 7719 · whole picture")
        return journey
    }

    @Test("+ and - zoom, 0 shows the whole photo, and each side has its own zoom")
    func sizes() async throws {
        let journey = try await front()
        journey.press(Key("+"), Key("+"))
        await journey.see("0 0042 7719 · 150 %")
        journey.press(.tab)
        await journey.see("whole picture")
        journey.press(Key("="))
        await journey.see("125 %")
        journey.press(Key("1"))
        await journey.see("150 %")
        journey.press(Key("-"))
        await journey.see("125 %")
        journey.press(Key("0"))
        await journey.see("whole picture")
        // The whole photo is visible, so it cannot be zoomed out.
        journey.press(Key("-"))
        await journey.see("- shrinks the photo, but all of it is shown")
        journey.press(Key("0"))
        await journey.see("whole picture")
    }

    @Test("a damaged photo is marked on the page and in its frame on the card")
    func damaged() async throws {
        let bytes: [UInt8] = [34, 21, FakePhotos.damage]
        var club = Card(identifier: .random(), name: "Club")
        (club.front, club.back) = (PhotoHash(of: bytes), PhotoHash(of: [21, 34]))
        let journey = try await Journey(
            [club], photos: [PhotoHash(of: bytes): bytes, PhotoHash(of: [21, 34]): [21, 34]])
        journey.press(.enter)
        await journey.see("front, damaged")
        #expect(!journey.text.contains("back, damaged"))
        journey.press(Key("1"))
        await journey.see("front, damaged, shown in part")
        journey.press(.tab)
        await journey.seeNo("damaged")
    }

    @Test("on a console it is drawn with the blocks of the font, or in whole cells: nothing becomes a question mark")
    func consoleFont() async throws {
        let bytes: [UInt8] = [240, 160]
        var club = Card(identifier: .random(), name: "Club")
        club.front = PhotoHash(of: bytes)
        let decoder = FakePhotos(pattern: { x, y in UInt8((x / 3 * 67 + y / 2 * 41) % 256) })
        let journey = try await Journey([club], photos: [PhotoHash(of: bytes): bytes], decoder: decoder)
        journey.press(Key("1"))
        await journey.see("whole picture")
        await journey.seePictures()
        func rows() -> [[Cell]] {
            let canvas = journey.draw()
            return (3..<18).map { row in (0..<canvas.size.columns).map { canvas[$0, row] } }
        }
        func characters() -> Set<String> { Set(rows().joined().map(\.text)) }
        #expect(!characters().isDisjoint(with: ["▘", "▝", "▖", "▗", "▚", "▞"]), "the pattern needs quadrants")
        journey.terminal.glyphs = .only(Self.codePage437)
        await journey.seePictures()
        #expect(characters().isSubset(of: [" ", "█", "▀", "▄", "▌", "▐"]), "\(journey.text)")
        #expect(!characters().isDisjoint(with: ["▀", "▄", "▌", "▐"]))
        journey.terminal.glyphs = .letters
        await journey.seePictures()
        #expect(characters() == [" "], "\(journey.text)")
        #expect(Set(rows().joined().map(\.style.background)).count > 2)
    }

    /// The characters of the PC's own font, which the Linux console has at first.
    private static let codePage437 = Set(
        """
         !"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~
        ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■
        ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼
        """.unicodeScalars)

    @Test("arrows move the picture and never leave the page; Esc does")
    func moving() async throws {
        let journey = try await front()
        for key in [Key(.left), Key("h"), Key(.up), Key("k"), Key("+"), Key(.right), Key("l"), Key(.down), Key("j")] {
            journey.press(key)
            #expect(journey.model.navigator.path.count == 1)
        }
        journey.press(.escape)
        #expect(journey.model.navigator.path.isEmpty)
    }

    @Test("the slider zooms: digits jump to tenths, arrows step, Esc goes back")
    func scrubbing() async throws {
        let journey = try await front()
        journey.press(Key("s"), Key("5"))
        #expect(journey.lines[22].contains("●"))
        #expect(journey.lines[22].contains("450 %"))
        journey.press(Key(.up))
        #expect(journey.lines[22].contains("455 %"))
        journey.press(.enter)
        await journey.see("0 0042 7719 · 455 %")
        journey.press(Key("s"), Key("1"), .escape)
        await journey.see("0 0042 7719 · 455 %")
        #expect(journey.model.navigator.path.count == 1)
    }

    @Test("the wheel zooms, and a press on the zoom label opens the slider")
    func mouse() async throws {
        let journey = try await front()
        journey.mouse(.wheelUp, column: 40, row: 10)
        await journey.see("125 %")
        journey.mouse(.press(.left), column: 40, row: 10)
        journey.mouse(.drag, column: 50, row: 12)
        journey.mouse(.release, column: 50, row: 12)
        await journey.see("125 %")
        let place = journey.place(of: "125 %")
        journey.mouse(.press(.left), column: place.column, row: place.row)
        #expect(journey.lines[22].contains("●"))
        journey.mouse(.release, column: place.column, row: place.row)
    }

    @Test("turning, inverting and zooming change the drawn picture")
    func drawn() async throws {
        let journey = try await front()
        /// The style in the middle, and the number of cells with that style.
        func picture() async -> (style: Style, cells: Int) {
            await journey.seePictures()
            let canvas = journey.draw()
            let rows = (1..<22).flatMap { row in (0..<80).map { canvas[$0, row].style } }
            let middle = canvas[40, 11].style
            return (middle, rows.count { $0 == middle })
        }
        let whole = await picture()
        journey.press(Key("+"), Key("+"), Key("+"))
        let large = await picture()
        journey.press(Key("0"), Key("r"))
        let turned = await picture()
        journey.press(Key("x"))
        let inverted = await picture()
        // 34 by 21 pixels on 21 rows, cells twice as high as wide.
        #expect(whole.cells == 68 * 21)
        #expect(large.cells == 80 * 21)
        #expect(turned.cells == 26 * 21)
        #expect([large, turned].allSatisfy { $0.style == whole.style })
        #expect(inverted.cells == 26 * 21 && inverted.style != whole.style)
        journey.press(Key("x"), Key("r"), Key("r"), Key("r"))
        #expect(await picture() == whole)
    }

    @Test("moves that arrive together all count, and a drag keeps the picture under the pointer")
    func manyMoves() async throws {
        let journey = try await front()
        journey.press(Key("s"), Key("9"), .enter)
        await journey.seePictures()
        // No frame in between, as over a slow connection.
        for _ in 0..<3 { journey.screen.handle(.key(Key(.right))) }
        let afterKeys = journey.draw()
        for _ in 0..<3 { journey.press(Key(.left)) }
        for _ in 0..<3 { journey.press(Key(.right)) }
        #expect(journey.draw() == afterKeys)
        // There and back by single columns: less than a pixel each.
        for column in [40, 41, 42, 43, 42, 41, 40] {
            let action: MouseEvent.Action = column == 40 ? .press(.left) : .drag
            journey.screen.handle(.mouse(MouseEvent(action, at: Point(column: column, row: 10))))
        }
        journey.screen.handle(.mouse(MouseEvent(.release, at: Point(column: 40, row: 10))))
        #expect(journey.draw() == afterKeys)
    }

    @Test("another key closes the slider and restores the old value")
    func besideSlider() async throws {
        let journey = try await front()
        journey.press(Key("s"))
        journey.mouse(.wheelUp, column: 40, row: 10)
        await journey.see("0 0042 7719 · 125 %")
        journey.press(Key("s"), Key(.right))
        #expect(journey.lines[22].contains("130 %"))
        journey.press(.tab)
        await journey.see("whole picture")
    }

    @Test("w saves the photo as stored to the named file, and returns to the page")
    func writing() async throws {
        let files = FakeFiles()
        let journey = try await front(files: files)
        journey.press(Key("w"))
        await journey.see("Save the front photo of Cedar Library as a file")
        await journey.see("cedar-library-front.bin")
        journey.press(.control("u"))
        journey.type("~/card")
        journey.press(.enter)
        await journey.see("Saved the front photo of Cedar Library to ~/card")
        #expect(files.written["~/card"] == [34, 21])
        guard journey.model.navigator.path.last is PhotoModel else {
            Issue.record("not on the photo")
            return
        }
    }

    @Test("a card without a photo offers neither zoom nor saving")
    func nothing() async throws {
        let card = Card.made("Elm Gym", "9") { $0.back = PhotoHash(of: [21, 34]) }
        let journey = try await Journey([card], photos: Self.photos)
        journey.press(Key("2"))
        await journey.see("9 · whole picture")
        journey.press(.tab)
        await journey.see("no photo")
        journey.press(Key("+"), Key("r"), Key("s"), Key("w"))
        #expect(journey.model.navigator.path.count == 1)
        #expect(!journey.text.contains("%"))
        #expect(!journey.text.contains("whole picture"))
        #expect(!journey.text.contains("larger"))
    }

    @Test(
        "a file's suggested name comes from the card, the side and the format",
        arguments: [
            ("Cedar Library", [0x89, 0x50, 0x4E, 0x47], "cedar-library-front.png"),
            ("Łódź Café / 7", [0xFF, 0xD8, 0xFF], "lodz-cafe-7-front.jpg"),
            ("漢字", Array("RIFF....WEBPVP8".utf8), "card-front.webp"),
            ("../../etc", Array("....ftypheic".utf8), "etc-front.heic"), ("x", [], "x-front.bin"),
        ] as [(String, [UInt8], String)])
    func fileName(name: String, bytes: [UInt8], expected: String) {
        #expect(PhotoFileName.name(of: .front, of: name, bytes: bytes) == expected)
    }
}
