import CardStorage
import Cards
import Glibc
import TestSupport
import Testing
import VaultSupport

@testable import CardSharing

/// Sharing by a PostgreSQL server with a certificate that must not be trusted: it stops and says why, no password leaves, and what waits is
/// sent when the certificate is good.
@Suite(
    "Certificates of a PostgreSQL server", .timeLimit(.minutes(4)),
    .enabled(if: PostgreSQLServer.isPossible, "needs PostgreSQL: make test unpacks it"))
struct PostgreSQLTLSTests {
    private static let password = "secret-word"

    @Test("each bad certificate stops the exchange, is told, and receives nothing")
    func bad() async throws {
        let server = try await PostgreSQLServer(settings: "log_connections = on")
        let database = try await TestDatabase(on: server)
        let vault = try await database.makeVault()
        let role = try await database.makeDesk(of: vault)
        try await database.requirePassword(Self.password, of: role)
        let remote = RemoteID("server")
        let store = try await SQLiteCardStore.member(of: vault, named: "desk", at: remote)
        try await store.apply([.set(CardPatch(from: nil, to: Card(identifier: .random(), name: "Museum")))])

        func failure(trusting authority: String) async throws -> TransportError? {
            let options = "?sslmode=verify-full&sslrootcert=" + authority
            let address = try PostgreSQLAddress(server.networkAddress(role, database.name, options: options))
            let transport = PostgreSQLTransport(address, password: Self.password)
            var failure: TransportError?
            do {
                _ = try await VaultExchange(store, over: transport, to: remote).run()
            } catch let error as TransportError {
                failure = error
            }
            await transport.close()
            return failure
        }
        func expectUntrusted(_ authority: String, _ words: String, _ comment: String) async throws {
            let error = try #require(try await failure(trusting: authority), "\(comment)")
            #expect(error.kind == .untrusted && !error.isTemporary, "\(comment): \(error.userMessage)")
            #expect(error.userMessage.hasPrefix("127.0.0.1:\(server.port)/\(database.name)"), "\(error.userMessage)")
            #expect(error.userMessage.contains(words), "\(comment): \(error.userMessage)")
            #expect(!error.userMessage.contains(Self.password))
            #expect(try await store.tally(of: remote).changes == 1, "\(comment)")
        }

        let authority = server.certificates.authorityFile
        let untrusted = "its certificate has expired, is not valid yet, or is from an authority that is not trusted"
        for (kind, words) in [
            (.expired, untrusted), (.early, untrusted), (.selfSigned, untrusted), (.unknownIssuer, untrusted),
            (.wrongName, "its certificate is for another host"),
        ] as [(TestCertificates.Kind, String)] {
            #expect(await server.use(kind))
            try await expectUntrusted(authority, words, kind.rawValue)
        }
        #expect(await server.use(.good))
        let stranger = try await TestCertificates()
        try await expectUntrusted(stranger.authorityFile, untrusted, "another authority")
        try await expectUntrusted("/nowhere/root.pem", "/nowhere/root.pem", "a missing file")
        #expect(!server.log.contains("user=\(role)"), "nobody signed in")

        #expect(try await failure(trusting: authority) == nil)
        #expect(try await store.tally(of: remote).isEmpty)
        #expect(server.log.contains("user=\(role)"))
        #expect(try await database.sql("SELECT count(*)::text FROM cards_tui.batch") == ["1"])
    }

    @Test("a server without TLS gets no password where its certificate is asked for")
    func plain() async throws {
        let port = try PlainTextPort("N")
        let address = "postgresql://desk@127.0.0.1:\(port.port)/cards?sslmode=verify-full"
        let error = await #expect(throws: TransportError.self) {
            _ = try await PostgreSQLTransport(try PostgreSQLAddress(address), password: Self.password).header()
        }
        #expect(error?.kind == .untrusted)
        #expect(error?.userMessage.contains("does not support SSL") == true)
    }
}
