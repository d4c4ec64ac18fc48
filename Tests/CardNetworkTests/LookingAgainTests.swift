import Cards
import TestSupport
import Testing

@testable import CardNetwork

@Suite("Looking again, and what outlives the program", .timeLimit(.minutes(5)))
struct LookingAgainTests {
    @Test("an idle loader downloads again and leaves refused cards alone; one that was stopped does nothing")
    func lookAgain() async throws {
        try await LoaderBench.with([cardJSON("a", "One")]) { bench in
            await bench.loader.start()
            try await bench.settled()
            bench.backend.cards += [cardJSON("b", "Two")]
            await bench.loader.lookAgain()
            await bench.store.wait { $0.names == ["One", "Two"] }
            try await bench.settled()
            bench.backend.setFault { $0.method == "POST" ? .status(422) : nil }
            await bench.store.save(try card("r", "Refused"))
            try await bench.status { $0.tally.refused == 1 && !$0.isBusy }
            let before = bench.backend.requests.count
            await bench.loader.lookAgain()
            await bench.backend.requests(atLeast: before + 1)
            try await bench.status { $0.tally.refused == 1 && !$0.isBusy }
            #expect(bench.backend.lines.filter { $0.hasPrefix("POST") }.count == 1)
            await bench.loader.cancel()
            let requests = bench.backend.lines.count
            await bench.loader.lookAgain()
            try await bench.status { $0.phase == .stopped }
            #expect(bench.backend.lines.count == requests)
        }
    }

    @Test("the time of the last success is stored, and shown at the next start, also while the backend is away")
    func lastSync() async throws {
        try await LoaderBench.with([cardJSON("a", "One")]) { bench in
            await bench.loader.start()
            try await bench.settled()
            await bench.store.wait { $0.lastSync == LoaderBench.now }
            let port = try RefusingPort()
            let next = NetworkLoader(store: bench.store, backend: try BackendURL(port.url), clock: TestClock())
            await next.start()
            for await status in await next.statuses() where status.failure != nil {
                #expect(status.lastSuccess == LoaderBench.now)
                break
            }
            await next.stop()
        }
    }
}
