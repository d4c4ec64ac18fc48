import Cards
import Synchronization
import TestSupport
import Testing
import VaultSupport

@testable import CardVault

/// The time in which a server is away: writers that fail wait for its end.
private final class Outage: Sendable {
    private let state = Mutex<(isDown: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    func begin() { state.withLock { $0.isDown = true } }

    func end() {
        let waiting = state.withLock { state in
            defer { state = (false, []) }
            return state.waiting
        }
        for writer in waiting { writer.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isDown = state.withLock { state in
                if state.isDown { state.waiting.append(continuation) }
                return state.isDown
            }
            if !isDown { continuation.resume() }
        }
    }
}

private final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func increase() { count.withLock { $0 += 1 } }
}

@Suite(
    "Faults of PostgreSQL", .timeLimit(.minutes(4)),
    .enabled(if: PostgreSQLServer.isPossible, "needs PostgreSQL: make test unpacks it"))
struct PostgreSQLFaultTests {
    @Test("a server that is killed again and again while four devices write loses nothing that it confirmed")
    func killed() async throws {
        let server = try PostgreSQLServer()
        let database = try await TestDatabase(on: server)
        _ = try await database.makeVault()
        let devices = (0..<4).map { _ in DeviceID.random() }
        let (confirmations, confirm) = AsyncStream<Void>.makeStream()
        let outage = Outage()
        let writers = devices.map { device in
            Task {
                let transport = try database.transport()
                var number: Int64 = 1
                while number <= 60 {
                    do {
                        let batch = OutgoingBatch(device, number, "\(device.text) \(number)")
                        #expect(try await transport.write([batch]) == [.stored])
                        number += 1
                        confirm.yield(())
                    } catch {
                        let failure = try #require(error as? TransportError)
                        #expect(failure.isTemporary, "\(failure)")
                        await outage.wait()
                    }
                }
            }
        }
        var count = 0
        for await _ in confirmations {
            count += 1
            if [40, 100, 170].contains(count) {
                outage.begin()
                #expect(server.kill() && server.start())
                outage.end()
            }
            if count == 240 { break }
        }
        for writer in writers { try await writer.value }
        let found = try await database.transport().batches(after: VersionVector(), limit: 1000).batches
        #expect(found.count == 240 && Set(found.map(\.id)).count == 240)
        for device in devices {
            #expect(found.filter { $0.id.device == device }.map(\.id.number) == Array(1...60))
        }
    }

    @Test("a write that is cancelled ends at once, holds nothing up, and may be done again")
    func cancelled() async throws {
        let database = try await TestDatabase()
        _ = try await database.makeVault()
        let other = try TestDatabase.session(database.address())
        try await other.run { connection throws(PostgreSQLFailure) in
            _ = try connection.execute([
                PostgreSQLStatement("BEGIN"), PostgreSQLStatement("SELECT FROM cards_tui.vault FOR UPDATE"),
            ])
        }
        let transport = try database.transport()
        let batch = OutgoingBatch(DeviceID.random(), 1)
        let writing = Task { try await transport.write([batch]) }
        // It waits for the row.
        while try await database.sql("SELECT count(*)::text FROM pg_locks WHERE NOT granted") == ["0"] {}
        writing.cancel()
        let error = await #expect(throws: TransportError.self) { _ = try await writing.value }
        #expect(error?.kind == .cancelled)
        try await other.run { connection throws(PostgreSQLFailure) in
            _ = try connection.execute([PostgreSQLStatement("ROLLBACK")])
        }
        #expect(try await transport.write([batch]) == [.stored])
        #expect(try await transport.batches(after: VersionVector(), limit: 9).batches.count == 1)
    }

    @Test("an answer that was lost after the commit: writing again is success, and once is there")
    func lostAnswer() async throws {
        let database = try await TestDatabase()
        _ = try await database.makeVault()
        let (transport, device) = (try database.transport(), DeviceID.random())
        let batches = [OutgoingBatch(device, 1, "one"), OutgoingBatch(device, 2, "two")]
        let vault = try #require(try await transport.header()).vault
        // The connection breaks behind the commit, before the answer is read.
        let tries = Counter()
        _ = try await transport.run { connection throws(PostgreSQLFailure) in
            tries.increase()
            try connection.execute([PostgreSQLQueries.push(batches, to: vault)])
            if tries.value == 1 {
                connection.close()
                throw .lost
            }
        }
        #expect(tries.value == 2)
        #expect(try await transport.write(batches) == [.stored, .stored])
        #expect(try await transport.batches(after: VersionVector(), limit: 9).batches.count == 2)
    }

    @Test("the listening connection is lost: hints come again")
    func lostListening() async throws {
        let database = try await TestDatabase()
        _ = try await database.makeVault()
        var hints = try database.transport().hints().makeAsyncIterator()
        #expect(await hints.next() != nil)
        #expect(
            try await database.sql(
                """
                SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
                WHERE datname = current_database() AND query LIKE 'LISTEN %'
                """) == ["true"])
        #expect(await hints.next() != nil)
        _ = try await database.transport().write([OutgoingBatch(DeviceID.random(), 1)])
        #expect(await hints.next() != nil)
    }

    @Test(
        "sixteen writers in a database that serializes: all is written once, none skips a number, a reader misses nothing"
    )
    func storm() async throws {
        let database = try await TestDatabase()
        _ = try await database.makeVault()
        _ = try await database.sql("ALTER DATABASE \(database.name) SET default_transaction_isolation = 'serializable'")
        let writers = (0..<16).map { _ in
            Task {
                let (transport, device) = (try database.transport(), DeviceID.random())
                for number in Int64(1)...20 {
                    var isWritten = false
                    while !isWritten {
                        do {
                            isWritten = try await transport.write([OutgoingBatch(device, number)]) == [.stored]
                        } catch {
                            #expect((error as? TransportError)?.isTemporary == true, "\(error)")
                        }
                    }
                }
                await transport.close()
            }
        }
        // Reads while they write.
        let reader = try database.transport()
        var known = VersionVector()
        var found: [BatchID] = []
        while found.count < 320 {
            do {
                let page = try await reader.batches(after: known, limit: 7)
                known = page.joined(to: known)
                found += page.batches.map(\.id)
            } catch {
                #expect(error.isTemporary)
            }
        }
        for writer in writers { try await writer.value }
        #expect(Set(found).count == 320)
        #expect(try await reader.batches(after: known, limit: 7) == BatchListing())
        #expect(
            try await database.sql("SELECT max(revision)::text || ' ' || count(*) FROM cards_tui.batch") == ["320 320"])
    }

    @Test("a standby and a dead host first in the list are passed over; a standby alone is told")
    func standby() async throws {
        let (standby, silent) = (try PostgreSQLServer(.standby), try SilentListener())
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        let hosts = "127.0.0.1:\(standby.port),127.0.0.1:\(silent.port),127.0.0.1:\(database.server.port)"
        let limits = PostgreSQLConnection.Limits(connecting: .milliseconds(300))
        let transport = PostgreSQLTransport(
            try PostgreSQLAddress("postgresql://owner@\(hosts)/\(database.name)"), libraries: PostgreSQLLibrary.names,
            limits: PostgreSQLConnection.Limits(connecting: .seconds(3)))
        #expect(try await transport.header()?.vault == vault)

        let alone = PostgreSQLTransport(try PostgreSQLAddress(standby.networkAddress("owner", "postgres")))
        let error = await #expect(throws: TransportError.self) { _ = try await alone.header() }
        #expect(error?.kind == .unreachable)
        #expect(error?.reason.contains("cannot be written") == true)

        let dead = PostgreSQLTransport(
            try PostgreSQLAddress("postgresql://127.0.0.1:\(silent.port)/a"), libraries: PostgreSQLLibrary.names,
            limits: limits)
        let late = await #expect(throws: TransportError.self) { _ = try await dead.header() }
        #expect(late?.kind == .unreachable)
    }

    @Test("a certificate that is not to be trusted is told, a good one is taken")
    func certificates() async throws {
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        func header(_ authority: String) async throws -> VaultHeader? {
            let text = database.server.networkAddress(
                "owner", database.name, options: "?sslmode=verify-full&sslrootcert=" + authority)
            return try await PostgreSQLTransport(try PostgreSQLAddress(text)).header()
        }
        #expect(try await header(database.server.certificates.authorityFile)?.vault == vault)
        let stranger = try TestCertificates()
        for authority in [stranger.authorityFile, "/nowhere/root.pem"] {
            let error = await #expect(throws: TransportError.self) { _ = try await header(authority) }
            #expect(error?.kind == .untrusted, "\(String(describing: error))")
        }
    }

    @Test("what is missing is told: the server, the database, the user, the vault, the library")
    func missing() async throws {
        let database = try await TestDatabase()
        let refusing = try RefusingPort()
        func error(_ address: String, _ libraries: [String] = PostgreSQLLibrary.names) async -> TransportError? {
            await #expect(throws: TransportError.self) {
                _ = try await PostgreSQLTransport(try PostgreSQLAddress(address), libraries: libraries).header()
            }
        }
        #expect(await error("postgresql://127.0.0.1:\(refusing.port)/a")?.kind == .unreachable)
        #expect(await error(database.server.address("owner", "nowhere"))?.kind == .wrongPlace)
        #expect(await error(database.address("stranger"))?.kind == .refused)
        let library = await error(database.address(), ["libnowhere.so.1"])
        #expect(library?.kind == .unsupported && library?.reason.contains("libpq5") == true)
        // Something else answers.
        let web = try PlainTextPort()
        #expect(await error("postgresql://127.0.0.1:\(web.port)/a")?.kind == .wrongPlace)

        // A vault that was there before is never taken for an empty one.
        let vault = try await database.makeVault()
        let desk = try database.transport(try await database.makeDesk(of: vault))
        _ = try await desk.write([OutgoingBatch(DeviceID.random(), 1)])
        _ = try await database.sql("DROP SCHEMA cards_tui CASCADE")
        let gone = await #expect(throws: TransportError.self) {
            _ = try await desk.batches(after: VersionVector(), limit: 1)
        }
        #expect(gone?.kind == .wrongPlace)
    }
}
