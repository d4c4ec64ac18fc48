import CardStorage
import Cards
import Synchronization
import TestSupport
import Testing
import VaultSupport

@testable import CardSharing

/// Photos that a remote loses although it keeps the batches that name them.
@Suite("Photos that a remote lost")
struct LostPhotoTests {
    private let remote = RemoteID("memory")
    private let content = MemoryRemote()
    private let vault = VaultID.random()
    private let day = SteppingClock(from: 1_800_000_000_000)

    private func device(_ name: String) async throws -> SQLiteCardStore {
        try await .member(of: vault, named: name, at: remote)
    }

    /// As the program does it: it notes when it was.
    private func exchange(
        _ store: SQLiteCardStore, isNoted: Bool = true,
        fault: @escaping @Sendable (String) throws(TransportError) -> Void = { _ in }
    ) async throws -> ExchangeReport {
        let transport = MemoryTransport(content, fault: fault)
        let report = try await VaultExchange(store, over: transport, to: remote, clock: day.clock).run(isChecked: true)
        if isNoted { try await store.noteExchange(with: remote, at: day.clock.now(), failure: nil) }
        return report
    }

    private func put(_ name: String, _ photo: String, in store: SQLiteCardStore) async throws -> PhotoHash {
        let bytes = Array(photo.utf8)
        let hash = PhotoHash(of: bytes)
        var card = Card(identifier: try #require(CardID(name)), name: name)
        let old = try await store.card(card.identifier)
        card.front = hash
        try await store.apply([.set(CardPatch(from: old, to: card, photos: [hash: bytes]))])
        return hash
    }

    @Test("within a week they are sent again, by a device that has them, and come to those that lack them")
    func mended() async throws {
        let first = try await device("first")
        let photos = [try await put("bus", "one", in: first), try await put("gym", "two", in: first)]
        _ = try await exchange(first)
        photos.forEach(content.remove)
        let second = try await device("second")
        #expect(try await exchange(second).missingPhotos == 2)

        var sent = 0
        for _ in 0..<8 {
            day.advance(seconds: 86_400)
            let report = try await exchange(first)
            #expect(report.mendedLoss == (report.sentPhotos > 0))
            sent += report.sentPhotos
        }
        #expect(sent == 2)
        #expect(try await exchange(second).receivedPhotos == 2)
        #expect(try await second.photo(photos[0]) == Array("one".utf8))
    }

    @Test("a device looks once a week, and again where that failed")
    func weekly() async throws {
        let first = try await device("first")
        _ = try await put("bus", "one", in: first)
        let (week, hour): (Int64, Int64) = (7 * 86_400_000, 3_600_000)
        let looks = Mutex([Int64]())
        let noting = { @Sendable [day] (operation: String) throws(TransportError) in
            let now = day.clock.now().milliseconds
            if operation == "photos" { looks.withLock { $0.append(now) } }
        }
        // The first exchange of all sends everything anyway.
        _ = try await exchange(first, fault: noting)
        looks.withLock { $0 = [day.clock.now().milliseconds] }
        for number in 0..<(29 * 24) {
            day.advance(seconds: 3590)
            // One without news is noted now and then only.
            _ = try await exchange(first, isNoted: number.isMultiple(of: 20), fault: noting)
        }
        // On which day of the week is another one for each device: the first may come soon. Each comes with the next exchange, within an hour or so.
        let pauses = looks.withLock { zip($0, $0.dropFirst()).map { $1 - $0 } }
        #expect(pauses.count >= 4 && pauses[0] < week + 2 * hour)
        #expect(pauses.dropFirst().allSatisfy { (week - 2 * hour...week + 2 * hour).contains($0) }, "\(pauses)")

        let failures = Mutex(0)
        for _ in 0..<(8 * 24) {
            day.advance(seconds: 3590)
            do {
                _ = try await exchange(first) { operation throws(TransportError) in
                    guard operation == "photos",
                        failures.withLock({
                            $0 += 1; return $0 <= 2
                        })
                    else { return }
                    throw TransportError(.unreachable, "memory", "no answer")
                }
            } catch is TransportError {}
        }
        #expect(failures.withLock { $0 } >= 3, "it was asked again after each failure")
    }

    @Test("a photo that is not there is not asked for with each exchange, but by whoever asks")
    func absent() async throws {
        _ = try await MemoryTransport(content).create(VaultHeader(vault: vault))
        let first = try await device("first")
        let photo = try await put("bus", "one", in: first)
        _ = try await exchange(first)
        content.remove(photo)
        let second = try await device("second")
        let calls = Mutex(0)
        let transport = MemoryTransport(
            content,
            fault: { operation throws(TransportError) in
                if operation == "photo" { calls.withLock { $0 += 1 } }
            })
        let memory = SnapshotMemory()
        func run(isChecked: Bool = true) async throws -> Int {
            calls.withLock { $0 = 0 }
            let exchange = VaultExchange(
                second, over: transport, to: remote, clock: day.clock, snapshots: memory)
            #expect(try await exchange.run(isChecked: isChecked).missingPhotos == 1)
            return calls.withLock { $0 }
        }
        #expect(try await run() == 1)
        #expect(try await run() == 0)
        #expect(try await run(isChecked: false) == 1)
        day.advance(seconds: 700)
        #expect(try await run() == 1)
    }

    @Test("a photo that no card names any more is not sent again")
    func unnamed() async throws {
        let first = try await device("first")
        let old = try await put("bus", "old", in: first)
        _ = try await exchange(first)
        let new = try await put("bus", "new", in: first)
        _ = try await exchange(first)
        #expect(try await first.photo(old) != nil, "its history has it")
        [old, new].forEach(content.remove)
        day.advance(seconds: 8 * 86_400)
        #expect(try await exchange(first).sentPhotos == 1)
        #expect(try await first.namedPhotos(after: nil, limit: 9).map(\.hash) == [new])
        #expect(try await first.namedPhotos(after: new, limit: 9).isEmpty)
    }
}
