import CardViewModels
import Cards
import Terminal
import Testing

@testable import CardScreens

@MainActor
@Suite("Icons of cards")
struct IconTests {
    private static let icon: [UInt8] = [21, 21]
    private static let front: [UInt8] = [100, 80]

    private func club(_ change: (inout Card) -> Void = { _ in }) -> Card {
        Card.made("Club", "12345") { card in
            card.front = PhotoHash(of: Self.front)
            change(&card)
        }
    }

    private func journey(
        _ cards: [Card], size: Size = Size(columns: 80, rows: 24), files: FakeFiles = FakeFiles(),
        decoder: FakePhotos = FakePhotos(), isPlain: Bool = false
    ) async throws -> Journey {
        try await Journey(
            cards, photos: [PhotoHash(of: Self.icon): Self.icon, PhotoHash(of: Self.front): Self.front], size: size,
            files: files, isPlain: isPlain, decoder: decoder)
    }

    private func stored(_ journey: Journey, _ name: String = "Club") async throws -> Card {
        try #require(try await journey.store.cards(named: name).first)
    }

    private func bytes(_ photo: PhotoHash?, _ journey: Journey) async throws -> [UInt8]? {
        try await journey.store.photo(try #require(photo))
    }

    // MARK: - Setting

    @Test("F2 shows the field of the icon; a chosen file is cropped to a square, and Ctrl-X removes it")
    func form() async throws {
        let journey = try await journey([club()], files: FakeFiles(files: ["/home/logo.png": [90, 60]]))
        journey.press(Key("e"))
        await journey.see("Edit Club")
        #expect(!journey.lines.contains { $0.contains(" icon ") })
        journey.press(.function(2))
        journey.focus(.icon)
        journey.press(.enter)
        await journey.see("Choose the icon")
        await journey.see("logo.png")
        journey.press(.enter)
        await journey.see("Crop the icon")
        await journey.see("zoom 100 %")
        journey.press(Key("i"))
        await journey.see("i makes an icon of a photo, but this is the icon")
        journey.press(Key("+"), Key("+"), .enter)
        await journey.see("Edit Club")
        journey.press(.control("s"))
        await journey.see("Saved Club")
        #expect(try await bytes(stored(journey).icon, journey) == [50, 50])
        #expect(try await stored(journey).front == PhotoHash(of: Self.front))
        // It has the field from now on, and the others are behind F2 again.
        journey.press(Key("e"))
        await journey.see("Edit Club")
        #expect(journey.lines.contains { $0.contains(" icon ") } && !journey.text.contains("pictures "))
        journey.focus(.icon)
        journey.press(.control("x"))
        #expect(journey.lines.contains { $0.contains(" icon ") }, "the field stays under the cursor")
        journey.press(.control("s"))
        await journey.see("Saved Club")
        #expect(try await stored(journey).icon == nil)
        journey.press(Key("u"))
        await journey.see("Undid: changed the icon of Club")
        #expect(try await bytes(stored(journey).icon, journey) == [50, 50])
    }

    @Test("a typed path is read when it is saved, whole; what is no picture is said at the field")
    func typed() async throws {
        let files = FakeFiles(files: ["/home/logo.png": [90, 60], "/home/text.png": [1]])
        let journey = try await journey([club()], files: files)
        journey.press(Key("e"))
        await journey.see("Edit Club")
        journey.press(.function(2))
        journey.focus(.icon)
        journey.type("/home/text.png")
        journey.press(.control("s"))
        await journey.see("This is not a picture")
        #expect(try await stored(journey).icon == nil)
        for _ in 0..<8 { journey.press(.backspace) }
        journey.type("logo.png")
        journey.press(.control("s"))
        await journey.see("Saved Club")
        #expect(try await bytes(stored(journey).icon, journey) == [90, 60])
    }

    @Test("i while the front is cropped makes an icon of a part of it; the photo stays as it is")
    func partOfCrop() async throws {
        let journey = try await journey([club()])
        journey.press(Key("e"))
        await journey.see("Edit Club")
        journey.focus(.front)
        journey.press(.control("r"))
        await journey.see("Crop the front photo")
        await journey.see("zoom 100 %")
        journey.press(Key("i"))
        await journey.see("Crop the icon")
        // A square of the height of the outline.
        await journey.see("zoom 127 %")
        journey.press(.escape)
        await journey.see("Crop the front photo")
        journey.press(Key("i"))
        await journey.see("Crop the icon")
        journey.press(.enter)
        await journey.see("Edit Club")
        journey.press(.control("s"))
        await journey.see("Saved Club")
        let card = try await stored(journey)
        #expect(card.front == PhotoHash(of: Self.front))
        #expect(try await bytes(card.icon, journey) == [63, 63])
    }

    @Test("i on a photo changes the icon at once, in one step; the photo screen then steps to it")
    func partOfPhoto() async throws {
        let journey = try await journey([club()])
        journey.press(Key("1"))
        await journey.see("whole picture")
        journey.press(Key("i"))
        await journey.see("Crop the icon")
        await journey.see("zoom 100 %")
        journey.press(.enter)
        await journey.see("Changed the icon of Club")
        #expect(try await bytes(stored(journey).icon, journey) == [80, 80])
        await journey.wait("the icon in the photo's card") {
            guard let photo = journey.model.navigator.path.last as? PhotoModel else { return false }
            return photo.card?.icon != nil
        }
        journey.press(.tab)
        await journey.see("2 of 2 · icon")
        await journey.see("whole picture")
        journey.press(Key("i"))
        await journey.see("i makes an icon of a photo, but this is the icon")
        journey.press(.escape, Key("u"))
        await journey.see("Undid: changed the icon of Club")
        #expect(try await stored(journey).icon == nil)
        journey.press(Key("H"))
        await journey.see("icon")
        #expect(try await stored(journey).front == PhotoHash(of: Self.front))
    }

    @Test("a draft keeps its icon; one of an older version, which says nothing of it, keeps that of the card")
    func draft() throws {
        let input = LocalInput(format: .iso, today: CalendarDay(daysSince1970: 20_777))
        var draft = CardDraft(editing: club { $0.icon = PhotoHash(of: Self.icon) }, input)
        let photo = NewPhoto([1, 2], from: [3, 4], .icon, mainColor: nil)
        draft.setPhoto(photo, side: .icon)
        let again = try #require(CardDraft(json: draft.json, photos: draft.photos, input))
        #expect(again == draft && again.photo(.icon) == photo.hash && again.cut(.icon)?.crop == .icon)
        var members = try #require(draft.json.object)
        members["icon"] = nil
        let older = try #require(CardDraft(json: .object(members), photos: [:], input))
        #expect(older.photo(.icon) == PhotoHash(of: Self.icon))
    }

    @Test("a path that a restored draft has is in sight, and its field stays while it is deleted")
    func restoredPath() async throws {
        let card = club()
        var draft = CardDraft(editing: card)
        draft.setText("x", of: .icon)
        let process = try #require(DraftProcess(String(repeating: "0", count: 32)))
        let stored = StoredDraft(
            key: StoredDraft.Key(card: card.identifier, process: process), form: draft.json, time: Journey.clock.now())
        let journey = try await Journey(
            [card], photos: [PhotoHash(of: Self.front): Self.front], drafts: FakeDrafts([stored]))
        await journey.see("Resume editing")
        journey.press(.enter)
        await journey.wait("the form") { journey.model.navigator.path.last is CardFormModel }
        guard let form = journey.model.navigator.path.last as? CardFormModel else { return }
        #expect(form.draft.text(of: .icon) == "x" && form.fields.contains(.icon))
        form.setText("", of: .icon)
        #expect(form.fields.contains(.icon) && !form.showsLists)
    }

    // MARK: - In the wallet

    @Test("an icon that is on its way leaves the letter in its place")
    func loading() async throws {
        let journey = try await journey([Card.made("Alder", "12345") { $0.icon = PhotoHash(of: Self.icon) }])
        journey.terminal.colors = .trueColor
        journey.press(Key("v"))
        let name = journey.place(of: "Alder")
        func hasLetter(_ canvas: Canvas) -> Bool {
            (0..<3).contains { row in (2...7).contains { canvas[name.column - $0, name.row + row].text == "A" } }
        }
        // Nothing was awaited since: the picture cannot be there.
        #expect(hasLetter(journey.draw()))
        await journey.seePictures()
        #expect(!hasLetter(journey.draw()))
    }

    @Test("the wallet shows the icon beside the name, above the number, or over a corner of the photo")
    func wallet() async throws {
        let color = CardColor(red: 250, green: 100, blue: 10)
        let cards = [
            Card.made("Alder", "12345") { $0.icon = PhotoHash(of: Self.icon) },
            Card.made("Birch", "67890") { ($0.icon, $0.front) = (PhotoHash(of: Self.icon), PhotoHash(of: Self.front)) },
        ]
        let journey = try await journey(cards, decoder: FakePhotos(color: color))
        journey.terminal.colors = .trueColor
        journey.press(Key("v"))
        await journey.seePictures()
        let (name, number) = (journey.place(of: "Alder"), journey.place(of: "12345"))
        // The number is beneath the icon, beside the band.
        #expect(number.column == name.column - 4 && number.row == name.row + 3 && !journey.text.contains("67890"))
        let canvas = journey.draw()
        let shown = Self.ground(color, canvas)
        let band = Self.ground(CardColor.face(of: CardSummary(cards[0])).ground, canvas)
        // Six columns and three rows at this width, and the band below them.
        for row in 0..<3 {
            for column in 2...7 { #expect(shown(name.column - column, name.row + row), "\(column), \(row)") }
        }
        #expect(band(name.column - 6, name.row + 3) && band(name.column - 7, name.row + 5))
    }

    @Test(
        "the page begins with the icon, or with the letter where there are no pixels; a card without one with its name")
    func page() async throws {
        let journey = try await journey([club { $0.icon = PhotoHash(of: Self.icon) }, Card.made("Other", "98765")])
        journey.terminal.colors = .trueColor
        journey.press(.enter)
        await journey.see("number  12345")
        #expect(journey.lines[0].hasPrefix("  C  Club"))
        let canvas = journey.draw()
        let (letter, name) = (canvas[2, 0].style, canvas[5, 0].style)
        #expect((letter.foreground, letter.background) == (name.background, name.foreground))
        journey.press(Key("]"))
        await journey.see("number  98765")
        #expect(journey.lines[0].hasPrefix(" Other"))
        journey.terminal.colors = .sixteen
        journey.press(Key("["))
        await journey.see("number  12345")
        #expect(journey.lines[0].hasPrefix(" Club"))
    }

    private static func ground(_ color: CardColor, _ canvas: Canvas) -> (Int, Int) -> Bool {
        func isSame(_ other: Color) -> Bool {
            guard case .rgb(let red, let green, let blue) = other else { return false }
            return [(red, color.red), (green, color.green), (blue, color.blue)].allSatisfy {
                abs(Int($0) - Int($1)) < 40
            }
        }
        return { column, row in
            let style = canvas[column, row].style
            return isSame(style.background) || isSame(style.foreground)
        }
    }

    @Test(
        "a card without an icon has its first letter on its colour; in plain text and without colours there is neither")
    func letter() async throws {
        let journey = try await journey([Card.made("«élan»", "12345")])
        journey.terminal.colors = .trueColor
        journey.press(Key("v"))
        let name = journey.place(of: "«élan»")
        let color = CardColor.face(of: CardSummary(Card.made("«élan»", "12345"))).ground
        let cell = journey.draw()[name.column - 3, name.row]
        #expect(cell.text == "É" && cell.style.background == .rgb(color.red, color.green, color.blue))
        journey.terminal.colors = .monochrome
        #expect(!journey.text.contains("É"))
        let plain = try await self.journey([club { $0.icon = PhotoHash(of: Self.icon) }], isPlain: true)
        plain.press(Key("v"))
        await plain.see("Club")
        #expect(!plain.text.contains("C Club"))
    }

    @Test(
        "the letter is the first letter or digit as a capital, of any width",
        arguments: [
            ("Boots", "B"), ("ßeta", "S"), ("  7-Eleven", "7"), ("鮨", "鮨"), ("🍕 pizza", "P"), ("…", ""), ("", ""),
            ("e\u{301}lan", "E\u{301}"), ("\u{202E}abc", "A"),
        ])
    func letters(name: String, letter: String) {
        #expect(CardIcon.letter(of: name).string == letter)
    }

    // MARK: - In the list

    private let cell = CellPixels(width: 10, height: 20)

    @Test("where the terminal keeps pictures, a row has the icon in pixels, or the letter; nowhere else")
    func list() async throws {
        let cards = [
            Card.made("Alder", "12345") { $0.icon = PhotoHash(of: Self.icon) }, Card.made("Birch", "67890"),
        ]
        let journey = try await journey(cards)
        journey.terminal.colors = .trueColor
        for graphics in [PictureGraphics.symbols, .sixel, .iterm] {
            (journey.terminal.graphics, journey.terminal.cell) = (graphics, cell)
            await journey.seePictures()
            #expect(journey.place(of: "Alder").column == 3 && journey.draw().graphics.isEmpty, "\(graphics)")
        }
        (journey.terminal.graphics, journey.terminal.cell) = (.kitty, cell)
        await journey.seePictures()
        let (first, second) = (journey.place(of: "Alder"), journey.place(of: "Birch"))
        let canvas = journey.draw()
        #expect(first.column == 5 && second.column == 5)
        #expect(canvas.graphics.map(\.rect) == [Rect(column: 2, row: first.row, columns: 2, rows: 1)])
        #expect(canvas[2, second.row].text == "B")
        // Two lines for a card have no room for it.
        journey.size = Size(columns: 40, rows: 12)
        await journey.seePictures()
        #expect(journey.draw().graphics.isEmpty && journey.place(of: "Alder").column == 3)
    }

    @Test("a photo that is not there leaves the letter, and scrolling asks for nothing twice")
    func missing() async throws {
        let gone = PhotoHash(of: [9])
        let cards = (0..<60).map { number in
            Card.made("Card \(number)", "\(number)") { $0.icon = number == 0 ? gone : PhotoHash(of: Self.icon) }
        }
        let journey = try await journey(cards)
        (journey.terminal.colors, journey.terminal.graphics) = (.trueColor, .kitty)
        journey.terminal.cell = cell
        await journey.seePictures()
        let canvas = journey.draw()
        #expect(canvas[2, journey.place(of: "Card 0").row].text == "C")
        #expect(Set(canvas.graphics.map(\.graphic)).count == 1 && canvas.graphics.count > 10)
        for _ in 0..<40 { journey.press(Key("j")) }
        // One picture serves all rows: it was made once.
        #expect(!journey.screen.isWorking)
        #expect(journey.draw().graphics.count > 10)
    }
}
