import Cards
import Testing

@testable import CardCommands

@Suite("The icon of a card by commands")
struct IconCommandTests {
    private func zoo() async throws -> CommandLineFixture {
        try await CommandLineFixture([.make("A", "Zoo") { $0.number = "1" }])
    }

    @Test("add and edit set it from a file, and none removes it; each is one step")
    func set() async throws {
        let line = try await zoo()
        let (logo, other) = (try line.folder.write("logo", to: "logo.png"), try line.folder.write("red", to: "b.png"))
        #expect(await line.run("edit", "zoo", "--icon", logo).out == "Changed Zoo\n")
        var card = try #require(try await line.store.cards.values.first)
        #expect(card.icon == PhotoHash(of: Array("icon of logo".utf8)) && card.front == nil && card.back == nil)
        #expect(await line.run("show", "zoo").out.contains("Photos      icon\n"))
        #expect(await line.run("show", "zoo", "--photo", "icon").out == "icon of logo")
        #expect(await line.run("edit", "zoo", "--icon", logo).out == "No changes: Zoo\n")
        #expect(await line.run("edit", "zoo", "--icon", other).code == 0)
        card = try #require(try await line.store.cards.values.first)
        #expect(card.icon == PhotoHash(of: Array("icon of red".utf8)))
        #expect(card.color == nil, "an icon gives a card no colour")
        #expect(await line.run("edit", "zoo", "--icon", "none").out == "Changed Zoo\n")
        #expect(try await line.store.cards.values.first?.icon == nil)
        #expect(try await line.store.transactions == 3)
        #expect(await line.run("edit", "zoo", "--icon", logo).code == 0)
        #expect(await line.run("edit", "zoo", "--clear", "icon").code == 0)
        #expect(try await line.store.cards.values.first?.icon == nil)
        #expect(await line.run("add", "--name", "Elm", "--number", "2", "--icon", logo).code == 0)
        #expect(await line.run("add", "--name", "Fir", "--number", "3", "--icon", "none").code == 0)
        let icons = try await line.store.cards.values.filter { $0.icon != nil }.map(\.name)
        #expect(icons == ["Elm"])
    }

    @Test("photo sets it whole or in part, writes and removes it")
    func photo() async throws {
        let line = try await zoo()
        let file = try line.folder.write("pixels", to: "logo.png")
        #expect(await line.run("photo", "zoo", "icon", "--set", file).code == 0)
        #expect(await line.run("photo", "zoo", "icon").out == "icon of pixels")
        #expect(await line.run("photo", "zoo", "icon", "--set", file, "--crop", "1,2,30,40").code == 0)
        let out = line.folder.path + "/out.png"
        #expect(await line.run("photo", "zoo", "icon", "--out", out).code == 0)
        let part = "rectangle(left: 1, top: 2, width: 30, height: 40) of pixels"
        #expect(try line.folder.text(of: "out.png") == "icon of " + part)
        let folder = line.folder.path + "/photos"
        #expect(await line.run("export", "--photos", folder).code == 0)
        #expect(try line.folder.text(of: "photos/zoo-icon.bin") == "icon of " + part)
        #expect(await line.run("photo", "zoo", "icon", "--remove").code == 0)
        let again = await line.run("photo", "zoo", "icon", "--remove")
        #expect((again.code, again.err) == (1, "cards-tui: \"Zoo\" has no icon\n"))
        let labelled = await line.run("photo", "zoo", "icon", "--set", file, "--label", "Logo")
        #expect(labelled.code == 2 && labelled.err.contains("front, back and icon have none"))
    }

    @Test("what is no picture, empty or not there is named, and changes nothing")
    func refused() async throws {
        let line = try await zoo()
        let (text, empty) = (try line.folder.write("no picture", to: "a.png"), try line.folder.write("", to: "b.png"))
        for (path, reason) in [
            (text, "\(text): This is not a picture."), (empty, "\(empty) is empty"),
            (line.folder.path + "/gone", "gone"),
        ] {
            for arguments in [
                ["edit", "zoo", "--icon", path], ["add", "--name", "Elm", "--number", "2", "--icon", path],
                ["photo", "zoo", "icon", "--set", path],
            ] {
                let result = await line.run(arguments)
                #expect(result.code == 1 && result.err.contains(reason), "\(arguments): \(result.err)")
            }
        }
        #expect(try await line.store.transactions == 0)
        let both = await line.run("edit", "zoo", "--icon", text, "--clear", "icon")
        #expect(both.code == 2 && both.err.contains("--icon cannot be used with --clear icon"))
        #expect(await line.run("show", "zoo", "--photo", "logo").err.contains("--photo must be front, back or icon"))
    }

    @Test("a card needs a number or a photo: an icon alone is none")
    func missing() async throws {
        let line = try await zoo()
        let logo = try line.folder.write("logo", to: "logo.png")
        let result = await line.run("add", "--name", "Elm", "--icon", logo)
        #expect(result.code == 1 && result.err.contains("a number or a photo"), "\(result.err)")
    }
}
