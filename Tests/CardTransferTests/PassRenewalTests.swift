import CardStorage
import Cards
import TestSupport
import Testing

@testable import CardTransfer

@Suite("Renewing passes", .timeLimit(.minutes(5)))
struct PassRenewalTests {
    private let store: SQLiteCardStore
    private let passes = FakePasses()

    init() async throws {
        store = try SQLiteCardStore.inMemory()
        _ = try await store.take(TestPass().bytes)
    }

    private var renewal: PassRenewal { PassRenewal(store, passes, passes, format: .iso, clock: .system) }

    private func card() async throws -> Card { try #require(try await store.everything().first) }

    /// The outcome of the only pass, after somebody agreed.
    private func renew(_ answer: Result<PassAnswer, PassError>) async throws -> PassRenewal.Outcome {
        passes.answer(answer)
        let pass = try #require(try await renewal.candidates().candidates.first)
        try await renewal.agree(to: [pass.issuer])
        return try await renewal.renew(pass)
    }

    private func keptFile() async throws -> [UInt8]? {
        let origin = try await store.origin(of: try await card().identifier, in: "pkpass")?.origin
        return try await store.photo(try #require(origin?.attachment))
    }

    @Test("the passes with a web service are found, once each; the token is in no description")
    func candidates() async throws {
        _ = try await store.take(
            TestPass().with { ($0.serial, $0.service) = ("18", "http://passes.juniper.example") }.bytes)
        _ = try await store.take(TestPass().with { ($0.serial, $0.token) = ("19", "") }.bytes)
        _ = try await store.take(TestPass().with { ($0.serial, $0.service) = ("20", "") }.bytes)
        let all = try await renewal.candidates()
        let (found, refused) = (all.candidates, all.refused)
        #expect(all.cards.count == 2)
        #expect(found.map(\.issuer) == [PassIssuer(type: "pass.com.juniper", host: "passes.juniper.example")])
        #expect(refused.map(\.reason.userMessage) == ["No https. The pass is unchanged."])
        let service = try #require(PassRenewal.service(of: TestPass().bytes))
        #expect(service.description == "pass.com.juniper/17")
        var text = ""
        dump(service, to: &text)
        #expect(!text.contains("t0ken") && !String(reflecting: found).contains("t0ken"))
        // An archived card is left out, unless it is named.
        let id = try #require(found.first?.card)
        _ = try await store.toggle(.archive, of: [id])
        #expect(try await renewal.candidates().candidates.isEmpty)
        #expect(try await renewal.candidates(of: [id]).candidates.count == 1)
    }

    @Test("nothing is asked before somebody agreed to this type at this host")
    func consent() async throws {
        let pass = try #require(try await renewal.candidates().candidates.first)
        #expect(renewal.unasked([pass, pass]) == [pass.issuer])
        guard case .failed(let reason) = try await renewal.renew(pass) else { throw TestFailure() }
        #expect(reason.userMessage.hasPrefix("You have not agreed yet") && passes.asked.isEmpty)
        let question = PassRenewal.question(pass.issuer, [pass])
        #expect(question.contains("passes.juniper.example") && question.contains("Juniper Rail"))
        let long = PassIssuer(type: String(repeating: "x", count: 4000), host: "passes.juniper.example")
        #expect(PassRenewal.question(long, []).count < 300)
        try await renewal.agree(to: [PassIssuer(type: "pass.other", host: "passes.juniper.example")])
        #expect(renewal.unasked([pass]) == [pass.issuer])
        try await renewal.agree(to: [pass.issuer])
        #expect(renewal.unasked([pass]).isEmpty)
        _ = try await renewal.renew(pass)
        #expect(passes.asked.map(\.pass) == ["pass.com.juniper/17"])
    }

    @Test("a new version is one step that says what is new; its file is kept, and its date is sent next time")
    func renewed() async throws {
        let new = TestPass().with { ($0.gate, $0.number) = ("14", "4712") }.bytes
        guard
            case .renewed(let changes, 0) = try await renew(
                .success(.file(new, modified: "Sat, 28 Nov 2026 10:00:00 GMT")))
        else { throw TestFailure() }
        #expect(changes.first == "gate 12 → 14" && changes.contains("number 4711 → 4712"), "\(changes)")
        let renewed = try await card()
        #expect(renewed.number == "4712" && renewed.note.contains("GATE: 14"))
        #expect(try await keptFile() == new)
        guard case .unchanged = try await renew(.success(.unchanged)) else { throw TestFailure() }
        #expect(passes.asked.map(\.since) == [nil, "Sat, 28 Nov 2026 10:00:00 GMT"])
        // The same file again is nothing new.
        guard case .unchanged = try await renew(.success(.file(new, modified: nil))) else { throw TestFailure() }
        #expect(try await store.undo() != nil)
        let former = try await card()
        #expect(former.number == "4711" && former.note.contains("GATE: 12"))
    }

    @Test("what was changed here stays, and what changed in both is in conflict")
    func ownChanges() async throws {
        let id = try await card().identifier
        var mine = Card(identifier: id, name: "My train")
        mine.note = "mine"
        try await store.apply([.set(CardPatch(values: mine, fields: [.name, .note]))])
        let new = TestPass().with { $0.gate = "14" }.bytes
        guard case .renewed(let changes, let conflicts) = try await renew(.success(.file(new, modified: nil))) else {
            throw TestFailure()
        }
        #expect(changes == ["gate 12 → 14"] && conflicts == 1)
        let card = try await card()
        #expect(card.name == "My train" && card.note == "mine")
    }

    @Test(
        "another pass, a damaged one and what is no pass change nothing",
        arguments: [
            (TestPass().with { $0.serial = "18" }.bytes, "answered with another pass"),
            (TestPass().with { $0.type = "pass.other" }.bytes, "answered with another pass"),
            (
                TestPass().with { ($0.isDamaged, $0.gate) = (true, "1") }.bytes,
                "pass.json was changed after it was signed"
            ),
            ([], "something that is not a pass"),
            (Array("{\"passTypeIdentifier\": 1}".utf8), "something that is not a pass"),
            (Array(TestPass().bytes.dropLast(30)), "something that is not a pass"),
            (TestPass.archive([("pass.json", Array("nonsense".utf8))]), "something that is not a pass"),
            (TestPass.archive([("other.json", [])]), "something that is not a pass"),
        ])
    func wrong(bytes: [UInt8], reason: String) async throws {
        let (before, file) = (try await card(), try await keptFile())
        guard case .failed(let error) = try await renew(.success(.file(bytes, modified: "x"))) else {
            throw TestFailure()
        }
        #expect(error.kind == .answer && error.userMessage.contains(reason), "\(error.userMessage)")
        #expect(
            error.userMessage.hasPrefix("passes.juniper.example ")
                && error.userMessage.hasSuffix(" The pass is unchanged."))
        #expect(try await card() == before)
        #expect(try await keptFile() == file)
        #expect(try await store.everything().count == 1)
        _ = try await renew(.success(.unchanged))
        #expect(passes.asked.last?.since == nil)
    }

    @Test("of two cards with the same pass the one that is not renewed is not called unchanged")
    func twins() async throws {
        _ = try await store.take(TestPass().bytes) { $0.options.duplicates = .add }
        let ids = try await store.everything().map(\.identifier)
        #expect(ids.count == 2)
        passes.answer(.success(.file(TestPass().with { $0.gate = "14" }.bytes, modified: nil)))
        var reasons: [String] = []
        for id in ids {
            let pass = try #require(try await renewal.candidates(of: [id]).candidates.first)
            try await renewal.agree(to: [pass.issuer])
            if case .failed(let reason) = try await renewal.renew(pass) { reasons.append(reason.userMessage) }
        }
        #expect(reasons.count == 1 && reasons[0].contains("Another card has the same pass"), "\(reasons)")
    }

    @Test("a card that was archived or deleted meanwhile stays so")
    func meanwhile() async throws {
        passes.answer(.success(.file(TestPass().with { $0.gate = "14" }.bytes, modified: nil)))
        let pass = try #require(try await renewal.candidates().candidates.first)
        try await renewal.agree(to: [pass.issuer])
        _ = try await store.toggle(.archive, of: [pass.card])
        guard case .failed(let archived) = try await renewal.renew(pass) else { throw TestFailure() }
        #expect(archived.userMessage.contains("changed in the meantime"))
        #expect(try await card().note.contains("GATE: 12"))
        _ = try await store.toggle(.archive, of: [pass.card])
        try await store.apply([.delete(pass.card)])
        guard case .failed = try await renewal.renew(pass) else { throw TestFailure() }
        #expect(try await store.everything().isEmpty)
    }

    @Test("another file of the same content is nothing new")
    func sameContent() async throws {
        let new = TestPass().with { $0.token = "an0ther-t0ken-456789" }.bytes
        guard case .unchanged = try await renew(.success(.file(new, modified: nil))) else { throw TestFailure() }
    }

    @Test("where what was said last cannot be kept, the pass is renewed all the same")
    func fullDisk() async throws {
        let pass = try #require(try await renewal.candidates().candidates.first)
        try await renewal.agree(to: [pass.issuer])
        passes.answer(.success(.file(TestPass().with { $0.gate = "14" }.bytes, modified: "x")))
        let forgetful = PassRenewal(store, passes, FullDisk(passes: passes), format: .iso, clock: .system)
        guard case .renewed = try await forgetful.renew(pass) else { throw TestFailure() }
        #expect(try await card().note.contains("GATE: 14"))
    }

    @Test("a signed pass is not replaced by one without a signature, without a manifest, or of another team")
    func signatures() async throws {
        let signed = TestPass().with {
            $0.serial = "30"
            $0.others = [("manifest.json", Array("{}".utf8)), ("signature", [1])]
        }
        _ = try await store.take(signed.bytes)
        let candidates = try await renewal.candidates().candidates
        let pass = try #require(candidates.first(where: { $0.service.serial == "30" }))
        try await renewal.agree(to: [pass.issuer])
        let versions: [(TestPass, String)] = [
            (signed.with { $0.others = [] }, "is not signed"),
            (signed.with { $0.others = [("manifest.json", Array("{}".utf8))] }, "is not signed"),
            (signed.with { $0.others = [("manifest.json", [7]), ("signature", [1])] }, "is not signed"),
            (signed, "is not signed"),
            (signed.with { ($0.isDamaged, $0.others) = (true, [("signature", [1])]) }, "changed after it was signed"),
            (signed.with { ($0.isDamaged, $0.others, $0.team) = (true, [("signature", [1])], "U") }, "another team"),
        ]
        for (version, reason) in versions {
            let bytes = version.with { $0.gate = "14" }.bytes
            passes.answer(.success(.file(bytes, modified: nil)))
            guard case .failed(let error) = try await renewal.renew(pass) else { throw TestFailure() }
            #expect(error.userMessage.contains(reason), "\(error.userMessage)")
        }
    }

    @Test("who said no is asked again only about a card that is named")
    func declined() async throws {
        let pass = try #require(try await renewal.candidates().candidates.first)
        try await renewal.decline([pass.issuer])
        #expect(renewal.isDeclined(pass.issuer) && renewal.unasked([pass]).isEmpty)
        #expect(renewal.unasked([pass], named: [pass.card]) == [pass.issuer])
        guard case .failed = try await renewal.renew(pass) else { throw TestFailure() }
        try await renewal.agree(to: [pass.issuer])
        #expect(!renewal.isDeclined(pass.issuer) && renewal.isAgreed(pass.issuer))
    }

    @Test("a pass cut at each byte, and with each byte changed in its head, is refused or the same pass")
    func cut() async throws {
        let bytes = TestPass().with { $0.gate = "14" }.bytes
        for count in stride(from: 0, to: bytes.count, by: 7) {
            guard case .failed = try await renew(.success(.file(Array(bytes.prefix(count)), modified: nil))) else {
                Issue.record("\(count)")
                continue
            }
        }
        #expect(try await card().note.contains("GATE: 12"))
    }

    @Test("the consents come back from their JSON, and nonsense is none")
    func json() throws {
        var consents = PassConsents()
        consents.agree(to: PassIssuer(type: "pass.x", host: "a.example:444"))
        let service = PassService(address: "https://a", type: "pass.x", serial: "1", token: "t0ken")
        let file = PhotoHash(of: [1])
        consents.note("today", of: service, file: file)
        consents.decline(PassIssuer(type: "pass.y", host: "b.example"))
        let news = RenewedPass(
            card: try #require(CardID("A")), name: "Juniper Rail", changes: ["gate 12 → 14"], conflicts: 1)
        consents.keep(news)
        consents.keep(news)
        let read = PassConsents(json: try JSONParser.parse(JSONWriter.bytes(of: consents.json)))
        #expect(read == consents && read.date(of: service, file: file) == "today")
        #expect(read.date(of: service, file: PhotoHash(of: [2])) == nil)
        #expect(read.declined.count == 1 && read.news == [news])
        var told = read
        told.noteTold([news])
        #expect(told.news.isEmpty)
        #expect(!String(decoding: JSONWriter.bytes(of: consents.json), as: UTF8.self).contains("t0ken"))
        for text in ["1", "{}", #"{"issuers": [1, {}], "versions": {}}"#, #"{"declined": 1, "news": [{}, 2]}"#] {
            #expect(PassConsents(json: try JSONParser.parse(Array(text.utf8))) == PassConsents())
        }
    }
}

private struct TestFailure: Error {}

/// Keeps nothing.
private struct FullDisk: PassConsentKeeping {
    let passes: FakePasses

    func load() -> PassConsents { passes.load() }
    func update(_ change: (inout PassConsents) -> Void) throws { throw TestFailure() }
}
