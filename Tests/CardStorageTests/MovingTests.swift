import Cards
import Testing

@testable import CardStorage

@Suite("Moving cards in the manual order")
struct MovingTests {
    private let byHand = CardQuery(order: CardOrder(.manual))

    private func store(_ names: String) async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore.inMemoryForTest()
        for name in names { try await store.put(testCard("\(name)", "\(name)")) }
        return store
    }

    private func move(_ names: String, before next: String?, in store: SQLiteCardStore) async throws -> String {
        let next = try next.map { try CardID(test: $0) }
        try await store.move(names.map { try CardID(test: "\($0)") }, before: next)
        #expect(
            try await store.scan(byHand).map(\.text)
                == (try await store.find(byHand).identifiers(in: 0..<99).map(\.text)))
        return try await store.found(byHand).joined()
    }

    @Test("moved cards have their position, the others follow by name")
    func moves() async throws {
        let store = try await store("abcdef")
        #expect(try await move("e", before: "b", in: store) == "aebcdf")
        #expect(try await move("f", before: "a", in: store) == "faebcd")
        #expect(try await move("ac", before: "b", in: store) == "feacbd")
        #expect(try await move("f", before: nil, in: store) == "eacbdf")
        #expect(try await move("x", before: "a", in: store) == "eacbdf")
        #expect(try await move("a", before: "x", in: store) == "eacbdf")
        #expect(try await move("ab", before: "b", in: store) == "eacbdf")
        #expect(try await move("dxd", before: "e", in: store) == "deacbf")
        try await store.put(testCard("aa", "aa"))
        #expect(try await store.found(byHand).joined() == "deacbfaa")
        #expect(try await store.found(CardQuery(order: CardOrder(.manual, isReversed: true))).joined() == "fbcaedaa")
    }

    @Test("starred cards stay before the others, wherever they are moved")
    func groups() async throws {
        let store = try await store("abcd")
        try await store.edit("c") { $0.isStarred = true }
        try await store.edit("d") { $0.isStarred = true }
        #expect(try await move("d", before: "a", in: store) == "dcab")
        #expect(try await move("c", before: "d", in: store) == "cdab")
        #expect(try await move("ca", before: nil, in: store) == "dcba")
    }

    @Test("repeated moves into the same gap renew the gaps")
    func narrowGap() async throws {
        let store = try await store("abcd")
        for round in 0..<60 {
            let (moved, expected) = round % 2 == 0 ? ("c", "acbd") : ("a", "cabd")
            #expect(try await move(moved, before: "b", in: store) == expected, "round \(round)")
        }
        try await store.execute("UPDATE hand SET place = 9223372036854775807 - place % 7")
        _ = try await move("d", before: nil, in: store)
        #expect(try await store.found(byHand).last == "d")
    }

    @Test("a move writes one position, sends a notice, and is not in the log")
    func quiet() async throws {
        let store = try await store("abcdef")
        _ = try await move("f", before: "e", in: store)
        let (changes, log) = (await store.totalChanges, try await store.column("SELECT count(*) FROM change"))
        var notices = await store.findingNotices().makeAsyncIterator()
        try await store.move([CardID(test: "a")], before: CardID(test: "e"))
        #expect(await notices.next() == .changed([try CardID(test: "a")]))
        #expect(await store.totalChanges - changes <= 2)
        #expect(try await store.column("SELECT count(*) FROM change") == log)
    }
}
