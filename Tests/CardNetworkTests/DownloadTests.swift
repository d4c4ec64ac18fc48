import Cards
import TestSupport
import Testing

@testable import CardNetwork

@Suite("Downloading", .timeLimit(.minutes(5)))
struct DownloadTests {
    @Test("an empty store fills from the backend at the start")
    func fills() async throws {
        try await LoaderBench.with([cardJSON("a", "Library"), cardJSON("b", "Bakery", ["number": .string("12")])]) {
            bench in
            await bench.loader.start()
            let status = try await bench.settled()
            #expect(await bench.store.names == ["Bakery", "Library"])
            #expect(bench.backend.lines == ["GET /cards.json"])
            #expect(status.lastSuccess == LoaderBench.now)
            #expect(status.host == "127.0.0.1:\(bench.backend.port)")
        }
    }

    @Test("a photo's bytes are downloaded")
    func photos() async throws {
        try await LoaderBench.with([cardJSON("a", "Library", ["front": .string("AQIDBA==")])]) { bench in
            await bench.loader.start()
            try await bench.settled()
            let hash = PhotoHash(of: [1, 2, 3, 4])
            let card = try #require(CardID("a"))
            #expect(await bench.store.cards[card]?.front == hash)
            #expect(await bench.store.photo(hash) == [1, 2, 3, 4])
        }
    }

    @Test("one invalid card is counted, and the valid ones are kept")
    func badCard() async throws {
        let bad: [JSON] = [
            .number("7"), cardJSON("../../x", "Bad"), cardJSON("n", ""), .object(["identifier": .string("u")]),
        ]
        try await LoaderBench.with([cardJSON("a", "One")] + bad + [cardJSON("b", "Two")]) { bench in
            await bench.loader.start()
            let status = try await bench.settled()
            #expect(await bench.store.names == ["One", "Two"])
            #expect(status.lastList.rejected == 4)
            #expect(
                status.lastList.rejections == [
                    RejectedCard(name: nil, reason: "the element is not a JSON object"),
                    RejectedCard(
                        name: "Bad",
                        reason: "the identifier \"../../x\" must be 1 to 128 of the characters A-Z a-z 0-9 _ -"),
                    RejectedCard(name: "n", reason: "the card has no name"),
                    RejectedCard(name: "u", reason: "the card has no name"),
                ])
        }
    }

    @Test("cards are shown before the list is complete")
    func appear() async throws {
        try await LoaderBench.with { bench in
            bench.backend.script(
                "GET /cards.json",
                [.init(framing: .chunked, [.text(#"[{"identifier":"a","name":"First"},"#), .hang, .text("]")])])
            await bench.loader.start()
            // The first batch is merged because of the delay, not because it is full.
            await bench.clock.waitForSleeper()
            _ = await bench.backend.request { $0.method == "GET" }
            try await bench.mergeFirstBatch()
            #expect(await bench.store.names == ["First"])
            try await bench.status { $0.progress?.cards == 1 }
        }
    }

    @Test("the cards before the end of a truncated array are kept, and the message says so")
    func halfAnArray() async throws {
        try await LoaderBench.with { bench in
            bench.backend.setFault { _ in .json(#"[{"identifier":"a","name":"One"},{"identifier":"b","na"#) }
            await bench.loader.start()
            let status = try await bench.failed()
            #expect(await bench.store.names == ["One"])
            #expect(status.failure?.message.contains("is incomplete") == true)
            #expect(!status.hasDownloaded)
        }
    }

    @Test("a list that becomes invalid keeps the cards before that point")
    func broken() async throws {
        try await LoaderBench.with { bench in
            bench.backend.setFault { _ in
                .json(#"[{"identifier":"a","name":"One"} oops, {"identifier":"b","name":"Two"}]"#)
            }
            await bench.loader.start()
            let status = try await bench.failed()
            #expect(await bench.store.names == ["One"])
            #expect(status.failure?.message.contains("is broken") == true)
        }
    }

    @Test(
        "a response that is no list gives a message with the host",
        arguments: [
            (TestBackend.Answer.html(), "answered with a web page"),
            (.json(#"{"message":"hello"}"#), "an error, not a list of cards: hello"),
            (.json("null"), "null, which is not a list of cards"),
            (.json(""), "nothing, which is not a list of cards"),
            (.json("7"), "something that is not a list of cards"),
            (.html(404), "has no cards at this address (404)"),
            (.status(401), "denies access"),
            (.status(503), "server error (503)"),
            (.init(status: 302, headers: ["Location": "https://portal.example/login"]), "https://portal.example/login"),
            (.init(closes: true, head: "SSH-2.0-OpenSSH_9.2\r\n"), "the response is not HTTP"),
            (.close, "the connection was closed too early"),
        ])
    func noList(answer: TestBackend.Answer, message: String) async throws {
        try await LoaderBench.with { bench in
            bench.backend.setFault { _ in answer }
            await bench.loader.start()
            let status = try await bench.failed()
            let failure = try #require(status.failure?.message)
            #expect(failure.hasPrefix("127.0.0.1:\(bench.backend.port)"))
            #expect(failure.contains(message))
            #expect(await bench.store.cards.isEmpty)
        }
    }

    @Test("a redirect is not followed, so credentials are sent nowhere else")
    func redirect() async throws {
        let other = try TestBackend().start()
        defer { other.stop() }
        try await LoaderBench.with(credentials: Credentials("ann:secret")) { bench in
            bench.backend.setFault { _ in .init(status: 307, headers: ["Location": other.url + "/cards.json"]) }
            await bench.loader.start()
            let status = try await bench.failed()
            let failure = try #require(status.failure?.message)
            #expect(failure.contains(other.url))
            #expect(!failure.contains("secret"))
            #expect(other.requests.isEmpty)
            #expect(bench.backend.requests.first?.headers["authorization"] == "Basic YW5uOnNlY3JldA==")
        }
    }

    @Test("a connection that closes in the body keeps the cards before that point")
    func closedInMidBody() async throws {
        try await LoaderBench.with { bench in
            bench.backend.setFault { _ in
                .init(framing: .length(10_000), [.text(#"[{"identifier":"a","name":"One"},"#)], closes: true)
            }
            await bench.loader.start()
            let status = try await bench.failed()
            #expect(status.failure?.message.contains("closed too early") == true)
            #expect(await bench.store.names == ["One"])
        }
    }

    @Test("a refused connection gives a message and the time of the next try")
    func nobodyListens() async throws {
        let port = try RefusingPort()
        let loader = NetworkLoader(
            store: FakeBackendStore(), backend: try BackendURL(port.url),
            cardClock: CardClock(now: { LoaderBench.now }, today: { CalendarDay(daysSince1970: 0) }),
            clock: TestClock(), retries: RetryPolicy(random: { 1 }))
        await loader.start()
        for await status in await loader.statuses() {
            guard let failure = status.failure?.message else { continue }
            #expect(failure == "127.0.0.1:\(port.port): no connection. Your cards are saved here.")
            #expect(status.nextTry == Timestamp(milliseconds: LoaderBench.now.milliseconds + 2000))
            break
        }
        await loader.stop()
    }

    @Test("an unknown host is named in the message")
    func unknownHost() async throws {
        let store = FakeBackendStore()
        let loader = NetworkLoader(store: store, backend: try BackendURL("http://cards.invalid/x"), clock: TestClock())
        await loader.start()
        for await status in await loader.statuses() {
            guard let failure = status.failure?.message else { continue }
            #expect(failure.hasPrefix("cards.invalid: the host was not found"))
            break
        }
        await loader.stop()
    }

    @Test("unreadable credentials give a message, and no request is sent")
    func noCredentials() async throws {
        let backend = try TestBackend()
        backend.start()
        defer { backend.stop() }
        let loader = NetworkLoader(
            store: FakeBackendStore(), backend: try BackendURL(backend.url),
            credentials: { throw StoreError.readOnly(path: "secret.txt") }, clock: TestClock())
        await loader.start()
        for await status in await loader.statuses() {
            guard let failure = status.failure?.message else { continue }
            #expect(failure.contains("secret.txt cannot be written"))
            #expect(status.nextTry == nil)
            break
        }
        #expect(backend.requests.isEmpty)
        await loader.stop()
    }

    @Test("an error of the store is shown with its own message")
    func storeRefuses() async throws {
        try await LoaderBench.with([cardJSON("a", "One")]) { bench in
            let error = StoreError.diskFull(path: "cards.sqlite")
            await bench.store.refuseMerges(with: error)
            await bench.loader.start()
            let status = try await bench.failed()
            #expect(status.failure?.message == error.userMessage)
        }
    }

    @Test("10,000 cards arrive in batches")
    func tenThousand() async throws {
        let cards = (0..<10_000).map { cardJSON("card-\($0)", "Card \($0)") }
        try await LoaderBench.with(cards) { bench in
            await bench.loader.start()
            try await bench.settled()
            #expect(await bench.store.cards.count == 10_000)
            #expect(await bench.store.merges.allSatisfy { $0 <= 500 })
        }
    }

    @Test("cards that the backend no longer names stay and are counted")
    func absent() async throws {
        try await LoaderBench.with([cardJSON("a", "One"), cardJSON("b", "Two")]) { bench in
            await bench.loader.start()
            try await bench.settled()
            bench.backend.cards = [cardJSON("b", "Two")]
            await bench.loader.synchronize()
            try await bench.status { $0.tally.absent == 1 && !$0.isBusy }
            #expect(await bench.store.names == ["One", "Two"])
        }
    }
}
