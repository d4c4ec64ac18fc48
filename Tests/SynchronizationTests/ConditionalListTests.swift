import CardNetwork
import CardStorage
import Cards
import TestSupport
import Testing

@Suite("Unchanged lists", .timeLimit(.minutes(5)))
struct ConditionalListTests {
    private let folder: TemporaryFolder
    private let backend: AnyBackend
    private let device: Device

    init() async throws {
        folder = try TemporaryFolder()
        backend = try AnyBackend.start(.myCards)
        device = try await Device("laptop", in: folder, backend: backend.server.url, kind: .myCards)
    }

    /// Serves the list with these headers, and 304 to a request with this validator.
    private func serve(_ text: String, _ name: String, _ value: String, asked: String) {
        backend.server.setFault { request in
            guard request.method == "GET" else { return nil }
            if request.headers[asked] == value { return TestBackend.Answer(status: 304, headers: [name: value]) }
            return TestBackend.Answer(headers: ["Content-Type": "application/json", name: value], [.text(text)])
        }
    }

    private func asked(_ name: String) -> [String?] { backend.server.requests.map { $0.headers[name] } }

    @Test("the list is requested with its entity tag, and not transferred again")
    func entityTag() async throws {
        defer { backend.server.stop() }
        serve(#"[{"identifier":"a","name":"Gym"}]"#, "ETag", "W/\"7\"", asked: "if-none-match")
        let first = try await device.synchronize()
        let second = try await device.synchronize()
        #expect(asked("if-none-match") == [nil, "W/\"7\""])
        #expect([first.failure, second.failure] == [nil, nil])
        #expect(second.hasDownloaded && second.lastSuccess != nil)
        #expect(try await device.cards().count == 1)
    }

    @Test("without an entity tag it is requested with its date")
    func lastModified() async throws {
        defer { backend.server.stop() }
        let date = "Sat, 21 Nov 2026 10:00:00 GMT"
        serve(#"[{"identifier":"a","name":"Gym"}]"#, "Last-Modified", date, asked: "if-modified-since")
        try await device.synchronize()
        try await device.synchronize()
        #expect(asked("if-modified-since") == [nil, date])
    }

    @Test("absent cards are still absent")
    func absent() async throws {
        defer { backend.server.stop() }
        serve(
            #"[{"identifier":"a","name":"Gym"},{"identifier":"b","name":"Bus"}]"#, "ETag", "1", asked: "if-none-match")
        try await device.synchronize()
        serve(#"[{"identifier":"a","name":"Gym"}]"#, "ETag", "2", asked: "if-none-match")
        #expect(try await device.synchronize().tally.absent == 1)
        #expect(try await device.synchronize().tally.absent == 1)
        #expect(asked("if-none-match") == [nil, "1", "2"])
    }

    @Test("a list with invalid cards is transferred again, so that they are reported again")
    func rejected() async throws {
        defer { backend.server.stop() }
        serve(#"[{"identifier":"a","name":"Gym"},7]"#, "ETag", "1", asked: "if-none-match")
        #expect(try await device.synchronize().lastList.rejected == 1)
        #expect(try await device.synchronize().lastList.rejected == 1)
        #expect(asked("if-none-match") == [nil, nil])
    }

    @Test("after an upload the list is transferred completely")
    func upload() async throws {
        defer { backend.server.stop() }
        serve("[]", "ETag", "1", asked: "if-none-match")
        try await device.synchronize()
        try await device.save(Card(identifier: .random(), name: "Gym"))
        let status = try await device.synchronize()
        #expect(status.tally.pending == 0)
        try await device.synchronize()
        #expect(backend.server.lines == ["GET /cards.json", "GET /cards.json", "POST /cards", "GET /cards.json"])
        #expect(asked("if-none-match") == [nil, "1", nil, nil])
    }

    @Test("the list is downloaded before an upload overwrites cards")
    func beforeWriting() async throws {
        defer { backend.server.stop() }
        let elapsed = SettableClock()
        let loader = device.loader(cardClock: elapsed.clock)
        backend.server.cards = [.object(["identifier": .string("a"), "name": .string("Gym")])]
        await loader.start()
        _ = await loader.end()
        // Another client adds a note while this program is running.
        elapsed.pass(seconds: 3600)
        backend.server.cards = [
            .object(["identifier": .string("a"), "name": .string("Gym"), "note": .string("theirs")])
        ]
        var card = try #require(try await device.cards().values.first)
        card.number = "ours"
        try await device.save(card)
        _ = await loader.status { !$0.isBusy && $0.tally.pending == 0 && $0.lastSuccess != nil }
        await backend.server.requests(atLeast: 3)
        _ = await loader.end()
        await loader.stop()
        #expect(backend.server.lines == ["GET /cards.json", "GET /cards.json", "POST /cards"])
        #expect(backend.server.card("a")?["note"] == .string("theirs"))
        #expect(backend.server.card("a")?["number"] == .string("ours"))
    }
}
