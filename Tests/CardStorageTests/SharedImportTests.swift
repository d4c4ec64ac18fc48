import CardTransfer
import Cards
import TestSupport
import Testing

@testable import CardStorage

/// Two devices that share cards, and both get versions of one pass.
@Suite("Passes on several devices", .timeLimit(.minutes(5)))
struct SharedImportTests {
    private let clock = SteppingClock(from: 1_800_000_000_000)
    private let remote = RemoteID("test")
    private let vault = VaultID.random()
    private let first: SQLiteCardStore
    private let second: SQLiteCardStore

    init() async throws {
        var stores: [SQLiteCardStore] = []
        for name in ["first", "second"] {
            let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: clock.clock)
            _ = try await store.joinVault(vault, deviceName: name)
            try await store.addRemote(remote)
            stores.append(store)
        }
        (first, second) = (stores[0], stores[1])
        _ = try await take("1", on: first)
        try await carry(from: first, to: second)
        // It matches the card that came from the first device.
        #expect(try await take("1", on: second).added == 0)
        try await carry(from: second, to: first)
    }

    private func carry(from source: SQLiteCardStore, to target: SQLiteCardStore) async throws {
        while try await source.makeBatches(atMost: 16) {}
        let page = try await source.batches(upTo: source.known(), after: 0, bytes: 1 << 30)
        let received = try page.batches.map { ReceivedBatch(try ChangeBatch($0.bytes), bytes: $0.bytes) }
        _ = try await target.merge(received, from: remote, acceptingDeletions: false)
    }

    /// Imports the version of the pass with this gate.
    private func take(_ gate: String, on store: SQLiteCardStore) async throws -> ImportReport {
        clock.advance(seconds: 100)
        let pass = TestPass().with {
            $0.gate = gate
            $0.more = #"""
                "generic": null, "storeCard": {"headerFields": [{"key": "gate", "label": "GATE", "value": "\#(gate)"}],
                    "primaryFields": [{"key": "balance", "value": \#(gate), "currencyCode": "EUR"}]},
                "expirationDate": "2027-01-\#(gate.count == 1 ? "0" : "")\#(gate)"
                """#
        }
        return try await store.importFile(MemoryFile(pass.bytes)).report
    }

    private func card(on store: SQLiteCardStore) async throws -> Card {
        try #require(try await store.cards(from: 0, limit: 2).first)
    }

    private func edit(_ store: SQLiteCardStore, _ change: @Sendable (inout Card) -> Void) async throws {
        clock.advance(seconds: 100)
        let old = try await card(on: store)
        var new = old
        change(&new)
        try await store.apply([.set(CardPatch(from: old, to: new))])
    }

    @Test("a version that another device imported is replaced by a newer one without a conflict")
    func newer() async throws {
        #expect(try await take("11", on: first).changed == 1)
        try await carry(from: first, to: second)
        #expect(try await card(on: second).note.contains("GATE: 11"))
        let report = try await take("12", on: second)
        #expect((report.changed, report.conflicts) == (1, 0))
        let card = try await card(on: second)
        #expect(card.note.contains("GATE: 12") && card.balance == "12" && card.expiry?.day == 12)
        try await carry(from: second, to: first)
        #expect(try await self.card(on: first) == card)
        #expect(try await first.conflictedCards().isEmpty)
    }

    @Test("what a person edited on the other device is in conflict as ever, before that version and after it")
    func edited() async throws {
        #expect(try await take("11", on: first).changed == 1)
        try await edit(first) { ($0.note, $0.balance) = ("mine", "3") }
        try await carry(from: first, to: second)
        let report = try await take("12", on: second)
        #expect((report.changed, report.conflicts) == (1, 1))
        let card = try await card(on: second)
        #expect(card.note == "mine" && card.balance == "3" && card.expiry?.day == 12)
    }

    @Test("what was edited here after it came is in conflict, also before it is sent")
    func editedHere() async throws {
        #expect(try await take("11", on: first).changed == 1)
        try await carry(from: first, to: second)
        try await edit(second) { $0.note += " mine" }
        #expect(try await take("12", on: second).conflicts == 1)
        #expect(try await card(on: second).note.hasSuffix("mine"))
    }
}
