import CardNetwork
import Cards
import Glibc
import TestSupport
import Testing
import VaultSupport

@testable import CardSharing

/// Two devices whose connections end at any byte: in a request, an answer, a photo, a TLS handshake. Every such end is tried again, what a
/// device takes for sent is there, and nothing comes twice.
@Suite("Connections that are cut at any byte", .timeLimit(.minutes(10)))
struct CutConnectionTests {
    /// `CARDS_SYNC` sets the number of rounds of a longer run.
    private static let rounds = getenv("CARDS_SYNC").flatMap { Int(String(cString: $0)) } ?? 4

    @Test(
        .enabled(if: DAVServer.isPossible, "needs nginx with its module dav-ext and openssl"))
    func webDAV() async throws {
        try await cut(webDAV: .nginx)
    }

    @Test(
        .enabled(if: getenv("CARDS_SERVERS") != nil, "needs CARDS_SERVERS: make test-servers"),
        arguments: DAVProgram.all)
    func webDAVServers(_ program: DAVProgram) async throws {
        try #require(program.isPossible, "make test-servers unpacks \(program)")
        try await cut(webDAV: program)
    }

    private func cut(webDAV program: DAVProgram) async throws {
        let server = try await DAVServer(program)
        try await verify(before: server.port) { port in
            let address = try BackendURL("http://127.0.0.1:\(port)/a%20folder")
            return { TreeTransport.webDAV(WebDAVConnection(address)) }
        }
    }

    @Test(.enabled(if: NginxFront.isPossible, "needs nginx and openssl"))
    func webDAVWithTLS() async throws {
        let (backend, dav, certificates) = (try TestBackend(), MemoryDAV(root: "/dav"), try await TestCertificates())
        backend.setUsual { [dav] in dav.answer($0) }
        backend.start()
        defer { backend.stop() }
        let server = try await NginxFront(before: backend, of: certificates)
        try await verify(before: server.port) { port in
            let address = try BackendURL("https://127.0.0.1:\(port)/dav")
            let file = certificates.authorityFile
            return { TreeTransport.webDAV(WebDAVConnection(address, certificateFile: file)) }
        }
    }

    @Test(
        .enabled(if: PostgreSQLServer.isPossible, "needs PostgreSQL: make test unpacks it"),
        arguments: ["disable", "verify-full"])
    func postgreSQL(mode: String) async throws {
        let database = try await TestDatabase()
        let server = database.server
        try await verify(before: server.port) { port in
            let address = try PostgreSQLAddress(
                "postgresql://owner@127.0.0.1:\(port)/\(database.name)?sslmode=\(mode)"
                    + "&sslrootcert=\(server.certificates.authorityFile)")
            return { PostgreSQLTransport(address) }
        }
    }

    /// - Parameter transport: what opens transports to the server by a port of 127.0.0.1.
    private func verify(
        before server: UInt16, _ transport: (UInt16) throws -> @Sendable () -> any ChangeTransport
    ) async throws {
        let direct = try transport(server)
        let seed = SeededGenerator.seed()
        var pair = try await DevicePair(over: direct(), seed: seed)
        var round = 0
        // Chance may cut few: it goes on until as many exchanges were cut as there are rounds.
        while round < Self.rounds || pair.failures < Self.rounds {
            try #require(round < 20 * Self.rounds, "hardly anything is cut")
            let front = try CuttingFront(before: server, seed: seed &+ UInt64(round))
            let line = try transport(front.port)
            for device in [0, 1] { try await pair.change(device) }
            for device in [0, 1] {
                while try await !pair.exchange(device, over: line()) {
                    try await pair.expectSent(device, at: direct())
                }
            }
            // The second one may have sent what the first one lacks.
            front.stopCutting()
            for device in [0, 1] { #expect(try await pair.exchange(device, over: line())) }
            try await pair.expectSame()
            round += 1
        }
    }
}
