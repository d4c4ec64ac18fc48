import CardSharing
import CardStorage
import Cards
import Glibc
import TestSupport
import Testing
import VaultSupport

/// Stores in files that share a vault, and what their people do at random.
struct ConvergingDevices {
    private struct Device {
        let path: String
        let clock: SteppingClock
        var store: SQLiteCardStore
        /// How many cards of its own it has made.
        var made = 0
    }

    /// What all devices must agree on, and whether the store is sound.
    struct State {
        let hash: ObjectHash
        let conflicts: [CardID]
        let ownCards: [CardID: String]
        let isWhole: Bool
    }

    private static let year: Int64 = 365 * 86_400_000
    private static let own = "own-"
    private let remote = RemoteID("test")
    private let transport: @Sendable () throws -> any ChangeTransport
    private var generator: SeededGenerator
    private var devices: [Device] = []
    /// What happens to the place between exchanges, until the devices come to rest.
    var damaging: DamagedFolder?

    init(
        _ count: Int, below folder: String, seed: UInt64,
        transport: @escaping @Sendable () throws -> any ChangeTransport
    ) async throws {
        (self.transport, generator) = (transport, SeededGenerator(seed: seed))
        let vault = VaultID(using: &generator)
        for number in 0..<count {
            let clock = SteppingClock(from: Int64.random(in: 20 * Self.year...40 * Self.year, using: &generator))
            let path = "\(folder)/\(number).sqlite"
            let store = try SQLiteCardStore(at: path, clock: clock.clock)
            _ = try await store.joinVault(vault, deviceName: "device \(number)")
            try await store.addRemote(remote)
            devices.append(Device(path: path, clock: clock, store: store))
        }
    }

    /// Each device makes so many changes, and exchanges now and then.
    mutating func live(changes: Int) async throws {
        var left = devices.indices.map { _ in changes }
        while let device = left.indices.filter({ left[$0] > 0 }).randomElement(using: &generator) {
            switch Int.random(in: 0..<20, using: &generator) {
            case 0:
                try await exchange(device, overBadLine: true)
                try damaging?.strike()
            case 1...3:
                try await makeOwnCard(device)
                left[device] -= 1
            default:
                try await RandomDeviceChanges.one(of: devices[device].store, using: &generator)
                left[device] -= 1
            }
        }
    }

    /// Cards that only one device changes: none of them may be lost or come twice.
    private mutating func makeOwnCard(_ device: Int) async throws {
        devices[device].made += 1
        let name = "\(Self.own)\(device)-\(devices[device].made)"
        var card = Card(identifier: try #require(CardID(name)), name: name)
        card.note = String(generator.next())
        try await devices[device].store.apply([.set(CardPatch(from: nil, to: card))])
    }

    /// - Parameter overBadLine: an exchange that fails ends the program half of the time: its store is opened anew.
    private mutating func exchange(_ device: Int, overBadLine: Bool) async throws {
        let base = try transport()
        let line = overBadLine ? Self.faulty(base, seed: generator.next()) : base
        do {
            _ = try await VaultExchange(devices[device].store, over: line, to: remote, acceptingDeletions: true).run()
        } catch let error as TransportError {
            // A header that somebody changed is told, and nothing is sent.
            let isTold = error.kind == .unreachable || damaging != nil && error.kind == .sealed
            try #require(overBadLine && isTold, "\(error)")
            if Bool.random(using: &generator) {
                devices[device].store.close()
                devices[device].store = try SQLiteCardStore(
                    at: devices[device].path, clock: devices[device].clock.clock)
            }
        }
        await base.close()
    }

    private static func faulty(_ base: some ChangeTransport, seed: UInt64) -> any ChangeTransport {
        FaultyTransport(base, seed: seed)
    }

    /// The cards of their own that are on the device that made them.
    func ownCards() async throws -> [CardID: String] {
        var cards: [CardID: String] = [:]
        for (number, device) in devices.enumerated() {
            for (card, note) in try await Self.ownCards(device.store) where card.text.hasPrefix("\(Self.own)\(number)-")
            {
                cards[card] = note
            }
        }
        return cards
    }

    private static func ownCards(_ store: SQLiteCardStore) async throws -> [CardID: String] {
        var cards: [CardID: String] = [:]
        for card in try await store.cards(from: 0, limit: .max) where card.identifier.text.hasPrefix(own) {
            #expect(cards.updateValue(card.note, forKey: card.identifier) == nil, "a card is there twice")
        }
        return cards
    }

    /// Exchanges over a good line until nothing is left.
    mutating func settle() async throws {
        try damaging?.restoreHeader()
        for _ in 0..<20 {
            for device in devices.indices {
                try await exchange(device, overBadLine: false)
            }
            var isLeft = false
            for device in devices {
                let lacks = try await device.store.tally(of: remote)
                isLeft = isLeft || !lacks.isEmpty
            }
            let known = try await knownVectors()
            if !isLeft, Set(known).count == 1 { return }
        }
        Issue.record("the devices do not come to rest")
    }

    private func knownVectors() async throws -> [VersionVector] {
        var vectors: [VersionVector] = []
        for device in devices { vectors.append(try await device.store.known()) }
        return vectors
    }

    func states() async throws -> [State] {
        var states: [State] = []
        for device in devices {
            states.append(
                State(
                    hash: try await device.store.contentHash(),
                    conflicts: try await device.store.conflictedCards().map(\.id).sorted(),
                    ownCards: try await Self.ownCards(device.store), isWhole: try await device.store.check().isWhole))
        }
        return states
    }
}
