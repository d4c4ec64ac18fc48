import CardViewModels
import Cards
import Terminal
import TestSupport
import Testing

@testable import CardScreens

@MainActor
@Suite("The names of cards that were made of pictures")
struct NamingScreenTests {
    private static let first = FakePhotos.signature + [34, 21]
    private static let second = FakePhotos.signature + [35, 21]
    private static let third = FakePhotos.signature + [36, 21]

    /// Three pictures, imported: the code of the second one is an address, and the third one's file has a name.
    private func journey(_ size: Size = Size(columns: 80, rows: 24)) async throws -> Journey {
        let files = FakeFiles(files: [
            "/home/IMG_2041.png": Self.first, "/home/IMG_2042.png": Self.second, "/home/elm_gym.png": Self.third,
        ])
        let journey = try await Journey([], size: size, files: files)
        journey.reader.put(
            FoundBarcode(barcode: Barcode(format: .ean13), number: "5901234123457"), in: Self.first)
        journey.reader.put(
            FoundBarcode(barcode: Barcode(format: .qrCode), number: "https://www.boots.co.uk/club"), in: Self.second)
        journey.press(Key("i"))
        journey.type("/home/IMG_2041.png /home/IMG_2042.png /home/elm_gym.png")
        journey.press(.enter)
        await journey.see("3 new")
        journey.press(Key("i"))
        await journey.see("Names of the new cards")
        return journey
    }

    private func names(_ journey: Journey) async throws -> [String] {
        try await journey.store.cards(from: 0, limit: 9).map(\.name).sorted()
    }

    @Test("one after the other, with a guess; each is saved at once, and u takes the last one back")
    func inTurn() async throws {
        let journey = try await journey()
        await journey.see("1 of 3")
        await journey.see("EAN-13 5901234123457")
        journey.type("Oak Market")
        journey.press(.enter)
        await journey.see("2 of 3")
        #expect(journey.text.contains("name  Boots"))
        try await eventually("the first name") { try await names(journey).contains("Oak Market") }
        journey.press(.enter)
        await journey.see("3 of 3")
        #expect(journey.text.contains("name  Elm gym"))
        journey.press(.enter)
        await journey.see("3 cards named")
        await journey.wait("the names") { journey.model.list.count == 3 && journey.text.contains("Elm gym") }
        try await eventually("the names") { try await names(journey) == ["Boots", "Elm gym", "Oak Market"] }
        journey.press(Key("u"))
        await journey.see("Undid: ")
        #expect(try await names(journey) == ["Boots", "Oak Market", "elm_gym"])
    }

    @Test("back, changed, left: what was named stays so, the rest keeps the names of its files")
    func left() async throws {
        let journey = try await journey()
        journey.type("Oak")
        journey.press(.enter)
        await journey.see("2 of 3")
        journey.press(.control("u"))
        journey.type("Harbour")
        journey.press(.up)
        await journey.see("1 of 3")
        #expect(journey.text.contains("name  Oak"))
        journey.type(" Market")
        journey.press(.down)
        await journey.see("2 of 3")
        #expect(journey.text.contains("name  Harbour"), "what was typed is kept")
        journey.press(.escape)
        await journey.wait("the list") { journey.model.navigator.path.isEmpty }
        try await eventually("the name") { try await names(journey).contains("Oak Market") }
        #expect(try await names(journey) == ["IMG_2042", "Oak Market", "elm_gym"])
    }

    @Test("pictures that are dropped on the list are shown at once; a text that is no path means nothing")
    func dropped() async throws {
        let files = FakeFiles(files: ["/home/IMG 1.png": Self.first, "/home/IMG_2.png": Self.second])
        let journey = try await Journey([.made("Alder", "1")], files: files)
        journey.paste("'/home/IMG 1.png' /home/IMG_2.png ")
        await journey.see("2 new")
        journey.press(.escape, .escape)
        await journey.wait("the list") { journey.model.navigator.path.isEmpty }
        journey.paste("/home/none.png")
        await journey.see("none.png")
        await journey.see("Import cards")
        journey.press(.escape)
        await journey.wait("the list") { journey.model.navigator.path.isEmpty }
        journey.paste("ald/er")
        #expect(journey.model.navigator.path.isEmpty && journey.names == ["Alder"])
    }

    @Test("a name that is too long is refused, and none is asked for twice")
    func refused() async throws {
        let journey = try await journey()
        journey.paste(String(repeating: "n", count: CardBounds.lineBytes + 1))
        journey.press(.enter)
        await journey.see("64 kB at most")
        journey.press(.control("u"), .enter)
        await journey.see("2 of 3")
        journey.press(.escape)
        await journey.wait("the list") { journey.model.navigator.path.isEmpty }
        // The same files once more: their cards are here.
        journey.press(Key("i"))
        journey.type("/home/IMG_2041.png")
        journey.press(.enter)
        await journey.see("1 already here")
        journey.press(Key("i"))
        await journey.wait("the end") { !journey.model.isBusy }
        if journey.model.navigator.top is NamingModel { Issue.record("asked again") }
    }

    @Test("the screen", arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)])
    func golden(size: Size) async throws {
        let journey = try await journey(size)
        await journey.seePictures()
        await expectGolden(journey, "naming")
    }
}
