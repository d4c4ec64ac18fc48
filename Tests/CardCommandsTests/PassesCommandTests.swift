import CardStorage
import Cards
import TestSupport
import Testing

@testable import CardCommands

@Suite("Renewing passes on the command line", .timeLimit(.minutes(2)))
struct PassesCommandTests {
    private let passes = FakePasses()

    /// With a pass of Juniper Rail, and a card without one.
    private func fixture() async throws -> StoreFixture {
        var fixture = try await StoreFixture([.make("A", "Amber")])
        fixture.line.passes = passes
        let file = fixture.line.folder.path + "/juniper.pkpass"
        try fixture.line.folder.write(TestPass().bytes, to: "juniper.pkpass")
        #expect(await fixture.run("import", file).code == 0)
        return fixture
    }

    private func answer(gate: String) {
        passes.answer(.success(.file(TestPass().with { $0.gate = gate }.bytes, modified: nil)))
    }

    @Test("each issuer is asked about once, with its host; what is new is told")
    func asked() async throws {
        var fixture = try await fixture()
        fixture.line.consent = false
        let declined = await fixture.run("passes", "renew")
        #expect(declined.code == 1 && passes.asked.isEmpty)
        #expect(
            declined.err.contains(
                "[Ask passes.juniper.example for new versions of pass.com.juniper passes (Juniper Rail)"))
        #expect(declined.err.contains("You declined to ask passes.juniper.example"))
        // It is asked again only if the card is named.
        fixture.line.consent = true
        answer(gate: "14")
        let left = await fixture.run("passes", "renew")
        #expect(left.code == 1 && !left.err.contains("[Ask") && passes.asked.isEmpty)
        let renewed = await fixture.run("passes", "renew", "Juniper Rail")
        #expect((renewed.code, renewed.out) == (0, "Juniper Rail: gate 12 → 14\n"), "\(renewed.err)")
        fixture.line.consent = nil
        let again = await fixture.run("passes", "renew")
        #expect((again.code, again.out, again.err) == (0, "Juniper Rail: unchanged\n", ""))
        #expect(await fixture.run("undo").code == 0)
    }

    @Test("without a terminal nobody agrees; --yes does; the JSON has a line for each pass")
    func piped() async throws {
        let fixture = try await fixture()
        let piped = await fixture.run("passes", "renew", "--json")
        #expect(piped.code == 1 && passes.asked.isEmpty && piped.out.contains(#""outcome":"failed""#))
        #expect(piped.out.contains("You have not agreed yet"))
        answer(gate: "14")
        let renewed = await fixture.run("passes", "renew", "--yes", "--json")
        let json = try JSONParser.parse(Array(renewed.out.utf8))
        #expect(renewed.code == 0 && json["outcome"] == .string("renewed"))
        #expect(
            json["changes"] == .array([.string("gate 12 → 14")])
                && json["text"] == .string("Juniper Rail: gate 12 → 14"))
        #expect(!(piped.out + piped.err + renewed.out + renewed.err).contains("t0ken"))
    }

    @Test("a card without such a pass is told; what an issuer says is told, and the exit code is 1 or 4")
    func failures() async throws {
        let fixture = try await fixture()
        let none = await fixture.run("passes", "renew", "A")
        #expect(none.code == 1 && none.err == "cards-tui: none of these cards has a pass that its issuer renews\n")
        let both = await fixture.run("passes", "renew", "A", "Juniper", "--yes")
        #expect(both.code == 1 && both.out == "Juniper Rail: unchanged\n")
        #expect(both.err == "Amber: it has no pass that its issuer renews\n")
        passes.answer(.failure(PassError(.answer, "passes.juniper.example has withdrawn the pass (410).")))
        let gone = await fixture.run("passes", "renew", "Juniper", "--yes")
        #expect(gone.code == 1)
        #expect(
            gone.err == "Juniper Rail: passes.juniper.example has withdrawn the pass (410). The pass is unchanged.\n")
        passes.answer(.failure(PassError(.network, "passes.juniper.example: no connection.")))
        #expect(await fixture.run("passes", "renew").code == 4)
        #expect(await fixture.run("passes").code == 2)
        let empty = try await StoreFixture([])
        #expect(await empty.run("passes", "renew").out == "No card has a pass that its issuer renews.\n")
    }

    @Test(
        "remind renews what was agreed to and tells what is new, once; a dry run asks nobody; failures are in the log")
    func remind() async throws {
        let fixture = try await fixture()
        answer(gate: "14")
        #expect(await fixture.run("remind").out == "" && passes.asked.isEmpty)
        answer(gate: "13")
        #expect(await fixture.run("passes", "renew", "--yes").code == 0)
        let count = passes.asked.count
        #expect(await fixture.run("remind", "--dry-run").out == "" && passes.asked.count == count)
        answer(gate: "14")
        let told = await fixture.run("remind")
        #expect((told.code, told.out, told.err) == (0, "Juniper Rail: gate 13 → 14\n", ""))
        #expect(await fixture.run("remind").out == "")
        passes.answer(.failure(PassError(.network, "passes.juniper.example: no connection.")))
        let failed = await fixture.run("remind")
        #expect((failed.code, failed.out, failed.err) == (0, "", ""))
        #expect(try fixture.line.folder.text(of: ".local/state/cards-tui/log").contains("no connection"))
        answer(gate: "15")
        let file = fixture.line.folder.path + "/got"
        #expect(await fixture.run("remind", "--command", "cat > '\(file)'").code == 0)
        let json = try JSONParser.parse(Array(try fixture.line.folder.text(of: "got").utf8))
        #expect(json.array?.first?["text"] == .string("Juniper Rail: gate 14 → 15"))
    }

    @Test("what is new and could not be sent is told with the next run; then it is forgotten")
    func untold() async throws {
        let fixture = try await fixture()
        #expect(await fixture.run("passes", "renew", "--yes").code == 0)
        answer(gate: "14")
        #expect(await fixture.run("remind", "--command", "exit 1").code != 0)
        passes.answer(.success(.unchanged))
        #expect(await fixture.run("remind").out == "Juniper Rail: gate 12 → 14\n")
        #expect(await fixture.run("remind").out == "")
    }

    @Test("who is slow to answer is named on a terminal")
    func slow() async throws {
        var fixture = try await fixture()
        let (timer, out) = (TestClock(), Collected())
        fixture.line.timer = timer
        passes.isHeld = true
        let sink = TextSink(columns: { 80 }) { out.add($0) }
        let running = Task { [line = fixture.line] in await line.run("passes", "renew", "--yes", out: sink) }
        try await eventually("the request") { timer.hasSleepers }
        #expect(out.text.isEmpty)
        timer.advance(by: .milliseconds(200))
        let text = "\r\u{1B}[KAsking passes.juniper.example for a new version of Juniper Rail"
        try await eventually("the line") { out.text == text }
        running.cancel()
        #expect(await running.value.code != 0)
        #expect(out.text.hasPrefix(text + "\r\u{1B}[K"))
    }

    @Test("so is a host that sends a file slowly")
    func slowFile() async throws {
        var fixture = try await fixture()
        let (timer, out) = (TestClock(), Collected())
        fixture.line.timer = timer
        fixture.line.fetching = FakeFetching([:])
        let sink = TextSink(columns: { 80 }) { out.add($0) }
        let running = Task { [line = fixture.line] in
            await line.run("import", "https://shop.example/a.pkpass", out: sink)
        }
        try await eventually("the request") { timer.hasSleepers }
        timer.advance(by: .milliseconds(200))
        try await eventually("the line") { out.text.contains("Downloading from shop.example") }
        running.cancel()
        #expect(await running.value.code != 0)
    }

    @Test("remind and renew ask a host that cannot be reached only once in a run")
    func unreachable() async throws {
        let fixture = try await fixture()
        try fixture.line.folder.write(
            TestPass().with { ($0.serial, $0.name, $0.number) = ("18", "Other", "815") }.bytes, to: "b.pkpass")
        #expect(await fixture.run("import", fixture.line.folder.path + "/b.pkpass").code == 0)
        #expect(await fixture.run("passes", "renew", "--yes").code == 0)
        let count = passes.asked.count
        #expect(count == 2)
        passes.answer(.failure(PassError(.network, "passes.juniper.example: no connection.")))
        #expect(await fixture.run("remind").code == 0)
        #expect(passes.asked.count == count + 1)
        let both = await fixture.run("passes", "renew")
        #expect(both.code == 4 && passes.asked.count == count + 2)
        #expect(both.err.contains("passes.juniper.example failed before, and was not asked again."), "\(both.err)")
    }

    @Test("the token is in no output but that of the pass itself")
    func token() async throws {
        let fixture = try await fixture()
        for line in [
            ["list", "--json=array", "--photos"], ["show", "Juniper", "--json"], ["show", "Juniper", "--secrets"],
            ["show", "Juniper", "--share-url"], ["history", "--json"], ["export", "-", "--secrets"],
            ["export", "-", "--format", "csv"], ["export", "-", "--format", "html"],
            ["export", "-", "--format", "ics"],
        ] {
            let result = await fixture.run(line)
            #expect(result.code == 0 && !(result.out + result.err).contains("t0ken"), "\(line)")
        }
        let pass = await fixture.run("export", fixture.line.folder.path + "/out.pkpass")
        #expect(pass.code == 0)
    }
}
