import Cards
import TestSupport
import Testing

@testable import CardNetwork

@Suite("The HTTP client", .timeLimit(.minutes(5)))
struct HTTPClientTests {
    @Test(
        "a body arrives completely in every framing",
        arguments: [TestBackend.Answer.Framing.length(), .chunked, .untilClose])
    func framing(framing: TestBackend.Answer.Framing) async throws {
        let answer = TestBackend.Answer(framing: framing, [.text("one, "), .text("two")])
        #expect(try await HTTPBench.body(of: answer) == Array("one, two".utf8))
    }

    @Test("a body is decompressed")
    func gzip() async throws {
        // "hello", compressed by gzip(1).
        let packed: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
        ]
        #expect(
            try await HTTPBench.body(of: .init(headers: ["Content-Encoding": "gzip"], [.bytes(packed)]))
                == Array("hello".utf8))
    }

    @Test("status and headers are delivered before the body")
    func head() async throws {
        try await HTTPBench.withBackend(.init(status: 206, headers: ["X-Count": "7"], [.text("a"), .hang])) {
            backend, request in
            let client = HTTPClient(.init())
            let status = try await client.withResponse(to: request, maximumBodyBytes: 100) { response in
                #expect(response.head["x-count"] == "7")
                #expect(response.head["absent"] == nil)
                return response.head.status
            }
            #expect(status == 206)
        }
    }

    @Test("the response after 100 Continue is returned")
    func interim() async throws {
        let head = "HTTP/1.1 100 Continue\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"
        #expect(try await HTTPBench.body(of: .init([.text("ok")], head: head)) == Array("ok".utf8))
    }

    @Test("a body above the limit ends the transfer")
    func bodyLimit() async throws {
        let answer = TestBackend.Answer(
            framing: .chunked, [.repeated([UInt8](repeating: 32, count: 1 << 16), times: 64)])
        #expect(try await HTTPBench.failure(of: answer, limit: 3 << 20) == .bodyTooLarge(limit: 3 << 20))
        #expect(try await HTTPBench.failure(of: answer, limit: 4 << 20) == nil)
    }

    @Test("a header above 64 kB ends the transfer")
    func headerLimit() async throws {
        let lines = (0..<100).map { "X-\($0): " + String(repeating: "x", count: 1000) + "\r\n" }.joined()
        #expect(try await HTTPBench.failure(of: .init(head: "HTTP/1.1 200 OK\r\n\(lines)\r\n")) == .headerTooLarge)
    }

    @Test("a silent server is abandoned after the stall timeout")
    func stalls() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.stallTimeout = .seconds(1)
        #expect(try await HTTPBench.failure(of: .hang, configuration) == .timedOut)
    }

    @Test("a truncated body is an error", arguments: [TestBackend.Answer.Framing.length(100), .chunked])
    func cutOff(framing: TestBackend.Answer.Framing) async throws {
        #expect(try await HTTPBench.failure(of: .init(framing: framing, [.text("half")], closes: true)) == .closed)
    }

    @Test("without libcurl the error names the package to install")
    func noLibrary() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.libraryNames = ["libcurl-that-is-not-there.so.4"]
        let client = HTTPClient(configuration)
        let request = MyCardsEndpoint.cards.request(to: try BackendURL("http://127.0.0.1:9"))
        let error = await #expect(throws: NetworkError.self) {
            try await client.withResponse(to: request, maximumBodyBytes: 1) { _ in }
        }
        #expect(error?.userMessage == "The network needs libcurl (libcurl4), which is not installed.")
        #expect(error?.isTemporary == false)
    }

    @Test(
        "cancelling the task ends its transfer immediately, before the response and during it",
        arguments: [true, false])
    func cancel(beforeTheAnswer: Bool) async throws {
        let answer: TestBackend.Answer = beforeTheAnswer ? .hang : .init(framing: .length(100), [.text("half"), .hang])
        try await HTTPBench.withBackend(answer) { backend, request in
            let client = HTTPClient(.init())
            let (started, start) = AsyncStream<Void>.makeStream()
            let task = Task {
                try await client.withResponse(to: request, maximumBodyBytes: 100) { response in
                    start.yield()
                    while try await response.nextChunk() != nil {}
                }
            }
            if beforeTheAnswer {
                _ = await backend.request { _ in true }
            } else {
                for await _ in started { break }
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("a task that is already cancelled sends nothing")
    func cancelledBefore() async throws {
        try await HTTPBench.withBackend(.json("[]")) { backend, request in
            let client = HTTPClient(.init())
            let (gate, open) = AsyncStream<Void>.makeStream()
            let task = Task {
                for await _ in gate { break }
                try await client.withResponse(to: request, maximumBodyBytes: 100) { _ in }
            }
            task.cancel()
            open.yield()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("one client serves concurrent tasks")
    func many() async throws {
        try await HTTPBench.withBackend(.json("[]")) { backend, request in
            let client = HTTPClient(.init())
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await client.withResponse(to: request, maximumBodyBytes: 100) { response in
                            while try await response.nextChunk() != nil {}
                            return response.head.status
                        }
                    }
                }
                for try await status in group { #expect(status == 200) }
            }
            #expect(backend.requests.count == 50)
        }
    }

    @Test("a slow reader gets every byte in order, and the server is paused for it")
    func backPressure() async throws {
        let chunks = (0..<64).map { TestBackend.Answer.Piece.bytes([UInt8](repeating: UInt8($0), count: 1 << 17)) }
        try await HTTPBench.withBackend(.init(framing: .chunked, chunks)) { _, request in
            let largest = try await HTTPClient(.init()).withResponse(to: request, maximumBodyBytes: 1 << 24) {
                response in
                var received = 0
                var largest = 0
                while let chunk = try await response.nextChunk() {
                    for (index, byte) in chunk.enumerated() where Int(byte) != (received + index) >> 17 {
                        Issue.record("byte \(received + index) is \(byte)")
                        return 0
                    }
                    received += chunk.count
                    largest = max(largest, chunk.count)
                }
                #expect(received == 1 << 23)
                return largest
            }
            #expect(largest <= Transfer.bufferSize + (64 << 10))
        }
    }

    @Test("a reader slower than the stall timeout does not count as a stalled server", arguments: [false, true])
    func slowReader(isSlowServer: Bool) async throws {
        let first: [TestBackend.Answer.Piece] = isSlowServer ? [.text("["), .pause(milliseconds: 700)] : []
        let answer = TestBackend.Answer(
            framing: .chunked, first + [.repeated([UInt8](repeating: 32, count: 1 << 16), times: 64)])
        try await HTTPBench.withBackend(answer) { _, request in
            let count = try await HTTPClient(HTTPBench.impatient).withResponse(to: request, maximumBodyBytes: 1 << 24) {
                response in
                var count = 0
                while let chunk = try await response.nextChunk() {
                    let isFirst = count <= 1
                    count += chunk.count
                    guard isFirst, count > 1 else { continue }
                    // As long as the timeout of another server.
                    var configuration = HTTPClient.Configuration()
                    configuration.stallTimeout = .seconds(3)
                    #expect(try await HTTPBench.failure(of: .hang, configuration) == .timedOut)
                }
                return count
            }
            #expect(count == (64 << 16) + (isSlowServer ? 1 : 0))
        }
    }

    @Test("a request carries its method, body and headers, and the token")
    func request() async throws {
        try await HTTPBench.withBackend(.json("{}")) { backend, _ in
            let client = HTTPClient(.init(credentials: Credentials("t0ken")))
            let body = Array(String(repeating: "x", count: 3 << 20).utf8)
            let request = MyCardsEndpoint.save(body: body).request(to: try BackendURL(backend.url + "/api/"))
            try await client.withResponse(to: request, maximumBodyBytes: 100) { try await $0.requireSuccess() }
            let seen = try #require(backend.requests.first)
            #expect(seen.line == "POST /api/cards")
            #expect(seen.body == body)
            #expect(seen.headers["content-type"] == "application/json")
            #expect(seen.headers["authorization"] == "Bearer t0ken")
            #expect(seen.headers["user-agent"]?.hasPrefix("cards-tui") == true)
            #expect(seen.headers["expect"] == nil)
        }
    }
}
