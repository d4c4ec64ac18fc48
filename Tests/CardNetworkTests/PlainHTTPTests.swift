import Cards
import TestSupport
import Testing

@testable import CardNetwork

@Suite("Credentials over http")
struct PlainHTTPTests {
    private func access(
        _ address: String, _ credentials: String? = "ann:s3cret", allowsPlainHTTP: Bool = false
    ) throws -> BackendAccess {
        BackendAccess(
            base: try BackendURL(address), kind: .myCards, credentials: { credentials.flatMap(Credentials.init) },
            configuration: .init(), allowsPlainHTTP: allowsPlainHTTP)
    }

    @Test(
        "they are refused on the way to another machine, and the message says how that is allowed",
        arguments: [
            "http://cards.example", "http://192.168.1.2:8000", "http://[2001:db8::1]", "http://127.example",
            "http://localhost.example", "http://cards.localhost",
        ])
    func refused(address: String) async throws {
        let access = try access(address)
        let error = try await #require(throws: NetworkError.self) { _ = try await access.connect() }
        #expect(error == .plainHTTP(host: access.base.hostAndPort))
        #expect(!error.isTemporary)
        #expect(error.userMessage.contains("backend.allow_plain_http: true"))
        #expect(!error.userMessage.contains("s3cret"))
        _ = try await self.access(address, allowsPlainHTTP: true).connect()
        // A backend without credentials is the user's business.
        _ = try await self.access(address, nil).connect()
    }

    @Test(
        "this machine and https get them",
        arguments: [
            "http://127.0.0.1:8000", "http://127.8.9.1", "http://localhost:8000", "http://[::1]:8000",
            "https://cards.example",
        ])
    func accepted(address: String) async throws { _ = try await access(address).connect() }

    @Test("the loader does not try again by itself, and keeps the changes")
    func loader() async throws {
        let store = FakeBackendStore()
        let loader = NetworkLoader(
            store: store, backend: try BackendURL("http://cards.example"), credentials: { Credentials("ann:s3cret") },
            clock: TestClock())
        await loader.start()
        for await status in await loader.statuses() where status.failure != nil {
            #expect(status.failure?.message.contains("nothing was sent") == true)
            #expect(status.phase == .failed(nextTry: nil))
            break
        }
        await loader.stop()
    }
}
