import TestSupport
import Testing

@testable import CardNetwork

@Suite("Secrets")
struct SecretTests {
    private static let request: APIRequest? = {
        guard let base = try? BackendURL("https://example.org") else { return nil }
        return APIRequest(
            base: base, path: ["cards.json"],
            query: [.init(name: "auth", value: "s3cret/", isSecret: true), .init(name: "shallow", value: "true")],
            headers: [.init(name: "X-Key", value: "s3cret")])
    }()

    /// All implicit conversions of a value to text.
    private func texts(of value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(describing: value), String(reflecting: value), "\([value])", dumped]
    }

    @Test("descriptions of values with secrets do not contain them")
    func printing() async throws {
        let request = try #require(Self.request)
        let credentials = try #require(Credentials("ann:s3cret"))
        let transfer = Transfer(request, url: request.url, maximumBodyBytes: 1)
        let functions = try #require(CurlLibrary.open(CurlLibrary.names))
        let configuration = HTTPClient.Configuration(credentials: credentials)
        var head = try #require(HTTPHead(statusLine: "HTTP/1.1 302 Found"))
        head.append(line: "Location: https://ann:s3cret@example.org/?auth=s3cret")
        let response = HTTPResponse(
            head: head, request: request, transfer: transfer,
            loop: TransferLoop(functions: functions, configuration: configuration))
        let values: [Any] = [
            request, request.query, credentials, credentials.kind, transfer, configuration, response,
            HTTPClient(configuration), TransferLoop.Command.start(transfer),
        ]
        for value in values {
            for text in texts(of: value) { #expect(!text.contains("s3cret"), "\(type(of: value)): \(text)") }
        }
        let error = try await #require(throws: NetworkError.self) { try await response.requireSuccess() }
        for text in texts(of: error) + [error.userMessage] { #expect(!text.contains("s3cret"), "\(text)") }
    }

    @Test("the shown URL contains no secret, the sent one contains all")
    func shownURL() throws {
        let request = try #require(Self.request)
        #expect(request.url == "https://example.org/cards.json?auth=s3cret%2F&shallow=true")
        #expect(request.shownURL == "https://example.org/cards.json?auth=…&shallow=true")
        #expect("\(request)" == "GET https://example.org/cards.json?auth=…&shallow=true")
    }

    @Test("an error for a URL with a secret names the host only")
    func failure() async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.setFault { _ in .close }
        let request = APIRequest(
            base: try BackendURL(backend.url), path: ["cards.json"],
            query: [.init(name: "auth", value: "s3cret", isSecret: true)])
        let error = try #require(try await HTTPBench.error(to: request))
        for text in texts(of: error) + [error.userMessage] { #expect(!text.contains("s3cret")) }
        #expect(Set(backend.lines) == ["GET /cards.json?auth=s3cret"])
    }

    @Test(
        "the complete text of credentials can be a token", arguments: ["t0ken", "ann:se:cret", ":", "a:"])
    func token(text: String) throws { #expect(try #require(Credentials(text)).token == text) }
}
