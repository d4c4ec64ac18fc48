import Cards
import Testing

@testable import CardCommands

@Suite("The commands barcode and photo")
struct BarcodeFileTests {
    private func zoo(_ barcode: Barcode?, number: String = "5901234123457") throws -> Card {
        try Card.make("A", "Zoo") { ($0.number, $0.barcode) = (number, barcode) }
    }

    @Test("a barcode is drawn as by show, inverted, or as another kind")
    func drawn() async throws {
        let line = try await CommandLineFixture([zoo(Barcode(format: .ean13))])
        #expect(await line.run("barcode", "zoo").out == "code EAN_13 5901234123457\n5901234123457\n")
        #expect(await line.run("barcode", "zoo", "--invert").out.hasPrefix("code inverted EAN_13"))
        #expect(await line.run("barcode", "A", "--kind", "qr code").out.hasPrefix("code QR_CODE 5901234123457\n"))
        let none = try await CommandLineFixture([zoo(nil)])
        #expect(await none.run("barcode", "A").err == "cards-tui: \"Zoo\" has no barcode\n")
        #expect(await none.run("barcode", "A", "--kind", "ean13").out.hasPrefix("code EAN_13 5901234123457\n"))
        let wrong = await none.run("barcode", "A", "--kind", "EAN_8")
        #expect(wrong.code == 1 && wrong.err.contains("cannot be drawn, an EAN-8"))
        #expect(await none.run("barcode", "A", "--kind", "ean_14").err.contains("Did you mean \"EAN_13\"?"))
    }

    @Test("a picture is written to a file or to a pipe, and never over the store")
    func file() async throws {
        let line = try await CommandLineFixture([zoo(Barcode(format: .ean13))])
        let path = line.folder.path + "/code.svg"
        let result = await line.run("barcode", "zoo", "--svg", path, "--invert")
        #expect((result.code, result.out, result.err) == (0, "", ""))
        #expect(try line.folder.text(of: "code.svg") == "svg EAN_13 5901234123457 inverted")
        #expect(await line.run("barcode", "zoo", "--png", "-").out == "png EAN_13 5901234123457")
        let store = try line.folder.write("cards", to: "cards.sqlite")
        let own = await line.run("barcode", "zoo", "--png", store, "--store", store)
        #expect(own.code == 1 && own.err.contains("it is the card store itself"))
        let both = await line.run("barcode", "zoo", "--png", path, "--svg", path)
        #expect(both.code == 2)
        let terminal = try await CommandLineFixture([zoo(Barcode(format: .ean13))], isTerminal: true)
        #expect(await terminal.run("barcode", "zoo", "--png", "-").code == 2)
    }

    @Test("a photo is set, whole or cut, written and removed; each is one step")
    func photo() async throws {
        let line = try await CommandLineFixture([zoo(nil)])
        let file = try line.folder.write("pixels", to: "photo.jpg")
        #expect(await line.run("photo", "zoo", "front", "--set", file).code == 0)
        #expect(await line.run("photo", "zoo", "front").out == "pixels")
        #expect(await line.run("photo", "zoo", "back", "--set", file, "--crop", "auto").code == 0)
        #expect(await line.run("photo", "zoo", "back").out == "card of pixels")
        #expect(await line.run("photo", "zoo", "back", "--set", file, "--crop", "1,2,30,40").code == 0)
        #expect(try await line.store.transactions == 3)
        let out = line.folder.path + "/out.jpg"
        #expect(await line.run("photo", "zoo", "back", "--out", out).code == 0)
        #expect(try line.folder.text(of: "out.jpg") == "rectangle(left: 1, top: 2, width: 30, height: 40) of pixels")
        #expect(await line.run("photo", "zoo", "back", "--remove").code == 0)
        let again = await line.run("photo", "zoo", "back", "--remove")
        #expect((again.code, again.err) == (1, "cards-tui: \"Zoo\" has no back photo\n"))
        let card = try #require(try await line.store.cards.values.first)
        #expect(card.back == nil && card.front != nil)
    }

    @Test("a file that is no picture changes nothing")
    func noPicture() async throws {
        let line = try await CommandLineFixture([zoo(nil)])
        let file = try line.folder.write("no picture", to: "photo.jpg")
        let result = await line.run("photo", "zoo", "front", "--set", file)
        #expect((result.code, result.err) == (1, "cards-tui: \(file): This is not a picture. Nothing was changed.\n"))
        #expect(try await line.store.transactions == 0)
    }

    @Test(
        "what makes no sense is refused with its reason",
        arguments: [
            (["photo", "zoo"], "SIDE is missing"),
            (["photo", "zoo", "top"], "SIDE must be front, back, icon or a number up to 20, not \"top\""),
            (["photo", "zoo", "front", "--set"], "the option --set needs a value"),
            (["photo", "zoo", "front", "--crop", "auto"], "--crop needs --set"),
            (["photo", "zoo", "front", "--out", "a", "--remove"], "--out cannot be used with --remove"),
            (["photo", "zoo", "front", "--set", "a", "--crop", "1,2,3"], "--crop must be auto, or X,Y,W,H"),
            (["photo", "zoo", "front", "--set", "a", "--crop", "1,2,0,4"], "--crop must be auto, or X,Y,W,H"),
            (["barcode", "zoo", "--svg="], "the option --svg needs a path"),
        ])
    func wrong(arguments: [String], reason: String) async throws {
        let result = try await CommandLineFixture([zoo(nil)]).run(arguments)
        #expect(result.code == 2 && result.err.contains(reason), "\(result.err)")
    }
}
