import CardNetwork
import Cards
import Glibc
import TestSupport
import Testing
import VaultSupport

@testable import CardSharing

/// Two devices that are far from their server: what takes many round trips takes long, and is no failure.
@Suite("A long way to the server", .timeLimit(.minutes(10)))
struct LongWayTests {
    /// Of one direction. A round trip takes two seconds in the longer run, with the limits that the program has.
    private static func delay(_ usual: Duration) -> Duration { getenv("CARDS_SERVERS") == nil ? usual : .seconds(1) }

    private func exchange(
        before server: UInt16, delay: Duration, _ transport: (UInt16) throws -> any ChangeTransport
    ) async throws {
        var pair = try await DevicePair(over: transport(server), seed: SeededGenerator.seed())
        let front = try SlowFront(before: server, delay: delay)
        for device in [0, 1] {
            try await pair.change(device)
            let start = ContinuousClock.now
            #expect(try await pair.exchange(device, over: transport(front.port)))
            #expect(ContinuousClock.now - start > delay * 4, "it goes the long way")
        }
        #expect(try await pair.exchange(0, over: transport(server)))
        try await pair.expectSame()
    }

    @Test(.enabled(if: NginxFront.isPossible, "needs nginx and openssl"))
    func webDAV() async throws {
        let (backend, dav, certificates) = (try TestBackend(), MemoryDAV(root: "/dav"), try await TestCertificates())
        backend.setUsual { [dav] in dav.answer($0) }
        backend.start()
        defer { backend.stop() }
        let server = try await NginxFront(before: backend, of: certificates)
        // Each file is a request or two.
        try await exchange(before: server.port, delay: Self.delay(.milliseconds(40))) { port in
            let address = try BackendURL("https://127.0.0.1:\(port)/dav")
            return TreeTransport.webDAV(WebDAVConnection(address, certificateFile: certificates.authorityFile))
        }
    }

    @Test(
        "TLS and a password take more round trips than the limit for one",
        .enabled(if: PostgreSQLServer.isPossible, "needs PostgreSQL: make test unpacks it"))
    func postgreSQL() async throws {
        let database = try await TestDatabase()
        let role = try await database.makeDesk(of: try await database.makeVault())
        try await database.requirePassword("a word", of: role)
        let authority = database.server.certificates.authorityFile
        let delay = Self.delay(.milliseconds(150))
        try await exchange(before: database.server.port, delay: delay) { port in
            let address = try PostgreSQLAddress(
                "postgresql://\(role)@127.0.0.1:\(port)/\(database.name)?sslmode=verify-full&sslrootcert=\(authority)")
            return PostgreSQLTransport(
                address, password: "a word", libraries: PostgreSQLLibrary.names,
                limits: PostgreSQLConnection.Limits(connecting: delay * 10))
        }
    }
}
