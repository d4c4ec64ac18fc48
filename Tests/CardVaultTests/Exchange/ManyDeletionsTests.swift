import CardStorage
import CardVault
import Cards
import TestSupport
import Testing
import VaultSupport

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
        await #expect(throws: VaultError.manyDeletions(device: "first", deleted: 12, of: 30)) {
            _ = try await exchange(second)
        }
        #expect(try await second.count() == 30)
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
