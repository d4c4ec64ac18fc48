import Cards
import TestSupport
import Testing

@testable import CardNetwork

@Suite("Uploading", .timeLimit(.minutes(5)))
struct UploadTests {
    @Test("an added, a changed and a deleted card are sent once each")
    func each() async throws {
        try await LoaderBench.with([cardJSON("a", "One"), cardJSON("b", "Two")]) { bench in
            await bench.loader.start()
            try await bench.settled()
            await bench.store.save(try card("c", "Three", number: "33"))
            await bench.store.wait { $0.pendingCount == 0 }
            await bench.store.save(try card("a", "One and a half"))
            await bench.store.wait { $0.pendingCount == 0 }
            await bench.store.delete(try #require(CardID("b")))
            try await bench.status { $0.sent == 3 && !$0.isBusy }
            // The last list confirms the deletion.
            #expect(
                bench.backend.lines == [
                    "GET /cards.json", "POST /cards", "POST /cards", "DELETE /cards/b", "GET /cards.json",
                ])
            #expect(bench.backend.cards.compactMap { $0["name"]?.string } == ["One and a half", "Three"])
            #expect(bench.backend.card("c")?["number"]?.string == "33")
        }
    }

    @Test("a card is sent with all fields: the four original keys, photos as base64, and emptied fields")
    func whole() async throws {
        try await LoaderBench.with { bench in
            await bench.loader.start()
            try await bench.settled()
            var new = try card("a", "One")
            new.front = PhotoHash(of: [1, 2, 3, 4])
            await bench.store.save(new, photos: [[1, 2, 3, 4]])
            await bench.store.wait { $0.pendingCount == 0 }
            let sent = try #require(bench.backend.card("a"))
            #expect(sent["identifier"]?.string == "a")
            #expect(sent["name"]?.string == "One")
            #expect(sent["front"]?.string == "AQIDBA==")
            #expect(sent["back"]?.string == "")
            #expect(sent["note"]?.string == "")
            #expect(sent["expiry"] == .null)
        }
    }

    @Test("many cards are sent in several requests, none twice")
    func many() async throws {
        try await LoaderBench.with { bench in
            await bench.loader.start()
            try await bench.settled()
            bench.backend.script("POST /cards", [.hang])
            for number in 0..<250 { await bench.store.save(try card("card-\(number)", "Card \(number)")) }
            bench.backend.release()
            await bench.store.wait { $0.pendingCount == 0 }
            let posts = bench.backend.requests.filter { $0.method == "POST" }
            let counts = try posts.map { try #require(JSONParser.parse($0.body).array).count }
            #expect(counts.allSatisfy { $0 <= 100 })
            // The first answer was scripted, so the backend does not have the card.
            #expect(bench.backend.cards.count + counts[0] >= 250)
        }
    }

    @Test("a card that changes during its upload is sent again")
    func changedMeanwhile() async throws {
        try await LoaderBench.with { bench in
            await bench.loader.start()
            try await bench.settled()
            bench.backend.script("POST /cards", [.init([.text("{}"), .hang])])
            await bench.store.save(try card("a", "Old"))
            _ = await bench.backend.request { $0.line == "POST /cards" }
            await bench.store.save(try card("a", "New"))
            bench.backend.release()
            await bench.store.wait { $0.pendingCount == 0 }
            let posts = bench.backend.requests.filter { $0.method == "POST" }
            #expect(posts.count == 2)
            #expect(bench.backend.card("a")?["name"]?.string == "New")
        }
    }

    @Test("deleting a card that no longer exists succeeds", arguments: [404, 410])
    func goneAlready(status: Int) async throws {
        try await LoaderBench.with([cardJSON("a", "One")]) { bench in
            await bench.loader.start()
            try await bench.settled()
            bench.backend.script("DELETE /cards/a", [.status(status)])
            await bench.store.delete(try #require(CardID("a")))
            await bench.store.wait { $0.pendingCount == 0 }
            #expect(await bench.store.failures.isEmpty)
        }
    }

    @Test("a read-only backend is detected once, and changes stay pending")
    func filesOnly() async throws {
        try await LoaderBench.with([cardJSON("a", "One")]) { bench in
            bench.backend.serveFilesOnly()
            await bench.loader.start()
            try await bench.settled()
            await bench.store.save(try card("b", "Two"))
            let status = try await bench.status { $0.phase == .readOnly }
            #expect(status.tally.pending == 1)
            #expect(status.failure == nil)
            #expect(status.nextTry == nil)
            await bench.store.delete(try #require(CardID("a")))
            try await bench.status { $0.tally.pending == 2 && !$0.isBusy }
            #expect(bench.backend.lines == ["GET /cards.json", "POST /cards"])

            // Requested again, it retries; a backend that accepts writes now gets the pending changes.
            bench.backend.setFault(nil)
            await bench.loader.synchronize()
            try await bench.status { $0.phase != .readOnly && $0.tally.pending == 0 && !$0.isBusy }
            #expect(bench.backend.cards.compactMap { $0["name"]?.string } == ["Two"])
        }
    }

    @Test("status 405 to a write and 404 to a POST mean read-only, too", arguments: [405, 404])
    func readOnly(status: Int) async throws {
        try await LoaderBench.with { bench in
            bench.backend.setFault { $0.method == "POST" ? .status(status) : nil }
            await bench.loader.start()
            try await bench.settled()
            await bench.store.save(try card("b", "Two"))
            try await bench.status { $0.phase == .readOnly && $0.tally.pending == 1 && !$0.isBusy }
        }
    }

    @Test("the body of a successful answer is ignored, however long it is")
    func longAnswer() async throws {
        try await LoaderBench.with { bench in
            let page = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
            bench.backend.setFault {
                $0.method == "POST" ? .init(framing: .chunked, [.repeated(page, times: 20)]) : nil
            }
            await bench.loader.start()
            try await bench.settled()
            await bench.store.save(try card("a", "One"))
            await bench.store.wait { $0.pendingCount == 0 }
            #expect(bench.backend.requests.count == 2)
        }
    }

    @Test("a rejected card does not block the others")
    func refused() async throws {
        try await LoaderBench.with { bench in
            bench.backend.setFault { $0.method == "POST" && $0.text.contains("Bad") ? .status(422) : nil }
            await bench.loader.start()
            try await bench.settled()
            await bench.store.save(try card("a", "Bad"))
            for number in 0..<9 { await bench.store.save(try card("card-\(number)", "Good")) }
            let status = try await bench.status { $0.tally.pending == 1 && $0.tally.refused == 1 && !$0.isBusy }
            #expect(bench.backend.cards.count == 9)
            #expect(status.failure == nil)
            #expect(status.nextTry == nil)
            let refused = try await bench.loader.pendingCards(limit: 9)
            #expect(refused.map(\.name) == ["Bad"])
            #expect(refused.first?.isRefused == true)
            #expect(refused.first?.lastFailure?.contains("422") == true)
            bench.backend.setFault(nil)
            await bench.loader.retryRefused(nil)
            try await bench.settled()
            #expect(bench.backend.cards.count == 10)
        }
    }

    @Test("cards older than the backend are not sent before the user consents")
    func consent() async throws {
        try await LoaderBench.with([cardJSON("x", "Theirs")]) { bench in
            await bench.store.save(try card("a", "Mine"))
            await bench.loader.start()
            let status = try await bench.status { $0.hasDownloaded && !$0.isBusy && $0.cardsAwaitingConsent != nil }
            #expect(status.cardsAwaitingConsent == 1)
            #expect(bench.backend.lines == ["GET /cards.json"])
            await bench.loader.setConsent(.granted)
            let answered = try await bench.settled()
            #expect(answered.cardsAwaitingConsent == nil)
            #expect(bench.backend.lines == ["GET /cards.json", "POST /cards"])
        }
    }

    @Test("cards that the backend already has need no consent")
    func nothingToAsk() async throws {
        try await LoaderBench.with([cardJSON("a", "Mine")]) { bench in
            await bench.store.save(try card("a", "Mine"))
            await bench.loader.start()
            let status = try await bench.settled()
            #expect(status.cardsAwaitingConsent == nil)
            #expect(await bench.store.consent == .granted)
            #expect(bench.backend.lines == ["GET /cards.json"])
        }
    }

    @Test("declined cards are not sent, later ones are")
    func declined() async throws {
        try await LoaderBench.with { bench in
            await bench.store.save(try card("a", "Mine"))
            await bench.loader.start()
            try await bench.status { $0.cardsAwaitingConsent == 1 && $0.hasDownloaded && !$0.isBusy }
            await bench.loader.setConsent(.declined)
            try await bench.settled()
            #expect(bench.backend.lines == ["GET /cards.json"])
            await bench.store.save(try card("b", "Later"))
            await bench.store.wait { $0.pendingCount == 0 }
            #expect(bench.backend.cards.compactMap { $0["name"]?.string } == ["Later"])
        }
    }
}
