import CardNetwork
import CardStorage
import Cards
import Synchronization
import TestSupport
import Testing

/// Situations of a long-running loader: other programs, new credentials, large lists, cards deleted during a sync.
@Suite("A long-running loader", .timeLimit(.minutes(5)))
struct LongRunningLoaderTests {
    private let folder: TemporaryFolder
    private let backend: AnyBackend
    private let device: Device
    private let mine: CardID

    init() async throws {
        folder = try TemporaryFolder()
        backend = try AnyBackend.start(.myCards)
        device = try await Device("laptop", in: folder, backend: backend.server.url, kind: .myCards)
        mine = try #require(CardID("mine"))
    }

    private func saveMine(_ change: (inout Card) -> Void = { _ in }) async throws {
        var card = try await device.store.card(mine) ?? Card(identifier: mine, name: "Mine")
        change(&card)
        try await device.save(card)
    }

    @Test("a deletion is sent if the card's upload may have arrived")
    func deletedAfterLostUpload() async throws {
        defer { backend.server.stop() }
        try await device.synchronize()
        try await saveMine()
        let loader = device.loader()
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        backend.server.setFault { [server = backend.server] request in
            guard request.method == "POST" else { return nil }
            _ = server.truth(request)
            arrival.yield()
            return .hang
        }
        await loader.start()
        for await _ in arrivals { break }
        // The response is lost: the program ends.
        await loader.stop()
        backend.server.release()
        backend.server.setFault(nil)
        #expect(try backend.cards().count == 1)
        try await device.delete(mine)
        let status = try await device.synchronize()
        #expect(status.tally.pending == 0)
        #expect(try backend.cards().isEmpty)
        #expect(try await device.cards().isEmpty)
    }

    @Test("a deletion that a file server answers with a page is not done")
    func deletionAtHostOfFiles() async throws {
        defer { backend.server.stop() }
        try await saveMine()
        try await device.synchronize()
        try await device.delete(mine)
        backend.server.setFault { $0.method == "GET" ? nil : .html(404) }
        let status = try await device.synchronize()
        #expect(status.phase == .readOnly)
        #expect(status.tally.pending == 1)
        #expect(try await device.cards().isEmpty)
    }

    @Test("invalid cards are not counted as absent")
    func unreadable() async throws {
        defer { backend.server.stop() }
        try await saveMine()
        try await device.synchronize()
        backend.server.setFault {
            $0.method == "GET" ? .json(#"[{"identifier":"mine","name":["Mine"]}]"#) : nil
        }
        let status = try await device.synchronize()
        #expect(status.lastList.rejected == 1)
        #expect(status.tally.absent == 0)
    }

    @Test("credentials are read again after a rejection")
    func credentials() async throws {
        defer { backend.server.stop() }
        let text = Mutex("old")
        let loader = NetworkLoader(
            store: device.store, backend: try BackendURL(backend.server.url),
            credentials: { Credentials(text.withLock { $0 }) }, clock: TestClock())
        backend.server.setFault { $0.headers["authorization"] == "Bearer new" ? nil : .status(401) }
        await loader.start()
        #expect(await loader.end()?.failure?.message.contains("credentials_command") == true)
        text.withLock { $0 = "new" }
        await loader.synchronize()
        #expect(await loader.status { $0.hasDownloaded && !$0.isBusy && $0.failure == nil } != nil)
        await loader.stop()
        #expect(backend.server.requests.map { $0.headers["authorization"] } == ["Bearer old", "Bearer new"])
    }

    @Test("the loader does not wait for a program that has finished its sync")
    func elsewhere() async throws {
        defer { backend.server.stop() }
        let other = try await Device("laptop", in: folder, backend: backend.server.url, kind: .myCards)
        let clock = TestClock()
        let loader = device.loader(clock: clock)
        await loader.start()
        _ = await loader.end()
        let identifier = BackendID(normalizedURL: backend.server.url)
        #expect(try await other.store.acquireSyncLock(with: identifier))
        try await saveMine()
        _ = await loader.status { $0.phase == .waitingForOther }
        await other.store.releaseSyncLock(with: identifier)
        #expect(try await other.synchronize().tally.pending == 0)
        await clock.waitForSleeper { $0 == .seconds(1) }
        clock.advance(by: .seconds(1))
        let status = await loader.status { $0.phase != .waitingForOther && $0.tally.pending == 0 && !$0.isBusy }
        #expect(status?.failure == nil)
        await loader.stop()
    }

    @Test("a failure disappears with its cause")
    func noLongerPending() async throws {
        defer { backend.server.stop() }
        try await saveMine()
        try await device.synchronize()
        let clock = TestClock()
        let loader = device.loader(clock: clock)
        await loader.start()
        _ = await loader.end()
        backend.server.setFault { _ in .status(503) }
        try await saveMine { $0.number = "1" }
        _ = await loader.status { $0.failure != nil }
        try await saveMine { $0.number = "" }
        _ = await loader.status { $0.tally.pending == 0 }
        await clock.waitForSleeper { $0 == .seconds(2) }
        clock.advance(by: .seconds(2))
        #expect(await loader.status { $0.failure == nil && $0.nextTry == nil } != nil)
        await loader.stop()
    }

    @Test("cards sent in several windows are counted once, with progress")
    func manyWindows() async throws {
        defer { backend.server.stop() }
        for number in 0..<450 {
            try await device.save(Card(identifier: try #require(CardID("c\(number)")), name: "Card \(number)"))
        }
        let status = try await device.synchronize()
        #expect(status.sent == 450)
        #expect(backend.server.lines == ["GET /cards.json"] + Array(repeating: "POST /cards", count: 5))
    }

    @Test("a response without a body is accepted, whatever its content type")
    func noContent() async throws {
        defer { backend.server.stop() }
        try await saveMine()
        backend.server.setFault { request in
            request.method == "POST" ? TestBackend.Answer(status: 204, headers: ["Content-Type": "text/html"]) : nil
        }
        #expect(try await device.synchronize().tally.pending == 0)
    }

    @Test("a rejected card that a merge changes is sent again")
    func refusedAndMerged() async throws {
        defer { backend.server.stop() }
        try await saveMine { $0.number = "1" }
        try await device.synchronize()
        try await saveMine { $0.number = "refused" }
        backend.server.setFault { $0.method == "POST" ? .status(422) : nil }
        #expect(try await device.synchronize().tally.refused == 1)
        backend.server.setFault(nil)
        backend.server.cards = [
            .object([
                "identifier": .string("mine"), "name": .string("Mine"), "number": .string("1"), "note": .string("n"),
            ])
        ]
        let status = try await device.synchronize()
        #expect(status.tally.refused == 0)
        #expect(status.tally.pending == 0)
        #expect(backend.server.card("mine")?["number"] == .string("refused"))
        #expect(backend.server.card("mine")?["note"] == .string("n"))
    }

    @Test(
        "a rejection shows the backend's reason, if there is one",
        arguments: [
            ("application/json", #"{"error":"the note is too long"}"#, "rejected it: the note is too long (422)"),
            (
                "application/json; charset=utf-8", #"{"message":"no \u001b[2J gym"}"#,
                "rejected it: no \u{1B}[2J gym (422)"
            ),
            ("text/plain", "the note\n is too long\n", "rejected it: the note is too long (422)"),
            ("text/plain", String(repeating: "x", count: 9000), "x… (422)"),
            ("text/html", "<p>Sorry</p>", "rejected the request (422)"),
            ("application/json", "[1,", "rejected the request (422)"),
        ])
    func reason(_ kind: String, _ text: String, _ message: String) async throws {
        defer { backend.server.stop() }
        try await saveMine()
        backend.server.setFault { request in
            guard request.method == "POST" else { return nil }
            return TestBackend.Answer(status: 422, headers: ["Content-Type": kind], [.text(text)])
        }
        #expect(try await device.synchronize().tally.refused == 1)
        let waiting = try await device.store.pendingCards(for: BackendID(normalizedURL: backend.server.url), limit: 9)
        #expect(waiting.first?.lastFailure?.contains(message) == true, "\(waiting.first?.lastFailure ?? "")")
    }

    @Test("a read-only store does not request the list repeatedly")
    func readOnlyStore() async throws {
        defer { backend.server.stop() }
        backend.server.cards = [.object(["identifier": .string("a"), "name": .string("Theirs")])]
        let loader = NetworkLoader(
            store: ReadOnlyStore(store: device.store), backend: try BackendURL(backend.server.url), clock: TestClock())
        await loader.start()
        let status = try #require(await loader.end())
        await loader.stop()
        #expect(status.failure?.source == .store)
        #expect(status.nextTry == nil)
        #expect(backend.server.requests.count == 1)
    }

    @Test("a sync requested right after cancelling starts")
    func askedWhileStopping() async throws {
        defer { backend.server.stop() }
        backend.server.script("GET /cards.json", [.hang])
        let loader = device.loader()
        await loader.start()
        _ = await backend.server.request { $0.method == "GET" }
        async let stopped: Void = loader.cancel()
        await loader.synchronize()
        await stopped
        await loader.synchronize()
        #expect(await loader.status { $0.hasDownloaded && !$0.isBusy } != nil)
        #expect(await loader.status { _ in true }.map { $0.phase != .stopped } == true)
        backend.server.release()
        await loader.stop()
    }
}
