import TestSupport
import Testing

@testable import CardNetwork

/// http where TLS is spoken, and https where it is not.
@Suite("The wrong scheme", .timeLimit(.minutes(5)))
struct SchemeTests {
    private static let libraries = CurlLibrary.names.filter { CurlLibrary.open([$0]) != nil }

    private func failure(of address: String, _ library: String) async throws -> HTTPFailure? {
        var configuration = HTTPClient.Configuration()
        configuration.libraryNames = [library]
        let request = MyCardsEndpoint.cards.request(to: try BackendURL(address))
        guard case .failed(_, let cause)? = try await HTTPBench.error(to: request, configuration) else { return nil }
        return cause
    }

    @Test("https to a port without TLS says so", arguments: libraries)
    func plainPort(library: String) async throws {
        let port = try PlainTextPort()
        let failure = try await failure(of: "https://127.0.0.1:\(port.port)", library)
        #expect(failure == .noTLS, "\(failure?.reason ?? "none")")
        #expect(failure?.reason == "this port does not speak TLS; try http://")
        // A network with a login page answers like that, too.
        #expect(failure?.isTemporary == true)
    }

    @Test(
        "http to a port with TLS says so", .enabled(if: NginxFront.isPossible, "needs nginx and openssl"),
        arguments: libraries)
    func secretPort(library: String) async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        let front = try await NginxFront(before: backend, of: TestCertificates())
        let failure = try await failure(of: "http://127.0.0.1:\(front.port)", library)
        #expect(failure == .needsTLS, "\(failure?.reason ?? "none")")
        #expect(failure?.reason == "this port speaks TLS: try https://")
    }

    @Test("an answer to http that is no HTTP may be of a port with TLS", arguments: libraries)
    func noHTTP(library: String) async throws {
        let port = try PlainTextPort("\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}F")
        let failure = try await failure(of: "http://127.0.0.1:\(port.port)", library)
        #expect(failure == .perhapsTLS, "\(failure?.reason ?? "none")")
    }
}
