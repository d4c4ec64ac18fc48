import Terminal
import TestSupport
import Testing

@Suite("Fuzzy matching")
struct FuzzyMatchTests {
    private func matched(_ query: String, _ text: SafeText) -> String? {
        FuzzyMatch(query, in: text).map { match in
            let characters = Array(text.string)
            return String(match.positions.map { characters[$0] })
        }
    }

    private func best(_ query: String, _ texts: [SafeText]) -> [String] {
        texts.compactMap { text in FuzzyMatch(query, in: text).map { ($0.score, text.string) } }
            .sorted { $0.0 > $1.0 }.map(\.1)
    }

    @Test("words match in any order and case, and are highlighted")
    func words() {
        #expect(matched("CARD the", "show the card") == "thecard")
        #expect(FuzzyMatch("card the", in: "show the card")?.positions == [5, 6, 7, 9, 10, 11, 12])
        #expect(matched("łódź", "Łódź") == "Łódź")
        // Marks are ignored, on either side.
        #expect(matched("lodz", "Łódź") == "Łódź" && matched("CAFÉ", "cafe") == "cafe")
        #expect(matched("cafe", "e\u{301} Cafe\u{301}") == "Cafe\u{301}")
        #expect(matched("straße", "Straße") == "Straße" && matched("æ", "Ærø") == "Æ")
    }

    @Test("scattered characters match in their order only")
    func sequence() {
        #expect(matched("otc", "open the card") == "otc")
        #expect(FuzzyMatch("otc", in: "open the card")?.positions == [0, 5, 9])
        #expect(matched("cto", "open the card") == nil)
        #expect(matched("ooo", "open the card") == nil)
    }

    @Test("of all matches the one with adjacent characters is chosen")
    func together() {
        #expect(FuzzyMatch("brd", in: "barrel, board")?.positions == [8, 11, 12])
    }

    @Test("whole words rank above scattered characters, beginnings above middles")
    func order() {
        #expect(
            best("card", ["c a r d", "discard it", "the card", "card of a friend"])
                == ["card of a friend", "the card", "discard it", "c a r d"])
    }

    @Test("an empty query matches everything equally, and one longer than the text nothing")
    func extremes() {
        #expect(FuzzyMatch("", in: "x")?.positions == [])
        #expect(FuzzyMatch(" \t", in: "x")?.score == 0)
        #expect(FuzzyMatch("xx", in: "x") == nil)
        #expect(FuzzyMatch("x", in: "") == nil)
        #expect(FuzzyMatch(String(repeating: "a", count: 10_000), in: "banana") == nil)
        #expect(FuzzyMatch(String(repeating: "a ", count: 10_000), in: "banana")?.positions == [1])
    }

    @Test("for any texts the positions ascend, lie inside, and spell a query of scattered characters")
    func properties() {
        var generator = SeededGenerator(usual: 17)
        let alphabet: [Character] = ["a", "b", " ", "-", "漢", "e\u{301}", "İ", "B"]
        func random(_ most: Int) -> String {
            String(
                (0..<Int.random(in: 0...most, using: &generator)).map { _ in
                    alphabet.randomElement(using: &generator) ?? "a"
                })
        }
        var spelled = 0
        for _ in 0..<4000 {
            let (query, text) = (random(4), SafeText(random(12)))
            guard let match = FuzzyMatch(query, in: text) else { continue }
            #expect(zip(match.positions, match.positions.dropFirst()).allSatisfy { $0 < $1 })
            #expect(match.positions.allSatisfy((0..<text.string.count).contains))
            let isWords = query.lowercased().split(separator: " ").allSatisfy { text.string.lowercased().contains($0) }
            guard !isWords else { continue }
            spelled += 1
            let characters = Array(text.string)
            #expect(
                String(match.positions.map { characters[$0] }).lowercased()
                    == query.lowercased().filter { !$0.isWhitespace })
        }
        #expect(spelled > 50, "too few were found by their characters to say anything")
    }
}
