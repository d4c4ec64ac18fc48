import Cards
import TestSupport
import Testing

@testable import CardNetwork

/// Which answers count as success: small backends answer a write with whatever their framework returns by default.
@Suite("Responses to writes", .timeLimit(.minutes(5)))
struct WriteAnswerTests {
    typealias Answer = TestBackend.Answer

    /// Sends the request, and answers with a page.
    private static func withPage(
        _ page: String, status: Int
    ) -> @Sendable (TestBackend, TestBackend.Request) -> Answer? {
        { backend, request in
            guard request.method != "GET" else { return nil }
            _ = backend.truth(request)
            return .html(status, page)
        }
    }

    @Test(
        "a web page or an empty body is a success if the list is a list",
        arguments: [(200, ""), (204, ""), (200, "<p>OK</p>")])
    func page(status: Int, page: String) async throws {
        try await LoaderBench.with([cardJSON("b", "Two")]) { bench in
            let backend = bench.backend
            backend.setFault { [unowned backend] in Self.withPage(page, status: status)(backend, $0) }
            await bench.loader.start()
            try await bench.settled()
            await bench.store.save(try card("a", "One"))
            try await bench.status { $0.sent == 1 && $0.tally.pending == 0 && !$0.isBusy }
            await bench.store.delete(try #require(CardID("b")))
            let ended = try await bench.status { $0.sent == 2 && $0.tally.pending == 0 && !$0.isBusy }
            #expect(ended.failure == nil)
            #expect(backend.cards.compactMap { $0["name"]?.string } == ["One"])
        }
    }

    @Test("a captive portal that answers 200 with a web page accepts nothing")
    func portal() async throws {
        try await LoaderBench.with([cardJSON("b", "Two")]) { bench in
            await bench.loader.start()
            try await bench.settled()
            bench.backend.setFault { _ in .html() }
            for change in [true, false] {
                if change {
                    await bench.store.save(try card("a", "One"))
                } else {
                    await bench.store.delete(try #require(CardID("b")))
                }
                let status = try await bench.failed()
                #expect(status.failure?.message.contains("web page") == true)
                #expect(status.sent == 0)
            }
            #expect(await bench.store.pendingCount == 2)
        }
    }

    @Test(
        "a web page as response to a deletion means deleted if the card is not listed, otherwise read-only"
    )
    func notThere() async throws {
        try await LoaderBench.with([cardJSON("a", "One"), cardJSON("b", "Two")]) { bench in
            let backend = bench.backend
            backend.setFault { $0.method == "DELETE" ? .html(404) : nil }
            await bench.loader.start()
            try await bench.settled()
            // Someone else has deleted it meanwhile.
            backend.remove("a")
            await bench.store.delete(try #require(CardID("a")))
            try await bench.status { $0.sent == 1 && $0.tally.pending == 0 && !$0.isBusy }
            await bench.store.delete(try #require(CardID("b")))
            let status = try await bench.status { $0.phase == .readOnly }
            #expect(status.tally.pending == 1)
        }
    }

    @Test(
        "an endless, oversized or truncated response is no success",
        arguments: [
            ("endless", Answer(framing: .chunked, [.drip([UInt8](repeating: 32, count: 1 << 16), milliseconds: 0)])),
            ("a drip", Answer(framing: .chunked, [.drip([UInt8](repeating: 32, count: 64), milliseconds: 50)])),
            ("a terabyte promised", Answer(framing: .length(1 << 40), [.text("{}"), .hang])),
            (
                "more than a number holds",
                Answer(head: "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n{}")
            ),
            (
                "more than a number holds, and then the end",
                Answer(closes: true, head: "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n{}")
            ),
            (
                "no number",
                Answer(closes: true, head: "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}")
            ),
            ("less than nothing", Answer(head: "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}")),
            ("half", Answer(framing: .length(100), [.text("{}")], closes: true)),
        ] as [(String, Answer)])
    func noEnd(name: String, answer: Answer) async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.setFault { $0.method == "POST" ? answer : nil }
        let store = FakeBackendStore()
        _ = await store.connect(to: BackendID(normalizedURL: backend.url))
        await store.save(try card("a", "One"))
        var configuration = HTTPClient.Configuration()
        configuration.answerTimeout = .seconds(2)
        let service = MyCardsService(base: try BackendURL(backend.url))
        var upload = Upload(by: HTTPClient(configuration), to: service, from: store)
        await #expect(throws: NetworkError.self, "\(name)") { try await upload.run { _ in } }
        #expect(await store.pendingCount == 1)
        #expect(await upload.ledger.sent == 0)
    }

    @Test("a write without a complete response is repeated once over a fresh connection")
    func again() async throws {
        try await LoaderBench.with([cardJSON("b", "Two")]) { bench in
            await bench.loader.start()
            try await bench.settled()
            let half = Answer(framing: .length(100), [.text("{}")], resets: true)
            bench.backend.script("POST /cards", [half])
            await bench.store.save(try card("a", "One"))
            try await bench.status { $0.sent == 1 && $0.tally.pending == 0 && !$0.isBusy }
            bench.backend.script("DELETE /cards/b", [.close])
            await bench.store.delete(try #require(CardID("b")))
            let status = try await bench.status { $0.sent == 2 && $0.tally.pending == 0 && !$0.isBusy }
            #expect(status.failure == nil)
            #expect(bench.backend.cards.compactMap { $0["name"]?.string } == ["One"])
            #expect(bench.backend.lines.filter { $0 == "POST /cards" }.count == 2)
        }
    }

    @Test(
        "a server that refuses the body before it has read it is read-only with the first sync", arguments: [405, 501])
    func earlyRefusal(status: Int) async throws {
        let server = try EarlyRefusal(status: status)
        let store = FakeBackendStore()
        _ = await store.connect(to: BackendID(normalizedURL: server.url))
        for number in 0..<20 {
            var card = try card("a\(number)", "One")
            card.note = String(repeating: "x", count: 200_000)
            await store.save(card)
        }
        let service = MyCardsService(base: try BackendURL(server.url))
        var upload = Upload(by: HTTPClient(.init()), to: service, from: store)
        guard case .readOnly = try await upload.run({ _ in }) else { Issue.record("not read-only"); return }
        #expect(await store.pendingCount == 20)
    }

    @Test(
        "an early rejection over HTTP/2 is the response, not a connection error",
        .enabled(if: NginxFront.isPossible, "needs nginx and openssl"), arguments: [404, 405])
    func early(status: Int) async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        let certificates = try await TestCertificates()
        let front = try await NginxFront(
            before: backend, of: certificates, speaksHTTP2: true,
            locations: "location /cards { return \(status); } location /cards.json { proxy_pass \(backend.url); }")
        let client = HTTPClient(.init(certificateFile: certificates.authorityFile))
        let base = try BackendURL(front.url)
        let list = MyCardsEndpoint.cards.request(to: base)
        let body = [UInt8](repeating: 32, count: 8 << 20)
        for _ in 0..<5 {
            try await client.withResponse(to: list, maximumBodyBytes: 1 << 20) { try await $0.readToEnd() }
            let post = MyCardsEndpoint.save(body: body).request(to: base)
            let answer = try await client.withResponse(to: post, maximumBodyBytes: 1 << 20) { $0.head.status }
            #expect(answer == status)
        }
    }
}
