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

    private static func conflicts(_ devices: VaultDevices) async throws -> [[String]] {
        var texts: [[String]] = []
        for store in devices.stores {
            texts.append(try await store.conflictTexts())
            for card in try await store.conflictedCards() {
                guard let conflict = try await store.conflict(of: card.id) else { continue }
                for sides in conflict.sides.values {
                    #expect(sides.count > 1 && sides.count(where: \.isShown) == 1 && sides.count(where: \.isMine) <= 1)
                    #expect(Set(sides.map(\.card)).count == sides.count)
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
