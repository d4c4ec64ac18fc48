import CardStorage
import Cards
import TestSupport
import Testing

@testable import CardCommands

@Suite("The words that complete a command line", .timeLimit(.minutes(5)))
struct CompleteCommandTests {
    private func fixture(_ names: [String]) async throws -> CommandLineFixture {
        let cards = try names.enumerated().map { number, name in
            try Card.make("id-\(number)", name) { $0.groups = ["group \(number % 2)"] }
        }
        return try await CommandLineFixture(cards)
    }

    @Test("cards are named by how they begin, each name once; what a shell could misread by its identifier")
    func cards() async throws {
        let line = try await fixture(["Elm", "elk \"x\" $y", "Elm", "Oak", "El\u{1B}[2J", "El\nm", "E\u{202E}l"])
        // The completion needs a file of that name before it opens the store.
        let file = try line.folder.write("", to: "cards.sqlite")
        let result = await line.run("complete", "cards", "--store", file, "--", "el")
        #expect(result.code == 0 && result.err.isEmpty)
        #expect(Set(result.out.split(separator: "\n")) == ["Elm", "elk \"x\" $y", "id-4", "id-5", "id-6"])
        #expect(await line.run("complete", "cards", "--store", file, "--", "o").out == "Oak\n")
        #expect(await line.run("complete", "cards", "--store", file, "--", "--").out == "")
        #expect(await line.run("complete", "groups", "--store", file, "--", "").out == "group 0\ngroup 1\n")
        #expect(await line.run("complete", "groups", "--store", file, "--", "group 1").out == "group 1\n")
        let themes = await line.run("complete", "themes", "--", "Gru").out.split(separator: "\n")
        #expect(themes.count > 1 && themes.allSatisfy { $0.hasPrefix("gruvbox") })
    }

    @Test("without a store nothing is printed and none is made, and wrong settings are not mentioned")
    func quiet() async throws {
        let line = try await fixture(["Elm"])
        let config = try line.folder.write("thme: x\n", to: "config.yaml")
        let result = await line.run("complete", "cards", "--config", config, "--", "")
        #expect((result.code, result.out, result.err, result.opened) == (0, "", "", ""))
        #expect(await line.run("complete", "themes", "--", "").out.contains("\nnord\n"))
        let file = try line.folder.write("", to: "cards.sqlite")
        let broken = await line.run(
            ["complete", "groups", "--store", file, "--", ""], opening: StoreError.notAStore(path: file))
        #expect((broken.code, broken.out, broken.err) == (0, "", ""))
    }

    @Test("of very many cards some hundreds are printed")
    func many() async throws {
        let line = try await fixture((0..<1000).map { "Card \($0)" })
        let file = try line.folder.write("", to: "cards.sqlite")
        let result = await line.run("complete", "cards", "--store", file, "--", "card")
        #expect(result.out.split(separator: "\n").count == 300)
    }
}
