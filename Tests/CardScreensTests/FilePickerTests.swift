import CardViewModels
import Cards
import GoldenSupport
import Terminal
import Testing

@MainActor
@Suite("Choosing a photo")
struct FilePickerTests {
    private static let files: [String: [UInt8]] = [
        "/home/Pictures/holiday/beach.png": [40, 30], "/home/Pictures/cards/front.jpg": [64, 40],
        "/home/Pictures/IMG_2.jpg": [60, 40], "/home/Pictures/IMG_1.JPEG": [50, 40],
        "/home/Pictures/broken.png": [1, 2, 3], "/home/Pictures/notes.txt": [1], "/home/Pictures/.hidden.png": [9, 9],
        "/home/card.png": [34, 21],
    ]

    /// The file picker for the front, in the current directory.
    private func picker(
        size: Size = Size(columns: 80, rows: 24), look: FakeViewState = FakeViewState(), files: FakeFiles? = nil
    ) async throws -> Journey {
        let journey = try await Journey(size: size, files: files ?? FakeFiles(files: Self.files), look: look)
        journey.press(Key("a"))
        journey.type("Photo Club")
        journey.focus(.front)
        journey.press(.enter)
        await journey.see("Choose the front")
        return journey
    }

    @Test("folders come first, then pictures and no other files; the first row is the parent folder")
    func rows() async throws {
        let journey = try await picker()
        await journey.see("card.png")
        journey.press(.enter)
        await journey.see("~/Pictures")
        let names = journey.lines.dropFirst(3).prefix(7).map { line in
            String(line.dropFirst(3).prefix(20).split(separator: " ").first ?? "")
        }
        #expect(names == ["../", "cards/", "holiday/", "broken.png", "IMG_1.JPEG", "IMG_2.jpg", ""])
        #expect(!journey.text.contains("notes.txt"))
    }

    @Test("letters filter the rows, Enter opens the picture for cropping, and again sets it in the form")
    func narrowing() async throws {
        let journey = try await picker()
        await journey.see("card.png")
        #expect(journey.text.contains("1 picture, 1 folder"))
        journey.type("card")
        await journey.seeNo("1 folder")
        #expect(journey.text.contains("1 picture "))
        journey.press(.enter)
        await journey.see("Crop the front")
        journey.press(.enter)
        await journey.see("New card")
        await journey.see("a picture; ↵ changes it")
        journey.press(.control("s"))
        await journey.see("Saved Photo Club")
        let card = try #require(try await journey.store.cards(named: "Photo Club").first)
        let hash = try #require(card.front)
        // The width follows from the picture's height and a card's proportion.
        #expect(try await journey.store.photo(hash) == [33, 21])
    }

    @Test("the selected picture is shown beside the rows, and another file says that it")
    func preview() async throws {
        let journey = try await picker()
        await journey.see("card.png")
        journey.press(.enter)
        await journey.see("broken.png")
        journey.type("brok")
        await journey.see("╭ broken.png")
        await journey.see("This is not a picture.")
        journey.press(.enter)
        await journey.see("broken.png: This is not a picture.")
        #expect(journey.text.contains("Choose the front"))
        journey.press(Key(.backspace))
        #expect(!journey.text.contains("broken.png: This"))
    }

    @Test("Backspace in an empty field and ← go up, with the former folder selected; → opens a folder")
    func upAndDown() async throws {
        let journey = try await picker()
        await journey.see("card.png")
        journey.press(.enter)
        await journey.see("~/Pictures")
        journey.press(Key(.down), Key(.right))
        await journey.see("~/Pictures/holiday")
        journey.press(Key(.backspace))
        await journey.see("holiday/ ")
        #expect(journey.lines.contains { $0.hasPrefix("▌  holiday/") })
        journey.press(Key(.left))
        await journey.see("card.png")
        #expect(journey.lines.contains { $0.hasPrefix("▌  Pictures/") })
    }

    @Test("sizes and days have columns of their own; a long name is shortened beside a picture, and whole without one")
    func columns() async throws {
        let files = FakeFiles(files: [
            "/home/gym.jpg": [60, 40], "/home/library-card-front.png": [50, 40], "/home/shop.png": [9, 9],
            "/home/sub/x.png": [9, 9],
        ])
        let journey = try await picker(files: files)
        await journey.see("shop.png")
        func rows() -> [String] { journey.lines.filter { $0.contains(" B  ") } }
        #expect(journey.text.contains("library-card-front.png  "))
        #expect(rows().count == 3, "\(journey.text)")
        #expect(Set(rows().map { $0.split(separator: " B  ").first?.count }).count == 1)
        journey.press(Key(.down))
        await journey.see("╭ gym.jpg")
        #expect(rows().contains { $0.contains("library-c") && $0.contains("…  2 B  ") }, "\(journey.text)")
        #expect(rows().count == 3, "\(journey.text)")
    }

    @Test("hidden pictures can be shown")
    func hidden() async throws {
        let journey = try await picker()
        await journey.see("card.png")
        journey.press(.enter)
        await journey.see("IMG_2.jpg")
        #expect(!journey.text.contains(".hidden.png"))
        journey.press(.alt("."))
        await journey.see(".hidden.png")
        journey.press(.alt("."))
        await journey.seeNo(".hidden.png")
    }

    @Test("a folder without pictures says so, and how many folders it has; the parent folder is not counted")
    func noPictures() async throws {
        let files = FakeFiles(files: [
            "/home/a/one.png": [9, 9], "/home/b/two.png": [9, 9], "/home/c/d/three.png": [9, 9],
        ])
        let journey = try await picker(files: files)
        await journey.see("No pictures here, 3 folders.")
        #expect(journey.lines[1].hasSuffix(" 3 folders "))
        journey.type("c")
        #expect(!journey.text.contains("No pictures"))
        journey.press(.escape)
        journey.type("c")
        journey.press(.enter)
        await journey.see("No pictures here, 1 folder.")
        journey.type("d")
        journey.press(.enter)
        await journey.see("three.png")
        #expect(!journey.text.contains("No pictures"))
        #expect(journey.lines[1].hasSuffix(" 1 picture "))
    }

    @Test("the footer says what Enter does with the row, and nothing else does")
    func footer() async throws {
        let journey = try await picker()
        await journey.see("card.png")
        func hints() -> String { journey.lines.last ?? "" }
        // Pictures/, then card.png.
        #expect(hints().contains("↵ open  "))
        journey.press(Key(.down))
        #expect(hints().contains("↵ choose  ") && !hints().contains("complete"))
        journey.type("/home/Pict")
        #expect(hints().contains("↵ open  ") && hints().contains("Tab complete"))
        #expect(journey.text.split(separator: "↵").count == 2, "\(journey.text)")
        journey.size = Size(columns: 40, rows: 12)
        #expect(hints().contains("↵ open  ") && hints().contains("Esc back"))
        journey.type("ures/IMG_2.jpg")
        #expect(hints().contains("↵ choose  ") && hints().contains("Esc back"))
        journey.press(.escape)
        journey.type("zzz")
        #expect(journey.text.contains("no matches"))
        #expect(!hints().contains("↵") && hints().contains("Esc back"))
    }

    @Test("a path can be typed, completed by Tab, and chosen")
    func typedPath() async throws {
        let journey = try await picker()
        await journey.see("card.png")
        journey.type("/home/Pictures/h")
        journey.press(.tab)
        await journey.see("/home/Pictures/holiday/beach.png")
        journey.press(.enter)
        await journey.see("Crop the front")
        journey.press(.escape)
        await journey.see("Choose the front")
        journey.type("~/Pictures/cards/")
        journey.press(.enter)
        await journey.see("front.jpg")
        journey.type("/nowhere")
        journey.press(.enter)
        await journey.see("there is no /nowhere")
        await journey.see("front.jpg")
    }

    @Test("a dropped file is chosen")
    func dropped() async throws {
        let journey = try await picker()
        await journey.see("card.png")
        journey.paste("'/home/Pictures/IMG_2.jpg' ")
        await journey.see("Crop the front")
    }

    @Test("it opens in the folder of the last photo, and offers those before")
    func recent() async throws {
        let look = FakeViewState()
        let journey = try await picker(look: look)
        await journey.see("card.png")
        journey.type("/home/Pictures/holiday")
        journey.press(.enter)
        await journey.see("beach.png")
        journey.press(.enter)
        await journey.see("Crop the front")
        journey.press(.enter)
        await journey.see("New card")
        await journey.wait("the folder to be kept") { look.kept.photoFolders == ["/home/Pictures/holiday"] }
        let next = try await picker(look: look)
        await next.see("beach.png")
        next.press(Key(.backspace))
        await next.see("IMG_2.jpg")
        next.press(.control("r"))
        await next.see("recent folders")
        next.press(.enter)
        await next.see("beach.png")
    }

    @Test("it opens in the folder last shown, also if nothing was chosen")
    func left() async throws {
        let look = FakeViewState()
        let journey = try await picker(look: look)
        await journey.see("card.png")
        journey.press(.enter)
        await journey.see("IMG_2.jpg")
        journey.press(.escape)
        await journey.see("New card")
        journey.press(.enter)
        await journey.see("IMG_2.jpg")
        #expect(!journey.text.contains("recent"))
    }

    @Test("if the last folder is missing, it opens in the working directory")
    func goneFolder() async throws {
        let look = FakeViewState()
        var state = ViewState()
        state.photoFolder = "/gone"
        await look.keep(state)
        let journey = try await picker(look: look)
        await journey.see("card.png")
        #expect(!journey.text.contains("/gone"))
    }

    @Test("keys that arrive together act on the rows that the former ones led to")
    func runSynchronously() async throws {
        let look = FakeViewState()
        var state = ViewState()
        state.notePhotoFolder("/home/Pictures/holiday")
        await look.keep(state)
        let journey = try await picker(look: look)
        await journey.see("card.png")
        // No frame in between, as over a slow connection.
        for key in [Key.control("r"), .enter] { journey.screen.handle(.key(key)) }
        await journey.see("beach.png")
        for key in [Key(.backspace), Key(.backspace), Key("c"), Key("a"), Key("r"), Key("d")] {
            journey.screen.handle(.key(key))
        }
        await journey.wait("the row of the typed name") {
            let text = journey.text
            return text.contains("/ card") && text.contains("card.png") && !text.contains("Pictures/")
        }
    }

    @Test("the folder of a typed path is remembered once its photo is chosen")
    func typedFolder() async throws {
        let look = FakeViewState()
        let journey = try await picker(look: look)
        await journey.see("card.png")
        journey.type("/home/Pictures/holiday/beach.png")
        journey.press(.enter)
        await journey.see("Crop the front")
        #expect(look.kept.photoFolders.isEmpty)
        journey.press(.enter)
        await journey.see("New card")
        await journey.wait("the folder to be kept") { look.kept.photoFolders == ["/home/Pictures/holiday"] }
    }

    @Test("Esc clears the typed text, then leaves; the form is unchanged")
    func leaving() async throws {
        let journey = try await picker()
        await journey.see("card.png")
        journey.type("xyz")
        await journey.see("no matches")
        journey.press(.escape)
        await journey.see("card.png")
        journey.press(.escape)
        await journey.see("New card")
        #expect(journey.text.contains("Photo Club"))
        #expect(journey.text.contains("↵ chooses a picture"))
    }

    @Test("a file that disappears gives a message, and the rows stay")
    func vanished() async throws {
        // The listing names it, but reading it fails.
        var files = FakeFiles(files: Self.files)
        files.vanished = ["/home/card.png"]
        let journey = try await picker(files: files)
        await journey.see("card.png")
        journey.press(Key(.down), .enter)
        await journey.see("there is no /home/card.png")
        #expect(journey.text.contains("Choose the front"))
    }

    @Test("a click selects a row, a second one chooses it")
    func mouse() async throws {
        let journey = try await picker()
        await journey.see("card.png")
        let row = journey.place(of: "card.png")
        journey.click(column: row.column, row: row.row)
        await journey.see("╭ card.png")
        journey.click(column: row.column, row: row.row)
        await journey.see("Crop the front")
    }

    @Test("the picker", arguments: GoldenTests.sizes)
    func picture(size: Size) async throws {
        let journey = try await picker(size: size)
        await journey.see("card.png")
        journey.press(.enter)
        await journey.see("IMG_2.jpg")
        journey.press(Key(.end))
        await journey.seePictures()
        await journey.wait("the preview") { journey.model.isPreviewing == false }
        await journey.seePictures()
        await expectGolden(journey, "picker", .terminal)
    }
}

extension AppModel {
    /// Whether the picker waits for the picture of a row.
    fileprivate var isPreviewing: Bool {
        if let choice = navigator.top as? FilePickerModel { choice.preview == .loading } else { false }
    }
}
