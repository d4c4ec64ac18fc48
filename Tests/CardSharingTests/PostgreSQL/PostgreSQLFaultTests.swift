import CardStorage
import Cards
import Synchronization
import TestSupport
import Testing
import VaultSupport

@testable import CardSharing

@Suite(
    "Faults of PostgreSQL", .timeLimit(.minutes(4)),
    .enabled(if: PostgreSQLServer.isPossible, "needs PostgreSQL: make test unpacks it"))
struct PostgreSQLFaultTests {
    @Test("a server that is killed again and again while four devices write loses nothing that it confirmed")
    func killed() async throws {
        let server = try await PostgreSQLServer()
        let database = try await TestDatabase(on: server)
        _ = try await database.makeVault()
        let writers = Writers(4, each: 60)
        try await writers.run(faultsAfter: [40, 100, 170], transport: { try database.transport() }) {
            #expect(await server.kill())
            #expect(await server.start())
        }
        try await writers.verify(database.transport())
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
                WHERE datname = current_database() AND query LIKE 'SELECT revision %'
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

    @Test("two transactions that wait for each other: one of them is done again")
    func deadlock() async throws {
        let database = try await TestDatabase()
        let tries = Counter()
        let tasks = [(1, 2), (2, 1)].map { first, second in
            Task {
                try await TestDatabase.session(database.address()).run { connection throws(PostgreSQLFailure) in
                    tries.increase()
                    let isFirstTry = tries.value <= 2
                    try connection.execute([
                        PostgreSQLStatement("BEGIN"), PostgreSQLStatement("SELECT pg_advisory_xact_lock(\(first))"),
                    ])
                    // Until both have their first lock.
                    while isFirstTry {
                        let held = try connection.execute([
                            PostgreSQLStatement(
                                """
                                SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                                WHERE l.locktype = 'advisory' AND l.granted AND d.datname = current_database()
                                """)
                        ])
                        if held[0].integer(0, 0) == 2 { break }
                    }
                    try connection.execute([
                        PostgreSQLStatement("SELECT pg_advisory_xact_lock(\(second))"), PostgreSQLStatement("COMMIT"),
                    ])
                }
            }
        }
        for task in tasks { try await task.value }
        #expect(tries.value >= 3)
    }

    @Test("a connection that can only read any more, or that the server ended, is opened again")
    func demoted() async throws {
        let database = try await TestDatabase()
        _ = try await database.makeVault()
        let (transport, device) = (try database.transport(), DeviceID.random())
        #expect(try await transport.write([OutgoingBatch(device, 1)]) == [.stored])
        try await transport.session.run { connection throws(PostgreSQLFailure) in
            _ = try connection.execute([
                PostgreSQLStatement("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
            ])
        }
        #expect(try await transport.write([OutgoingBatch(device, 2)]) == [.stored])
        #expect(
            try await database.sql(
                """
                SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
                WHERE datname = current_database() AND query LIKE '%cards_tui.push%' AND pid <> pg_backend_pid()
                """) == ["true"])
        #expect(try await transport.write([OutgoingBatch(device, 3)]) == [.stored])
    }

    @Test("a server without room for a connection or a batch is waited for, and takes it later")
    func full() async throws {
        let database = try await TestDatabase()
        let role = try await database.makeDesk(of: try await database.makeVault())
        let (one, two) = (try database.transport(role), try database.transport(role))
        _ = try await database.sql("ALTER ROLE \(role) CONNECTION LIMIT 1")
        #expect(try await one.header() != nil)
        let busy = await #expect(throws: TransportError.self) { _ = try await two.header() }
        #expect(busy?.kind == .busy(retryAfter: nil))
        await one.close()
        // The server notices the end a little later.
        while true {
            do {
                _ = try await two.header()
                break
            } catch {
                try #require(error.kind == .busy(retryAfter: nil))
            }
        }

        _ = try await database.sql(
            """
            CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$
            """, "CREATE TRIGGER fill BEFORE INSERT ON cards_tui.batch EXECUTE FUNCTION fill()")
        let batch = OutgoingBatch(DeviceID.random(), 1)
        let full = await #expect(throws: TransportError.self) { _ = try await two.write([batch]) }
        #expect(full?.kind == .full)
        _ = try await database.sql("DROP TRIGGER fill ON cards_tui.batch")
        #expect(try await two.write([batch]) == [.stored])
    }

    @Test(
        "without room there the place and the next try are told, what was changed waits, and goes when there is room",
        arguments: [
            ("disk_full", "its disk is full (53100). Free some space there."),
            ("too_many_connections", "has no room for another connection (53300)."),
        ])
    func withoutRoom(condition: String, reason: String) async throws {
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        _ = try await database.sql(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'not now' USING ERRCODE = '\(condition)'; END $$
            """, "CREATE TRIGGER refuse BEFORE INSERT ON cards_tui.batch EXECUTE FUNCTION refuse()")
        let address = database.server.networkAddress("owner", database.name)
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        _ = try await store.joinVault(vault, deviceName: "desk")
        try await store.addRemote(RemoteID(address))
        let card = Card(identifier: try #require(CardID("elm")), name: "Elm Gym")
        try await store.apply([.set(CardPatch(from: nil, to: card))])

        // It tries again only when it is asked.
        let service = VaultService(store, sleeping: TestClock()) { _ in
            PostgreSQLTransport(try PostgreSQLAddress(address))
        }
        let statuses = await service.statuses()
        let start = CardClock.system.now()
        await service.start()
        for await status in statuses {
            guard let status = status.first, case .waiting(let next) = status.activity else { continue }
            #expect(next > start)
            #expect(status.failure == "\(try PostgreSQLAddress(address).name): \(reason)")
            #expect(status.failure?.contains("127.0.0.1:\(database.server.port)") == true)
            #expect(status.tally.batches == 1)
            break
        }
        #expect(try await database.sql("SELECT count(*)::text FROM cards_tui.batch") == ["0"])
        _ = try await database.sql("DROP TRIGGER refuse ON cards_tui.batch")
        await service.exchangeNow()
        for await status in await service.statuses()
        where status.first?.failure == nil && status.first?.tally.isEmpty == true { break }
        #expect(try await database.sql("SELECT count(*)::text FROM cards_tui.batch") == ["1"])
    }

    @Test("a standby and a dead host first in the list are passed over; a standby alone is told")
    func standby() async throws {
        let (standby, silent) = (try await PostgreSQLServer(.standby), try SilentListener())
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
        #expect(error?.reason.contains("no server that can be written to") == true)

        let dead = PostgreSQLTransport(
            try PostgreSQLAddress("postgresql://127.0.0.1:\(silent.port)/a"), libraries: PostgreSQLLibrary.names,
            limits: limits)
        let late = await #expect(throws: TransportError.self) { _ = try await dead.header() }
        #expect(late?.kind == .unreachable)
        // The address may say how long, too.
        let start = ContinuousClock.now
        let silentAddress = "postgresql://127.0.0.1:\(silent.port)/a?connect_timeout=1"
        await #expect(throws: TransportError.self) {
            _ = try await PostgreSQLTransport(try PostgreSQLAddress(silentAddress)).header()
        }
        #expect(ContinuousClock.now - start < .seconds(8))
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
