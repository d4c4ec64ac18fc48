import Cards
import TestSupport
import Testing

@testable import CardStorage

/// Who set the values of a conflict, on each of several devices.
@Suite("Sides of a conflict between devices")
struct ConflictSidesTests {
    private let clock = SteppingClock(from: 1_800_000_000_000)
    private let remote = RemoteID("test")
    private let vault = VaultID.random()
    private let elm: CardID

    init() throws { elm = try CardID(test: "elm") }

    private func device(_ name: String) async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: clock.clock)
        _ = try await store.joinVault(vault, deviceName: name)
        try await store.addRemote(remote)
        return store
    }

    /// Everything that one has comes to the other.
    private func carry(from source: SQLiteCardStore, to target: SQLiteCardStore) async throws {
        while try await source.makeBatches(atMost: 16) {}
        let page = try await source.batches(upTo: source.known(), after: 0, bytes: 1 << 30)
        let received = try page.batches.map { ReceivedBatch(try ChangeBatch($0.bytes), bytes: $0.bytes) }
        _ = try await target.merge(received, from: remote, acceptingDeletions: false)
    }

    private func write(_ note: String, on store: SQLiteCardStore) async throws {
        clock.advance(seconds: 60)
        try await store.edit("elm") { $0.note = note }
    }

    /// Devices that have the card and nothing else.
    private func devices(_ names: [String]) async throws -> [SQLiteCardStore] {
        var stores: [SQLiteCardStore] = []
        for name in names { stores.append(try await device(name)) }
        try await stores[0].put(testCard("elm", "Elm Gym"))
        for store in stores.dropFirst() { try await carry(from: stores[0], to: store) }
        return stores
    }

    private struct Side: Hashable {
        let source: ConflictSide.Source
        let note: String
        var isMine = false
        var isShown = false
    }

    private func sides(_ store: SQLiteCardStore) async throws -> Set<Side> {
        let conflict = try #require(try await store.conflict(of: elm))
        return Set(
            (conflict.sides[.note] ?? []).map {
                Side(source: $0.source, note: $0.card.note, isMine: $0.isMine, isShown: $0.isShown)
            })
    }

    @Test("mine is what this device wrote, also where the card shows the other value; the other device's is theirs")
    func lost() async throws {
        let stores = try await devices(["desk", "laptop"])
        let (desk, laptop) = (stores[0], stores[1])
        try await write("from desk", on: desk)
        try await write("from laptop", on: laptop)
        for (source, target) in [(desk, laptop), (laptop, desk)] { try await carry(from: source, to: target) }
        #expect(try await desk.card(elm)?.note == "from laptop")
        #expect(
            try await sides(desk) == [
                Side(source: .here("desk"), note: "from desk", isMine: true),
                Side(source: .device("laptop"), note: "from laptop", isShown: true),
            ])
        #expect(
            try await sides(laptop) == [
                Side(source: .here("laptop"), note: "from laptop", isMine: true, isShown: true),
                Side(source: .device("desk"), note: "from desk"),
            ])
        let conflict = try #require(try await desk.conflict(of: elm))
        #expect(conflict.theirs.note == "from laptop")
        let times = (conflict.sides[.note] ?? []).compactMap(\.time)
        #expect(times.count == 2 && times[0] < times[1])
    }

    @Test("where a device wrote none of three values there is no mine; a choice ends all of them, everywhere")
    func three() async throws {
        let stores = try await devices(["desk", "laptop", "phone", "tablet"])
        for (store, name) in zip(stores, ["desk", "laptop", "phone"]) { try await write(name, on: store) }
        for store in stores.dropLast() { try await carry(from: store, to: stores[3]) }
        let conflict = try #require(try await stores[3].conflict(of: elm))
        #expect(conflict.mine(.note) == nil)
        #expect(
            try await sides(stores[3]) == [
                Side(source: .device("desk"), note: "desk"), Side(source: .device("laptop"), note: "laptop"),
                Side(source: .device("phone"), note: "phone", isShown: true),
            ])
        let card = try #require(try await stores[3].card(elm))
        var result = card
        result.note = "laptop"
        let choice = ConflictChoice(of: [.note], in: conflict, mine: card, result: result)
        #expect(try await stores[3].resolve(choice) == [.note])
        for store in stores.dropLast() { try await carry(from: stores[3], to: store) }
        for store in stores {
            #expect(try await store.conflict(of: elm) == nil)
            #expect(try await store.card(elm)?.note == "laptop")
        }
    }

    @Test("an edit of the value that shows is mine, and replaces an older value of this device")
    func edited() async throws {
        let stores = try await devices(["desk", "laptop"])
        let (desk, laptop) = (stores[0], stores[1])
        try await write("from desk", on: desk)
        try await write("from laptop", on: laptop)
        try await carry(from: laptop, to: desk)
        try await write("again", on: desk)
        let conflict = try #require(try await desk.conflict(of: elm))
        #expect(conflict.mine(.note)?.card.note == "again")
        try await carry(from: desk, to: laptop)
        for store in stores {
            #expect(try await store.conflict(of: elm) == nil)
            #expect(try await store.card(elm)?.note == "again")
        }
    }

    @Test("an edit that does not know another device's value replaces none of it")
    func editedBeside() async throws {
        let stores = try await devices(["desk", "laptop", "phone"])
        for (store, note) in zip(stores, ["one", "two", "three"]) { try await write(note, on: store) }
        try await carry(from: stores[2], to: stores[0])
        try await write("again", on: stores[0])
        try await carry(from: stores[0], to: stores[1])
        #expect(
            try await sides(stores[1]) == [
                Side(source: .here("laptop"), note: "two", isMine: true),
                Side(source: .device("desk"), note: "again", isShown: true),
            ])
    }

    @Test("the same value of two devices is one side, and mine where this device is one of them")
    func same() async throws {
        let stores = try await devices(["desk", "laptop", "phone"])
        for (store, note) in zip(stores, ["same", "same", "other"]) { try await write(note, on: store) }
        for source in stores {
            for target in stores where target !== source { try await carry(from: source, to: target) }
        }
        for (store, name) in zip(stores, ["desk", "laptop"]) {
            #expect(
                try await sides(store) == [
                    Side(source: .here(name), note: "same", isMine: true),
                    Side(source: .device("phone"), note: "other", isShown: true),
                ])
        }
        #expect(try await sides(stores[2]).count == 2)
    }

    @Test("a field that changed on a third side since it was shown is not resolved")
    func third() async throws {
        let stores = try await devices(["desk", "laptop", "phone"])
        for (store, note) in zip(stores, ["one", "two", "three"]) { try await write(note, on: store) }
        try await carry(from: stores[1], to: stores[0])
        let (card, conflict) = (
            try #require(try await stores[0].card(elm)), try #require(try await stores[0].conflict(of: elm))
        )
        try await carry(from: stores[2], to: stores[0])
        let choice = ConflictChoice(of: [.note], in: conflict, mine: card, result: card)
        #expect(try await stores[0].resolve(choice).isEmpty)
        #expect(try await stores[0].conflict(of: elm)?.sides[.note]?.count == 3)
    }

    @Test("a value that came from another device is not mine beside a backend's")
    func backend() async throws {
        let stores = try await devices(["desk", "laptop"])
        let (desk, laptop) = (stores[0], stores[1])
        _ = try await desk.connect(to: .test)
        try await desk.receive("elm", "Elm Gym")
        try await write("from laptop", on: laptop)
        try await carry(from: laptop, to: desk)
        try await desk.receive("elm", "Elm Gym") { $0.note = "from the backend" }
        #expect(
            try await sides(desk) == [
                Side(source: .device("laptop"), note: "from laptop", isShown: true),
                Side(source: .backend(.test), note: "from the backend"),
            ])
    }

    @Test("devices of one name are told apart, in the same way on each")
    func names() async throws {
        let (one, other) = (try await device("vm"), try await device("vm"))
        for store in [one, other] {
            try await store.put(testCard("elm", "Elm Gym") { $0.note = "\(ObjectIdentifier(store))" })
        }
        try await carry(from: one, to: other)
        try await carry(from: other, to: one)
        let names = [
            try await one.devices().sorted { $0.id < $1.id }.map(\.name),
            try await other.devices().sorted { $0.id < $1.id }.map(\.name),
        ]
        #expect(names == [["vm", "vm-2"], ["vm", "vm-2"]])
        // One that was copied goes on under another name.
        try await one.becomeNewDevice(from: .max)
        #expect(Set(try await one.devices().map(\.name)).count == 3)
    }
}
