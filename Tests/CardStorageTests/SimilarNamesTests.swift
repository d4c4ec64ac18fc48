import Cards
import TestSupport
import Testing

@testable import CardStorage

@Suite("Finding similar names")
struct SimilarNamesTests {
    private func makeStore(_ names: String...) async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore.inMemoryForTest()
        for (number, name) in names.enumerated() { try await store.put(testCard("card-\(number)", name)) }
        return store
    }

    private func similar(_ text: String, in store: SQLiteCardStore) async throws -> [String] {
        guard let found = try await store.findSimilar(CardQuery(filter: CardFilter(text))) else { return [] }
        #expect(found.isSimilar)
        return try await found.rows(in: 0..<found.count).compactMap { $0?.name }
    }

    @Test(
        "a name is found with letters that are swapped, missing, wrong, too many, or left out",
        arguments: [
            ("amebr", "Amber Bakery"), ("ambr", "Amber Bakery"), ("anber", "Amber Bakery"), ("ambber", "Amber Bakery"),
            ("bakrey", "Amber Bakery"), ("amebr bakrey", "Amber Bakery"), ("libary", "Cedar Library"),
            ("cdrlib", "Cedar Library"), ("lodez", "Łódź Museum"), ("museun", "Łódź Museum"),
            ("cinmea", "Copper Cinema"),
        ])
    func found(text: String, name: String) async throws {
        let store = try await makeStore("Amber Bakery", "Cedar Library", "Copper Cinema", "Delta Deli", "Łódź Museum")
        #expect(try await store.found(text).isEmpty)
        #expect(try await similar(text, in: store).first == name)
    }

    @Test(
        "text that is like no name finds none",
        arguments: ["zebra", "q", "qq", "amber qq", "xyzzy", "12345", "amebr zebra", "", "is:starred"])
    func none(text: String) async throws {
        let store = try await makeStore("Amber Bakery", "Cedar Library")
        #expect(try await similar(text, in: store).isEmpty)
    }

    @Test("the most similar names come first")
    func order() async throws {
        let store = try await makeStore("Album Berlin", "Ambra", "Amber Bakery")
        #expect(try await similar("amebr", in: store).first == "Amber Bakery")
    }

    @Test("filter terms still hold, and hidden cards stay hidden")
    func terms() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(
            testCard("a", "Amber One") { $0.isStarred = true }, testCard("b", "Amber Two"),
            testCard("c", "Amber Old") { $0.isArchived = true })
        #expect(try await similar("amebr is:starred", in: store) == ["Amber One"])
        #expect(try await similar("amebr", in: store).count == 3)
        let hiding = CardQuery(filter: CardFilter("amebr"), hidesArchived: true)
        #expect(try await store.findSimilar(hiding)?.count == 2)
    }

    @Test("a cancelled search ends without an answer")
    func cancelled() async throws {
        let store = try await makeStore("Amber Bakery")
        let task = Task {
            // Cancelled before it begins.
            try? await eventually("the cancellation") { Task.isCancelled }
            return try await store.findSimilar(CardQuery(filter: CardFilter("amebr")))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
    }

    @Test("one random mistake in a word of the name is always forgiven")
    func mistakes() async throws {
        var generator = SeededGenerator(usual: 23)
        let names = ["Amber Bakery", "Juniper Rail", "Nordlys Health", "Winter Garden"]
        let store = try await makeStore(names[0], names[1], names[2], names[3])
        for _ in 0..<60 {
            let name = names.randomElement(using: &generator) ?? ""
            let words = name.lowercased().split(separator: " ").filter { $0.count >= 5 }.map { String($0) }
            var letters: [Character] = Array(words.randomElement(using: &generator) ?? "amber")
            let place = Int.random(in: 1..<letters.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: letters.swapAt(place, place - 1)
            case 1: _ = letters.remove(at: place)
            case 2: letters.insert("q", at: place)
            default: letters[place] = "q"
            }
            let typed = String(letters)
            let exact = try await store.found(typed)
            guard exact.isEmpty else { continue }
            let found = try await similar(typed, in: store)
            #expect(found.contains(name), "\(typed)")
        }
    }

    @Test("any text can be asked for")
    func anyText() async throws {
        var generator = SeededGenerator(usual: 29)
        let store = try await makeStore(
            "Amber Bakery", "Łódź Museum", "漢字 Tea House", "x", String(repeating: "ab ", count: 5000))
        let alphabet: [Character] = ["a", "b", " ", "ź", "漢", "-", "9", "\u{301}", "👩‍👩‍👧"]
        for _ in 0..<200 {
            let count = Int.random(in: 0...40, using: &generator)
            let text = String((0..<count).map { _ in alphabet.randomElement(using: &generator) ?? "a" })
            _ = try await similar(text, in: store)
        }
    }
}
