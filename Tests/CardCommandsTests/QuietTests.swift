import Cards
import Synchronization
import Testing

@testable import CardCommands

/// `--quiet`: the result of a command, and why it failed.
@Suite("Quiet commands")
struct QuietTests {
    private func line() async throws -> CommandLineFixture {
        try await CommandLineFixture([
            Card.make("A", "Zoo") { ($0.number, $0.balance, $0.currency) = ("1", "0.5", "XBT") },
            Card.make("B", "Gym") { $0.number = "2" },
        ])
    }

    @Test("what was done and warnings are not told; results are", arguments: ["--quiet", "-q"])
    func success(option: String) async throws {
        let line = try await line()
        for words in [["star", "B"], ["edit", "B", "--note", "n"], ["undo"], ["remove", "B"]] {
            let loud = await line.run(words)
            #expect(loud.code == 0 && !loud.out.isEmpty, "\(words)")
        }
        #expect(await line.run("undo").code == 0)
        for words in [["star", "A"], ["edit", "B", "--note", "m"], ["undo"], ["remove", "B"]] {
            let quiet = await line.run(words + [option])
            #expect(quiet.code == 0 && quiet.out.isEmpty && quiet.err.isEmpty, "\(words): \(quiet.out)\(quiet.err)")
        }
        let link = await line.run([option, "show", "A", "--share-url"])
        #expect(link.out.hasPrefix("https://catima.app/share#") && link.err.isEmpty)
        #expect(await line.run([option, "add", "--name", "Elm", "--number", "3"]).out.hasPrefix("new-"))
        #expect(await line.run([option, "list"]).out.contains("Elm"))
    }

    @Test("a verbose command says which files it uses and how long it took, on standard error")
    func verbose() async throws {
        let line = try await line()
        let usual = await line.run("list")
        let verbose = await line.run("--verbose", "list")
        #expect(verbose.code == 0 && verbose.out == usual.out)
        for beginning in ["Settings: /", "Store: /", "Log: /", "Time: "] {
            #expect(verbose.err.split(separator: "\n").contains { $0.hasPrefix(beginning) }, "\(verbose.err)")
        }
        #expect(await line.run("--demo", "--verbose", "list").err.contains("Store: sample cards"))
        #expect(await line.run("--verbose", "--quiet", "list").code == 2)
    }

    @Test("why a command failed is told, with what was held back")
    func failure() async throws {
        let line = try await line()
        let missing = await line.run("--quiet", "star", "nobody")
        #expect(missing.code != 0 && missing.err.contains("nobody"))
        let texts = Mutex<String>("")
        let sink = TextSink(columns: nil) { bytes in
            texts.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
        }
        let output = Output(out: sink, err: sink, safeText: { $0 }).quiet()
        output.warn("a hint")
        try output.report("done")
        output.warn("cards-tui: it failed")
        #expect(texts.withLock { $0 } == "cards-tui: it failed\n")
        output.writeHeld()
        output.writeHeld()
        #expect(texts.withLock { $0 } == "cards-tui: it failed\na hint\n")
    }
}
