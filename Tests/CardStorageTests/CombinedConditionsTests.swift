import Cards
import TestSupport
import Testing

@testable import CardStorage

/// A store with a backend, a ledger and devices at once: whatever one of them brings, the others get, and nobody gets back what was his.
@Suite("A store with a backend, a ledger and other devices")
struct CombinedConditionsTests {
    private var devices: VaultDevices
    private var generator = SeededGenerator()
    private var desk: SQLiteCardStore { devices.stores[0] }
    private var phone: SQLiteCardStore { devices.stores[1] }
    private let card: CardID

    /// Both devices have a card with a balance, and the backend of the first one has it, too.
    init() async throws {
        devices = try await VaultDevices([1_750_000_000_000, 1_750_000_000_000], using: &generator)
        card = try CardID(test: "a")
        let store = devices.stores[0]
        _ = try await store.connect(to: .test)
        try await store.setConsent(.granted, for: .test)
        try await store.put(testCard("a", "Amber") { ($0.balance, $0.currency) = ("20", "EUR") })
        try await store.acknowledgeAll()
        try await devices.settle(using: &generator)
    }

    private func pending() async throws -> [PendingUpload.Content] {
        try await desk.pendingUploads(for: .test, limit: 10).map(\.content)
    }

    private func batches(of store: SQLiteCardStore) async throws -> Int {
        let device = try #require(try await store.vault()).device
        return devices.written.keys.count { $0.device == device }
    }

    @Test("what another device changes, books or deletes is uploaded to the backend, and not sent to the devices again")
    mutating func uploaded() async throws {
        let sent = try await batches(of: desk)
        #expect(try await pending() == [])
        try await phone.edit("a") { $0.note = "from the phone" }
        try await devices.settle(using: &generator)
        let changed = try #require(try await desk.card(card))
        #expect(changed.note == "from the phone")
        #expect(try await pending() == [.upload(changed)])
        try await desk.acknowledgeAll()

        let input = LocalInput(format: .iso, today: CalendarDay(daysSince1970: 20_000))
        _ = try await phone.book(LedgerBooking("7", input), on: card)
        try await devices.settle(using: &generator)
        let booked = try #require(try await desk.card(card))
        #expect(booked.balance == "13")
        #expect(try await pending() == [.upload(booked)])
        #expect(try await desk.ledger(of: card, after: nil, limit: 10).lines.count == 1)
        try await desk.acknowledgeAll()

        try await phone.put(testCard("b", "Birch"))
        try await devices.settle(using: &generator)
        #expect(try await pending().count == 1)
        try await desk.acknowledgeAll()
        try await phone.apply([.delete(card)])
        try await devices.settle(using: &generator)
        #expect(try await pending() == [.delete])
        // That the backend took a balance is all that the others hear: they may have it from there.
        #expect(try await batches(of: desk) == sent + 1)
        #expect(try await desk.makeBatches(atMost: 10) == false)
    }

    @Test("what the backend changes goes to the other devices, and not back to it")
    mutating func shared() async throws {
        try await desk.receive("a", "Amber") {
            ($0.balance, $0.currency, $0.note) = ("20", "EUR", "from the backend")
        }
        try await devices.settle(using: &generator)
        #expect(try await phone.card(card)?.note == "from the backend")
        #expect(try await pending() == [])
    }

    @Test("a balance that each device gets from the backend changes once, also when it changes so again")
    mutating func sharedBalance() async throws {
        _ = try await phone.connect(to: .test)
        for balance in ["20", "25", "20", "25"] {
            for store in devices.stores {
                try await store.receive("a", "Amber") { ($0.balance, $0.currency) = (balance, "EUR") }
            }
        }
        try await devices.settle(using: &generator)
        for store in devices.stores {
            #expect(try await store.card(card)?.balance == "25")
            #expect(
                try await store.ledger(of: card, after: nil, limit: 10).lines.map(\.entry.amount) == ["5", "-5", "5"])
        }
        #expect(Set(try await devices.hashes()).count == 1)
    }

    @Test(
        "what one device spends and uploads counts once where it comes from the backend and from the device, in either order",
        arguments: [true, false])
    mutating func spentAndUploaded(isBackendFirst: Bool) async throws {
        _ = try await phone.connect(to: .test)
        func receive(_ balance: String, _ store: SQLiteCardStore) async throws {
            try await store.receive("a", "Amber") { ($0.balance, $0.currency) = (balance, "EUR") }
        }
        for store in devices.stores { try await receive("100", store) }
        try await devices.settle(using: &generator)
        // The second time the same balances follow each other again.
        for (before, amount, after) in [("100", "30", "70"), ("70", "+30", "100"), ("100", "30", "70")] {
            _ = try await desk.book(LedgerBooking(amount, .iso), on: card)
            try await desk.acknowledgeAll()
            if isBackendFirst { try await receive(after, phone) }
            try await devices.settle(using: &generator)
            for store in devices.stores {
                if !isBackendFirst { try await receive(after, store) }
                #expect(
                    try await store.card(card).flatMap { ExactDecimal($0.balance) } == ExactDecimal(after),
                    "after \(before)")
            }
        }
        try await devices.settle(using: &generator)
        for store in devices.stores {
            let ledger = try await store.ledger(of: card, after: nil, limit: 20)
            // With that of the balance to begin with.
            #expect(ledger.lines.count(where: \.counts) == 4)
        }
        #expect(Set(try await devices.hashes()).count == 1)
    }

    @Test("a device that gets another name sends again what no remote has, and nothing that one of them has")
    mutating func twoRemotes() async throws {
        let (first, second) = (devices.remote, RemoteID("second"))
        try await desk.addRemote(second)
        try await desk.put(testCard("b", "Birch"))
        try await devices.send(0)
        try await desk.put(testCard("c", "Cedar"))
        while try await desk.makeBatches(atMost: 10) {}
        try await desk.becomeNewDevice(from: .max)
        let again = try await desk.outgoing(to: first, bytes: 1 << 20).map { try ChangeBatch($0.bytes) }
        #expect(again.flatMap(\.changes).map(\.card.text) == ["c"])
        let device = try #require(try await desk.vault()).device
        #expect(again.map(\.id) == [BatchID(device, 1)])
    }

    @Test("a card that a repair gave another identifier is uploaded under it, and goes to the devices")
    mutating func repaired() async throws {
        try await desk.put(testCard("b", "Birch"))
        try await desk.acknowledgeAll()
        try await desk.execute("UPDATE card SET id = 'a b' WHERE id = 'b'")
        try await desk.put(testCard("b", "Another"))
        try await desk.acknowledgeAll()
        #expect(try await desk.repair().isWhole)
        let found = try #require(try await desk.cards(named: "Birch").first)
        #expect(try await pending() == [.upload(found)])
        try await devices.settle(using: &generator)
        #expect(try await phone.card(found.identifier)?.name == "Birch")
    }

    @Test("taking an entry of another currency back leaves the balance as it is")
    func otherCurrency() async throws {
        let input = LocalInput(format: .iso, today: CalendarDay(daysSince1970: 20_000))
        _ = try await desk.book(LedgerBooking("7", input), on: card)
        let spent = try #require(try await desk.ledger(of: card, after: nil, limit: 1).lines.first?.id)
        try await desk.edit("a") { ($0.balance, $0.currency) = ("9", "USD") }
        #expect(try await desk.takeBack([spent], of: card)?.amount == nil)
        #expect(try await desk.card(card)?.amountLeft == Balance(amount: "9", currency: "USD"))
        #expect(try await desk.ledger(of: card, after: nil, limit: 10).lines.map(\.counts) == [false])
    }

    @Test("of a value that two devices set alike, the one that did so last is named", arguments: [true, false])
    func sameValue(isFirstLater: Bool) async throws {
        let vault = try #require(try await desk.vault()).vault
        let ids = ["1111111111111111", "2222222222222222", "3333333333333333"].compactMap { DeviceID($0) }
        let times: [Int64] = isFirstLater ? [2, 1, 3] : [1, 2, 3]
        for (index, text) in ["alike", "alike", "shown"].enumerated() {
            var change = BatchedChange(card)
            change.values = ["note": .string(text)]
            let time = HybridTime(Timestamp(milliseconds: 1_750_000_000_000 + times[index] * 1000))
            let batch = ChangeBatch(
                vault: vault, id: BatchID(ids[index], 1), time: time, seen: VersionVector(), changes: [change])
            _ = try await desk.merge(
                [ReceivedBatch(batch, bytes: batch.bytes)], from: devices.remote, acceptingDeletions: true)
        }
        #expect(try await desk.card(card)?.note == "shown")
        let sides = try await desk.column("SELECT url FROM conflict JOIN backend ON number = backend")
        #expect(sides == [BackendID(device: isFirstLater ? ids[0] : ids[1]).text])
    }

    @Test("what is changed within a minute is one burst, with the time of its last change")
    func bursts() {
        let times: [Int64] = [0, 30_000, 60_000, 60_001, 200_000, 100_000]
        let entries = times.map { LoggedKeys(card: card, keys: ["note"], time: Timestamp(milliseconds: $0)) }
        let bursts = ChangeBurst.bursts(of: entries)
        #expect(bursts.map(\.last.milliseconds) == [60_000, 60_001, 200_000, 100_000])
    }
}
