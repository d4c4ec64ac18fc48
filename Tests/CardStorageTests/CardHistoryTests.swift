import CardTransfer
import Cards
import TestSupport
import Testing

@testable import CardStorage

@Suite("The history of cards", .timeLimit(.minutes(5)))
struct CardHistoryTests {
    private func store(notes: Int) async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"), testCard("b", "Zoo"))
        for number in 0..<notes { try await store.edit("a") { $0.note = "note \(number)" } }
        return store
    }

    private func lines(_ page: HistoryPage) -> [String] { page.changes.flatMap { ChangeText($0, .iso).lines } }

    // MARK: - Pages

    @Test("pages lead from the newest change to the oldest and back, without gaps")
    func pages() async throws {
        let store = try await store(notes: 23)
        let card = try CardID(test: "a")
        var seen: [PastChange] = []
        var next: HistoryQuery.Start? = .newest
        while let start = next {
            let page = try await store.history(HistoryQuery(card: card, start: start, limit: 10))
            #expect(page.changes.count <= 10)
            seen += page.changes
            next = page.next
        }
        #expect(seen.count == 24)
        #expect(seen.map(\.id) == seen.map(\.id).sorted(by: >))
        #expect(seen.allSatisfy { $0.card == card && $0.name == "Gym" })
        #expect(ChangeText(seen[0], .iso).lines == ["note: note 21 → note 22"])
        #expect(ChangeText(seen[23], .iso).lines == ["added"])

        var back: [PastChange] = []
        next = .oldest
        while let start = next {
            let page = try await store.history(HistoryQuery(card: card, start: start, limit: 7))
            back = page.changes + back
            next = page.next
        }
        #expect(back == seen)
        let all = try await store.history(HistoryQuery(limit: 100))
        #expect(all.changes.count == 25 && all.next == nil)
        #expect(Set(all.changes.map(\.name)) == ["Gym", "Zoo"])
        #expect(try await store.history(HistoryQuery(card: CardID(test: "c"), limit: 10)).changes.isEmpty)
    }

    @Test("changes of photos have the sizes of those that are stored")
    func photoSizes() async throws {
        let store = try await store(notes: 1)
        let photos = [Array("front".utf8), Array("another".utf8)]
        for bytes in photos {
            let old = try #require(try await store.card(CardID(test: "a")))
            var new = old
            new.front = PhotoHash(of: bytes)
            try await store.apply([.set(CardPatch(from: old, to: new, photos: [PhotoHash(of: bytes): bytes]))])
        }
        let page = try await store.history(HistoryQuery(card: CardID(test: "a"), limit: 10))
        #expect(lines(page).prefix(2) == ["front photo: 5 B → 7 B", "front photo: none → 5 B"])
        #expect(page.changes.dropFirst(2).allSatisfy { $0.photoSizes.isEmpty })
    }

    @Test("the entries of a card are found by an index, however long the log is")
    func plan() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let plan = try await store.plan(of: PastCardReading.select)
        #expect(plan.contains { $0.contains("change_card") } && plan.contains { $0.contains("change_deletion") })
        #expect(!plan.contains { $0.hasPrefix("SCAN change") }, "\(plan)")
        for goesBack in [true, false] {
            let page = try await store.plan(of: ChangeLog.selectHistory(ofCard: true, goesBack: goesBack))
            #expect(page.contains { $0.contains("change_card") }, "\(page)")
            #expect(!page.contains { $0.hasPrefix("SCAN change") || $0.hasPrefix("SCAN card") }, "\(page)")
        }
    }

    @Test("words find changes by name, field, origin, old and new values; a rare one is found however far back")
    func searching() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Łódź Gym") { $0.number = "4711" }, testCard("b", "Zoo"))
        try await store.edit("b") { $0.note = "Blue BAG" }
        let old = try #require(try await store.card(CardID(test: "a")))
        try await store.apply(
            (0..<1200).map { number in
                var card = old
                card.note = "note \(number)"
                return .set(CardPatch(values: card, fields: [.note]))
            })
        func found(_ words: String, card: String? = nil) async throws -> [PastChange] {
            var (changes, next): ([PastChange], HistoryQuery.Start?) = ([], .newest)
            while let start = next {
                let card = try card.map { try CardID(test: $0) }
                let page = try await store.history(HistoryQuery(card: card, words: words, start: start, limit: 20))
                changes += page.changes
                next = page.next
            }
            return changes
        }
        #expect(try await found("lodz 4711").map(\.id) == [1])
        #expect(try await found("blue bag").map(\.id) == [3])
        #expect(try await found("ZOO note").map(\.id) == [3])
        #expect(try await found("blue", card: "a").isEmpty)
        #expect(try await found("lodz note").count == 1200)
        #expect(try await found("here", card: "b").count == 2)
        // The first call has not seen the whole log.
        let first = try await store.history(HistoryQuery(words: "4711", limit: 20))
        #expect(first.changes.isEmpty && first.next != nil)
    }

    // MARK: - Origins

    @Test("each change says where it came from")
    func sources() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym") { $0.expiry = CalendarDay(daysSince1970: 5) })
        try await store.edit("a") { $0.note = "n" }
        _ = try await store.undo()
        _ = try await store.redo()
        _ = try await store.archiveExpired(before: CalendarDay(daysSince1970: 9))
        try await store.apply([.delete(CardID(test: "a"))])
        try await store.restore([CardID(test: "a")])
        try await store.receive("a", "Gym") { ($0.note, $0.number) = ("n", "7") }
        let changes = try await store.history(HistoryQuery(card: CardID(test: "a"), limit: 20)).changes
        let url = BackendID.test.text
        #expect(
            changes.map(\.source) == [.backend(url), .restored, .here, .expiry, .redo, .undo, .here, .here])
        #expect(changes.dropFirst().first.map { ChangeText($0, .iso).lines } == ["restored"])
    }

    @Test("an import names the program of the file; entries of older versions name no backend")
    func importSources() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let text = "2\r\n\r\n_id\r\n\r\n_id,store,note,cardid\r\n1,Cedar,n,55\r\n\r\ncardId,groupId\r\n"
        _ = try await store.importFile(MemoryFile(Array(text.utf8)))
        _ = try await store.importCards(from: JSONCardSource(Array(#"{"identifier":"b","name":"Zoo"}"#.utf8)))
        try await store.receive("c", "Bus")
        try await store.execute("UPDATE change SET device = 'backend' WHERE card = 'c'")
        let changes = try await store.history(HistoryQuery(limit: 20)).changes
        #expect(changes.map(\.source) == [.backend(nil), .imported(nil), .imported("catima")])
        #expect(changes.map(\.source.name) == ["backend", "import", "import"])
    }

    @Test("a repair is in the history, and hides nothing of what was before the damage")
    func repaired() async throws {
        let store = try await store(notes: 1)
        try await store.edit("a") { $0.groups = ["food"] }
        let before = try #require(try await store.history(HistoryQuery(limit: 1)).changes.first?.id)
        try await store.execute("UPDATE card SET groups = '[\"fo' WHERE id = 'a'")
        _ = try await store.repair()
        let page = try await store.history(HistoryQuery(card: CardID(test: "a"), limit: 1))
        #expect(page.changes.first?.source == .repair)
        #expect(lines(page) == ["groups: none → food"])
        #expect(try await store.card(CardID(test: "a"), after: before)?.card.groups == ["food"])
    }

    // MARK: - Damage

    @Test("a damaged entry is listed as such; what was before and after it is still known")
    func damaged() async throws {
        let store = try await store(notes: 3)
        try await store.execute("UPDATE change SET fields = '{\"note' WHERE sequence = 4")
        let card = try CardID(test: "a")
        let changes = try await store.history(HistoryQuery(card: card, limit: 10)).changes
        #expect(changes.map(\.content).filter { $0 == .unreadable }.count == 1)
        #expect(changes[1].content == .unreadable && changes[1].name == "Gym")
        // The entry after it has the value that it set.
        #expect(try await store.card(card, after: 4)?.card.note == "note 1")
        #expect(try await store.card(card, after: 3)?.isComplete == true)
        try await store.execute("UPDATE change SET previous = 'x' WHERE sequence = 4")
        let past = try #require(try await store.card(card, after: 3))
        #expect(!past.isComplete && past.card.note == "note 1")
        #expect(try await store.card(card, after: 5)?.isComplete == true)
    }

    // MARK: - The card as it was

    @Test("after each of many random changes the card is known as it was then", arguments: 1...20)
    func randomStates(seed: Int) async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        var random = RandomChanges(seed: UInt64(seed))
        var states: [(change: Int64, cards: [CardID: Card])] = []
        for turn in 0..<60 {
            switch turn % 6 {
            case 3: _ = try await store.undo()
            case 4 where random.chance(of: 2): _ = try await store.redo()
            case 5:
                let balance = "\(turn)"
                try await store.receive("x", "x") { $0.balance = balance }
            default: try await store.apply(random.changes())
            }
            let last = try await store.history(HistoryQuery(limit: 1)).changes.first?.id ?? 0
            let cards = try await store.cards(from: 0, limit: 100)
            states.append((last, Dictionary(uniqueKeysWithValues: cards.map { ($0.identifier, $0) })))
        }
        for state in states {
            for text in ["a", "b", "c", "d", "x", "y"] {
                let identifier = try CardID(test: text)
                let past = try await store.card(identifier, after: state.change)
                #expect(past?.card == state.cards[identifier], "\(text) after \(state.change)")
                #expect(past?.isComplete != false)
            }
        }
    }

    @Test("a card that was not there, or was deleted for good, has no past")
    func absent() async throws {
        let store = try await store(notes: 1)
        let (card, other) = (try CardID(test: "a"), try CardID(test: "b"))
        #expect(try await store.card(other, after: 1) == nil)
        #expect(try await store.card(other, after: 2)?.card.name == "Zoo")
        #expect(try await store.card(CardID(test: "nobody"), after: 2) == nil)
        try await store.apply([.delete(card)])
        #expect(try await store.card(card, after: 3)?.card.note == "note 0")
        #expect(try await store.card(card, after: 3)?.now == nil)
        #expect(try await store.card(card, after: 4) == nil)
        try await store.empty([card])
        for change in 1...4 as ClosedRange<Int64> { #expect(try await store.card(card, after: change) == nil) }
        #expect(try await store.restore(nil, of: card, after: 3) == nil)
        #expect(try await store.history(HistoryQuery(limit: 10)).changes.map(\.card) == [other])
    }

    @Test("keys of a stored object are found at its top level only")
    func keys() {
        let text = #"{"identifier":"a","no\"te":"x\\\",\"in\":","barcode":{"format":"Q","value":[{"a":1}]},"z":null}"#
        var keys: [String] = []
        Array(text.utf8).withUnsafeBytes { bytes in
            StoredKeys.forEach(in: bytes) { keys.append(String(decoding: $0, as: UTF8.self)) }
        }
        #expect(keys == ["identifier", #"no\"te"#, "barcode", "z"])
        for broken in [#"{"a"#, #"{"a\"#, "{", "", "\"", "}}{\"b\":1"] {
            Array(broken.utf8).withUnsafeBytes { StoredKeys.forEach(in: $0) { _ in } }
        }
    }
}
