import Cards
import Glibc
import TestSupport
import Testing

@testable import CardStorage

/// Devices that change cards and exchange batches at random: with losses, repetitions, any order, and clocks that are years apart.
@Suite("Devices of a vault at random", .timeLimit(.minutes(30)))
struct VaultConvergenceTests {
    /// `CARDS_SYNC` sets the number of rounds of a longer run.
    private static let rounds = getenv("CARDS_SYNC").flatMap { Int(String(cString: $0)) } ?? 12
    private static let year: Int64 = 365 * 86_400_000

    @Test("all end with the same cards and conflicts")
    func convergence() async throws {
        var generator = SeededGenerator()
        for _ in 0..<Self.rounds {
            var devices = try await VaultDevices([
                30 * Self.year, 40 * Self.year, 20 * Self.year, 30 * Self.year + 500,
            ])
            for _ in 0..<80 {
                let device = Int.random(in: 0..<4, using: &generator)
                switch Int.random(in: 0..<10, using: &generator) {
                case 0: try await devices.send(device, losingAnswer: .random(using: &generator))
                case 1: try await devices.receive(device, using: &generator, share: 0.6)
                default: try await Self.change(devices.stores[device], using: &generator)
                }
            }
            try await devices.settle(using: &generator)
            let hashes = try await devices.hashes()
            if Set(hashes).count > 1 { try await Self.report(devices) }
            try #require(Set(hashes).count == 1)
            let conflicts = try await Self.conflicts(devices)
            if Set(conflicts).count > 1 { try await Self.report(devices) }
            try #require(Set(conflicts).count == 1)
            for device in devices.stores.indices {
                #expect(try await devices.stores[device].check().isWhole)
            }
        }
    }

    private static let names = ["alpha", "beta", "gamma", "delta", "epsilon"]

    /// One change such as people make, of one of five cards.
    private static func change(
        _ store: SQLiteCardStore, using generator: inout some RandomNumberGenerator
    ) async throws {
        let name = names.randomElement(using: &generator) ?? "alpha"
        let identifier = try CardID(test: name)
        let word = String(Int.random(in: 0..<1_000_000, using: &generator))
        guard var card = try await store.card(identifier) else {
            let trash = try await store.trash().map(\.card.identifier)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0 where trash.contains(identifier): return try await store.restore([identifier])
            case 1 where trash.contains(identifier):
                // A ledger that is deleted for good is gone here alone: see DECISIONS.md.
                guard try await store.ledger(of: identifier, after: nil, limit: 1).lines.isEmpty else { return }
                return try await store.empty([identifier])
            case 2: return _ = try await store.undo()
            default:
                var card = Card(identifier: identifier, name: name)
                card.number = word
                if Bool.random(using: &generator) { (card.balance, card.currency) = ("20.00", "EUR") }
                return try await store.apply([.set(CardPatch(from: nil, to: card))])
            }
        }
        let old = card
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: return try await store.apply([.delete(identifier)])
        case 1: return _ = try await store.undo()
        case 2: return _ = try await store.redo()
        case 3, 4:
            let input = LocalInput.iso
            guard card.balance.isEmpty || ExactDecimal(card.balance) != nil else { return }
            let booking = try LedgerBooking("1.50", as: .spend, input)
            return _ = try? await store.book(booking, on: identifier)
        case 5: card.groups = [["a", "b"], ["b"], [], ["c", "a"]].randomElement(using: &generator) ?? []
        case 6: card.isStarred.toggle()
        case 7: card.number = word
        case 8: card.expiry = CalendarDay(daysSince1970: Int.random(in: 19_000..<22_000, using: &generator))
        case 9:
            guard let conflict = try await store.conflict(of: identifier), let field = conflict.fields.first else {
                return
            }
            let own = try await store.vault()?.device
            #expect(conflict.isFromThisDevice == (conflict.backend.device == own))
            var result = card
            if Bool.random(using: &generator) { result.copy([field], from: conflict.theirs) }
            let choice = ConflictChoice(of: [field], in: conflict, mine: card, result: result)
            return _ = try await store.resolve(choice)
        case 10: card.unknownFields["shop"] = Bool.random(using: &generator) ? .string(word) : nil
        default: card.note = word
        }
        try await store.apply([.set(CardPatch(from: old, to: card))])
    }

    private static func conflicts(_ devices: VaultDevices) async throws -> [[String]] {
        var texts: [[String]] = []
        for store in devices.stores { texts.append(try await store.conflictTexts()) }
        return texts
    }

    private static func report(_ devices: VaultDevices) async throws {
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
