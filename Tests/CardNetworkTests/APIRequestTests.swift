import Cards
import TestSupport
import Testing

@testable import CardNetwork

@Suite("Requests")
struct APIRequestTests {
    @Test("the requests to My Cards follow its contract")
    func myCards() throws {
        let base = try BackendURL("https://example.org/api")
        let identifier = try #require(CardID("A-1_b"))
        let requests = [.cards, .save(body: [1]), .delete(identifier)].map { (endpoint: MyCardsEndpoint) in
            endpoint.request(to: base)
        }
        #expect(
            requests.map { "\($0.method.rawValue) \($0.url)" } == [
                "GET https://example.org/api/cards.json", "POST https://example.org/api/cards",
                "DELETE https://example.org/api/cards/A-1_b",
            ])
        #expect(requests.map(\.isRepeatable) == [true, true, true])
        #expect(requests.map(\.body) == [nil, [1], nil])
    }

    @Test("components of path and query cannot change the rest of the URL")
    func escapes() throws {
        let base = try BackendURL("http://example.org")
        let request = APIRequest(
            base: base, path: ["a/../b", "ł?#"],
            query: [.init(name: "q&", value: "1=2 \r\n"), .init(name: "r", value: "")])
        #expect(request.url == "http://example.org/a%2F..%2Fb/%C5%82%3F%23?q%26=1%3D2%20%0D%0A&r=")
    }

    @Test("a request is repeatable as its method defines, unless stated otherwise")
    func repeatable() throws {
        let base = try BackendURL("http://example.org")
        for (method, expected) in [(APIRequest.Method.get, true), (.put, true), (.delete, true), (.post, false)] {
            #expect(APIRequest(base: base, path: ["a"], method: method).isRepeatable == expected)
        }
        #expect(APIRequest(base: base, path: ["a"], method: .post, isRepeatable: true).isRepeatable)
    }

    @Test(
        "a header with line ends, an invalid or a reserved name is not sent",
        arguments: [
            ("X-A", "1\r\nX-Evil: 1"), ("X-A", "1\n"), ("X-A", "1\r"), ("X-A", "1\0"), ("X-A", "\u{7F}"),
            ("X-A", "\u{1B}[2J"),
            ("X-A: 1\r\nX-Evil", "1"), ("X A", "1"), ("", "1"), ("X-\u{E9}", "1"), ("X:", "1"), ("Host", "evil.org"),
            ("hOsT", "evil.org"), ("Content-Length", "0"), ("Transfer-Encoding", "chunked"), ("Authorization", "x"),
        ])
    func unsafeHeaders(name: String, value: String) async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        let base = try BackendURL(backend.url)
        let request = APIRequest(base: base, path: ["a"], headers: [.init(name: name, value: value)])
        #expect(
            try await HTTPBench.error(to: request) == .failed(host: base.hostAndPort, cause: .unsafeRequest))
        #expect(backend.requests.isEmpty)
    }

    @Test("a request with an empty or dots-only path component is not sent", arguments: ["", ".", ".."])
    func unsafeParts(part: String) async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        let base = try BackendURL(backend.url)
        let error = try #require(
            try await HTTPBench.error(to: APIRequest(base: base, path: ["cards", part], method: .delete)))
        #expect(error == .failed(host: base.hostAndPort, cause: .unsafeRequest))
        #expect(!error.isTemporary)
        #expect(backend.requests.isEmpty)
    }

    @Test("headers and path components arrive unchanged")
    func safeParts() async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        let request = APIRequest(
            base: try BackendURL(backend.url), path: ["a/../b", "...", "c\r\nd\0"],
            headers: [.init(name: "If-None-Match", value: "W/\"1\\t\""), .init(name: "X-Empty", value: "")])
        _ = try await HTTPBench.error(to: request)
        let seen = try #require(backend.requests.first)
        #expect(seen.line == "GET /a%2F..%2Fb/.../c%0D%0Ad%00")
        #expect(seen.headers["if-none-match"] == "W/\"1\\t\"")
        #expect(seen.headers["x-empty"] == "")
        #expect(seen.headers["host"] == "127.0.0.1:\(backend.port)")
    }

    @Test("credentials are parsed as user and password, or as a token, and their description is empty")
    func credentials() throws {
        #expect(try #require(Credentials("ann:se:cret")).kind == .basic(user: "ann", password: "se:cret"))
        #expect(try #require(Credentials("t0ken")).kind == .bearer(token: "t0ken"))
        #expect(Credentials("") == nil)
        #expect(Credentials("a\r\nX-Evil: 1") == nil)
        let secret = try #require(Credentials("ann:secret"))
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!("\(secret)" + String(reflecting: secret) + dumped + "\([secret])").contains("secret"))
    }
}

@Suite("Parsing responses")
struct ResponseParsingTests {
    /// A service that wraps a name in an envelope; its result is the name's length.
    private struct Envelope: ResponseParsing {
        let name: String

        static var requiresInputTransformation: Bool { true }
        static func transform(_ json: JSON) throws -> JSON { json["data"] ?? .null }

        init(decoding json: JSON) throws { name = json["name"]?.string ?? "" }
        func result() throws -> Int { name.count }
    }

    @Test("a response is transformed, decoded as one type and returned as another")
    func transforms() throws {
        #expect(try Envelope.parse(Array(#"{"data":{"name":"four"}}"#.utf8)) == 4)
    }

    @Test("an element without a name is rejected only if it would remove the name")
    func nameless() throws {
        #expect(throws: CardJSONError.missingName) {
            try MyCardsElement.parse(Array(#"{"identifier":"a","name":" "}"#.utf8))
        }
        let patch = try MyCardsElement.parse(Array(#"{"identifier":"a","note":"n"}"#.utf8))
        #expect(patch.fields == [.note])
    }
}
