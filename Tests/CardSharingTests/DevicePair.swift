import CardStorage
import Cards
import TestSupport
import Testing
import VaultSupport

@testable import CardSharing

/// Two stores of a vault, and what their people do between exchanges over lines that may be cut.
struct DevicePair {
    private let stores: [SQLiteCardStore]
    private let remote = RemoteID("server")
    private var generator: SeededGenerator
    private var names: Set<String> = []
    private(set) var failures = 0

    init(over transport: any ChangeTransport, seed: UInt64) async throws {
        generator = SeededGenerator(seed: seed)
        let vault = try await transport.create(VaultHeader(vault: .random())).vault
        await transport.close()
        stores = [
            try await .member(of: vault, named: "desk", at: remote),
            try await .member(of: vault, named: "laptop", at: remote),
        ]
    }

    /// Adds cards with photos, and changes one that the other device may have.
    mutating func change(_ device: Int) async throws {
        for _ in 0..<5 {
            let size = Int.random(in: 1...40_000, using: &generator)
            let photo = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
            var card = Card(identifier: .random(), name: "Card \(names.count) of \(device)")
            card[Card.Side.allCases[names.count % 3]] = PhotoHash(of: photo)
            try await stores[device].apply([
                .set(CardPatch(from: nil, to: card, photos: [PhotoHash(of: photo): photo]))
            ])
            names.insert(card.name)
        }
        guard let old = try await stores[device].cards(from: 0, limit: 1).first else { return }
        var new = old
        // Each changes a field of its own, so that nothing conflicts.
        let word = String(generator.next())
        if device == 0 { new.number = word } else { new.note = word }
        try await stores[device].apply([.set(CardPatch(from: old, to: new))])
    }

    /// Whether it was not cut. Whatever else it ends with fails the test.
    mutating func exchange(_ device: Int, over transport: any ChangeTransport) async throws -> Bool {
        do {
            let report = try await VaultExchange(stores[device], over: transport, to: remote).run()
            await transport.close()
            #expect(report.damaged.isEmpty && !report.becameNewDevice && !report.mendedLoss)
            return true
        } catch let error as TransportError {
            await transport.close()
            failures += 1
            try #require(error.isTemporary, "\(error)")
            try #require(failures < 1000, "\(error)")
            return false
        }
    }

    /// What the device takes for sent is there.
    func expectSent(_ device: Int, at transport: any ChangeTransport) async throws {
        let has = try #require(try await stores[device].remotes().first).has
        let listing = try await transport.batches(after: VersionVector(), limit: 10_000)
        let there = Dictionary(grouping: listing.batches, by: \.id)
        for entry in has.sorted where entry.number > 0 {
            for number in 1...entry.number {
                let found = try #require(there[BatchID(entry.device, number)])
                #expect(found.count == 1)
                if let one = found.first, one.bytes == nil { #expect(try await transport.bytes(of: one) != nil) }
            }
        }
        await transport.close()
    }

    func expectSame() async throws {
        for store in stores {
            let cards = try await store.cards(from: 0, limit: .max)
            #expect(cards.map(\.name).sorted() == names.sorted())
            #expect(try await store.missingFileCount() == 0)
            #expect(try await store.tally(of: remote).isEmpty)
            #expect(try await store.conflictedCards().isEmpty)
            #expect(try await store.devices().count == 2)
            #expect(try await store.check().isWhole)
        }
        #expect(try await stores[0].contentHash() == stores[1].contentHash())
    }
}
