import Cards
import TestSupport
import Testing

@testable import CardNetwork

@Suite("Filtering secrets from texts", .timeLimit(.minutes(5)))
struct SecretFilterTests {
    @Test(
        "every encoding of a secret is removed from a text",
        arguments: [
            ("t0k+n/of=ours", "GET /cards.json?auth=t0k+n/of=ours"),
            ("t0k+n/of=ours", "/cards.json?auth=t0k%2Bn%2Fof%3Dours"),
            ("t0k+n/of=ours", "/cards.json?auth=t0k%2bn%2fof%3dours"), ("ann:s3cret", "Basic YW5uOnMzY3JldA=="),
            ("ann:s3cret", "no user ann:s3cret"), ("ann:s3cret", "s3cret s3crets3cret"),
            // Truncated.
            ("t0k+n/of=ours", "auth=t0k+n/of"),
        ])
    func forms(credentials: String, text: String) throws {
        let filter = SecretFilter(Credentials(credentials))
        let clean = filter.clean(text)
        #expect(clean.contains("…") && filter.isIn(text))
        for part in ["t0k", "s3c", "YW5u", "ours"] { #expect(!clean.contains(part), "\(clean)") }
        #expect("\(filter)" == "secrets")
    }

    @Test("a text without secrets is unchanged, and short secrets are not searched for")
    func others() throws {
        let filter = SecretFilter(Credentials("ann:s3cret"))
        #expect(filter.clean("żółw 🐢 s3cre ann") == "żółw 🐢 s3cre ann")
        #expect(SecretFilter(Credentials("a:1")).clean("127.0.0.1 a") == "127.0.0.1 a")
        #expect(SecretFilter().clean("x") == "x")
    }

    @Test(
        "a server that echoes the URL of a request gets the token neither into the store nor onto the screen",
        arguments: [400, 401, 404, 422, 500, 302])
    func echo(status: Int) async throws {
        let token = "t0ken-of-the-database"
        let backend = try TestBackend().start()
        defer { backend.stop() }
        let store = FakeBackendStore()
        let loader = NetworkLoader(
            store: store, backend: try BackendURL(backend.url), kind: .firebase,
            credentials: { Credentials(token) }, clock: TestClock())
        backend.setFault { request in
            let headers = [
                "Content-Type": "text/plain", "Location": "http://other.example\(request.path)/\(token)",
                "ETag": "\"\(request.path)\"", "Last-Modified": request.path,
            ]
            // The list is valid and contains an element whose identifier is the URL.
            if request.path.hasPrefix("/cards.json") {
                return .init(
                    status: 200, headers: headers.merging(["Content-Type": "application/json"]) { $1 },
                    [.text(#"{"\#(request.path)":{"name":"x"}}"#)])
            }
            return .init(status: status, headers: headers, [.text("no such place: \(request.path)")])
        }
        _ = await store.connect(to: BackendID(normalizedURL: backend.url))
        await store.save(try card("a", "One"))
        await loader.start()
        for await status in await loader.statuses() where !status.isBusy && status.hasDownloaded {
            guard status.failure != nil || status.tally.refused > 0 else { continue }
            #expect(status.lastList.rejections.first?.reason.contains("…") == true)
            #expect(!"\(status)".contains("t0ken"), "\(status)")
            break
        }
        #expect(await store.failures.count == 1)
        for reason in await store.failures.values { #expect(!reason.contains("t0ken"), "\(reason)") }
        #expect(await store.connect(to: BackendID(normalizedURL: backend.url)).validators == nil)
        await loader.stop()
        #expect(backend.requests.allSatisfy { $0.path.contains(token) })
    }
}
