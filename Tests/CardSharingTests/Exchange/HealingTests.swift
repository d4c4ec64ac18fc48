import CardNetwork
import CardStorage
import Cards
import Glibc
import TestSupport
import Testing
import VaultSupport

@testable import CardSharing

/// Batches, snapshots and photos that a place lost, emptied or halved.
@Suite("What a place lost or damaged heals")
struct HealingTests {
    enum Damage: CaseIterable { case removed, emptied, halved, replaced }

    private let remote = RemoteID("folder")
    private let vault = VaultID.random()
    private let folder: TemporaryFolder
    private let time = PassingTime()

    init() throws { folder = try TemporaryFolder() }

    private func device(_ name: String) async throws -> SQLiteCardStore {
        try await .member(of: vault, named: name, at: remote, clock: time.clock)
    }

    /// As a command does it: with a transport of its own.
    @discardableResult
    private func exchange(_ store: SQLiteCardStore, passphrase: String? = nil) async throws -> ExchangeReport {
        let transport = try Sealing.transport(TreeTransport.folder(folder.path), passphrase)
        let report = try await VaultExchange(store, over: transport, to: remote, clock: time.clock).run()
        try await store.noteExchange(with: remote, at: time.clock.now(), failure: nil)
        await transport.close()
        return report
    }

    private func compare(_ store: SQLiteCardStore) async throws -> [VaultRemoteFinding] {
        let transport = TreeTransport.folder(folder.path)
        return try await RemoteMending(VaultExchange(store, over: transport, to: remote, clock: time.clock)).compare()
    }

    private func put(_ name: String, _ store: SQLiteCardStore, photo: [UInt8]? = nil) async throws {
        let identifier = try #require(CardID(name))
        let old = try await store.card(identifier)
        var card = old ?? Card(identifier: identifier, name: name)
        card.note += "."
        if let photo { card.front = PhotoHash(of: photo) }
        let photos = photo.map { [PhotoHash(of: $0): $0] } ?? [:]
        try await store.apply([.set(CardPatch(from: old, to: card, photos: photos))])
    }

    /// The files of a device's batches, by their numbers.
    private func files(of store: SQLiteCardStore) async throws -> [String] {
        let device = try #require(try await store.vault()).device
        let log = VaultLayout.log(vault, of: device).joined(separator: "/")
        return folder.names(in: log).map { log + "/" + $0 }
    }

    private func damage(_ file: String, _ damage: Damage) throws {
        let bytes = try folder.bytes(of: file)
        switch damage {
        case .removed: try folder.remove(file)
        case .emptied: try folder.write([UInt8](), to: file)
        case .halved: try folder.write(Array(bytes.prefix(bytes.count / 2)), to: file)
        case .replaced: try folder.write([UInt8](repeating: 0, count: bytes.count), to: file)
        }
    }

    private func names(_ store: SQLiteCardStore) async throws -> Set<String> {
        Set(try await store.cards(from: 0, limit: 99).map(\.name))
    }

    // MARK: - Batches

    @Test(
        "a batch in the middle, or the newest, is written again by its device, and what waited arrives",
        arguments: [Damage.removed, .emptied, .halved], [1, 2, 3])
    func batches(damage: Damage, number: Int) async throws {
        for passphrase in Sealing.isPossible ? [nil, "correct horse"] : [nil] {
            let test = try HealingTests()
            let (first, second) = (try await test.device("desk"), try await test.device("laptop"))
            for name in ["one", "two", "three"] {
                try await test.put(name, first)
                try await test.exchange(first, passphrase: passphrase)
            }
            try test.damage(try await test.files(of: first)[number - 1], damage)
            let before = try await test.exchange(second, passphrase: passphrase)
            let isBehind = number < 3
            #expect(try await test.names(second).count == number - 1)
            #expect(before.damaged.isEmpty == (damage == .removed))
            if damage != .removed { #expect(before.damaged.first?.contains("writes it again") == true) }
            // Of the newest that is gone nobody else can know.
            if isBehind || damage != .removed {
                let device = try #require(try await first.vault()).device
                #expect(before.waiting.map(\.flaw.batch) == [BatchID(device, Int64(number))])
                #expect(before.waiting.first?.flaw.waiting == 3 - number && before.waiting.first?.isOld == false)
                #expect(try await second.flaws(of: test.remote).map(\.kind) == [.missing])
                test.time.pass(days: 2)
                #expect(try await test.exchange(second, passphrase: passphrase).waiting.first?.isOld == true)
            }
            let mended = try await test.exchange(first, passphrase: passphrase)
            #expect(mended.mendedLoss && mended.sentBatches == 1 && !mended.becameNewDevice)
            let after = try await test.exchange(second, passphrase: passphrase)
            #expect(after.damaged.isEmpty && after.waiting.isEmpty)
            #expect(try await test.names(second) == ["one", "two", "three"])
            #expect(try await second.flaws(of: test.remote).isEmpty)
            #expect(try await test.exchange(first, passphrase: passphrase).isNothing)
            #expect(try await test.exchange(second, passphrase: passphrase).isNothing)
        }
    }

    @Test(
        "so it is on a WebDAV server",
        .enabled(if: DAVServer.isPossible, "needs nginx with its module dav-ext and openssl"),
        arguments: [Damage.removed, .emptied, .halved])
    func webDAV(damage: Damage) async throws {
        let server = try await DAVServer()
        let address = try BackendURL(server.url + "/cards")
        let (first, second) = (try await device("desk"), try await device("laptop"))
        func run(_ store: SQLiteCardStore) async throws -> ExchangeReport {
            let transport = TreeTransport.webDAV(WebDAVConnection(address))
            return try await VaultExchange(store, over: transport, to: remote, clock: time.clock).run()
        }
        for name in ["one", "two", "three"] {
            try await put(name, first)
            _ = try await run(first)
        }
        let log = VaultLayout.log(vault, of: try #require(try await first.vault()).device).joined(separator: "/")
        let names = server.folder.names(in: "files/cards/" + log)
        for name in names.dropFirst() {
            let file = "files/cards/" + log + "/" + name
            let bytes = try server.folder.bytes(of: file)
            switch damage {
            case .removed: try server.folder.remove(file)
            default: try server.folder.write(damage == .emptied ? [] : Array(bytes.prefix(9)), to: file)
            }
        }
        #expect(try await run(second).merge.added == 1)
        #expect(try await run(first).sentBatches == 2)
        let report = try await run(second)
        #expect(report.merge.added == 2 && report.damaged.isEmpty && report.waiting.isEmpty)
        #expect(try await run(first).isNothing)
    }

    @Test(
        "a row that is gone from a database is written again",
        .enabled(if: PostgreSQLServer.isPossible, "needs PostgreSQL: make test unpacks it"))
    func postgreSQL() async throws {
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        let role = try await database.makeDesk(of: vault)
        let first = try await SQLiteCardStore.member(of: vault, named: "desk", at: remote, clock: time.clock)
        let second = try await SQLiteCardStore.member(of: vault, named: "laptop", at: remote, clock: time.clock)
        func run(_ store: SQLiteCardStore) async throws -> ExchangeReport {
            try await VaultExchange(store, over: database.transport(role), to: remote, clock: time.clock).run()
        }
        for name in ["one", "two", "three"] {
            try await put(name, first)
            _ = try await run(first)
        }
        for condition in ["number = 2", "number >= 2", "true"] {
            _ = try await database.sql("DELETE FROM cards_tui.batch WHERE \(condition)")
            let report = try await run(second)
            // Once the second has what is lost, it writes it again.
            let isMissing = condition == "number = 2"
            #expect(report.waiting.map(\.flaw.batch.number) == (isMissing ? [2] : []))
            #expect(report.mendedLoss == !isMissing)
            #expect(try await run(first).mendedLoss == isMissing)
            _ = try await run(second)
            #expect(try await second.known() == first.known())
            #expect(try await run(first).isNothing)
        }
    }

    @Test(
        "a damaged photo of a database is replaced by the owner of its tables; another role says who may",
        .enabled(if: PostgreSQLServer.isPossible, "needs PostgreSQL: make test unpacks it"))
    func photosOfPostgreSQL() async throws {
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        let role = try await database.makeDesk(of: vault)
        let store = try await SQLiteCardStore.member(of: vault, named: "desk", at: remote, clock: time.clock)
        func run(as role: String) async throws -> ExchangeReport {
            let report = try await VaultExchange(
                store, over: database.transport(role), to: remote, clock: time.clock
            ).run()
            try await store.noteExchange(with: remote, at: time.clock.now(), failure: nil)
            return report
        }
        let photo = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        try await put("one", store, photo: photo)
        _ = try await run(as: "owner")
        _ = try await database.sql("UPDATE cards_tui.photo SET data = substring(data for 9), size = 9")
        #expect(try await run(as: role).damaged.first?.contains("the owner of the database tables can") == true)
        #expect(try await run(as: "owner").sentPhotos == 1)
        #expect(try await database.transport().photo(PhotoHash(of: photo)) == photo)
        #expect(try await run(as: role).damaged.isEmpty)
    }

    @Test("where its device is away, whoever has a lost batch writes it at once, and a damaged one after a day")
    func others() async throws {
        let (first, second) = (try await device("desk"), try await device("laptop"))
        for name in ["one", "two", "three"] {
            try await put(name, first)
            try await exchange(first)
        }
        try await exchange(second)
        try damage(try await files(of: first)[0], .removed)
        #expect(try await exchange(second).sentBatches == 1)
        try damage(try await files(of: first)[1], .emptied)
        try damage(try await files(of: first)[2], .halved)
        #expect(try await exchange(second).sentBatches == 0, "desk may sync soon")
        #expect(try await second.flaws(of: remote).map(\.batch.number) == [2, 3])
        time.pass(days: 2)
        #expect(try await exchange(second).sentBatches == 2)
        let third = try await device("phone")
        let joined = try await exchange(third)
        #expect(joined.damaged.isEmpty && joined.merge.added == 3)
        // One that does not come back is not waited for.
        try damage(try await files(of: first)[1], .emptied)
        try await second.forget(try #require(try await first.vault()).device)
        #expect(try await exchange(second).sentBatches == 1)
    }

    @Test(
        "a header that is gone or damaged is written again as it was", arguments: [Damage.removed, .emptied, .halved])
    func header(damage: Damage) async throws {
        for passphrase in Sealing.isPossible ? [nil, "correct horse"] : [nil] {
            let test = try HealingTests()
            let first = try await test.device("desk")
            try await test.put("one", first)
            try await test.exchange(first, passphrase: passphrase)
            let file = VaultLayout.header(test.vault).joined(separator: "/")
            let before = try test.folder.bytes(of: file)
            try test.damage(file, damage)
            let joining = try await test.device("phone")
            // Who never saw it makes no other one beside what is there.
            await #expect(throws: TransportError.self) { try await test.exchange(joining, passphrase: passphrase) }
            #expect(try await test.exchange(first, passphrase: passphrase).damaged.isEmpty)
            #expect(try test.folder.bytes(of: file) == before)
            #expect(try await test.exchange(joining, passphrase: passphrase).merge.added == 1)
        }
    }

    @Test("a file that is no batch, under the number of one, proves nothing and stops nobody", arguments: [2, 4])
    func stray(number: Int) async throws {
        let (first, second) = (try await device("desk"), try await device("laptop"))
        for name in ["one", "two", "three"] {
            try await put(name, first)
            try await exchange(first)
        }
        let log = VaultLayout.log(vault, of: try #require(try await first.vault()).device).joined(separator: "/")
        try folder.write(Array("junk".utf8), to: log + "/000000000\(number)-0123456789abcdef.json")
        try await put("four", first)
        let report = try await exchange(first)
        #expect(!report.becameNewDevice && report.contradicting.isEmpty && report.sentBatches == 1)
        #expect(try await exchange(first).damaged.first?.contains("you can delete this file") == true)
        #expect(try await exchange(second).merge.added == 4)
        let received = try await exchange(second)
        #expect(received.waiting.isEmpty && received.damaged.first?.contains("you can delete this file") == true)
    }

    @Test("bytes that changed and kept their size are found within a week, and by a check")
    func content() async throws {
        let (first, second) = (try await device("desk"), try await device("laptop"))
        for name in ["one", "two"] {
            try await put(name, first)
            try await exchange(first)
        }
        try damage(try await files(of: first)[0], .replaced)
        #expect(try await exchange(first).isNothing)
        time.pass(days: 8)
        #expect(try await exchange(first).sentBatches == 1)
        try damage(try await files(of: first)[1], .replaced)
        let findings = try await compare(first)
        #expect(findings.map(\.severity) == [.damaged])
        #expect(findings.first?.text.contains("batch 2 of desk is damaged there: this device writes it again") == true)
        #expect(try await exchange(first).sentBatches == 1)
        #expect(try await compare(first).map(\.severity) == [.good])
        #expect(try await exchange(second).merge.added == 2)
    }

    @Test("such bytes of a device that does not come back are found within a week as well, and written a day later")
    func quietDevice() async throws {
        let (first, second) = (try await device("desk"), try await device("laptop"))
        for name in ["one", "two"] {
            try await put(name, first)
            try await exchange(first)
        }
        try await exchange(second)
        try damage(try await files(of: first)[1], .replaced)
        time.pass(days: 8)
        #expect(try await exchange(second).sentBatches == 0)
        #expect(try await second.flaws(of: remote).map(\.batch.number) == [2])
        time.pass(days: 2)
        #expect(try await exchange(second).sentBatches == 1)
        #expect(try await second.flaws(of: remote).isEmpty)
        #expect(try await exchange(try await device("phone")).merge.added == 2)
    }

    @Test("a batch is read back after it was written")
    func writing() async throws {
        let first = try await device("desk")
        try await put("one", first)
        try await exchange(first)
        try await put("two", first)
        // A disk that says that it wrote, and has zeros.
        let forgetful = ForgetfulTransport(base: TreeTransport.folder(folder.path), folder: folder)
        let report = try await VaultExchange(first, over: forgetful, to: remote, clock: time.clock).run()
        #expect(report.mendedLoss && report.sentBatches == 2)
        let second = try await device("laptop")
        #expect(try await exchange(second).merge.added == 2)
    }

    @Test("each batch of an exchange is read back, however many there are")
    func writingMany() async throws {
        let first = try await device("desk")
        for number in 0..<40 {
            try await put("card-\(number)", first)
            while try await first.makeBatches(atMost: 1) {}
        }
        let forgetful = ForgetfulTransport(base: TreeTransport.folder(folder.path), folder: folder)
        let report = try await VaultExchange(first, over: forgetful, to: remote, clock: time.clock).run()
        #expect(report.mendedLoss && report.sentBatches == 41)
        #expect(try await exchange(try await device("laptop")).merge.added == 40)
    }

    @Test("a folder in place of a batch is named, and what others sent is read all the same")
    func folderInPlace() async throws {
        let (first, second) = (try await device("desk"), try await device("laptop"))
        try await put("one", first)
        try await exchange(first)
        try await put("two", second)
        try await exchange(second)
        let file = try #require(try await files(of: first).first)
        try folder.remove(file)
        mkdir(folder.path + "/" + file, 0o700)
        let error = try await Sealing.failure { try await exchange(first) }
        #expect(error?.reason.contains("\(file) is a folder") == true)
        #expect(try await names(first) == ["one", "two"])
    }

    @Test("a folder of batches that is gone is made again")
    func folderOfDevice() async throws {
        let (first, second) = (try await device("desk"), try await device("laptop"))
        for name in ["one", "two"] {
            try await put(name, first)
            try await exchange(first)
        }
        try await put("three", second)
        try await exchange(second)
        try folder.remove(VaultLayout.log(vault).joined(separator: "/"))
        #expect(try await exchange(second).sentBatches == 3)
        let third = try await device("phone")
        #expect(try await exchange(third).merge.added == 3)
    }

    @Test("the last batch of a device is there again, also where a snapshot has it, so that others look into that")
    func lastBatch() async throws {
        let (first, second) = (try await device("desk"), try await device("laptop"))
        try await put("card", first)
        try await exchange(first)
        try await exchange(second)
        for _ in 0..<60 {
            try await put("card", first)
            while try await first.makeBatches(atMost: 1) {}
        }
        try await exchange(first)
        try folder.remove(VaultLayout.log(vault).joined(separator: "/"))
        #expect(try await exchange(first).wroteSnapshot)
        for store in [second, try await device("phone")] {
            try await exchange(store)
            #expect(try await store.contentHash() == first.contentHash())
        }
    }

    // MARK: - Snapshots

    @Test("a snapshot that is lost or damaged after compacting is written anew", arguments: Damage.allCases)
    func snapshots(damage: Damage) async throws {
        for isMany in [false, true] {
            let test = try HealingTests()
            let (first, second) = (try await test.device("desk"), try await test.device("laptop"))
            for number in 0..<(isMany ? 60 : 5) {
                try await test.put("card-\(number % 7)", first)
                while try await first.makeBatches(atMost: 1) {}
                test.time.pass(seconds: 100)
            }
            try await test.exchange(first)
            try await test.exchange(second)
            test.time.pass(days: 91)
            let transport = TreeTransport.folder(test.folder.path)
            _ = try await VaultCompaction(first, over: transport, to: test.remote, clock: test.time.clock).run()
            #expect(try await test.files(of: first).count == 1)
            #expect(try await test.exchange(first).isNothing)
            #expect(try await test.exchange(second).isNothing)
            let snapshots = VaultLayout.snapshots(test.vault).joined(separator: "/")
            let name = try #require(test.folder.names(in: snapshots).first)
            try test.damage(snapshots + "/" + name, damage)
            if damage == .replaced {
                #expect(try await test.compare(second).contains { $0.severity == .damaged })
            }
            let mended = try await test.exchange(second)
            #expect(mended.mendedLoss && mended.wroteSnapshot == isMany)
            let third = try await test.device("phone")
            try await test.exchange(third)
            #expect(try await third.contentHash() == first.contentHash())
            #expect(try await test.exchange(third).damaged.isEmpty)
            // What nobody can read goes with the next compacting, unless somebody may be writing it.
            test.time.pass(days: 2)
            let compacted = try await VaultCompaction(first, over: transport, to: test.remote, clock: test.time.clock)
                .run()
            #expect(compacted.removedSnapshots.count == (damage == .removed || isMany ? 0 : 1))
            #expect(test.folder.names(in: snapshots).count == 1)
            #expect(try await test.compare(third).map(\.severity) == [.good])
        }
    }

    // MARK: - Photos

    @Test("a photo that is lost or damaged is sent again, and where it was last is told", arguments: Damage.allCases)
    func photos(damage: Damage) async throws {
        let (first, second) = (try await device("desk"), try await device("laptop"))
        let photo = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        try await put("one", first, photo: photo)
        try await exchange(first)
        let file = VaultLayout.photo(PhotoHash(of: photo), in: vault).joined(separator: "/")
        try self.damage(file, damage)
        let report = try await exchange(second)
        #expect(report.missingPhotos == 1 && report.missingPhotoDevices == ["desk"])
        #expect(ExchangeText.summary(of: report).contains("1 photo to come, last seen on desk"))
        if damage == .replaced {
            #expect(try await compare(first).contains { $0.text.contains("1 photo is missing or damaged") })
        }
        #expect(try await exchange(first).sentPhotos == 1)
        #expect(try await exchange(second).receivedPhotos == 1)
        #expect(try await compare(first).map(\.severity) == [.good])
        #expect(try await exchange(first).isNothing)
    }

    // MARK: - Two stores with one identifier

    @Test("of two places that have different batches under one number the exchange ends, with one new device")
    func contradiction() async throws {
        let stores = try TemporaryFolder()
        let places = [try TemporaryFolder(), try TemporaryFolder()]
        let remotes = [RemoteID("one"), RemoteID("two")]
        let path = stores.path + "/cards.sqlite"
        func run(_ store: SQLiteCardStore, _ place: Int) async throws -> ExchangeReport {
            let transport = TreeTransport.folder(places[place].path)
            return try await VaultExchange(store, over: transport, to: remotes[place], clock: time.clock).run()
        }
        /// Writes into the file itself, as `cat` does: it is the same file then.
        func open(_ bytes: [UInt8]? = nil) throws -> SQLiteCardStore {
            if let bytes {
                let file = try #require(fopen(path, "w"))
                defer { fclose(file) }
                try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
            }
            return try SQLiteCardStore(at: path, clock: time.clock)
        }
        var store = try open()
        _ = try await store.joinVault(vault, deviceName: "desk")
        for remote in remotes { try await store.addRemote(remote) }
        try await put("card", store)
        for place in 0..<2 { _ = try await run(store, place) }
        store.close()
        let old = try stores.bytes(of: "cards.sqlite")
        store = try open()
        try await put("here", store)
        _ = try await run(store, 0)
        store.close()
        for end in ["-wal", "-shm"] { unlink(path + end) }
        store = try open(old)
        time.pass(seconds: 100)
        try await put("there", store)
        #expect(try await !run(store, 1).becameNewDevice)
        #expect(try await run(store, 0).becameNewDevice)
        for _ in 0..<3 {
            // What the place had before is read; the other one has other batches under these numbers.
            #expect(try await run(store, 0).contradicting.isEmpty)
            let report = try await run(store, 1)
            #expect(!report.becameNewDevice && report.contradicting.count == 1)
            #expect(report.damaged.first?.contains("differs there from the one here") == true)
            #expect(try await store.flaws(of: remotes[1]).map(\.kind) == [.contradicting])
            #expect(try await store.flaws(of: remotes[0]).isEmpty)
        }
        #expect(try await store.devices().count <= 3)
        // All else goes on.
        try await put("later", store)
        for place in 0..<2 { _ = try await run(store, place) }
        let third = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: time.clock)
        _ = try await third.joinVault(vault, deviceName: "phone")
        for remote in remotes { try await third.addRemote(remote) }
        for place in [0, 1, 0, 1] { #expect(try await !run(third, place).becameNewDevice) }
        #expect(try await names(third).isSuperset(of: ["card", "here", "there", "later"]))
        #expect(try await third.devices().count <= 4)
    }
}

/// Writes zeros in place of the first batch that it is given.
private final class ForgetfulTransport: PassingTransport {
    let base: TreeTransport
    private let folder: TemporaryFolder

    init(base: TreeTransport, folder: TemporaryFolder) { (self.base, self.folder) = (base, folder) }

    func write(_ batches: [OutgoingBatch]) async throws(TransportError) -> [BatchWriting] {
        let results = try await base.write(batches)
        let vault = try await base.vault()
        for batch in batches where batch.id.number == 2 {
            let names = VaultLayout.batch(batch.id, hash: ObjectHash(of: batch.bytes).text, in: vault) ?? []
            guard !folder.names.contains("forgot") else { continue }
            try? folder.write([UInt8](), to: "forgot")
            try? folder.write([UInt8](repeating: 0, count: batch.bytes.count), to: names.joined(separator: "/"))
        }
        return results
    }
}
