import Cards
import Glibc
import TestSupport
import Testing

@testable import CardSearch
@testable import CardStorage

@Suite("The index against a plain scan", .timeLimit(.minutes(30)))
struct IndexTests {
    /// The number of rounds of changes and queries; CARDS_FUZZ sets more.
    private static let rounds = getenv("CARDS_FUZZ").flatMap { Int(String(cString: $0)) } ?? 6

    @Test("for random cards and changes, results equal those of a plain scan", arguments: [1, 2, 3])
    func differential(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let clock = SteppingClock().clock
        let here = try SQLiteCardStore(at: folder.file(), clock: clock)
        let there = try SQLiteCardStore(at: folder.file(), clock: clock)
        var random = RandomCards(seed)
        var notices = await here.findingNotices().makeAsyncIterator()
        try await here.apply((0..<400).map { .set(random.card($0)) })
        _ = try await here.find(.all)
        for round in 0..<Self.rounds {
            let isElsewhere = random.one(in: 4)
            let changes = (0..<random.next(below: random.one(in: 8) ? 300 : 6)).map { _ in random.change() }
            try await (isElsewhere ? there : here).apply(changes)
            if random.one(in: 3) { try await here.recordUse(of: random.identifier()) }
            if random.one(in: 5) {
                let next = random.one(in: 4) ? nil : random.identifier()
                try await here.move([random.identifier(), random.identifier()], before: next)
            }
            if isElsewhere {
                // A change without effect would send no notice: this one has an effect.
                var marker = Card(identifier: try CardID(test: "marker"), name: "Marker")
                marker.number = "\(round)"
                try await there.apply([.set(CardPatch(values: marker, fields: [.name, .number]))])
                while let notice = await notices.next() {
                    let found = try await here.find(CardQuery(filter: CardFilter("marker \(round)")))
                    if notice == .changedElsewhere, found.count > 0 { break }
                }
            }
            try await compare(here, random.queries(), "seed \(seed), round \(round)")
        }
    }

    @Test("thousands of cards, many of the same name, are added and deleted in batches")
    func batches() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        var random = RandomCards(7)
        _ = try await store.find(.all)
        for batch in 0..<3 {
            try await store.apply((0..<500).map { .set(random.card(batch * 500 + $0, isAlike: true)) })
            try await compare(store, [.all, CardQuery(filter: CardFilter("same"))], "batch \(batch)")
        }
        try await store.apply((0..<60).map { _ in .delete(random.identifier(below: 1500)) })
        try await compare(store, random.queries(), "some deleted")
        try await store.apply((0..<1500).filter { $0 != 99 }.compactMap { CardID("id\($0)").map { .delete($0) } })
        try await compare(store, random.queries() + [.all], "all but one deleted")
    }

    @Test("inserting changes gives the same index as a rebuild")
    func splice() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        var random = RandomCards(11)
        try await store.apply((0..<1100).map { .set(random.card($0)) })
        for _ in 0..<Self.rounds {
            try await store.apply((0..<random.next(below: 12)).map { _ in random.change(below: 1100) })
            let spliced = try #require(try await store.find(.all) as? IndexedCards).ranking.index
            let streamed = try await store.streamed(reusing: nil)
            #expect(spliced.contents == streamed.contents)
            #expect(spliced.segments.allSatisfy { $0.count > 0 && $0.count <= CardSegment.capacity })
            let reusing = try await store.streamed(reusing: spliced)
            #expect(reusing.contents == streamed.contents)
            // Unchanged segments are shared.
            #expect(zip(reusing.segments, spliced.segments).allSatisfy { $0 === $1 })
        }
    }

    @Test("a card that replaces a deleted one of the same name is ordered by its identifier")
    func sameName() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        for number in 10..<40 { try await store.put(testCard("id\(number)", "same")) }
        _ = try await store.find(.all)
        for number in 11..<39 {
            // Deletes the cards around a position and adds one there, in one step, so that the finder gets all changes together.
            try await store.apply(
                [.delete(CardID(test: "id\(number)"))]
                    + [.set(CardPatch(from: nil, to: testCard("id\(number - 1)x", "same")))])
            try await compare(store, [.all], "card \(number)")
        }
    }

    @Test("a result keeps its ranks while cards change")
    func snapshot() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        var random = RandomCards(13)
        try await store.apply((0..<500).map { .set(random.card($0)) })
        let query = CardQuery(order: CardOrder(.added))
        let found = [try await store.find(.all), try await store.find(query)]
        let before = [try await store.scan(.all), try await store.scan(query)]
        for round in 0..<Self.rounds {
            try await store.apply((0..<20).map { _ in random.change(below: 600) })
            _ = try await store.find(.all)
            for (found, before) in zip(found, before) {
                #expect(found.count == before.count)
                let rows = try await found.rows(in: 0..<found.count)
                for (rank, row) in rows.enumerated() where row != nil {
                    #expect(row?.id == before[rank], "round \(round)")
                }
                let some = random.next(below: before.count)
                if rows[some] != nil { #expect(try await found.rank(of: before[some]) == some) }
            }
        }
    }

    @Test("any typed text finds the same cards as a plain scan")
    func hostileFilters() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        var random = RandomCards(17)
        try await store.apply((0..<300).map { .set(random.card($0)) })
        let texts = [
            "\"*^%_\\", "\u{301}", "'; DROP TABLE card; --", String(repeating: "a", count: 10_000),
            String(repeating: "a b c ", count: 1700), "\u{0}", "\u{FFFD}", "👨‍👩‍👧", "ﷺ", "group:\"", "is:", "%", "_",
            (0..<3000).map { "w\($0)" }.joined(separator: " "),
        ]
        try await compare(store, texts.map { CardQuery(filter: CardFilter($0)) }, "hostile")
    }

    @Test("days outside the calendar's range are ordered and found like others")
    func farDays() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        for (number, day) in [-719_162, -1, 0, 1, 65_533, 65_534, 65_535, 2_932_896].enumerated() {
            try await store.put(
                testCard("id\(number)", "Card") {
                    ($0.expiry, $0.validFrom) = (CalendarDay(daysSince1970: day), CalendarDay(daysSince1970: day))
                })
        }
        let filters = ["", "is:expired", "expires:<2d", "expires:<9999y", "-expires:<1d"].map { CardFilter($0) }
        let orders = [CardOrder(.expiry), CardOrder(.validFrom), CardOrder(.expiry, isReversed: true)]
        let queries = filters.flatMap { filter in orders.map { CardQuery(filter: filter, order: $0) } }
        try await compare(store, queries, "far days")
    }

    @Test("more different groups than a segment can share are found too")
    func manyGroups() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.apply(
            (0..<700).map { number in
                var card = Card(identifier: try CardID(test: "id\(number)"), name: "Card")
                card.groups = ["Group \(number)", "all"]
                return .set(CardPatch(from: nil, to: card))
            })
        try await compare(
            store,
            ["group:group", "group:\"group 6", "699", "group all", "up"].map { CardQuery(filter: CardFilter($0)) },
            "groups")
        #expect(try await store.groups().count == 701)
    }

    @Test("a query of a command reads only the cards that may have its words, as long as there is no index")
    func once() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.apply(
            (0..<300).map { number in
                .set(CardPatch(from: nil, to: try testCard("id\(number)", "Card \(number)") { $0.note = "a note" }))
            })
        let query = CardQuery(filter: CardFilter("card 29"), order: CardOrder(.added))
        let expected = try await store.scan(query)
        #expect(expected.count == 13)
        let few = try #require(try await store.findOnce(query) as? IndexedCards)
        #expect(try await few.identifiers(in: 0..<few.count) == expected)
        #expect(few.ranking.index.count == 13)
        // A change that follows is found as well, and moves no rank of the earlier result.
        try await store.put(testCard("new", "Card 29 b"))
        #expect(try await few.identifiers(in: 0..<few.count) == expected)
        #expect(try await store.findOnce(query).count == 14)
        _ = try await store.find(.all)
        let all = try #require(try await store.findOnce(query) as? IndexedCards)
        #expect((all.count, all.ranking.index.count) == (14, 301))
    }

    private func compare(_ store: SQLiteCardStore, _ queries: [CardQuery], _ words: String) async throws {
        let once = await store.anotherFinder()
        for query in queries {
            let found = try await store.find(query)
            let expected = try await store.scan(query)
            let actual = try await found.identifiers(in: 0..<found.count)
            guard actual == expected else {
                Issue.record(
                    "\(words): \(query.filter.text.prefix(80)) \(query.order) finds \(actual.count) of \(expected.count)"
                )
                continue
            }
            if !query.filter.words.isEmpty {
                let few = try await once.findOnce(query)
                let same = try await few.identifiers(in: 0..<few.count)
                #expect(same == expected, "once, \(words): \(query.filter.text.prefix(80)) \(query.order)")
            }
            for some in Set([0, expected.count / 2, expected.count - 1]) where expected.indices.contains(some) {
                #expect(try await found.rank(of: expected[some]) == some, "\(words)")
            }
        }
    }
}

extension SQLiteCardStore {
    /// One without an index.
    func anotherFinder() -> CardFinder { CardFinder(SharedLocation(StoreLocation(connection)), clock: clock) }

    func streamed(reusing old: CardIndex?) throws -> CardIndex {
        try CardIndex(from: connection, reusing: old, version: -1)
    }
}

extension CardIndex {
    /// Every card in order, independent of the segments.
    var contents: [String] {
        (0..<3).flatMap { group in
            var cards: [String] = []
            forEachSlot(in: group) { _, content, index in
                let entry = content.entry(index)
                cards.append(
                    "\(group) \(entry.values.row) \(Array(entry.name)) \(Array(entry.search)) \(entry.values.traits) "
                        + "\(entry.values.expiry ?? -9) \(entry.values.validFrom ?? -9)")
            }
            return cards
        }
    }
}
