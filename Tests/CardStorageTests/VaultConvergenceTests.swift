import Cards
import Glibc
import TestSupport
import Testing
import VaultSupport

@testable import CardStorage

/// Devices that change cards and exchange batches at random: with losses, repetitions, any order, and clocks that are years apart.
@Suite("Devices of a vault at random", .timeLimit(.minutes(30)))
struct VaultConvergenceTests {
    /// `CARDS_SYNC` sets the number of rounds of a longer run.
    private static let rounds = getenv("CARDS_SYNC").flatMap { Int(String(cString: $0)) } ?? 25
    private static let year: Int64 = 365 * 86_400_000

    @Test("all end with the same cards and conflicts")
    func convergence() async throws {
        let seed = SeededGenerator.seed()
        for round in 0..<Self.rounds {
            // Each round can be repeated alone: `CARDS_SEED` with the seed that a failure names, `CARDS_SYNC=1`.
            var generator = SeededGenerator(seed: seed &+ UInt64(round))
            var devices = try await VaultDevices(
                [30 * Self.year, 40 * Self.year, 20 * Self.year, 30 * Self.year + 500], using: &generator)
            for _ in 0..<80 {
                let device = Int.random(in: 0..<4, using: &generator)
                switch Int.random(in: 0..<10, using: &generator) {
                case 0: try await devices.send(device, losingAnswer: .random(using: &generator))
                case 1: try await devices.receive(device, using: &generator, share: 0.6)
                default: try await RandomDeviceChanges.one(of: devices.stores[device], using: &generator)
                }
            }
            try await devices.settle(using: &generator)
            let (hashes, conflicts) = (try await devices.hashes(), try await Self.conflicts(devices))
            if Set(hashes).count > 1 || Set(conflicts).count > 1 { try await Self.report(devices) }
            try #require(Set(hashes).count == 1, "CARDS_SEED=\(seed &+ UInt64(round))")
            try #require(Set(conflicts).count == 1, "CARDS_SEED=\(seed &+ UInt64(round))")
            for device in devices.stores.indices {
                #expect(try await devices.stores[device].check().isWhole)
            }
        }
    }

    @Test("a card that is made anew after a deletion has nothing of before, whoever else had deleted it")
    func madeAnew() async throws {
        var generator = SeededGenerator(seed: 7)
        var devices = try await VaultDevices([30 * Self.year, 30 * Self.year, 30 * Self.year], using: &generator)
        var card = Card(identifier: .random(), name: "Beta")
        card.note = "old"
        try await devices.stores[0].apply([.set(CardPatch(from: nil, to: card))])
        try await devices.settle(using: &generator)
        try await devices.stores[0].apply([.delete(card.identifier)])
        try await devices.send(0)
        try await devices.receive(2, using: &generator)
        // The second device does not know of that.
        try await devices.stores[1].edit(card.identifier.text) { $0.number = "1" }
        try await devices.send(1)
        try await devices.stores[1].apply([.delete(card.identifier)])
        try await devices.send(1)
        let anew = Card(identifier: card.identifier, name: "Beta again")
        try await devices.stores[1].apply([.set(CardPatch(from: nil, to: anew))])
        try await devices.send(1)
        try await devices.receive(2, using: &generator)
        try await devices.settle(using: &generator)
        #expect(Set(try await devices.hashes()).count == 1)
        for store in devices.stores {
            let shown = try #require(try await store.card(card.identifier))
            #expect(shown.name == "Beta again" && shown.note.isEmpty && shown.number.isEmpty)
        }
    }

    private static func conflicts(_ devices: VaultDevices) async throws -> [[String]] {
        var texts: [[String]] = []
        for store in devices.stores {
            texts.append(try await store.conflictTexts())
            for card in try await store.conflictedCards() {
                guard let conflict = try await store.conflict(of: card.id) else { continue }
                for sides in conflict.sides.values {
                    #expect(sides.count > 1 && sides.count(where: \.isShown) == 1 && sides.count(where: \.isMine) <= 1)
                    #expect(
                        sides.indices.allSatisfy { index in !sides[..<index].contains { $0.card == sides[index].card } }
                    )
                }
            }
        }
        return texts
    }

    private static func report(_ devices: VaultDevices) async throws {
        for batch in devices.written.sorted(by: { $0.key < $1.key }) {
            print("batch", String(decoding: batch.value, as: UTF8.self))
        }
        for device in devices.stores.indices {
            print("device \(device)", try await devices.stores[device].known().sorted.map(\.number))
            for card in try await devices.cards(device) {
                print("  ", String(decoding: CardJSON.storedText(of: card), as: UTF8.self))
            }
            for text in try await devices.stores[device].conflictTexts() { print("  conflict", text) }
        }
    }
}

extension SQLiteCardStore {
    /// All values that a card does not show, whichever device set them.
    fileprivate func conflictTexts() throws -> [String] {
        let texts = try connection.all(
            "SELECT card, theirs, url FROM conflict JOIN backend ON number = backend WHERE card IN (SELECT id FROM card)"
        ) { row in
            Optional("\(row.text()) \(row.text()) \(row.text())")
        }
        return texts.sorted()
    }
}
