import CardSearch
import Cards
import TestSupport
import Testing

/// The index by what the store uses of it. That it holds what the store's rows say is tested there, with all filters and orders.
@Suite("The search index of rows")
struct CardIndexTests {
    private static let names = ["Amber", "Amber Bakery", "Bamber", "Łódź Museum", "Zoo 24", ""]
    private static let notes = ["", "near the amber door", "24-7", "x"]

    /// A row of the store's table.
    private struct Row {
        let number: Int64
        let card: Card
        let columns: SearchColumns

        init(_ number: Int64, _ generator: inout SeededGenerator) {
            self.number = number
            let identifier = CardID("id\(number * 7919 % 100_003)") ?? .random()
            var card = Card(identifier: identifier, name: names.randomElement(using: &generator) ?? "")
            card.note = notes.randomElement(using: &generator) ?? ""
            card.isStarred = Int.random(in: 0..<8, using: &generator) == 0
            card.groups = Bool.random(using: &generator) ? ["Group \(Int.random(in: 0..<400, using: &generator))"] : []
            card.expiry = CalendarDay(daysSince1970: Int.random(in: 0..<100, using: &generator))
            (self.card, columns) = (card, SearchColumns(card))
        }

        var group: Int { card.isStarred ? 0 : 1 }
        var expiry: Int64? { card.expiry.map { Int64($0.daysSince1970) } }

        var arrival: CardIndex.Arrival {
            CardIndex.Arrival(
                identifier: card.identifier.text, name: Array(columns.name.utf8), search: columns.bytes, values)
        }

        private var values: IndexedValues {
            IndexedValues(
                group: group, row: number, traits: columns.traits.rawValue, expiry: expiry, validFrom: nil)
        }

        func append(to assembly: inout IndexAssembly) {
            Array(columns.name.utf8).withUnsafeBytes { name in
                columns.bytes.withUnsafeBytes { search in
                    assembly.append(name: name, search: search, values)
                }
            }
        }

        func isBefore(_ other: Row) -> Bool {
            if group != other.group { return group < other.group }
            if columns.name != other.columns.name {
                return columns.name.utf8.lexicographicallyPrecedes(other.columns.name.utf8)
            }
            return card.identifier.text.utf8.lexicographicallyPrecedes(other.card.identifier.text.utf8)
        }

        func has(_ words: [String]) -> Bool {
            let text = CardSearchText(card)
            let texts = [text.name] + text.others + text.groups
            return words.allSatisfy { word in texts.contains { $0.firstRange(of: word) != nil } }
        }
    }

    private func assembled(_ rows: [Row], reusing index: CardIndex? = nil, version: Int = 1) -> CardIndex {
        var assembly = IndexAssembly(reusing: index)
        for row in rows.sorted(by: { $0.isBefore($1) }) { row.append(to: &assembly) }
        return assembly.finished(version: version)
    }

    private func found(_ text: String, in index: CardIndex, _ matcher: FilterMatcher = FilterMatcher()) -> [Int64] {
        let filter = CardFilter(text, .iso)
        let classes = matcher.classes(
            of: filter, in: index, today: CalendarDay(daysSince1970: 50), sets: CardIndex.TermSets())
        let ranking = Ranking(index, classes: classes, groups: 0..<3, isReversed: false)
        return ranking.rows(at: 0..<ranking.count)
    }

    @Test("words, terms and ranks are those of a plain look through the rows")
    func plain() throws {
        var generator = SeededGenerator(usual: 31)
        let rows = (1...3000).map { Row(Int64($0), &generator) }
        let index = assembled(rows)
        #expect(index.count == 3000)
        #expect(found("", in: index) == rows.sorted { $0.isBefore($1) }.map(\.number))
        let matcher = FilterMatcher()
        for text in ["a", "am", "amber", "amber ba", "24", "lodz", "group 3", "zebra"] {
            let words = CardFilter(text, .iso).words
            let expected = rows.filter { $0.has(words) }.map(\.number)
            #expect(found(text, in: index, matcher).sorted() == expected, "\(text)")
        }
        #expect(found("is:expired", in: index).sorted() == rows.filter { ($0.expiry ?? 99) < 50 }.map(\.number))
        let classes = try #require(
            matcher.classes(of: CardFilter("amber", .iso), in: index, today: CalendarDay(daysSince1970: 50), sets: [:]))
        let ranking = Ranking(index, classes: classes, groups: 0..<3, isReversed: true)
        for rank in stride(from: 0, to: ranking.count, by: 97) {
            #expect(ranking.rank(ofRow: ranking.rows(at: rank..<rank + 1)[0]) == rank)
        }
        let order = SlotOrder(index, by: .expiry, isReversed: false)
        let byExpiry = Ranking(index, classes: nil, order: order.slots(ofFirst: 1))
        let days = byExpiry.rows(at: 0..<byExpiry.count).map { rows[Int($0) - 1].expiry ?? 0 }
        #expect(days == days.sorted() && days.count == rows.count { $0.group == 0 })
    }

    @Test("replaced rows are found as in an index that is made anew, and an older index keeps what it had")
    func replaced() throws {
        var generator = SeededGenerator(usual: 37)
        var rows = (1...2000).map { Row(Int64($0), &generator) }
        let before = assembled(rows)
        let matcher = FilterMatcher()
        _ = found("amber", in: before, matcher)
        let old = found("", in: before)
        var index = before
        for version in 2..<8 {
            let places = (0..<20).map { _ in Int.random(in: 0..<rows.count, using: &generator) }
            for place in places { rows[place] = Row(rows[place].number, &generator) }
            let changed = Set(places).map { rows[$0] }
            index = try index.replacing(
                Set(changed.map(\.number)), with: changed.map(\.arrival), version: version
            ) { number in rows[Int(number) - 1].card.identifier.text }
            for text in ["", "amber", "amber ba", "group 1"] {
                #expect(found(text, in: index, matcher) == found(text, in: assembled(rows)), "\(text)")
            }
        }
        #expect(found("", in: before) == old)
        #expect(found("", in: assembled(rows, reusing: index, version: 9)) == found("", in: index))
    }

    @Test("a set of rows becomes the cards that the index has of them")
    func sets() {
        var generator = SeededGenerator(usual: 41)
        let index = assembled((1...200).map { Row(Int64($0), &generator) })
        var rows = RowSet()
        for row in [3, 64, 65, 200, 201, -1, 1 << 40] as [Int64] { rows.insert(row) }
        let ranking = Ranking(index, classes: [index.bits(ofRows: rows)], groups: 0..<3, isReversed: false)
        #expect(ranking.rows(at: 0..<ranking.count).sorted() == [3, 64, 65, 200])
        #expect(Ranking(index, classes: [index.allBits], groups: 0..<3, isReversed: false).count == 200)
        #expect(index.groupUses().values.allSatisfy { $0.count > 0 && $0.slot >= 0 })
    }
}
