import CardNetwork
import CardStorage
import Cards
import TestSupport
import Testing

@Suite("Waiting for a backend", .timeLimit(.minutes(5)))
struct WaitingTests {
    private let folder: TemporaryFolder
    private let backend: AnyBackend
    private let device: Device

    init() async throws {
        folder = try TemporaryFolder()
        backend = try AnyBackend.start(.myCards)
        device = try await Device("laptop", in: folder, backend: backend.server.url, kind: .myCards)
        try await device.save(Card(identifier: try #require(CardID("mine")), name: "Mine"))
    }

    /// The value of Retry-After, the backend's clock, and the seconds until the retry: never less than the two seconds after a
    /// first failure.
    private static let pauses: [(value: String, date: String?, seconds: Int64)] = [
        ("7", nil, 7), ("0", nil, 2), ("-30", nil, 2), ("999999999999999999999", nil, 3600), ("7200", nil, 3600),
        ("soon", nil, 2),
        ("Sat, 21 Nov 2026 10:01:00 GMT", "Sat, 21 Nov 2026 10:00:00 GMT", 60),
        ("Sat, 21 Nov 2026 09:00:00 GMT", "Sat, 21 Nov 2026 10:00:00 GMT", 2),
        ("Sun, 22 Nov 2026 10:00:00 GMT", "Sat, 21 Nov 2026 10:00:00 GMT", 3600),
    ]

    @Test("Retry-After is read by the backend's clock; ours may be ten years off", arguments: pauses, [429, 503])
    func retryAfter(_ pause: (value: String, date: String?, seconds: Int64), _ status: Int) async throws {
        defer { backend.server.stop() }
        let wall = SettableClock()
        wall.pass(seconds: 10 * 365 * 86_400)
        var headers = ["Retry-After": pause.value]
        if let date = pause.date { headers["Date"] = date }
        backend.server.setFault { [headers] _ in TestBackend.Answer(status: status, headers: headers) }
        let clock = TestClock()
        let loader = device.loader(clock: clock, cardClock: wall.clock)
        await loader.start()
        let failed = try #require(await loader.end())
        let next = try #require(failed.nextTry)
        #expect(next.milliseconds - wall.clock.now().milliseconds == pause.seconds * 1000)
        backend.server.setFault(nil)
        // The status changes before the timer starts: time that passes in between would be waited for twice.
        await clock.waitForSleeper { $0 == .seconds(pause.seconds) }
        clock.advance(by: .seconds(pause.seconds))
        _ = await loader.status { !$0.isBusy && $0.tally.pending == 0 && $0.failure == nil && $0.hasDownloaded }
        await loader.stop()
        #expect(try backend.cards().count == 1)
    }

    @Test("a requested sync does not wait for it")
    func asked() async throws {
        defer { backend.server.stop() }
        backend.server.setFault { _ in TestBackend.Answer(status: 503, headers: ["Retry-After": "3600"]) }
        let loader = device.loader()
        await loader.start()
        #expect(await loader.end()?.failure?.message.contains("asks you to wait") == true)
        backend.server.setFault(nil)
        await loader.synchronize()
        #expect(await loader.status { $0.tally.pending == 0 && !$0.isBusy && $0.failure == nil } != nil)
        await loader.stop()
    }

    @Test(
        "a backend that stalls before or after its headers is abandoned and retried later", arguments: [true, false])
    func hangs(_ hasHead: Bool) async throws {
        defer { backend.server.stop() }
        backend.server.setFault { _ in
            hasHead ? TestBackend.Answer(framing: .chunked, [.text("["), .hang]) : .hang
        }
        let loader = device.loader(stall: .seconds(1))
        await loader.start()
        let status = try #require(await loader.end())
        #expect(status.failure?.message.contains(hasHead ? "response stopped" : "no response in time") == true)
        #expect(status.nextTry != nil)
        #expect(status.tally.pending == 1)
        backend.server.setFault(nil)
        await loader.synchronize()
        #expect(await loader.status { $0.tally.pending == 0 && !$0.isBusy && $0.failure == nil } != nil)
        await loader.stop()
    }

    @Test("a redirect to another host is not followed, and no credentials are sent there")
    func redirected() async throws {
        defer { backend.server.stop() }
        let other = try TestBackend().start()
        defer { other.stop() }
        backend.server.setFault { _ in
            TestBackend.Answer(status: 302, headers: ["Location": "\(other.url)/cards.json"])
        }
        let status = try await device.synchronize()
        #expect(status.failure?.message.contains("redirects to \(other.url)/cards.json") == true)
        #expect(other.requests.isEmpty)
    }

    @Test("an endless list is aborted at the limit, and the cards before that are kept")
    func endless() async throws {
        defer { backend.server.stop() }
        let megabyte = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
        backend.server.setFault { _ in
            TestBackend.Answer(
                framing: .chunked, [.text(#"[{"identifier":"x","name":"Theirs"}"#), .repeated(megabyte, times: 1024)])
        }
        let status = try await device.synchronize()
        #expect(status.failure?.message.contains("larger than 256 MB") == true)
        #expect(try await device.cards().count == 2)
    }
}
