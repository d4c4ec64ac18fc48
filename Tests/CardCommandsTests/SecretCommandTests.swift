import Cards
import Foundation
import TestSupport
import Testing

@testable import CardCommands

@Suite("Secret fields on the command line", .timeLimit(.minutes(5)))
struct SecretCommandTests {
    private func fixture(passwords: [String]? = nil, isTerminal: Bool = false) async throws -> StoreFixture {
        var fixture = try await StoreFixture(StoreFixture.cards(), isTerminal: isTerminal)
        fixture.line.passwords = passwords
        return fixture
    }

    private func secrets(_ fixture: StoreFixture) async throws -> [String] {
        let card = try #require(CardID("A"))
        return try await fixture.store.secrets(of: card).map { "\($0.label)=\($0.value)" }
    }

    @Test("it is asked for twice, without being shown")
    func asked() async throws {
        let fixture = try await fixture(passwords: ["4711", "4711"])
        let result = await fixture.run("edit", "tesco", "--secret", "PIN")
        #expect((result.code, result.out, result.err) == (0, "Changed Tesco\n", "[PIN: ][Repeat PIN: ]"))
        #expect(try await secrets(fixture) == ["PIN=4711"])
        #expect(await fixture.run("edit", "tesco", "--secret", "pin").out == "No changes: Tesco\n")
        var other = fixture
        other.line.passwords = ["4711", "4712"]
        let differing = await other.run("edit", "tesco", "--secret", "PIN")
        #expect(differing.code == 1 && differing.err.contains("do not match. Nothing was changed."))
        other.line.passwords = nil
        let silent = await other.run("edit", "tesco", "--secret", "PIN")
        #expect(silent.code == 2 && silent.err.contains("--secret-file"))
        #expect(try await secrets(fixture) == ["PIN=4711"])
    }

    @Test("it is the only line of a file")
    func file() async throws {
        let fixture = try await fixture()
        let file = try fixture.line.folder.write("0815\r\n", to: "pin")
        #expect(await fixture.run("edit", "tesco", "--secret", "PIN", "--secret-file", file).out == "Changed Tesco\n")
        #expect(try await secrets(fixture) == ["PIN=0815"])
        for (text, message) in [
            ("a\nb\n", "one line"), ("\n", "cannot be empty"),
            (String(repeating: "7", count: 64 << 10), "4 kB at most, but is 64 kB"),
        ] {
            let file = try fixture.line.folder.write(text, to: "wrong")
            let result = await fixture.run("edit", "tesco", "--secret", "PIN", "--secret-file", file)
            #expect(result.code == 2 && result.err.contains(message), "\(result.err)")
            #expect(!result.err.contains("777"))
        }
        #expect(try await secrets(fixture) == ["PIN=0815"])
        #expect(await fixture.run("undo").code == 0)
        #expect(try await secrets(fixture) == [])
    }

    @Test(
        "options that do not go together are refused",
        arguments: [
            ["--secret-file", "f"], ["--secret", "PIN", "--name", "x"], ["--secret", " "],
            ["--secret", "PIN", "--remove-secret", "PIN"], ["--secret=PIN", "--clear", "note"],
        ])
    func usage(_ options: [String]) async throws {
        let result = try await fixture(passwords: ["1", "1"]).run(["edit", "tesco"] + options)
        #expect(result.code == 2 && result.out.isEmpty, "\(result.err)")
    }

    @Test("show has dots, unless it is asked for them; JSON says how many it leaves out")
    func show() async throws {
        let fixture = try await fixture(passwords: ["needle", "needle"])
        _ = await fixture.run("edit", "tesco", "--secret", "PIN")
        #expect(await fixture.run("show", "tesco").out.contains("PIN         ••••••••\n"))
        #expect(await fixture.run("show", "tesco", "--secrets").out.contains("PIN         needle\n"))
        let json = await fixture.run("show", "tesco", "--json")
        #expect(!json.out.contains("needle") && json.err.contains("Left out: 1 secret field; --secrets includes them"))
        let whole = await fixture.run("show", "tesco", "--json", "--secrets")
        #expect(whole.err.isEmpty)
        let secrets = try JSONParser.parse(Array(whole.out.utf8))["secrets"]?.array
        #expect(secrets?.first?["value"]?.string == "needle")
        for command in [
            ["list", "--json"], ["list", "needle"], ["list"], ["history"], ["history", "tesco", "--json"],
            ["stats"], ["show", "tesco", "--share-url"], ["duplicate", "tesco"], ["undo"], ["redo"], ["remind"],
        ] {
            let result = await fixture.run(command)
            #expect(!result.out.contains("needle\n") && !result.out.contains("\"needle"), "\(command)")
        }
        #expect(await fixture.run("list", "--json").err.contains("Left out: 1 secret field"))
    }

    @Test("a copy of a card has none of them")
    func duplicate() async throws {
        let fixture = try await fixture(passwords: ["needle", "needle"])
        _ = await fixture.run("edit", "tesco", "--secret", "PIN")
        let copy = await fixture.run("duplicate", "tesco").out.split(separator: "\n").map(String.init)
        #expect(try await fixture.store.secrets(of: #require(CardID(copy[0]))) == [])
    }

    @Test(
        "an export leaves them out and says so; with --secrets only the owner can read it, and an import reads them back"
    )
    func transfer() async throws {
        let fixture = try await fixture(passwords: ["needle", "needle"])
        _ = await fixture.run("edit", "tesco", "--secret", "PIN")
        let folder = fixture.line.folder
        for name in ["cards.json", "cards.csv", "cards.zip", "cards.html"] {
            let path = folder.path + "/" + name
            let result = await fixture.run("export", path)
            #expect(result.code == 0 && result.err.contains("Left out: 1 secret field"), "\(result.err)")
            let bytes = try #require(FileManager.default.contents(atPath: path))
            #expect(bytes.firstRange(of: Data("needle".utf8)) == nil, "\(name)")
        }
        let path = folder.path + "/cards.json"
        #expect(chmod(path, 0o644) == 0)
        let result = await fixture.run("export", path, "--secrets")
        #expect((result.code, result.err) == (0, ""))
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(rights == 0o600)
        #expect(await fixture.run("export", folder.path + "/cards.csv", "--secrets").code == 2)
        let other = try await StoreFixture([])
        #expect(await other.run("import", path).out == "4 added, 0 changed, 1 secret field\n")
        #expect(try await secrets(other) == ["PIN=needle"])
        #expect(try await other.card("A")?.unknownFields.isEmpty == true)
        #expect(await other.run("undo").code == 0)
        #expect(try await secrets(other) == [], "the card is in the trash")
    }

    @Test("one that is too long in a file is said and left out, and the card is imported")
    func longInFile() async throws {
        let fixture = try await StoreFixture([])
        let long = String(repeating: "7", count: 64 << 10)
        let file = try fixture.line.folder.write(
            "[{\"identifier\":\"A\",\"name\":\"Tesco\",\"secrets\":[{\"label\":\"PIN\",\"value\":\"\(long)\"}]}]",
            to: "cards.json")
        let result = await fixture.run("import", file)
        #expect(result.out == "1 added, 0 changed\n" && result.err.contains("4 kB at most, but is 64 kB"))
        #expect(try await fixture.card("A")?.unknownFields.isEmpty == true)
    }

    @Test("forget-secret asks, and deletes it with all that it was")
    func forget() async throws {
        var fixture = try await fixture(passwords: ["needle", "needle"])
        _ = await fixture.run("edit", "tesco", "--secret", "PIN")
        fixture.line.consent = false
        #expect(await fixture.run("forget-secret", "tesco", "PIN").code == 1)
        #expect(try await secrets(fixture) == ["PIN=needle"])
        _ = await fixture.run("edit", "tesco", "--remove-secret", "pin")
        #expect(try await secrets(fixture) == [])
        let result = await fixture.run("forget-secret", "tesco", "PIN", "--yes")
        #expect((result.code, result.out) == (0, "Deleted forever: the secret field PIN of Tesco\n"))
        #expect(await fixture.run("undo").code == 1)
        let none = await fixture.run("forget-secret", "tesco", "--yes")
        #expect(none.code == 1 && none.err.contains("the card has no secret fields"))
    }
}
