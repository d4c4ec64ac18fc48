import Cards
import Glibc
import Testing
import VaultSupport

@testable import CardSharing

/// Three nodes under Patroni. It takes most of a minute, which is why it is asked for: `make test-patroni`.
@Suite(
    "PostgreSQL under Patroni", .timeLimit(.minutes(5)),
    .enabled(if: getenv("CARDS_PATRONI") != nil, "needs CARDS_PATRONI: make test-patroni"))
struct PatroniTests {
    /// From the kill to the first write after it.
    private static let limit: Duration = .seconds(20)

    @Test("the leader is killed during sixteen writers: nothing confirmed is lost, and they write again in time")
    func killedLeader() async throws {
        try #require(PatroniCluster.isPossible, "make test-patroni unpacks etcd and Patroni")
        let cluster = try PatroniCluster()
        let leader = try await cluster.waitUntilReady()
        let address = try PostgreSQLAddress(cluster.address())
        _ = try await PostgreSQLTransport(address).create(VaultHeader(vault: .random()))
        let reader = PostgreSQLTransport(address)
        var hints = reader.hints().makeAsyncIterator()
        #expect(await hints.next() != nil)

        let writers = Writers(16, each: 200)
        try await writers.run(faultsAfter: [800], transport: { PostgreSQLTransport(address) }) {
            #expect(await cluster.kill(leader))
            let next = try await cluster.waitForLeader()
            #expect(next != leader)
        }
        #expect(writers.failures > 0)
        try await writers.verify(reader)
        print("Patroni: no write of \(writers.all) lost, \(writers.longestPause) without writes")
        #expect(writers.longestPause < Self.limit)

        // The node that was killed comes back as a standby, and changes are told.
        #expect(await cluster.start(leader))
        #expect(try await cluster.waitUntilReady() != leader)
        for number in Int64(1)...3 {
            _ = try await PostgreSQLTransport(address).write([OutgoingBatch(DeviceID.random(), number)])
            #expect(await hints.next() != nil)
        }
    }
}
