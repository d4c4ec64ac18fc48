import Cards
import PtySupport
import Terminal
import TestSupport
import Testing

/// Some hundred cards that are edited at random on both sides, and the expected result for each. The two sides change different fields,
/// so that nothing conflicts: the backend changes numbers, this side notes and photos.
struct SyncWorld {
    struct Expected: Hashable {
        var name: String
        var number = ""
        var note = ""
        var front = ""

        init(name: String) { self.name = name }

        init(_ json: JSON) {
            name = json["name"]?.string ?? ""
            (number, note) = (json["number"]?.string ?? "", json["note"]?.string ?? "")
            front = json["front"]?.string ?? ""
        }
    }

    private(set) var cards: [String: Expected] = [:]
    /// The cards that both sides had at the last sync: only these are edited here, and deleted here unless the backend has edited them
    /// since.
    private var alike: Set<String> = []
    private var changedThere: Set<String> = []
    private var random: SeededGenerator
    private var edits = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func next(below limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &random) }

    /// New or changed cards on the backend, complete; some have photos. The backend must already hold the expected cards.
    mutating func changesThere(_ count: Int, of most: Int = 300) -> [JSON] {
        (0..<count).map { _ in
            let identifier = "there-\(next(below: most))"
            var card = cards[identifier] ?? Expected(name: "There \(identifier)")
            edits += 1
            card.number = "number \(edits)"
            changedThere.insert(identifier)
            if cards[identifier] == nil, next(below: 12) == 0 { card.front = photo() }
            cards[identifier] = card
            return Self.json(identifier, card)
        }
    }

    /// New or changed cards here, with the changed fields only; some get photos.
    mutating func changesHere(_ count: Int, of most: Int = 200) -> [JSON] {
        let known = alike.intersection(cards.keys).sorted()
        return (0..<count).map { _ in
            let isTheirs = !known.isEmpty && next(below: 3) == 0
            let identifier = isTheirs ? known[next(below: known.count)] : "here-\(next(below: most))"
            return edit(identifier)
        }
    }

    /// A change of this card here.
    mutating func edit(_ identifier: String) -> JSON {
        var card = cards[identifier] ?? Expected(name: "Here \(identifier)")
        edits += 1
        card.note = "note \(edits)"
        var members: [String: JSON] = [
            "identifier": .string(identifier), "name": .string(card.name), "note": .string(card.note),
        ]
        if next(below: 12) == 0 {
            card.front = photo()
            members["front"] = .string(card.front)
        }
        cards[identifier] = card
        return .object(members)
    }

    /// A card to be deleted now.
    mutating func deletion() -> String? {
        let known = alike.intersection(cards.keys).subtracting(changedThere).sorted()
        guard !known.isEmpty else { return nil }
        let identifier = known[next(below: known.count)]
        cards[identifier] = nil
        return identifier
    }

    /// Both sides are equal now.
    mutating func settle() { (alike, changedThere) = (Set(cards.keys), []) }

    private mutating func photo() -> String {
        let count = 20_000 + next(below: 60_000)
        return Samples.base64((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    private static func json(_ identifier: String, _ card: Expected) -> JSON {
        .object([
            "identifier": .string(identifier), "name": .string(card.name), "number": .string(card.number),
            "note": .string(card.note), "front": .string(card.front), "back": .string(""),
        ])
    }

    // MARK: - Checks

    /// Expects that both sides hold every card once and as last edited, that the store is sound, and that no upload is pending.
    func expectArrived(_ home: Home, _ backend: TestBackend) async throws {
        let list = try await home.run("list", "--json=array", "--photos")
        let here = try #require(try JSONParser.parse(Array(list.output.utf8)).array)
        expectSame(here, "here")
        expectSame(backend.cards, "on the backend")
        let database = try Database(home.store)
        #expect(try database.column("PRAGMA integrity_check") == ["ok"])
        #expect(try database.column("SELECT card FROM owed").isEmpty)
        #expect(try database.column("SELECT card FROM conflict").isEmpty)
        let before = backend.requests.count
        #expect(try await home.run("sync", "--backend", backend.url).status == 0)
        #expect(Set(backend.lines.dropFirst(before)) == ["GET /cards.json"])
    }

    private func expectSame(_ list: [JSON], _ side: String) {
        let identifiers = list.compactMap { $0["identifier"]?.string }
        #expect(identifiers.count == list.count && Set(identifiers).count == list.count, "each once \(side)")
        let odd = Set(identifiers).symmetricDifference(cards.keys).sorted()
        #expect(odd.count == 0, "lost or too much \(side): \(odd.prefix(5))")
        for card in list {
            let identifier = card["identifier"]?.string ?? ""
            guard let expected = cards[identifier], Expected(card) != expected else { continue }
            let found = Expected(card)
            Issue.record(
                """
                \(identifier) \(side): \(found.name), \(found.number), \(found.note), \(found.front.count) bytes; expected \
                \(expected.name), \(expected.number), \(expected.note), \(expected.front.count) bytes
                """)
        }
    }
}
