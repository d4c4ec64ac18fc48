import Cards
import TestSupport
import Testing

@testable import CardNetwork

@Suite("Retry-After", .timeLimit(.minutes(5)))
struct RetryAfterTests {
    /// 1994-11-06 08:49:37 in UTC, the moment of RFC 9110's examples.
    private static let moment = Timestamp(milliseconds: 784_111_777_000)

    private static let library = CurlLibrary.open(CurlLibrary.names)

    @Test(
        "a date is read in each of the three HTTP formats",
        arguments: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
    func dates(text: String) {
        #expect(Self.library?.timestamp(ofDate: text) == Self.moment)
    }

    @Test(
        "an invalid date is ignored",
        arguments: [
            "", "tomorrow", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
            "Sun, 06 Nov 1994 08:60:37 GMT", "Foo, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
            "1994-11-06T08:49:37Z",
        ])
    func noDates(text: String) throws { #expect(try #require(Self.library).timestamp(ofDate: text) == nil) }

    @Test(
        "seconds and dates are limited to an hour",
        arguments: [
            ("0", .zero), ("120", .seconds(120)), ("3600", .seconds(3600)), ("3601", .seconds(3600)),
            ("99999999999999999999999", .seconds(3600)), ("-5", .zero), ("", nil), ("-", nil), ("+5", nil),
            ("1.5", nil),
            ("5 minutes", nil), ("soon", nil), ("Sun, 06 Nov 1994 08:51:37 GMT", .seconds(120)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", .zero), ("Sun, 06 Nov 1994 08:00:00 GMT", .zero),
            ("Mon, 06 Nov 9994 08:49:37 GMT", .seconds(3600)), ("Sunday, 06-Nov-94 08:50:37 GMT", .seconds(60)),
        ] as [(String, Duration?)])
    func values(text: String, expected: Duration?) throws {
        let library = try #require(Self.library)
        #expect(RetryAfter(text, date: nil, now: Self.moment, by: library)?.delay == expected)
    }

    @Test("a date is relative to the server's clock, not ours", arguments: [-10, 10])
    func serverClock(years: Int64) throws {
        let library = try #require(Self.library)
        let now = Timestamp(milliseconds: Self.moment.milliseconds + years * 365 * 86_400_000)
        for date in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT"] {
            let pause = RetryAfter("Sun, 06 Nov 1994 08:50:07 GMT", date: date, now: now, by: library)
            #expect(pause?.delay == .seconds(30))
        }
        #expect(RetryAfter("30", date: "nonsense", now: now, by: library)?.delay == .seconds(30))
    }

    @Test("no wait at all is not told as one", arguments: ["0", "-5", "Sun, 06 Nov 1994 08:49:37 GMT"])
    func noWait(value: String) async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        let host = "127.0.0.1:\(backend.port)"
        let request = MyCardsEndpoint.cards.request(to: try BackendURL(backend.url))
        backend.script("GET /cards.json", [.init(status: 429, headers: ["Retry-After": value])])
        let error = try #require(try await HTTPBench.error(to: request))
        #expect(error == .busy(host: host, status: 429, retryAfter: .zero))
        #expect(error.userMessage == "\(host) is busy (429). Your cards are saved here.")
    }

    @Test("429 and 503 with Retry-After are temporary; without it they are rejections", arguments: [429, 503])
    func temporaryStatus(status: Int) async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        let host = "127.0.0.1:\(backend.port)"
        let request = MyCardsEndpoint.cards.request(to: try BackendURL(backend.url))
        backend.script(
            "GET /cards.json",
            [
                .init(status: status, headers: ["Retry-After": " 90 "]),
                .init(
                    status: status,
                    headers: [
                        "Retry-After": "Sun, 06 Nov 1994 08:59:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
                    ]),
                .init(status: status, headers: ["Retry-After": "soon"]), .status(status),
                .init(status: 500, headers: ["Retry-After": "90"]),
            ])
        let first = try #require(try await HTTPBench.error(to: request))
        #expect(first == .busy(host: host, status: status, retryAfter: .seconds(90)))
        #expect(first.retryAfter == .seconds(90))
        #expect(first.isTemporary)
        #expect(first.userMessage == "\(host) asks you to wait 90 seconds (\(status)). Your cards are saved here.")
        let second = try #require(try await HTTPBench.error(to: request))
        #expect(second == .busy(host: host, status: status, retryAfter: .seconds(600)))
        #expect(second.userMessage.contains("10 minutes"))
        for _ in 0..<2 { #expect(try await HTTPBench.error(to: request) == .refused(host: host, status: status)) }
        let last = try await HTTPBench.error(to: request)
        #expect(last == .refused(host: host, status: 500))
        #expect(last?.retryAfter == nil)
    }
}
