import Cards
import Terminal
import Testing

@testable import CardViewModels

@MainActor
@Suite("Moving the selection")
struct ListSelectionTests {
    @Test("a jump during a refresh overrides the former selection")
    func jumpDuringRefresh() async throws {
        let journey = try await Journey(Card.many(2000))
        await journey.gate.hold(.find)
        await journey.gate.tell(.changedElsewhere)
        await journey.wait("finding to be asked for") { await journey.gate.isWaiting(.find) }
        journey.press(Key("G"))
        await journey.see("2000 of 2000")
        await journey.gate.release(.find)
        for _ in 0..<500 { await Task.yield() }  // watched: nothing may happen
        #expect(journey.text.contains("2000 of 2000"))
    }

    @Test("a step during a jump starts at its target")
    func stepDuringJump() async throws {
        let journey = try await Journey(Card.many(2000))
        await journey.gate.hold(.rows)
        journey.press(Key("G"), Key("k"))
        await journey.gate.release(.rows)
        await journey.see("1999 of 2000")
    }

    @Test("moving during a refresh is not taken for a deletion elsewhere")
    func movingDuringRefresh() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.rank)
        await journey.gate.tell(.changedElsewhere)
        await journey.wait("the rank to be asked for") { await journey.gate.isWaiting(.rank) }
        journey.press(Key("j"))
        await journey.gate.release(.rank)
        for _ in 0..<500 { await Task.yield() }  // watched: nothing may happen
        #expect(journey.model.message == nil)
        #expect(journey.text.contains("Amber Bakery · 2 of 7"))
    }

    @Test("a list that shrinks, empties and fills again always selects a card if it has one")
    func shrinking() async throws {
        let cards = Card.many(700)
        let journey = try await Journey(cards)
        journey.press(Key("G"))
        await journey.see("700 of 700")
        try await journey.store.apply(cards.dropFirst(3).map { .delete($0.identifier) })
        await journey.see("Card 0002 · 3 of 3")
        try await journey.store.apply(cards.prefix(3).map { .delete($0.identifier) })
        await journey.see("700 cards are in the trash.")
        try await journey.store.apply([.set(CardPatch(from: nil, to: cards[0]))])
        await journey.see("Card 0000 · 1 of 1")
    }

    @Test("a double click on the first visible row opens that card")
    func doubleClickAtTheEdge() async throws {
        let journey = try await Journey(Card.many(100))
        journey.press(Key("G"), Key("k"))
        let first = journey.lines[1]
        journey.click(column: 5, row: 1)
        #expect(journey.lines[1].dropFirst(2) == first.dropFirst(2))
        journey.click(column: 5, row: 1)
        #expect(journey.model.navigator.path.count == 1)
    }

    @Test(
        "both ends of a long list are shown without a query, after a change with the new rows"
    )
    func ends() async throws {
        let journey = try await Journey(Card.many(2000))
        // The targets of jumps are prefetched in the background, at both ends.
        await journey.wait("the last rows") {
            journey.model.list.rows.isLoaded(1999) && journey.model.list.rows.isLoaded(0)
        }
        await journey.gate.hold(.rows)
        journey.press(Key("G"))
        #expect(journey.model.list.selectedRank == 1999)
        #expect(!journey.model.list.isJumping)
        journey.press(Key("g"))
        #expect(journey.model.list.selectedRank == 0)
        await journey.gate.release(.rows)
        let last = try #require(Card.many(2000).max { $0.name < $1.name })
        var renamed = last
        renamed.name += " renamed"
        try await journey.store.apply([.set(CardPatch(from: last, to: renamed))])
        await journey.wait("the new name at hand") { journey.model.list.rows.isLoaded(1999) }
        journey.press(Key("G"))
        await journey.see(renamed.name)
    }

    @Test("paging down reads each row once, also where several readings follow one another")
    func onlyMissingRows() async throws {
        let journey = try await Journey(Card.many(2000))
        let list = journey.model.list
        await journey.wait("the last rows") { list.rows.isLoaded(1999) && list.rows.isLoaded(0) }
        await journey.gate.forgetReadRows()
        for _ in 0..<8 {
            journey.press(Key(.pageDown))
            await journey.wait("the rows ahead") { list.row(at: list.selectedRank + 40) != nil }
        }
        let read = await journey.gate.readRows
        #expect(list.selectedRank > 120 && read.count > 100 && Set(read).count == read.count)
        for rank in list.selectedRank - 20..<list.selectedRank + 20 { #expect(list.row(at: rank) != nil, "\(rank)") }
    }

    @Test("after a jump to the other end and back nothing is read again")
    func wayBack() async throws {
        let journey = try await Journey(Card.many(2000))
        let list = journey.model.list
        await journey.wait("the last rows") { list.rows.isLoaded(1999) && list.rows.isLoaded(0) }
        journey.press(Key("G"))
        await journey.wait("all rows at the end") { list.row(at: 1900) != nil }
        journey.press(Key("g"))
        await journey.wait("all rows at the beginning") { list.row(at: 100) != nil }
        await journey.gate.forgetReadRows()
        for _ in 0..<3 {
            journey.press(Key("G"))
            #expect(list.selectedRank == 1999 && list.row(at: 1900) != nil)
            journey.press(Key("g"))
            #expect(list.selectedRank == 0 && list.row(at: 100) != nil)
        }
        #expect(await journey.gate.readRows.isEmpty)
    }

    @Test("tenths of the list are prefetched while the slider is shown, and no longer")
    func tenths() async throws {
        let journey = try await Journey(Card.many(2001))
        journey.press(Key("s"))
        await journey.wait("the tenths") { (1...9).allSatisfy { journey.model.list.rows.isLoaded($0 * 200 + 1) } }
        await journey.gate.hold(.rows)
        for digit in 1...9 {
            journey.press(Key(Character("\(digit)")))
            #expect(!journey.model.list.isJumping)
            #expect(journey.model.list.selectedRank == digit * 200)
        }
        journey.press(.enter)
        await journey.gate.release(.rows)
        let last = try #require(Card.many(2001).max { $0.name < $1.name })
        try await journey.store.apply([.delete(last.identifier)])
        await journey.wait("the ends") { journey.model.list.count == 2000 && journey.model.list.rows.isLoaded(1999) }
        #expect(!journey.model.list.rows.isLoaded(600))
    }
}
