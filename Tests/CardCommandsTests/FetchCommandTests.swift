import Cards
import Synchronization
import TestSupport
import Testing

@testable import CardCommands

@Suite("Importing from an address on the command line")
struct FetchCommandTests {
    private static let address = "https://shop.example/secret/cards.json?token=secret"
    private static let cards = Array(#"[{"identifier":"a","name":"Cedar","number":"1"}]"#.utf8)

    private func line(_ answers: [String: FakeFetching.Answer]) async throws -> CommandLineFixture {
        var line = try await CommandLineFixture()
        line.fetching = FakeFetching(answers)
        return line
    }

    @Test("the host and the size are told, then it goes on as with a file; nothing secret of the address is shown")
    func fetched() async throws {
        let line = try await line([Self.address: .file(Self.cards)])
        let preview = await line.run("import", Self.address, "--dry-run")
        #expect(preview.code == 0 && preview.err == "")
        #expect(preview.out == "shop.example/cards.json: 48 B\nCards TUI: 1 added, 0 changed; nothing was imported\n")
        let json = await line.run("import", Self.address, "--json")
        #expect(json.code == 0 && json.out.hasPrefix("{") && json.err == "")
        #expect(try await line.store.cards.values.map(\.name) == ["Cedar"])
        #expect(await line.run("import", Self.address, "-q").out == "")
    }

    @Test("several files may be addresses and paths; what cannot be read is named without its address")
    func several() async throws {
        let line = try await line([Self.address: .file(Self.cards), "https://shop.example/x?secret": .file([1, 2, 3])])
        let file = try line.folder.write(#"[{"identifier":"b","name":"Birch"}]"#, to: "b.json")
        #expect(await line.run("import", file, Self.address).code == 0)
        #expect(try await Set(line.store.cards.values.map(\.name)) == ["Cedar", "Birch"])
        let bad = await line.run("import", "https://shop.example/x?secret")
        #expect(bad.code == 1)
        #expect(
            bad.err
                == "cards-tui: shop.example/x: The format was not recognized. Supported: JSON, a table (.csv, .xlsx, .ods), a Catima file, a pass, or another program's export. Nothing was imported.\n"
        )
    }

    @Test("another host is asked on a terminal, and refused in a pipe", arguments: [true, false, nil])
    func otherHost(consent: Bool?) async throws {
        var line = try await line([
            Self.address: .elsewhere("https://other.example/c.json?secret"),
            "https://other.example/c.json?secret": .file(Self.cards),
        ])
        line.consent = consent
        let result = await line.run("import", Self.address)
        #expect(result.code == (consent == nil ? 4 : consent == true ? 0 : 1))
        #expect(try await line.store.count() == (consent == true ? 1 : 0))
        #expect(!(result.err + result.out).contains("secret"))
        switch consent {
        case true?: #expect(result.out.hasPrefix("other.example/c.json: 48 B\n"))
        case false?: #expect(result.err.hasSuffix("cards-tui: other.example was not asked. Nothing was imported.\n"))
        case nil:
            #expect(result.err.contains("shop.example redirects to another host, other.example (other.example/c.json)"))
        }
        #expect(
            result.err.contains(
                "[shop.example redirects to other.example (other.example/c.json). Download the file from there?]"))
    }

    @Test("what the server did wrong ends the command with 4, a wrong address with 2")
    func failures() async throws {
        let line = try await line([Self.address: .failure("shop.example denies access (403).")])
        let denied = await line.run("import", Self.address)
        #expect(
            (denied.code, denied.err) == (4, "cards-tui: shop.example denies access (403). Nothing was imported.\n"))
        let plain = await line.run("import", "HTTP://shop.example/x")
        #expect((plain.code, plain.err) == (2, "cards-tui: Use https://. Nothing was imported.\n"))
    }

    @Test("a file whose name looks like an address is one with ./ before it")
    func path() async throws {
        let line = try await line([:])
        let file = try line.folder.write(String(decoding: Self.cards, as: UTF8.self), to: "https:shop.json")
        #expect(await line.run("import", file).code == 0)
        #expect(FetchTarget.isAddress("https://x") && FetchTarget.isAddress("HTTP://x"))
        for path in ["./https://x", "https:x", "https:/x", "/https://x", "httpss://x"] {
            #expect(!FetchTarget.isAddress(path))
        }
    }
}
