import Cards
import Testing

@testable import CardStorage

@Suite("Finding cards")
struct FindingTests {
    private let today = CalendarDay(daysSince1970: 0)

    @Test("every word must be in one of the texts; the best matches come first")
    func words() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(
            testCard("a", "Scar wash") { $0.isStarred = true }, testCard("b", "Cars") { $0.isStarred = true },
            testCard("c", "My car"), testCard("d", "Gym") { $0.note = "near the CÁR park" },
            testCard("e", "Bus") { ($0.number, $0.groups) = ("12 34-5", ["Card games"]) },
            testCard("f", "Quay") { $0.barcode = Barcode(format: .qrCode, value: "car") })
        #expect(try await store.found("car") == ["Gym", "My car", "Quay", "Cars", "Bus", "Scar wash"])
        #expect(try await store.found("CAR my") == ["My car"])
        #expect(try await store.found("mycar").isEmpty)
        #expect(try await store.found("12345") == ["Bus"])
        #expect(try await store.found("34-5") == ["Bus"])
    }

    @Test("filters test the card's fields")
    func terms() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(
            testCard("a", "A") { $0.expiry = today.adding(days: -1) },
            testCard("b", "B") { ($0.expiry, $0.isStarred) = (today, true) },
            testCard("c", "C") { ($0.expiry, $0.isArchived) = (today.adding(days: 29), true) },
            testCard("d", "D") { ($0.number, $0.note, $0.balance) = ("1", "n", "2") },
            testCard("e", "E") { ($0.front, $0.barcode) = (PhotoHash(of: [1]), Barcode(format: .aztec)) },
            testCard("f", "F") { $0.groups = ["Fast Food", "x"] })
        let expected: [(String, String)] = [
            ("is:expired", "A"), ("is:starred", "B"), ("is:archived", "C"), ("has:number", "D"), ("has:note", "D"),
            ("has:balance", "D"), ("has:photo", "E"), ("has:barcode", "E"), ("group:fast", "F"), ("group:food", ""),
            (#"group:"fast f""#, "F"), ("expires:<30d", "BC"), ("expires:<29d", "B"), ("expires:<0d", "A"),
            ("-expires:<30d", "ADEF"), ("-is:expired -is:archived", "BDEF"), ("is:exp", "BADEFC"),
            ("is:expired is:starred", ""),
        ]
        for (filter, names) in expected { #expect(try await store.found(filter).joined() == names, "\(filter)") }
        let hiding = CardQuery(hidesArchived: true)
        #expect(try await store.found(hiding).joined() == "BADEF")
        #expect(try await store.found(CardQuery(filter: CardFilter("is:archived"), hidesArchived: true)) == ["C"])
        #expect(try await store.found(CardQuery(filter: CardFilter("-is:archived"), hidesArchived: true)).count == 5)
    }

    @Test("each order sorts by its key, then by name; cards without a value come last, even reversed")
    func orders() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(
            testCard("d", "D") { ($0.expiry, $0.validFrom, $0.balance) = (today, today, "7") },
            testCard("b", "B") {
                ($0.expiry, $0.validFrom, $0.balance) = (today.adding(days: 1), today.adding(days: 1), "20.50")
            },
            testCard("c", "C") { $0.isStarred = true }, testCard("a", "A"), testCard("z", "Z") { $0.isArchived = true })
        for name in ["d", "b", "b"] { try await store.recordUse(of: CardID(test: name)) }
        let expected: [(CardOrder.Key, String, String)] = [
            (.name, "CABDZ", "CDBAZ"), (.added, "CABDZ", "CDBAZ"), (.used, "CBDAZ", "CDBAZ"), (.uses, "CBDAZ", "CDBAZ"),
            (.expiry, "CDBAZ", "CBDAZ"), (.validFrom, "CBDAZ", "CDBAZ"), (.balance, "CBDAZ", "CDBAZ"),
            (.manual, "CABDZ", "CABDZ"),
        ]
        for (key, forward, backward) in expected {
            #expect(try await store.found(CardQuery(order: CardOrder(key))).joined() == forward, "\(key)")
            let reversed = CardQuery(order: CardOrder(key, isReversed: true))
            #expect(try await store.found(reversed).joined() == backward, "\(key) reversed")
        }
    }

    @Test("ranks do not change while the store changes, and rows show the present values")
    func snapshot() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Ants"), testCard("b", "Éclair"), testCard("c", "Cat"))
        let found = try await store.find(.all)
        try await store.put(testCard("a", "Zebra"), testCard("n", "New"))
        try await store.apply([.delete(CardID(test: "c"))])
        #expect(found.count == 3)
        #expect(try await found.rows(in: 0..<9).map { $0?.name } == ["Zebra", nil, "Éclair"])
        #expect(try await found.identifiers(in: 0..<3).map(\.text) == ["a", "b"])
        #expect(try await found.rank(of: CardID(test: "b")) == 2)
        #expect(try await found.rank(of: CardID(test: "n")) == nil)
        #expect(found.initial(at: 2) == "E")
        #expect(found.initial(at: 3) == nil && found.initial(at: -1) == nil)
        #expect(try await store.found("") == ["Éclair", "New", "Zebra"])
    }

    @Test("names are alphabetical between starred and archived cards, in the order by name only")
    func alphabetical() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        #expect(try await store.find(.all).alphabeticalRanks == nil)
        try await store.put(
            testCard("a", "Zoo") { $0.isStarred = true }, testCard("b", "Bus"), testCard("c", "Cinema"),
            testCard("d", "Airline") { $0.isArchived = true })
        #expect(try await store.find(.all).alphabeticalRanks == 1..<3)
        #expect(try await store.find(CardQuery(hidesArchived: true)).alphabeticalRanks == 1..<3)
        #expect(try await store.find(CardQuery(order: CardOrder(.added))).alphabeticalRanks == nil)
        #expect(try await store.find(CardQuery(filter: CardFilter("b"))).alphabeticalRanks == nil)
    }

    @Test("groups are listed in folded order, each once")
    func groups() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        #expect(try await store.groups().isEmpty)
        try await store.put(
            testCard("a", "A") { $0.groups = ["Zoo", "Épicerie"] }, testCard("b", "B") { $0.groups = ["food", "Zoo"] })
        #expect(try await store.groups() == ["Épicerie", "food", "Zoo"])
    }
}

extension SQLiteCardStore {
    /// The names of the cards that a query finds, in its order.
    nonisolated func found(_ query: CardQuery) async throws -> [String] {
        let found = try await find(query)
        return try await found.rows(in: 0..<found.count).map { $0?.name ?? "-" }
    }

    nonisolated func found(_ filter: String) async throws -> [String] {
        try await found(CardQuery(filter: CardFilter(filter)))
    }
}
