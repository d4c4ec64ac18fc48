import Cards
import TestSupport
import Testing

@testable import CardNetwork

@Suite("Retries", .timeLimit(.minutes(5)))
struct RetryTests {
    @Test("the delay grows with each failure, until the backend recovers")
    func backOff() async throws {
        try await LoaderBench.with([cardJSON("a", "One")]) { bench in
            bench.backend.script("GET /cards.json", [.status(500), .status(502), .status(503)])
            await bench.loader.start()
            for seconds in [2, 4, 8] {
                await bench.clock.waitForSleeper { $0 == .seconds(seconds) }
                let status = try await bench.status { $0.nextTry != nil }
                #expect(status.failure?.message.contains("50") == true)
                bench.clock.advance(by: .seconds(seconds))
            }
            let status = try await bench.settled()
            #expect(status.nextTry == nil)
            #expect(bench.backend.requests.count == 4)
            #expect(await bench.store.names == ["One"])
        }
    }

    @Test("a failed upload is retried without another download")
    func upload() async throws {
        try await LoaderBench.with { bench in
            await bench.loader.start()
            try await bench.settled()
            bench.backend.script("POST /cards", [.status(500)])
            await bench.store.save(try card("a", "One"))
            await bench.clock.waitForSleeper { $0 == .seconds(2) }
            #expect(await bench.store.failures.count == 1)
            bench.clock.advance(by: .seconds(2))
            await bench.store.wait { $0.pendingCount == 0 }
            #expect(bench.backend.lines == ["GET /cards.json", "POST /cards", "POST /cards"])
        }
    }

    @Test("a requested sync starts immediately")
    func asked() async throws {
        try await LoaderBench.with([cardJSON("a", "One")]) { bench in
            bench.backend.script("GET /cards.json", [.status(500)])
            await bench.loader.start()
            await bench.clock.waitForSleeper { $0 == .seconds(2) }
            await bench.loader.synchronize()
            try await bench.settled()
            #expect(await bench.store.names == ["One"])
        }
    }

    @Test("a change made while the backend is unreachable joins the pending ones")
    func changeMeanwhile() async throws {
        try await LoaderBench.with { bench in
            bench.backend.script("GET /cards.json", [.status(500)])
            await bench.loader.start()
            await bench.clock.waitForSleeper { $0 == .seconds(2) }
            await bench.store.save(try card("a", "One"))
            try await bench.status { $0.tally.pending == 1 }
            #expect(bench.backend.lines == ["GET /cards.json"])
            bench.clock.advance(by: .seconds(2))
            await bench.store.wait { $0.pendingCount == 0 }
            #expect(bench.backend.lines == ["GET /cards.json", "GET /cards.json", "POST /cards"])
        }
    }

    @Test("rejected credentials are not retried automatically")
    func credentials() async throws {
        try await LoaderBench.with { bench in
            bench.backend.script("GET /cards.json", [.status(401)])
            await bench.loader.start()
            let status = try await bench.failed()
            #expect(status.nextTry == nil)
            await bench.loader.synchronize()
            try await bench.settled()
        }
    }

    @Test("stopping ends a stalled download immediately")
    func stops() async throws {
        try await LoaderBench.with { bench in
            bench.backend.setFault { _ in .hang }
            await bench.loader.start()
            _ = await bench.backend.request { $0.method == "GET" }
            // The server never answers: only stopping ends this.
            await bench.loader.stop()
            var count = 0
            for await _ in await bench.loader.statuses() { count += 1 }
            #expect(count == 1)
        }
    }

    @Test("the delay doubles up to five minutes, and jitter shortens it by any part")
    func policy() {
        let longest = RetryPolicy(random: { 1 })
        #expect(longest.delay(afterFailures: 1) == .seconds(2))
        #expect(longest.delay(afterFailures: 3) == .seconds(8))
        #expect(longest.delay(afterFailures: 9) == .seconds(300))
        #expect(longest.delay(afterFailures: .max) == .seconds(300))
        #expect(RetryPolicy(random: { 0.25 }).delay(afterFailures: 1) == .milliseconds(500))
        #expect(RetryPolicy(random: { 0 }).delay(afterFailures: 5) == .zero)
    }
}
