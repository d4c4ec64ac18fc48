import Cards
import TestSupport
import Testing

@testable import CardStorage

/// What batches of other devices may hold: many of everything, and links that lead nowhere. Each has so many that a time that grows with the
/// square would be over the limit.
@Suite("Batches that hold very much, or what no device makes", .timeLimit(.minutes(2)))
struct VaultCostTests {
    private let store: SQLiteCardStore
    private let vault: VaultID
    private let remote = RemoteID("test")
    private let card: CardID

    init() async throws {
        store = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: SteppingClock(from: 1_750_000_000_000).clock)
        vault = VaultID.random()
        _ = try await store.joinVault(vault, deviceName: "this")
        card = try CardID(test: "a")
    }

    private func received(
        _ id: BatchID, time: Int64, seen: VersionVector = VersionVector(), _ changes: [BatchedChange]
    ) -> ReceivedBatch {
        let batch = ChangeBatch(
            vault: vault, id: id, time: HybridTime(Timestamp(milliseconds: 1_750_000_000_000 + time)), seen: seen,
            changes: changes)
        return ReceivedBatch(batch, bytes: batch.bytes)
    }

    private func merge(_ batches: [ReceivedBatch]) async throws -> VaultMergeReport {
        try await store.merge(batches, from: remote, acceptingDeletions: true)
    }

    private func change(_ values: [ExactText: String], _ entries: [LedgerEntry] = []) -> BatchedChange {
        var change = BatchedChange(card)
        (change.values, change.entries) = (values.mapValues { .string($0) }, entries)
        return change
    }

    @Test("one field that thousands of devices set without knowing of each other", arguments: ["name", "balance"])
    func concurrentValues(key: String) async throws {
        let count = 500
        var batches = [received(BatchID(.random(), 1), time: 0, [change(["name": "Amber", "currency": "EUR"])])]
        for number in 1...count {
            batches.append(
                received(BatchID(.random(), 1), time: Int64(number), [change([ExactText(key): "\(number)"])]))
        }
        var report = VaultMergeReport()
        // As an exchange has them: in several parts.
        for first in stride(from: 0, to: batches.count, by: 100) {
            report += try await merge(Array(batches[first..<min(first + 100, batches.count)]))
        }
        #expect(report.merged == count + 1)
        let found = try #require(try await store.card(card))
        #expect((key == "name" ? found.name : found.balance) == "\(count)")
        #expect(
            try await store.column("SELECT count(*) FROM conflict") == ["\(key == "name" ? count : count - 1)"])
        // What is changed here does not look at each of them.
        for number in 0..<300 { try await store.put(testCard("own-\(number)", "Own \(number)")) }
    }

    @Test("batches that come last first wait for those before, and are looked at once")
    func reversed() async throws {
        let device = DeviceID.random()
        let batches = (1...2000).map { number in
            received(
                BatchID(device, Int64(number)), time: Int64(number),
                seen: VersionVector([device: Int64(number - 1)]), [change(["name": "\(number)"])])
        }
        #expect(try await merge(batches.dropFirst().reversed()).waiting.count == 1999)
        #expect(try await merge(batches.reversed()).merged == 2000)
        #expect(try await store.card(card)?.name == "2000")
    }

    @Test("devices that each wait for another go on in the order in which they built on each other")
    func alternating() async throws {
        let devices = [DeviceID.random(), .random(), .random()]
        var (batches, seen): ([ReceivedBatch], VersionVector) = ([], VersionVector())
        for number in 0..<600 {
            let device = devices[number % 3]
            let id = BatchID(device, Int64(number / 3 + 1))
            batches.append(received(id, time: Int64(number), seen: seen, [change(["name": "\(number)"])]))
            seen[device] = id.number
        }
        #expect(try await merge(batches.reversed()).merged == 600)
        #expect(try await store.card(card)?.name == "599")
        #expect(try await store.column("SELECT count(*) FROM conflict") == ["0"])
    }

    private func entry(_ content: LedgerEntry.Content, _ amount: String = "0") -> LedgerEntry {
        LedgerEntry(
            card: card, content, amount: amount, currency: "EUR", day: CalendarDay(daysSince1970: 20_000),
            recorded: Timestamp(milliseconds: 0))
    }

    private func cancelling(_ id: LedgerEntry.ID, of other: LedgerEntry.ID) -> LedgerEntry {
        LedgerEntry(
            id: id, card: card, .cancel(other), amount: "0", currency: "EUR", day: CalendarDay(daysSince1970: 20_000),
            recorded: Timestamp(milliseconds: 0))
    }

    private func balance() async throws -> ExactDecimal? {
        try await store.card(card).flatMap { ExactDecimal($0.balance) }
    }

    @Test("a ledger entry that cancels itself, and circles of them, count for nothing, in whatever parts they come")
    func circles() async throws {
        for (length, parts) in [(1, 1), (2, 1), (2, 2), (3, 1), (3, 3), (4, 2), (7, 7)] {
            let ids = (0..<length).map { _ in LedgerEntry.ID.random() }
            var circle = ids.indices.map { cancelling(ids[$0], of: ids[($0 + 1) % length]) }
            circle.shuffle()
            let spent = entry(.spend, "-5")
            // Of the two that lead into the circle the first one is cancelled itself.
            let into = cancelling(.random(), of: ids[0])
            let other = cancelling(.random(), of: into.id)
            let device = DeviceID.random()
            let store = try SQLiteCardStore.inMemoryForTest()
            _ = try await store.joinVault(vault, deviceName: "this")
            var batches = [
                received(
                    BatchID(device, 1), time: 0,
                    [change(["name": "Amber", "balance": "20", "currency": "EUR"], [spent])])
            ]
            let all = circle + [into, other]
            for part in 0..<parts {
                let entries = all.indices.filter { $0 % parts == part }.map { all[$0] }
                batches.append(received(BatchID(device, Int64(part + 2)), time: 0, [change([:], entries)]))
            }
            for batch in batches { _ = try await store.merge([batch], from: remote, acceptingDeletions: true) }
            #expect(try await store.card(card)?.balance == "15", "\(length) \(parts)")
            let counting = try await store.column("SELECT id FROM ledger WHERE counts ORDER BY id")
            #expect(counting == [spent.id.text, other.id.text].sorted(), "\(length) \(parts)")
            // The ledger goes on.
            #expect(try await store.takeBack([spent.id], of: card)?.amount == "20")
            #expect(try await store.undo() != nil)
            #expect(try await store.card(card)?.balance == "15")
        }
    }

    @Test("a chain of entries that cancel each other, and very many that cancel one")
    func chains() async throws {
        let spent = entry(.spend, "-5")
        var (chain, last) = ([spent], spent.id)
        for _ in 0..<20_001 {
            chain.append(cancelling(.random(), of: last))
            last = chain[chain.count - 1].id
        }
        let other = entry(.spend, "-1")
        let many = (0..<20_000).map { _ in cancelling(.random(), of: other.id) }
        let device = DeviceID.random()
        let first = received(
            BatchID(device, 1), time: 0, [change(["name": "Amber", "balance": "20", "currency": "EUR"], chain)])
        let second = received(BatchID(device, 2), time: 0, [change([:], [other] + many)])
        #expect(try await merge([first, second]).merged == 2)
        #expect(try await balance() == ExactDecimal("20"))
        #expect(try await store.column("SELECT counts FROM ledger WHERE cancels IS NULL ORDER BY row") == ["0", "0"])
    }

    @Test("thousands of entries of one card, each in a batch of its own")
    func entries() async throws {
        let device = DeviceID.random()
        var batches = [
            received(BatchID(device, 1), time: 0, [change(["name": "Amber", "balance": "0", "currency": "EUR"])])
        ]
        for number in 2...3000 {
            batches.append(received(BatchID(device, Int64(number)), time: 0, [change([:], [entry(.receive, "0.01")])]))
        }
        #expect(try await merge(batches).merged == 3000)
        #expect(try await balance() == ExactDecimal("29.99"))
    }

    @Test("a conflict that ends within a merge is gone, whatever follows in it")
    func endedConflict() async throws {
        let devices = [DeviceID.random(), .random(), .random()]
        var change = self.change(["name": "Amber", "note": "first"])
        _ = try await merge([received(BatchID(devices[0], 1), time: 0, [change])])
        change = self.change(["note": "second"])
        #expect(try await merge([received(BatchID(devices[1], 1), time: 1, [change])]).conflicts == 1)
        var seen = VersionVector([devices[0]: 1, devices[1]: 1])
        var batches: [ReceivedBatch] = []
        for (number, values) in [["note": "both"], ["number": "1"], ["number": "2"]].enumerated() {
            let id = BatchID(devices[2], Int64(number + 1))
            let values = Dictionary(uniqueKeysWithValues: values.map { (ExactText($0.key), $0.value) })
            batches.append(received(id, time: Int64(number + 2), seen: seen, [self.change(values)]))
            seen[devices[2]] = id.number
        }
        _ = try await merge(batches)
        #expect(try await store.column("SELECT count(*) FROM conflict") == ["0"])
        #expect(try await store.card(card)?.note == "both")
    }

    @Test("a value beyond the bounds is told, whether the card is new or not")
    func rejected() async throws {
        let device = DeviceID.random()
        let long = String(repeating: "a", count: CardBounds.lineBytes + 1)
        let new = received(BatchID(device, 1), time: 0, [change(["name": long, "note": "kept"])])
        let report = try await merge([new])
        #expect(report.rejected.map(\.reason) == [.tooLong(key: "name", limit: CardBounds.lineBytes)])
        let text = "1 value not applied (another device: \"a\": the value of \"name\" is longer than 64 kB)"
        #expect(report.sentence == text)
        var exchange = ExchangeReport()
        exchange.merge = report
        #expect(ExchangeText.summary(of: exchange) == text)
        let seen = VersionVector([device: 1])
        _ = try await merge([received(BatchID(device, 2), time: 1, seen: seen, [change(["name": "Amber"])])])
        #expect(try await store.card(card)?.note == "kept")
        let number = received(
            BatchID(device, 3), time: 2, seen: VersionVector([device: 2]), [change(["number": long, "expiry": "soon"])])
        // What its field cannot read is kept as it came, and goes on to other devices so.
        #expect(try await merge([number]).rejected.isEmpty)
        let kept = try #require(try await store.card(card))
        #expect(kept.number == "" && kept.expiry == nil)
        #expect(kept.unknownFields["number"] == .string(long) && kept.unknownFields["expiry"] == .string("soon"))
    }

    @Test("an entry of another card cancels nothing")
    func otherCard() async throws {
        let spent = entry(.spend, "-5")
        var strange = BatchedChange(try CardID(test: "b"))
        strange.entries = [
            LedgerEntry(
                card: strange.card, .cancel(spent.id), amount: "0", currency: "EUR",
                day: CalendarDay(daysSince1970: 20_000), recorded: Timestamp(milliseconds: 0))
        ]
        let device = DeviceID.random()
        let own = change(["name": "Amber", "balance": "20", "currency": "EUR"], [spent])
        _ = try await merge([received(BatchID(device, 1), time: 0, [own, strange])])
        #expect(try await balance() == ExactDecimal("15"))
        #expect(try await store.ledger(of: card, after: nil, limit: 10).lines.map(\.counts) == [true])
    }
}
