import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("Cropping a photo")
struct CropTests {
    /// A photo of 100 x 80 pixels behind the outline of the front.
    private func cropping(
        size: Size = Size(columns: 80, rows: 24), photo: [UInt8] = [100, 80], until text: String = "zoom 100 %"
    ) async throws -> Journey {
        let journey = try await Journey(size: size, files: FakeFiles(files: ["/home/photo.jpg": photo]))
        journey.press(Key("a"))
        journey.type("Club")
        journey.focus(.front)
        journey.press(.enter)
        await journey.see("photo.jpg")
        journey.press(.enter)
        await journey.see("Crop the front")
        await journey.see(text)
        return journey
    }

    @Test("a damaged photo is marked before it is cropped")
    func damaged() async throws {
        _ = try await cropping(photo: [100, 80, FakePhotos.damage], until: "damaged, shown in part")
    }

    @Test(
        "a card without a colour gets the main one of its front photo; one that has a colour keeps it",
        arguments: ["", "#102030"])
    func color(typed: String) async throws {
        let journey = try await Journey(
            files: FakeFiles(files: ["/home/photo.jpg": [100, 80]]),
            decoder: FakePhotos(color: CardColor(red: 200, green: 30, blue: 40)))
        journey.press(Key("a"))
        journey.type("Club")
        journey.focus(.color)
        journey.type(typed)
        journey.focus(.front)
        journey.press(.enter)
        await journey.see("photo.jpg")
        journey.press(.enter)
        await journey.see("Crop the front")
        await journey.see("zoom 100 %")
        journey.press(.enter)
        await journey.see("New card")
        await journey.wait("the photo") {
            guard let form = journey.model.navigator.path.last as? CardFormModel, case .shown = form.pictures[.front]
            else {
                return false
            }
            return true
        }
        journey.press(.control("s"))
        await journey.see("Saved Club")
        let card = try #require(try await journey.store.cards(named: "Club").first)
        #expect(card.color?.text == (typed.isEmpty ? "#c81e28" : typed))
    }

    private func crop(_ journey: Journey) throws -> PhotoCrop {
        guard let model = journey.model.navigator.path.last as? PhotoCropModel else { throw PhotoError.notAPicture }
        return model.crop
    }

    private func saved(_ journey: Journey) async throws -> [UInt8]? {
        journey.press(.control("s"))
        await journey.see("Saved Club")
        let card = try #require(try await journey.store.cards(named: "Club").first)
        return try await journey.store.photo(try #require(card.front))
    }

    @Test("+ and - zoom up to twice, the slider too, and the crop is what is shown")
    func zoom() async throws {
        let journey = try await cropping()
        for _ in 0..<12 { journey.press(Key("+")) }
        await journey.see("zoom 200 %")
        journey.press(Key("-"))
        await journey.see("zoom 190 %")
        journey.press(Key("s"), Key("5"))
        #expect(journey.lines[22].contains("●"))
        #expect(journey.lines[22].contains("150 %"))
        journey.press(.enter)
        #expect(try crop(journey).zoom == 150)
        journey.press(.enter)
        await journey.see("New card")
        #expect(try await saved(journey) == [67, 42])
    }

    @Test("the arrows move the outline up to the photo's edge; 0 resets it")
    func moving() async throws {
        let journey = try await cropping()
        for _ in 0..<6 { journey.press(Key("+")) }
        journey.press(Key(.right), Key("l"), Key(.down), Key("j"))
        let moved = try crop(journey)
        #expect(moved.centerX > 500_000 && moved.centerY > 500_000)
        journey.press(Key(.left), Key("h"), Key(.up), Key("k"))
        #expect(abs(try crop(journey).centerX - 500_000) < 3)
        journey.press(Key("0"))
        #expect(try crop(journey) == PhotoCrop())
    }

    @Test("it can be turned by quarters and straightened by degrees, and both are shown")
    func turning() async throws {
        let journey = try await cropping()
        journey.press(Key("r"))
        await journey.see("turned by 90°")
        journey.press(Key("R"), Key("."))
        await journey.see("straightened 0.5° to the right")
        journey.press(Key("<"))
        await journey.see("straightened 4.5° to the left")
        for _ in 0..<20 { journey.press(Key(">")) }
        await journey.see("straightened 30° to the right")
    }

    @Test("the whole photo can be used without an outline, turned but not moved")
    func whole() async throws {
        let journey = try await cropping()
        let corner = journey.place(of: "╭")
        journey.press(Key("w"))
        await journey.see("the whole picture")
        #expect(journey.draw()[corner.column, corner.row].text != "╭")
        journey.press(Key("+"), Key("r"), .enter)
        await journey.see("New card")
        #expect(try await saved(journey) == [80, 100])
    }

    @Test("until the card is saved the original photo can be cropped again")
    func again() async throws {
        let journey = try await cropping()
        journey.press(Key("+"), Key("+"), .enter)
        await journey.see("a picture; ↵ changes it")
        journey.press(.control("r"))
        await journey.see("zoom 120 %")
        journey.press(Key("-"), Key("-"), .enter)
        await journey.see("New card")
        #expect(try await saved(journey) == [100, 63])
    }

    @Test("a saved photo is cropped again from its saved pixels")
    func saved() async throws {
        let journey = try await cropping()
        journey.press(.enter)
        await journey.see("New card")
        #expect(try await saved(journey) == [100, 63])
        journey.press(Key("e"))
        await journey.see("Edit Club")
        journey.focus(.front)
        journey.press(.control("r"))
        await journey.see("Crop the front")
        for _ in 0..<11 { journey.press(Key("+")) }
        journey.press(.enter)
        await journey.see("Edit Club")
        #expect(try await saved(journey) == [50, 32])
    }

    @Test("Esc returns to the folder, and the form is unchanged")
    func leaving() async throws {
        let journey = try await cropping()
        journey.press(Key("+"), .escape)
        await journey.see("Choose the front")
        journey.press(.escape)
        await journey.see("↵ chooses a picture")
    }

    @Test("the draft on the disk has the original photo and its crop")
    func draft() async throws {
        let journey = try await cropping()
        journey.press(Key("+"), .enter)
        await journey.see("New card")
        await journey.wait("the draft to be kept") {
            await journey.drafts.kept.values.first?.photos[PhotoHash(of: [100, 80])] != nil
        }
        let stored = try #require(await journey.drafts.kept.values.first)
        let draft = try #require(CardDraft(json: stored.form, photos: stored.photos))
        #expect(draft.cut(.front)?.original == [100, 80])
        #expect(draft.cut(.front)?.crop.zoom == 110)
        #expect(draft.patch.photos.count == 1)
    }

    @Test("the mouse drags the photo, its wheel zooms")
    func mouse() async throws {
        let journey = try await cropping()
        journey.mouse(.wheelUp, column: 40, row: 10)
        await journey.see("zoom 110 %")
        journey.mouse(.press(.left), column: 40, row: 10)
        journey.mouse(.drag, column: 38, row: 10)
        #expect(try crop(journey).centerX > 500_000)
        journey.mouse(.drag, column: 40, row: 10)
        #expect(abs(try crop(journey).centerX - 500_000) < 3)
        journey.mouse(.release, column: 40, row: 10)
    }

    @Test("the outline has a card's proportion at every size", arguments: GoldenTests.sizes)
    func outline(size: Size) async throws {
        let journey = try await cropping(size: size)
        let lines = journey.lines
        let top = try #require(lines.firstIndex { $0.contains("╭") })
        let bottom = try #require(lines.firstIndex { $0.contains("╰") })
        let columns = Double(lines[top].filter { $0 == "─" }.count)
        let rows = Double(bottom - top - 1)
        #expect(abs(columns / (rows * 2) / (85.60 / 53.98) - 1) < 0.08)
    }

    @Test("the smallest screen works", arguments: [(20, 5), (21, 6), (30, 8), (200, 5), (20, 60)])
    func small(columns: Int, rows: Int) async throws {
        let journey = try await cropping()
        journey.size = Size(columns: columns, rows: rows)
        await journey.seePictures()
        journey.press(Key("+"), Key("w"), Key("w"))
        await journey.seePictures()
        #expect(journey.lines[0].drop { $0 == " " }.hasPrefix("Crop the front"))
    }
}
