import CardNetwork
import CardStorage
import Cards
import TestSupport
import Testing

@Suite(
    "Untrusted backends", .enabled(if: NginxFront.isPossible, "needs nginx and openssl"),
    .timeLimit(.minutes(5)))
struct TrustTests {
    @Test(
        "an invalid certificate is named, retried on request only, and gets no data",
        arguments: TestCertificates.Kind.allCases)
    func certificates(_ kind: TestCertificates.Kind) async throws {
        let (folder, certificates) = (try TemporaryFolder(), try await TestCertificates())
        let backend = try AnyBackend.start(.myCards)
        defer { backend.server.stop() }
        let front = try await NginxFront(before: backend.server, kind, of: certificates)
        let device = try await Device(
            "laptop", in: folder, backend: front.url, kind: .myCards, credentials: Credentials("ann:secret"),
            certificateFile: certificates.authorityFile)
        try await device.save(Card(identifier: .random(), name: "Mine"))
        let status = try await device.synchronize()
        if kind == .good {
            #expect(status.failure == nil)
            #expect(try backend.cards().count == 1)
        } else {
            #expect(status.failure?.message.contains("127.0.0.1:\(front.port): its certificate") == true)
            #expect(status.nextTry == nil)
            #expect(status.tally.pending == 1)
            #expect(backend.server.requests.isEmpty)
        }
    }
}
