import Glibc
import TestSupport
import Testing

@testable import CardNetwork

/// Servers that are broken, killed, slow or malicious, over real sockets.
@Suite("Hostile responses", .timeLimit(.minutes(5)))
struct HostileAnswerTests {
    typealias Answer = TestBackend.Answer

    private static let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    /// The beginning of blanks compressed by gzip; it continues with zeros of any length: a thousand bytes for each.
    static let bombHead: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 236, 193, 1, 1, 0, 0, 0, 128, 144, 254, 175, 238, 8, 10,
    ]
    /// A gigabyte, compressed.
    static let bomb = Answer(
        headers: ["Content-Encoding": "gzip"], framing: .chunked,
        [.bytes(bombHead), .repeated([UInt8](repeating: 0, count: 1 << 16), times: 16)])

    @Test(
        "a truncated response is a connection closed too early",
        arguments: [
            ("before the reply", .close), ("reset before the reply", Answer(resets: true, head: "")),
            ("in the header", Answer(closes: true, head: "HTTP/1.1 200 OK\r\nContent-Le")),
            ("before its promised length", Answer(framing: .length(100), [.text("half")], closes: true)),
            ("between two chunks", Answer(framing: .chunked, [.text("half")], closes: true)),
            ("within a chunk", Answer([.text("64\r\nhalf")], closes: true, head: chunkedHead)),
            ("by a reset in mid-body", Answer(framing: .length(1 << 22), [.bytes(megabyte)], resets: true)),
        ] as [(String, Answer)])
    func brokenOff(name: String, answer: Answer) async throws {
        #expect(try await HTTPBench.failure(of: answer, limit: 1 << 23) == .closed, "\(name)")
    }

    private static let chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test("a body without Content-Length ends with the connection")
    func untilClose() async throws {
        // The client cannot tell a part from the whole here; the reader of the list does.
        #expect(try await HTTPBench.body(of: .init(framing: .untilClose, [.text("[{")])) == Array("[{".utf8))
    }

    @Test(
        "data that is not HTTP is rejected",
        arguments: [
            ("hello\r\n\r\n", .perhapsTLS), ("<html>portal</html>", .perhapsTLS),
            ("HTTP/1.1 abc OK\r\n\r\n", .perhapsTLS), ("HTTP/1.1\r\n\r\n", .perhapsTLS),
            ("HTTP/9.9 200 OK\r\n\r\n", .perhapsTLS), ("ICY 200 OK\r\n\r\n", .perhapsTLS),
            ("\0\0\0\0\r\n\r\n", .perhapsTLS), ("HTTP/1.1 20 OK\r\n\r\n", .perhapsTLS),
            ("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", .perhapsTLS),
            ("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n", .perhapsTLS),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", .notHTTP),
            ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\njunk", .damagedGzip),
        ] as [(String, HTTPFailure)])
    func notHTTP(head: String, expected: HTTPFailure) async throws {
        #expect(try await HTTPBench.failure(of: .init(closes: true, head: head)) == expected)
    }

    @Test("a megabyte of headers is rejected", arguments: ["one line", "many lines", "early answers", "trailers"])
    func header(kind: String) async throws {
        let long = String(repeating: "x", count: 1 << 20)
        let lines = String(repeating: "X-Line: \(String(repeating: "x", count: 1000))\r\n", count: 1000)
        let head =
            switch kind {
            case "one line": "HTTP/1.1 200 OK\r\nX: \(long)\r\n\r\n"
            case "many lines": "HTTP/1.1 200 OK\r\n\(lines)\r\n"
            case "early answers": String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 40_000)
            default: Self.chunkedHead + "0\r\n\(lines)\r\n"
            }
        #expect(try await HTTPBench.failure(of: .init(closes: true, head: head)) == .headerTooLarge)
    }

    @Test(
        "a body ends at its limit, whatever its Content-Length",
        arguments: [
            ("a gigabyte", Answer([.repeated(megabyte, times: 1024)])),
            ("endless chunks", Answer(framing: .chunked, [.drip(megabyte, milliseconds: 0)])),
            ("endless until close", Answer(framing: .untilClose, [.drip(megabyte, milliseconds: 0)])),
            ("a gzip bomb", bomb),
        ] as [(String, Answer)])
    func body(name: String, answer: Answer) async throws {
        #expect(try await HTTPBench.failure(of: answer, limit: 3 << 20) == .bodyTooLarge(limit: 3 << 20), "\(name)")
    }

    @Test("neither a gigabyte nor a gzip bomb fills the memory", arguments: [true, false])
    func memory(isBomb: Bool) async {
        await #expect(processExitsWith: .success) { [isBomb] in
            let answer = isBomb ? Self.bomb : Answer([.repeated(Self.megabyte, times: 1024)])
            try await HTTPBench.withBackend(answer) { backend, request in
                // Run once before, so that the cost of the client itself is not counted.
                backend.script("GET /cards.json", [.json("[]")])
                #expect(try await HTTPBench.error(to: request) == nil)
                let before = try #require(Self.peakKilobytes)
                let error = try await HTTPBench.error(to: request, limit: 256 << 20)
                let after = try #require(Self.peakKilobytes)
                #expect(error == .failed(host: request.base.hostAndPort, cause: .bodyTooLarge(limit: 256 << 20)))
                #expect(after - before < 20 << 10, "\(after - before) kB")
            }
        }
    }

    /// The peak memory of this process. getrusage would include that of its parent.
    private static var peakKilobytes: Int? {
        guard let file = fopen("/proc/self/status", "r") else { return nil }
        defer { fclose(file) }
        var text = [UInt8](repeating: 0, count: 8192)
        let count = fread(&text, 1, text.count, file)
        let lines = String(decoding: text.prefix(count), as: UTF8.self).split(separator: "\n")
        let fields = lines.first { $0.hasPrefix("VmHWM:") }?.split { $0 == " " || $0 == "\t" }
        return fields.flatMap { $0.count > 1 ? Int($0[1]) : nil }
    }

    @Test(
        "slow headers, a slow body and a silent pause time out",
        arguments: [
            Answer(framing: .chunked, [.text("["), .drip([32], milliseconds: 100)]),
            Answer([.drip([UInt8(ascii: "x")], milliseconds: 100)], head: "HTTP/1.1 200 OK\r\nX: "),
            Answer(framing: .length(100), [.text("["), .hang]),
        ])
    func drip(answer: Answer) async throws {
        #expect(try await HTTPBench.failure(of: answer, HTTPBench.impatient) == .tooSlow)
    }

    @Test("headers that arrive byte by byte time out, too")
    func dripOfFirstLine() async throws {
        let answer = Answer([.drip([UInt8(ascii: "1")], milliseconds: 100)], head: "HTTP/1.")
        let failure = try await HTTPBench.failure(of: answer, HTTPBench.impatient)
        #expect(failure == .timedOut || failure == .tooSlow)
    }

    @Test("a host that does not accept the connection is abandoned after the connect timeout")
    func noAnswerToSYN() async throws {
        let listener = try SilentListener()
        var configuration = HTTPClient.Configuration()
        configuration.connectTimeout = .milliseconds(300)
        let request = MyCardsEndpoint.cards.request(to: try BackendURL(listener.url))
        let start = ContinuousClock.now
        let error = try #require(try await HTTPBench.error(to: request, configuration))
        #expect(error == .failed(host: "127.0.0.1:\(listener.port)", cause: .timedOut))
        #expect(error.userMessage == "127.0.0.1:\(listener.port): no response in time. Your cards are saved here.")
        #expect(start.duration(to: .now) >= .milliseconds(250))
    }

    @Test("a closed port is a connection error")
    func refused() async throws {
        let port = try RefusingPort()
        let request = MyCardsEndpoint.cards.request(to: try BackendURL(port.url))
        let error = try await HTTPBench.error(to: request)
        #expect(error == .failed(host: "127.0.0.1:\(port.port)", cause: .cannotConnect))
        #expect(error?.userMessage == "127.0.0.1:\(port.port): no connection. Your cards are saved here.")
    }

    @Test("after a closed connection only idempotent requests are repeated")
    func repeats() async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        let base = try BackendURL(backend.url)
        let client = HTTPClient(.init())
        let list = MyCardsEndpoint.cards.request(to: base)
        func send(_ request: APIRequest) async throws {
            try await client.withResponse(to: request, maximumBodyBytes: 100) {
                while try await $0.nextChunk() != nil {}
            }
        }
        let post = APIRequest(base: base, path: ["cards"], method: .post, body: Array("[]".utf8))
        try await send(list)
        backend.script("POST /cards", [.close])
        await #expect(throws: NetworkError.failed(host: base.hostAndPort, cause: .closed)) { try await send(post) }
        #expect(backend.lines == ["GET /cards.json", "POST /cards"])
        // A list may be requested twice: the second request uses the connection of the first, is lost, and is repeated.
        try await send(list)
        backend.script("GET /cards.json", [.close])
        try await send(list)
        #expect(backend.lines.suffix(3) == ["GET /cards.json", "GET /cards.json", "GET /cards.json"])
    }
}
