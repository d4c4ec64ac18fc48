import Cards
import Testing
import VaultSupport

@testable import CardSharing

/// A primary whose commits a standby confirms.
@Suite(
    "PostgreSQL with a standby", .timeLimit(.minutes(3)),
    .enabled(if: PostgreSQLServer.isPossible, "needs PostgreSQL: make test unpacks it"))
struct PostgreSQLStandbyTests {
    private func transport(_ pair: PostgreSQLPair) throws -> PostgreSQLTransport {
        PostgreSQLTransport(try PostgreSQLAddress(pair.address()))
    }

    /// Waits until the server answers the same.
    private func wait(for answer: String, to query: String, at address: String) async throws {
        while try await TestDatabase.sql(query, at: address) != [answer] { try Task.checkCancellation() }
    }

    @Test("the primary is killed and the standby takes over: nothing confirmed is lost, writing and listening go on")
    func takeover() async throws {
        let pair = try await PostgreSQLPair()
        _ = try await transport(pair).create(VaultHeader(vault: .random()))
        // The standby is the first in the address.
        #expect(
            try await TestDatabase.sql("SELECT inet_server_port()::text", at: pair.address()) == ["\(pair.primary)"])
        let (reader, writer) = (try transport(pair), try transport(pair))
        var hints = reader.hints().makeAsyncIterator()
        #expect(await hints.next() != nil)

        let writers = Writers(4, each: 200)
        try await writers.run(faultsAfter: [80], transport: { try transport(pair) }) {
            #expect(await pair.killPrimary())
            #expect(await pair.promote())
        }
        try await writers.verify(transport(pair))
        #expect(
            try await TestDatabase.sql("SELECT inet_server_port()::text", at: pair.address()) == ["\(pair.standby)"])

        // It listens there. One hint may be left from before, and one tells that it listens: the third is a notice.
        let listening = "SELECT count(*)::text FROM pg_stat_activity WHERE query LIKE 'SELECT revision %'"
        try await wait(for: "1", to: listening, at: pair.address())
        let start = ContinuousClock.now
        for number in Int64(1)...3 {
            _ = try await writer.write([OutgoingBatch(DeviceID.random(), number)])
            #expect(await hints.next() != nil)
        }
        #expect(ContinuousClock.now - start < .seconds(30), "not by looking every minute")
    }

    @Test("what a primary never got confirmed may be gone, with its revision: a reader misses nothing of what follows")
    func sameRevision() async throws {
        let pair = try await PostgreSQLPair()
        let reader = try transport(pair)
        _ = try await reader.create(VaultHeader(vault: .random()))
        let (first, second, third) = (DeviceID.random(), DeviceID.random(), DeviceID.random())
        #expect(try await reader.write([OutgoingBatch(first, 1)]) == [.stored])

        #expect(await pair.detach())
        let primary = pair.address(of: pair.primary)
        try await wait(for: "0", to: "SELECT count(*)::text FROM pg_stat_replication", at: primary)
        let hasty = try transport(pair)
        let writing = Task { try await hasty.write([OutgoingBatch(second, 1)]) }
        try await wait(
            for: "1", to: "SELECT count(*)::text FROM pg_stat_activity WHERE wait_event = 'SyncRep'", at: primary)
        // It is done on the primary alone then, and confirmed to nobody.
        writing.cancel()
        await #expect(throws: TransportError.self) { _ = try await writing.value }
        var known = VersionVector()
        while known[second] == 0 {
            known = try await reader.batches(after: known, limit: 9).joined(to: known)
        }
        #expect(known[first] == 1)

        #expect(await pair.killPrimary())
        #expect(await pair.promote())
        #expect(try await transport(pair).write([OutgoingBatch(third, 1)]) == [.stored])
        let revisions = "SELECT string_agg(device || revision, ' ' ORDER BY revision) FROM cards_tui.batch"
        #expect(
            try await TestDatabase.sql(revisions, at: pair.address()) == ["\(first.text)1 \(third.text)2"])
        #expect(try await reader.batches(after: known, limit: 9).batches.map(\.id) == [BatchID(third, 1)])
        // Whoever wrote what is gone writes it again.
        #expect(try await hasty.write([OutgoingBatch(second, 1)]) == [.stored])
        #expect(try await reader.batches(after: known, limit: 9).batches.map(\.id) == [BatchID(third, 1)])
    }
}
