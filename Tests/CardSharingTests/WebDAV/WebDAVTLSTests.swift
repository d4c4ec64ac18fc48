import CardNetwork
import CardStorage
import Cards
import TestSupport
import Testing
import VaultSupport

@testable import CardSharing

/// Sharing by a server with a certificate that must not be trusted: it stops and says why, nothing of what is shared or of the credentials
/// leaves, and what waits is sent when the certificate is good.
@Suite(
    "Certificates of a WebDAV server", .enabled(if: NginxFront.isPossible, "needs nginx and openssl"),
    .timeLimit(.minutes(5)))
struct WebDAVTLSTests {
    private let backend: TestBackend
    private let dav = MemoryDAV(root: "/dav")
    private let certificates: TestCertificates
    private let store: SQLiteCardStore
    private let remote = RemoteID("server")

    init() async throws {
        certificates = try await TestCertificates()
        backend = try TestBackend()
        backend.setUsual { [dav] in dav.answer($0) }
        backend.start()
        store = try await .member(of: .random(), named: "desk", at: remote)
        let card = Card(identifier: .random(), name: "Museum")
        try await store.apply([.set(CardPatch(from: nil, to: card))])
    }

    /// Nil where the exchange succeeded.
    private func failure(at address: String, trusting file: String?) async throws -> TransportError? {
        let connection = WebDAVConnection(try BackendURL(address), certificateFile: file) {
            Credentials("anna:secret-word")
        }
        let transport = TreeTransport.webDAV(connection)
        var failure: TransportError?
        do {
            _ = try await VaultExchange(store, over: transport, to: remote).run()
        } catch let error as TransportError {
            failure = error
        }
        await transport.close()
        return failure
    }

    @Test(
        "each bad certificate stops the exchange, is told, and receives nothing",
        arguments: [
            (.expired, "has expired"), (.early, "is not valid yet"), (.selfSigned, "sync.ca_file"),
            (.wrongName, "for another host than 127.0.0.1"), (.unknownIssuer, "sync.ca_file"),
        ] as [(TestCertificates.Kind, String)])
    func bad(kind: TestCertificates.Kind, words: String) async throws {
        defer { backend.stop() }
        let front = try await NginxFront(before: backend, kind, of: certificates)
        let trusted = certificates.authorityFile
        let error = try #require(try await failure(at: front.url + "/dav", trusting: trusted))
        #expect(error.kind == .untrusted && !error.isTemporary)
        #expect(error.userMessage.hasPrefix("127.0.0.1:\(front.port)/dav: its certificate "), "\(error.userMessage)")
        #expect(error.userMessage.contains(words), "\(error.userMessage)")
        #expect(!error.userMessage.contains("secret-word"))
        #expect(backend.requests.isEmpty && dav.files.isEmpty)
        #expect(try await !store.tally(of: remote).isEmpty)
        let good = try await NginxFront(before: backend, of: certificates)
        #expect(try await failure(at: good.url + "/dav", trusting: trusted) == nil)
        #expect(try await store.tally(of: remote).isEmpty)
        #expect(dav.files.contains { $0.contains("/log/") })
    }

    @Test("without a file of its own the system's authorities count, which know no test's")
    func system() async throws {
        defer { backend.stop() }
        let front = try await NginxFront(before: backend, of: certificates)
        #expect(try await failure(at: front.url + "/dav", trusting: nil)?.kind == .untrusted)
        #expect(backend.requests.isEmpty)
    }

    @Test("a port that does not speak TLS gets no credentials")
    func plain() async throws {
        defer { backend.stop() }
        let port = try PlainTextPort()
        let address = "https://127.0.0.1:\(port.port)/dav"
        let error = try #require(try await failure(at: address, trusting: certificates.authorityFile))
        #expect(error.remote == "127.0.0.1:\(port.port)/dav")
        // As the login page of a network answers, until somebody has logged in.
        #expect(error.kind == .unreachable, "\(error.userMessage)")
        #expect(error.reason.contains("does not speak TLS"))
        // Both the name and the password of HTTP's basic authentication would be readable.
        let received = String(decoding: port.received, as: UTF8.self)
        #expect(!received.isEmpty && !received.contains("Authorization") && !received.contains("anna"))
        #expect(try await !store.tally(of: remote).isEmpty)
    }

    @Test("a redirect from https to http is not followed")
    func downgrade() async throws {
        defer { backend.stop() }
        let front = try await NginxFront(before: backend, of: certificates)
        let target = backend.url + "/dav/"
        backend.setFault { request in
            request.method == "PROPFIND" ? .init(status: 302, headers: ["Location": target]) : nil
        }
        let error = try #require(
            try await failure(at: front.url + "/dav", trusting: certificates.authorityFile))
        #expect(error.kind == .untrusted)
        #expect(error.userMessage.contains("redirects to http://127.0.0.1:\(backend.port)"), "\(error.userMessage)")
        #expect(backend.requests.count == 1)
    }
}
