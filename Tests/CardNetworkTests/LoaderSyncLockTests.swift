import Cards
import TestSupport
import Testing

@testable import CardNetwork

@Suite("The loader: sync lock and cancelling", .timeLimit(.minutes(5)))
struct LoaderSyncLockTests {
    @Test("the loader waits while another program holds the sync lock, and then syncs")
    func elsewhere() async throws {
        try await LoaderBench.with([cardJSON("a", "One")]) { bench in
            await bench.store.setSyncLockFree(false)
            await bench.loader.start()
            await bench.clock.waitForSleeper { $0 == .seconds(1) }
            let waiting = try await bench.status { $0.phase == .waitingForOther }
            #expect(waiting.failure == nil)
            bench.clock.advance(by: .seconds(1))
            await bench.clock.waitForSleeper { $0 == .seconds(1) }
            #expect(bench.backend.requests.isEmpty)
            await bench.store.setSyncLockFree(true)
            bench.clock.advance(by: .seconds(1))
            let settled = try await bench.settled()
            #expect(settled.phase != .waitingForOther)
        }
    }

    @Test("the loader is idle only after another program may sync")
    func releasedBeforeIdle() async throws {
        try await LoaderBench.with([cardJSON("a", "One")]) { bench in
            await bench.store.delayRelease(true)
            await bench.loader.start()
            await bench.store.wait { $0.isReleasingSyncLock }
            let status = try await bench.status { _ in true }
            #expect(status.isBusy && status.hasDownloaded)
            await bench.store.delayRelease(false)
            try await bench.settled()
            #expect(await !bench.store.isReleasingSyncLock)
        }
    }

    @Test("a cancelled download ends immediately, keeps the received cards, and is not retried automatically")
    func cancel() async throws {
        try await LoaderBench.with { bench in
            bench.backend.script(
                "GET /cards.json",
                [.init(framing: .chunked, [.text(#"[{"identifier":"a","name":"First"},"#), .hang, .text("]")])])
            await bench.loader.start()
            await bench.clock.waitForSleeper()
            try await bench.mergeFirstBatch()
            await bench.loader.cancel()
            let status = try await bench.status { !$0.isBusy }
            #expect(status.failure == nil)
            #expect(status.nextTry == nil)
            await bench.store.save(try card("b", "Mine"))
            try await bench.status { $0.tally.pending == 1 }
            #expect(bench.backend.lines == ["GET /cards.json"])
            bench.backend.release()
            await bench.loader.synchronize()
            try await bench.settled()
            #expect(await bench.store.names == ["First", "Mine"])
        }
    }

    @Test("cancelling also ends the wait for the next try")
    func cancelWaiting() async throws {
        try await LoaderBench.with { bench in
            bench.backend.setFault { _ in .status(503) }
            await bench.loader.start()
            // The status is set before the timer.
            await bench.clock.waitForSleeper { $0 == .seconds(2) }
            try await bench.status { $0.nextTry != nil }
            await bench.loader.cancel()
            let cancelled = try await bench.status { _ in true }
            #expect(cancelled.nextTry == nil)
            #expect(!bench.clock.hasSleepers)
            bench.backend.setFault(nil)
            await bench.loader.synchronize()
            try await bench.settled()
            #expect(bench.backend.requests.count == 2)
        }
    }

    @Test("the download progress is reported in bytes and cards, with the total")
    func progress() async throws {
        try await LoaderBench.with { bench in
            let text = #"[{"identifier":"a","name":"First"},{"identifier":"b","name":"Second"}]"#
            bench.backend.script(
                "GET /cards.json",
                [
                    .init(
                        framing: .length(text.utf8.count),
                        [.text(String(text.prefix(40))), .hang, .text(String(text.dropFirst(40)))])
                ])
            await bench.loader.start()
            await bench.clock.waitForSleeper()
            try await bench.mergeFirstBatch()
            let status = try await bench.status { $0.progress?.cards == 1 }
            #expect(status.progress == DownloadProgress(cards: 1, bytes: 40, totalBytes: text.utf8.count))
            bench.backend.release()
            try await bench.settled()
            #expect(await bench.store.names == ["First", "Second"])
        }
    }
}
