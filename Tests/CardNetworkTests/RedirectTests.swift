import TestSupport
import Testing

@testable import CardNetwork

@Suite("Redirects", .timeLimit(.minutes(5)))
struct RedirectTests {
    private let backend: TestBackend
    private let request: APIRequest

    init() throws {
        backend = try TestBackend().start()
        request = MyCardsEndpoint.cards.request(to: try BackendURL(backend.url))
    }

    private func redirect(_ status: Int = 302, to place: String) -> TestBackend.Answer {
        TestBackend.Answer(status: status, headers: ["Location": place])
    }

    private static var withCredentials: HTTPClient.Configuration { .init(credentials: Credentials("ann:secret")) }

    @Test("a redirect within the backend is followed, with credentials", arguments: [301, 302, 303, 307, 308])
    func followed(status: Int) async throws {
        defer { backend.stop() }
        backend.script("GET /cards.json", [redirect(status, to: "../lists/./all?x=1")])
        backend.script("GET /lists/all?x=1", [redirect(status, to: backend.url + "/end")])
        backend.script("GET /end", [.json("[]")])
        #expect(try await HTTPBench.error(to: request, Self.withCredentials) == nil)
        #expect(backend.lines == ["GET /cards.json", "GET /lists/all?x=1", "GET /end"])
        #expect(backend.requests.allSatisfy { $0.headers["authorization"]?.hasPrefix("Basic ") == true })
    }

    @Test(
        "a redirect to another host is not followed, and no credentials are sent there",
        arguments: ["http://127.0.0.1", "//ann:secret@127.0.0.1"])
    func anotherHost(prefix: String) async throws {
        let other = try TestBackend().start()
        defer {
            backend.stop()
            other.stop()
        }
        backend.setFault { [port = other.port] _ in
            .init(status: 302, headers: ["Location": "\(prefix):\(port)/cards.json?auth=secret"])
        }
        let error = try #require(try await HTTPBench.error(to: request, Self.withCredentials))
        #expect(error == .redirected(host: "127.0.0.1:\(backend.port)", target: "\(other.url)/cards.json"))
        #expect(!error.userMessage.contains("secret"))
        #expect(other.requests.isEmpty)
        #expect(backend.requests.count == 1)
    }

    @Test("another name of the host or another scheme is another origin")
    func anotherOrigin() async throws {
        defer { backend.stop() }
        for place in [
            "http://localhost:\(backend.port)/x", "https://127.0.0.1:\(backend.port)/x", "http://127.0.0.1/x",
        ] {
            backend.script("GET /cards.json", [redirect(to: place)])
            #expect(
                try await HTTPBench.error(to: request) == .redirected(host: "127.0.0.1:\(backend.port)", target: place))
        }
        #expect(backend.lines == ["GET /cards.json", "GET /cards.json", "GET /cards.json"])
    }

    @Test("five redirects are followed, a sixth is not")
    func five() async throws {
        defer { backend.stop() }
        for step in 0..<6 {
            backend.script("GET " + (step == 0 ? "/cards.json" : "/\(step)"), [redirect(to: "/\(step + 1)")])
        }
        backend.script("GET /1", [redirect(to: "/2"), redirect(to: "/2")])
        let error = try await HTTPBench.error(to: request)
        #expect(error == .redirectedTooOften(host: "127.0.0.1:\(backend.port)"))
        #expect(backend.lines == ["GET /cards.json", "GET /1", "GET /2", "GET /3", "GET /4", "GET /5"])
        // One redirect less leads to an answer.
        backend.script("GET /4", [redirect(to: "/5")])
        backend.script("GET /5", [.json("[]")])
        for step in [2, 3] { backend.script("GET /\(step)", [redirect(to: "/\(step + 1)")]) }
        backend.script("GET /cards.json", [redirect(to: "/1")])
        #expect(try await HTTPBench.error(to: request) == nil)
        #expect(backend.lines.last == "GET /5")
    }

    @Test("a redirect loop ends with an error")
    func loop() async throws {
        defer { backend.stop() }
        backend.setFault { _ in .init(status: 302, headers: ["Location": "cards.json"]) }
        let error = try #require(try await HTTPBench.error(to: request))
        #expect(error == .redirectedTooOften(host: "127.0.0.1:\(backend.port)"))
        #expect(error.userMessage.contains("loop"))
        #expect(backend.requests.count == 6)
    }

    @Test("writes are never redirected", arguments: [APIRequest.Method.post, .put, .delete])
    func writes(method: APIRequest.Method) async throws {
        defer { backend.stop() }
        backend.setFault { _ in .init(status: 307, headers: ["Location": "/elsewhere"]) }
        let request = APIRequest(base: request.base, path: ["cards"], method: method, body: [1])
        let error = try await HTTPBench.error(to: request)
        #expect(error == .redirected(host: "127.0.0.1:\(backend.port)", target: backend.url + "/elsewhere"))
        #expect(backend.requests.count == 1)
    }

    @Test("an invalid Location is not shown", arguments: ["/\\evil.org/x", "ftp://evil.org", "", nil])
    func unreadable(place: String?) async throws {
        defer { backend.stop() }
        backend.setFault { _ in .init(status: 302, headers: place.map { ["Location": $0] } ?? [:]) }
        let error = try #require(try await HTTPBench.error(to: request))
        #expect(error == .redirected(host: "127.0.0.1:\(backend.port)", target: ""))
        #expect(!error.userMessage.contains("evil"))
        #expect(backend.requests.count == 1)
    }

    @Test("304 is a response, not a redirect")
    func notModified() async throws {
        defer { backend.stop() }
        backend.setFault { _ in .init(status: 304, headers: ["Location": "/x", "ETag": "\"1\""]) }
        let tag = try await HTTPClient(.init()).withResponse(to: request, maximumBodyBytes: 1) { $0.head["ETag"] }
        #expect(tag == "\"1\"")
        #expect(try await HTTPBench.error(to: request) == .refused(host: "127.0.0.1:\(backend.port)", status: 304))
    }
}
