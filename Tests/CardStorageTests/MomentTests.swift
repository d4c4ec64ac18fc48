import Cards
import Testing

@testable import CardStorage

@Suite("Finding cards by their moments")
struct MomentTests {
    /// The clock of the tests stands at the first day of 1970.
    private func store() async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore.inMemoryForTest()
        func at(_ texts: String...) -> [CardMoment] {
            texts.compactMap { text in
                let parts = text.split(separator: " ").map(String.init)
                return Moment(parts[0]).map {
                    CardMoment(.event, from: $0, to: parts.count > 1 ? Moment(parts[1]) : nil)
                }
            }
        }
        try await store.put(
            testCard("a", "A"), testCard("b", "B") { $0.moments = at("1970-01-01T14:05:00Z") },
            testCard("c", "C") { $0.moments = at("1969-12-01", "1970-01-02T00:30:00+01:00") },
            testCard("d", "D") { $0.moments = at("1969-12-30 1970-01-05") },
            testCard("e", "E") { $0.moments = at("1970-01-07T10:00", "1970-02-01") },
            testCard("f", "F") { $0.moments = at("1969-12-31") },
            testCard("g", "G") {
                ($0.created, $0.number) = (
                    Timestamp(milliseconds: 0), "M1KOWALSKA/ZOFIA      EABC123 WAWAMSLO 0265 009Y001A0025 100"
                )
                $0.barcode = Barcode(format: .pdf417)
            }, testCard("h", "H") { $0.number = "M1" })
        return store
    }

    @Test("a filter finds the cards that matter on its days, in the reader's zone")
    func filter() async throws {
        let store = try await store()
        let expected: [(String, String)] = [
            ("next:today", "BCD"), ("next:tomorrow", "D"), ("next:7d", "BCDE"), ("next:<9d", "BCDEG"),
            ("next:1970-01-02", "D"), ("next:1970-02", "E"), ("next:<0d", "CDF"), ("-next:<9d", "AFH"),
            ("next:today -next:tomorrow", "BC"), ("next:2031-05", ""),
        ]
        for (filter, names) in expected { #expect(try await store.found(filter).joined() == names, "\(filter)") }
        #expect(try await store.findOnce(CardQuery(filter: CardFilter("b next:today"))).count == 1)
    }

    @Test("cards are ordered by the first moment that is not over; those without come last")
    func order() async throws {
        let store = try await store()
        #expect(try await store.found(CardQuery(order: CardOrder(.next))).joined() == "DBCEGAFH")
        #expect(try await store.found(CardQuery(order: CardOrder(.next, isReversed: true))).joined() == "GECBDAFH")
    }

    @Test("a change of a card's moments is found at once, here and by undo; other members of the card stay")
    func changes() async throws {
        let store = try await store()
        var card = try #require(try await store.card(CardID(test: "b")))
        card.unknownFields["other"] = .number("1")
        try await store.put(card)
        #expect(try await store.found("next:today").joined() == "BCD")
        card.moments = []
        try await store.put(card)
        #expect(try await store.found("next:today").joined() == "CD")
        #expect(try await store.card(CardID(test: "b"))?.unknownFields.count == 1)
        _ = try await store.undo()
        #expect(try await store.found("next:today").joined() == "BCD")
    }
}
