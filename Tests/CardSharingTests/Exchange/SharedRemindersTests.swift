import CardSharing
import CardStorage
import Cards
import TestSupport
import Testing
import VaultSupport

/// Reminders of two devices that share their cards over a remote in memory.
@Suite("Reminders of devices that share cards")
struct SharedRemindersTests {
    private let remote = RemoteID("memory")
    private let content = MemoryRemote()
    private let vault = VaultID.random()

    private func device(_ name: String, _ cards: [Card] = []) async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        try await store.apply(cards.map { .set(CardPatch(from: nil, to: $0)) })
        _ = try await store.joinVault(vault, deviceName: name)
        try await store.addRemote(remote)
        return store
    }

    private func exchange(_ store: SQLiteCardStore) async throws {
        _ = try await VaultExchange(store, over: MemoryTransport(content), to: remote).run()
    }

    private func card(_ name: String, _ expiry: CalendarDay) throws -> Card {
        var card = Card(identifier: try #require(CardID(name)), name: name)
        card.expiry = expiry
        return card
    }

    /// What `remind` does on a day. Returns the cards that are told of.
    private func remind(
        _ store: SQLiteCardStore, on today: CalendarDay, exchanges: Bool = true
    ) async throws -> [CardID] {
        if exchanges { try await exchange(store) }
        let cards = try await store.cards(expiringFrom: today.adding(days: -ReminderPlan.daysAfterExpiry))
        let plan = ReminderPlan(cards, sent: try await store.sentReminders(), today: today)
        try await store.remember(plan.due.flatMap(\.sent))
        if exchanges { try await exchange(store) }
        return plan.due.map(\.card.identifier)
    }

    private let today = CalendarDay(daysSince1970: 20_777)

    @Test("what one device has told, the other does not tell again")
    func once() async throws {
        let bus = try card("bus", today.adding(days: 5))
        let (first, second) = (try await device("first", [bus]), try await device("second"))
        #expect(try await remind(first, on: today) == [bus.identifier])
        #expect(try await remind(second, on: today) == [])
        #expect(try await second.card(bus.identifier)?.expiry == bus.expiry)
        // The next one comes from whoever is first.
        #expect(try await remind(second, on: today.adding(days: 4)) == [bus.identifier])
        #expect(try await remind(first, on: today.adding(days: 4)) == [])
        // Nothing travels while nothing is told.
        let batches = content.batchCount
        #expect(try await remind(first, on: today.adding(days: 4)) == [])
        #expect(content.batchCount == batches)
    }

    @Test("devices that do not reach each other both tell, and agree afterwards")
    func offline() async throws {
        let bus = try card("bus", today.adding(days: 5))
        let (first, second) = (try await device("first", [bus]), try await device("second"))
        for store in [first, second] { try await exchange(store) }
        for store in [first, second] {
            #expect(try await remind(store, on: today, exchanges: false) == [bus.identifier])
        }
        for store in [first, second, first] { try await exchange(store) }
        #expect(try await first.sentReminders() == second.sentReminders())
        for store in [first, second] { #expect(try await remind(store, on: today) == []) }
    }

    @Test("what was told before a store shares its cards goes with them")
    func joining() async throws {
        let bus = try card("bus", today.adding(days: 5))
        let first = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        try await first.apply([.set(CardPatch(from: nil, to: bus))])
        #expect(try await remind(first, on: today, exchanges: false) == [bus.identifier])
        _ = try await first.joinVault(vault, deviceName: "first")
        try await first.addRemote(remote)
        try await exchange(first)
        #expect(try await remind(device("second"), on: today) == [])
    }

    @Test("a card that was taken out of the archive on one device is not archived again by another")
    func archiving() async throws {
        let old = try card("old", today.adding(days: -40))
        let (first, second) = (try await device("first", [old]), try await device("second"))
        #expect(try await first.archiveExpired(before: today) != nil)
        #expect(try await first.undo() != nil)
        for store in [first, second] { try await exchange(store) }
        #expect(try await second.card(old.identifier)?.isArchived == false)
        #expect(try await second.archiveExpired(before: today) == nil)
    }

    @Test("a reminder keeps no card from being deleted, and a deleted card sends none")
    func deletion() async throws {
        let bus = try card("bus", today.adding(days: 5))
        let (first, second) = (try await device("first", [bus]), try await device("second"))
        for store in [first, second] { try await exchange(store) }
        try await first.apply([.delete(bus.identifier)])
        #expect(try await remind(second, on: today, exchanges: false) == [bus.identifier])
        for store in [first, second, first] { try await exchange(store) }
        for store in [first, second] { #expect(try await store.card(bus.identifier) == nil) }
        let batches = content.batchCount
        try await second.remember([
            SentReminder(card: bus.identifier, expiry: today, period: "1d", day: today)
        ])
        try await exchange(second)
        #expect(content.batchCount == batches)
        #expect(try await first.contentHash() == second.contentHash())
    }

    @Test("over a year of two devices each reminder is told, once where they reach each other")
    func year() async throws {
        var random = SeededGenerator()
        for isReachable in [true, false] {
            let start = today
            let cards = try (0..<8).map { number in
                var card = try card("c\(number)", start.adding(days: Int.random(in: 0..<365, using: &random)))
                card.remindBefore =
                    ["", "30d, 7d, 1d", "1m, 3d", "never", "0d", "2w"].randomElement(using: &random) ?? ""
                return card
            }
            let year = SharedRemindersTests()
            let stores = [try await year.device("first", cards), try await year.device("second")]
            for store in stores { try await year.exchange(store) }
            // By the day and the card: how often it was told.
            var told: [CardID: [CalendarDay]] = [:]
            var days: [Set<CalendarDay>] = [[], []]
            for offset in 0..<375 {
                let day = start.adding(days: offset)
                for (index, store) in stores.enumerated() where Int.random(in: 0..<3, using: &random) > 0 {
                    // A device that is away for some weeks knows nothing of the other.
                    let exchanges = isReachable || (offset / 20 + index).isMultiple(of: 2)
                    days[index].insert(day)
                    for card in try await year.remind(store, on: day, exchanges: exchanges) {
                        told[card, default: []].append(day)
                    }
                }
            }
            for card in cards {
                let expiry = try #require(card.expiry)
                let begins = ReminderPeriods.of(card, standard: .standard).periods.compactMap { $0.day(before: expiry) }
                func due(_ runs: Set<CalendarDay>) -> [CalendarDay] {
                    var begun = 0
                    return runs.sorted().filter { $0 <= expiry.adding(days: ReminderPlan.daysAfterExpiry) }
                        .filter { today in
                            let count = begins.filter { $0 <= today }.count
                            defer { begun = max(begun, count) }
                            return count > begun
                        }
                }
                let once = due(days[0].union(days[1]))
                let sent = told[card.identifier] ?? []
                if isReachable {
                    #expect(sent == once, "\(card.name) \(expiry.text) \(card.remindBefore)")
                } else {
                    // Whoever is first tells; the other tells at most what it would tell alone.
                    #expect(Set(once).isSubset(of: sent), "\(card.name) \(expiry.text) \(card.remindBefore)")
                    #expect(sent.count <= due(days[0]).count + due(days[1]).count)
                }
            }
        }
    }
}
