import Cards
import Testing
import VaultSupport

@testable import CardSharing

@Suite(
    "A vault in PostgreSQL", .timeLimit(.minutes(3)),
    .enabled(if: PostgreSQLServer.isPossible, "needs PostgreSQL: make test unpacks it"))
struct PostgreSQLTransportTests {
    @Test("it does what every transport must do")
    func contract() async throws {
        let database = try await TestDatabase()
        try await TransportContract(hasHints: true) { try database.transport() }.verify()
    }

    @Test("so it does with a passphrase", .enabled(if: Sealing.isPossible, Sealing.reason))
    func sealedContract() async throws {
        let database = try await TestDatabase()
        try await TransportContract(hasHints: true, isSealed: true) {
            try Sealing.transport(database.transport(), "correct horse")
        }.verify()
    }

    @Test("an empty database is none, a vault is made once, and a second device finds it")
    func making() async throws {
        let database = try await TestDatabase()
        let (first, second) = (try database.transport(), try database.transport())
        #expect(try await first.header() == nil)
        let sealing = JSON.object(["salt": .string("it's \"so\"")])
        async let one = first.create(VaultHeader(vault: VaultID.random(), sealing: sealing))
        async let two = second.create(VaultHeader(vault: VaultID.random(), sealing: sealing))
        let (made, found) = (try await one, try await two)
        #expect(made == found)
        #expect(made.sealing == sealing)
        #expect(try await first.header() == made)
    }

    @Test("a database with several vaults asks which")
    func several() async throws {
        let database = try await TestDatabase()
        let (one, two) = (try await database.makeVault(), try await database.makeVault())
        let error = await #expect(throws: TransportError.self) { _ = try await database.transport().header() }
        #expect(error?.kind == .wrongPlace)
        #expect(error?.reason.contains(one.text) == true && error?.reason.contains(two.text) == true)
        #expect(try await database.transport(options: "?vault=\(two.text)").header()?.vault == two)
        // A role that may use one sees no other.
        let desk = try await database.makeDesk(of: one)
        #expect(try await database.transport(desk).header()?.vault == one)
    }

    @Test("a batch is written once; another one with its name is told")
    func writing() async throws {
        let database = try await TestDatabase()
        let desk = try database.transport(try await database.makeDesk(of: try await database.makeVault()))
        let device = DeviceID.random()
        #expect(try await desk.write([]) == [])
        #expect(
            try await desk.write([OutgoingBatch(device, 1, "one"), OutgoingBatch(device, 2, "")]) == [.stored, .stored])
        #expect(
            try await desk.write([OutgoingBatch(device, 2, ""), OutgoingBatch(device, 1, "1")]) == [.stored, .taken])
        let listing = try await desk.batches(after: VersionVector(), limit: 10)
        #expect(listing.batches.map(\.bytes) == [Array("one".utf8), []])
        let first = try #require(listing.batches.first)
        #expect(first.hash == ObjectHash(of: Array("one".utf8)).text)
        #expect(try await desk.bytes(of: ListedBatch(first.id, hash: String(first.hash.prefix(16)))) == first.bytes)
        let gone = ListedBatch(BatchID(device, 9), hash: first.hash)
        #expect(try await desk.bytes(of: gone) == nil)
        let wrong = ListedBatch(first.id, hash: String(repeating: "0", count: 64))
        let error = await #expect(throws: TransportError.self) { _ = try await desk.bytes(of: wrong) }
        #expect(error?.kind == .damaged)
    }

    @Test("listing goes on behind a vector, in pages, in the order of commits, in the same and in a new process")
    func listing() async throws {
        let database = try await TestDatabase()
        _ = try await database.makeVault()
        let (writer, reader) = (try database.transport(), try database.transport())
        let (one, two) = (DeviceID.random(), DeviceID.random())
        var expected: [BatchID] = []
        for number in Int64(1)...7 {
            for device in [one, two] {
                _ = try await writer.write([OutgoingBatch(device, number, "\(number)")])
                expected.append(BatchID(device, number))
            }
        }
        var known = VersionVector()
        var found: [BatchID] = []
        while true {
            let page = try await reader.batches(after: known, limit: 3)
            #expect(page.batches.count <= 3)
            found += page.batches.map(\.id)
            known = page.joined(to: known)
            guard page.hasMore else { break }
        }
        #expect(found == expected)
        #expect(try await reader.batches(after: known, limit: 3) == BatchListing())
        _ = try await writer.write([OutgoingBatch(one, 8), OutgoingBatch(two, 8)])
        #expect(
            try await reader.batches(after: known, limit: 9).batches.map(\.id) == [BatchID(one, 8), BatchID(two, 8)])
        // One was set aside: the same process lists it again, whatever it has read since.
        known[one] = 8
        #expect(try await reader.batches(after: known, limit: 9).batches.map(\.id) == [BatchID(two, 8)])
        #expect(try await reader.batches(after: known, limit: 9).batches.map(\.id) == [BatchID(two, 8)])
        known[one] = 3
        let again = try await reader.batches(after: known, limit: 99).batches.map(\.id)
        #expect(again == expected.filter { $0.device == one && $0.number > 3 } + [BatchID(one, 8), BatchID(two, 8)])
        #expect(try await database.transport().batches(after: known, limit: 99).batches.map(\.id) == again)
    }

    @Test("large batches come in pages of some megabytes")
    func large() async throws {
        let database = try await TestDatabase()
        _ = try await database.makeVault()
        let transport = try database.transport()
        let device = DeviceID.random()
        let batches = (Int64(1)...12).map { number in
            OutgoingBatch(BatchID(device, number), bytes: [UInt8](repeating: UInt8(number), count: 1 << 20))
        }
        #expect(try await transport.write(batches) == [BatchWriting](repeating: .stored, count: 12))
        var known = VersionVector()
        var pages = 0
        while known[device] < 12 {
            let page = try await transport.batches(after: known, limit: 500)
            #expect(!page.batches.isEmpty && page.batches.reduce(0) { $0 + ($1.bytes?.count ?? 0) } <= 4 << 20)
            known = page.joined(to: known)
            pages += 1
        }
        #expect(pages == 3)
    }

    @Test("bytes that a disk has changed are damaged, and the others are listed")
    func damage() async throws {
        let database = try await TestDatabase()
        _ = try await database.makeVault()
        let transport = try database.transport()
        let device = DeviceID.random()
        _ = try await transport.write([OutgoingBatch(device, 1, "one"), OutgoingBatch(device, 2, "two")])
        _ = try await database.sql("UPDATE cards_tui.batch SET body = 'other' WHERE number = 1")
        let listing = try await transport.batches(after: VersionVector(), limit: 10)
        #expect(listing.batches.map(\.bytes) == [nil, Array("two".utf8)])
        let first = try #require(listing.batches.first)
        let error = await #expect(throws: TransportError.self) { _ = try await transport.bytes(of: first) }
        #expect(error?.kind == .damaged)
    }

    @Test("photos and snapshots go there and back, snapshots the newest first")
    func objects() async throws {
        let database = try await TestDatabase()
        let desk = try database.transport(try await database.makeDesk(of: try await database.makeVault()))
        let photo = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let (hash, other) = (PhotoHash(of: photo), PhotoHash(of: [1]))
        try await desk.write(photo: photo, hash)
        try await desk.write(photo: photo, hash)
        #expect(try await desk.photos(among: [hash, other]) == [hash])
        #expect(try await desk.photo(hash) == photo)
        #expect(try await desk.photo(other) == nil)
        let error = await #expect(throws: TransportError.self) { try await desk.write(photo: photo, other) }
        #expect(error?.kind == .damaged)

        for (time, byte) in [(5, 1), (9, 2), (7, 3)] {
            for _ in 0..<2 {
                try await desk.write(
                    snapshot: [UInt8(byte)], at: HybridTime(bits: Int64(time)), covering: VersionVector())
            }
        }
        let snapshots = try await desk.snapshots()
        #expect(snapshots.map(\.time.bits) == [9, 7, 5])
        #expect(try await desk.bytes(of: try #require(snapshots.first)) == [2])
        #expect(try await desk.bytes(of: ListedSnapshot(HybridTime(bits: 1), ObjectHash(of: [77]))) == nil)
    }

    @Test("only what a snapshot has can be removed")
    func removing() async throws {
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        var covered = VersionVector()
        for transport in [try database.transport(), try database.transport(try await database.makeDesk(of: vault))] {
            let device = DeviceID.random()
            _ = try await transport.write([OutgoingBatch(device, 1), OutgoingBatch(device, 2)])
            func left() async throws -> [Int64] {
                try await transport.batches(after: VersionVector(), limit: 99).batches.filter { $0.id.device == device }
                    .map(\.id.number)
            }
            try await transport.remove([BatchID(device, 1)])
            #expect(try await left() == [1, 2])
            covered[device] = 1
            try await transport.write(
                snapshot: Array(device.text.utf8), at: HybridTime(bits: 1), covering: covered)
            try await transport.remove([BatchID(device, 2)])
            #expect(try await left() == [1, 2], "the snapshot lacks 2")
            covered[device] = 2
            try await transport.write(
                snapshot: Array("\(device.text) 2".utf8), at: HybridTime(bits: 2), covering: covered)
            _ = try await transport.write([OutgoingBatch(device, 3)])
            try await transport.remove([BatchID(device, 1), BatchID(device, 3), BatchID(device, 77)])
            #expect(try await left() == [2, 3])
            covered[device] = 3
        }
    }

    @Test("a snapshot can be removed only while another one has as much")
    func removingSnapshots() async throws {
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        let desk = try database.transport(try await database.makeDesk(of: vault))
        let device = DeviceID.random()
        _ = try await desk.write([OutgoingBatch(device, 1), OutgoingBatch(device, 2)])
        func write(_ byte: UInt8, upTo number: Int64) async throws -> ListedSnapshot {
            let time = HybridTime(bits: Int64(byte))
            try await desk.write(snapshot: [byte], at: time, covering: VersionVector([device: number]))
            return ListedSnapshot(time, ObjectHash(of: [byte]))
        }
        let (small, large) = (try await write(1, upTo: 1), try await write(2, upTo: 2))
        try await desk.remove(snapshots: [large])
        #expect(try await desk.snapshots() == [large, small], "the other one lacks batch 2")
        try await desk.remove(snapshots: [large, small])
        #expect(try await desk.snapshots() == [large, small], "none would be left")
        // A desk of another vault removes none of this one.
        let other = try database.transport(try await database.makeDesk(of: try await database.makeVault()))
        try await other.remove(snapshots: [small])
        #expect(try await desk.snapshots() == [large, small])
        try await desk.remove(snapshots: [small])
        #expect(try await desk.snapshots() == [large])
    }

    @Test("a change is told to another transport")
    func hints() async throws {
        let database = try await TestDatabase()
        let desk = try database.transport(try await database.makeDesk(of: try await database.makeVault()))
        var hints = try database.transport().hints().makeAsyncIterator()
        // It listens.
        #expect(await hints.next() != nil)
        _ = try await desk.write([OutgoingBatch(DeviceID.random(), 1)])
        #expect(await hints.next() != nil)
    }

    @Test("what it wrote itself, and what it has read, is not told")
    func known() async throws {
        let database = try await TestDatabase()
        _ = try await database.makeVault()
        let (transport, other, device) = (try database.transport(), try database.transport(), DeviceID.random())
        // It has read everything before it listens.
        let known = try await transport.batches(after: VersionVector(), limit: 9).joined(to: VersionVector())
        let (hints, told) = (transport.hints(), Counter())
        let listening = Task { for await _ in hints { told.increase() } }
        defer { listening.cancel() }
        let query =
            "SELECT count(*)::text FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT revision %'"
        while try await database.sql(query) == ["0"] {}
        for number in Int64(1)...5 {
            _ = try await transport.write([OutgoingBatch(device, number)])
            _ = try await transport.batches(after: known, limit: 9)
        }
        _ = try await other.write([OutgoingBatch(DeviceID.random(), 1)])
        // Notices come in the order of the commits.
        while told.value == 0 { _ = try await database.sql("SELECT 1") }
        #expect(told.value == 1)

        let reading = PostgreSQLReading()
        #expect(reading.revision == nil && reading.isNew(PostgreSQLNotice(process: 7, text: "1")))
        reading.note(5)
        reading.note(writer: 7)
        #expect(!reading.isNew(PostgreSQLNotice(process: 7, text: "6")))
        #expect(!reading.isNew(PostgreSQLNotice(process: 8, text: "5")))
        for text in ["6", "", "x"] { #expect(reading.isNew(PostgreSQLNotice(process: 8, text: text))) }
        reading.forget()
        #expect(reading.isNew(PostgreSQLNotice(process: 8, text: "5")))
    }

    @Test("a check tells what it found, and leaves nothing")
    func check() async throws {
        let database = try await TestDatabase()
        #expect(try await database.transport().check().allSatisfy { $0.severity != .unusable })
        let vault = try await database.makeVault()
        let role = try await database.makeDesk(of: vault)
        let desk = try database.transport(role)
        #expect(try await desk.check().allSatisfy { $0.severity == .good })
        #expect(try await database.transport().check().contains { $0.severity == .remark })
        #expect(try await desk.batches(after: VersionVector(), limit: 9) == BatchListing())
        try await database.removeDesk(role)
        #expect(try await desk.check().contains { $0.severity == .unusable })
    }
}
