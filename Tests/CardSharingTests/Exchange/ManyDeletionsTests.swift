import CardStorage
import Cards
import TestSupport
import Testing
import VaultSupport

@testable import CardSharing

/// A large part of the cards that another device deleted: a mistake more likely than a wish.
@Suite("Many deletions of another device")
struct ManyDeletionsTests {
    private let remote = RemoteID("memory")
    private let content = MemoryRemote()
    private let clock = SteppingClock(from: 1_800_000_000_000)
    private let first: SQLiteCardStore
    private let second: SQLiteCardStore
    private let cards: [CardID]

    /// Two devices with 30 cards.
    init() async throws {
        let vault = VaultID.random()
        first = try await .member(of: vault, named: "first", at: remote, clock: clock.clock)
        second = try await .member(of: vault, named: "second", at: remote)
        cards = try (0..<30).map { try #require(CardID("card-\($0)")) }
        try await first.apply(
            cards.map { .set(CardPatch(from: nil, to: Card(identifier: $0, name: $0.text))) })
        for store in [first, second] { _ = try await exchange(store) }
    }

    private func exchange(_ store: SQLiteCardStore, acceptingDeletions: Bool = false) async throws -> ExchangeReport {
        try await VaultExchange(
            store, over: MemoryTransport(content), to: remote, acceptingDeletions: acceptingDeletions
        ).run()
    }

    /// Deletes these on the first device, and sends it.
    private func delete(_ range: Range<Int>) async throws {
        try await first.apply(cards[range].map { .delete($0) })
        _ = try await exchange(first)
    }

    @Test("they wait until somebody accepts them")
    func accepted() async throws {
        try await delete(0..<20)
        await #expect(throws: VaultError.manyDeletions(device: "first", deleted: 20, of: 30)) {
            _ = try await exchange(second)
        }
        #expect(try await second.count() == 30)
        _ = try await exchange(second, acceptingDeletions: true)
        #expect(try await second.count() == 10)
    }

    @Test("they count together where they are several batches")
    func severalBatches() async throws {
        for start in [0, 6, 12] {
            try await delete(start..<start + 6)
            clock.advance(seconds: 120)
        }
        #expect(content.batchCount == 4)
        await #expect(throws: VaultError.manyDeletions(device: "first", deleted: 18, of: 30)) {
            _ = try await exchange(second)
        }
        #expect(try await second.count() == 30)
    }

    @Test("they count together where they come in several exchanges; what is accepted no longer counts")
    func smallSteps() async throws {
        try await delete(0..<8)
        _ = try await exchange(second)
        #expect(try await second.count() == 22)
        try await delete(8..<16)
        await #expect(throws: VaultError.manyDeletions(device: "first", deleted: 16, of: 30, alreadyHere: 8)) {
            _ = try await exchange(second)
        }
        #expect(try await second.count() == 22)
        _ = try await exchange(second, acceptingDeletions: true)
        #expect(try await second.count() == 14)
        try await delete(16..<18)
        #expect(try await exchange(second).merge.deleted == 2)
    }

    @Test("they count together over two remotes")
    func twoRemotes() async throws {
        let (other, there) = (RemoteID("other"), MemoryRemote())
        for store in [first, second] {
            try await store.addRemote(other)
            _ = try await VaultExchange(store, over: MemoryTransport(there), to: other).run()
        }
        try await delete(0..<8)
        _ = try await exchange(second)
        try await first.apply(cards[8..<16].map { .delete($0) })
        _ = try await VaultExchange(first, over: MemoryTransport(there), to: other).run()
        await #expect(throws: VaultError.manyDeletions(device: "first", deleted: 16, of: 30, alreadyHere: 8)) {
            _ = try await VaultExchange(second, over: MemoryTransport(there), to: other).run()
        }
    }

    @Test("what comes in many parts is decided before the first card is deleted", arguments: [false, true])
    func manyParts(isSnapshot: Bool) async throws {
        let more = try (0..<800).map { try #require(CardID("more-\($0)")) }
        try await first.apply(more.map { .set(CardPatch(from: nil, to: Card(identifier: $0, name: $0.text))) })
        for store in [first, second] { _ = try await exchange(store) }
        // 400 batches are two pages of a list, neither of which deletes a third; and two segments of a snapshot.
        let note = String(repeating: "a note of some words ", count: 9000)
        for (number, card) in more[..<400].enumerated() {
            try await first.apply([.delete(card)])
            if isSnapshot, number.isMultiple(of: 14) {
                var noted = Card(identifier: .random(), name: "noted")
                noted.note = note
                try await first.apply([.set(CardPatch(from: nil, to: noted))])
            }
            while try await first.makeBatches(atMost: 16) {}
        }
        _ = try await exchange(first)
        if isSnapshot {
            let vault = try #require(try await first.vault()).vault
            let bytes = try await SnapshotWriter.snapshot(of: first, vault, covering: first.known())
            content.add(snapshot: bytes, at: HybridTime(clock.clock.now()))
            // Of the batches only the last is there.
            content.batches.dropLast().forEach(content.remove)
        }
        await #expect {
            _ = try await exchange(second)
        } throws: { error in
            guard case VaultError.manyDeletions("first", let deleted, 830, 0) = error else { return false }
            return deleted * 3 >= 830
        }
        #expect(try await second.count() == 830)
    }

    @Test("a device that joins is not asked about cards that it never had")
    func joining() async throws {
        for start in [0, 8, 16] { try await delete(start..<start + 8) }
        for number in 0..<250 {
            var card = Card(identifier: .random(), name: "\(number)")
            card.note = "a batch of its own"
            try await first.apply([.set(CardPatch(from: nil, to: card))])
            while try await first.makeBatches(atMost: 16) {}
        }
        _ = try await exchange(first)
        let vault = try #require(try await first.vault()).vault
        let third = try await SQLiteCardStore.member(of: vault, named: "third", at: remote)
        _ = try await exchange(third)
        #expect(try await third.contentHash() == first.contentHash())
    }

    @Test("what was deleted over hours is a wish, also when it comes at once")
    func hoursApart() async throws {
        for start in [0, 6, 12] {
            try await delete(start..<start + 6)
            clock.advance(seconds: 3600)
        }
        #expect(try await exchange(second).merge.deleted == 18)
        #expect(try await second.count() == 12)
    }

    @Test("of two devices each counts alone")
    func twoDevices() async throws {
        try await delete(0..<7)
        let vault = try #require(try await first.vault()).vault
        let third = try await SQLiteCardStore.member(of: vault, named: "third", at: remote, clock: clock.clock)
        _ = try await exchange(third)
        try await third.apply(cards[7..<14].map { .delete($0) })
        _ = try await exchange(third)
        #expect(try await exchange(second).merge.deleted == 14)
    }

    @Test("a card that comes back and goes again is one")
    func same() async throws {
        for _ in 0..<3 {
            try await delete(0..<6)
            clock.advance(seconds: 120)
            try await first.restore(Array(cards[0..<6]))
            _ = try await exchange(first)
            clock.advance(seconds: 120)
        }
        #expect(try await exchange(second).merge.merged >= 6)
        #expect(try await second.count() == 30)
    }
}
