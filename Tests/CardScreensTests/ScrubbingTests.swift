import Cards
import Terminal
import TestSupport
import Testing

@MainActor
@Suite("The slider of the list", .timeLimit(.minutes(5)))
struct ScrubbingTests {
    /// The row of the label and the slider at 80x24.
    private let row = 22

    /// A list of a hundred cards.
    private func journey() async throws -> Journey { try await Journey(Card.many(100)) }

    private func pass(_ milliseconds: Int, in journey: Journey) async {
        await journey.time.waitForSleeper { $0 == .milliseconds(milliseconds) }
        journey.time.advance(by: .milliseconds(milliseconds))
    }

    @Test("s shows the slider with initial letters, and the list follows its keys")
    func keys() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("s"))
        #expect(journey.lines[row].hasPrefix(" A ●─"))
        #expect(journey.lines[row].contains("─ O   Alpine Airways · 1"))
        // A tick where C, D, 漢 and O begin.
        #expect(journey.lines[row].count { $0 == "┴" } == 4)
        journey.press(Key(.end))
        #expect(journey.lines[row].contains("━● O   Old Club · 7"))
        #expect(journey.lines[row].count { $0 == "┻" } == 4)
        #expect(journey.lines[8].hasPrefix("▌z▎Old Club"))
        journey.press(Key("5"))
        #expect(journey.lines[row].contains("Copper Cinema · 4"))
        journey.press(Key(.right), Key(.down), Key(.left))
        #expect(journey.lines[row].contains("Delta Deli · 5"))
        journey.press(.enter)
        #expect(journey.lines[row].hasPrefix(" Delta Deli · 5 of 7"))
        journey.press(.enter)
        #expect(journey.model.navigator.path.count == 1)
    }

    @Test(
        "ticks keep a distance where nearly each column is another letter, and there are none in orders without letters"
    )
    func ticks() async throws {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let journey = try await Journey(letters.map { .made("\($0)", "1") })
        journey.press(Key("s"))
        #expect(journey.lines[row].hasPrefix(" A ●────┴───"))
        #expect(journey.lines[row].contains("┴───┴") && !journey.lines[row].contains("┴──┴"))
        journey.press(.escape)
        journey.model.list.sort(by: .added)
        await journey.wait("the order") { journey.model.list.shownQuery.order.key == .added }
        journey.press(Key("s"))
        #expect(journey.lines[row].hasPrefix(" 1 ") && !journey.lines[row].contains("┴"))
    }

    @Test("Esc returns to the former card")
    func escape() async throws {
        let journey = try await journey()
        journey.press(Key("j"), Key("s"), Key("9"), Key(.pageDown))
        #expect(journey.lines[row].contains("Card 0098 · 99"))
        journey.press(.escape)
        await journey.see("Card 0001 · 2 of 100")
    }

    @Test("after the last key the slider stays, fades in steps, and becomes the label again")
    func fadingAfterKeys() async throws {
        let journey = try await journey()
        journey.press(Key("s"))
        await pass(900, in: journey)
        await journey.time.waitForSleeper { $0 == .milliseconds(150) }
        // A key shows the whole slider again.
        journey.press(Key("3"))
        #expect(journey.lines[row].contains("●"))
        await pass(900, in: journey)
        await pass(150, in: journey)
        await journey.seeNo("●")
        #expect(journey.lines[row].contains("────"))
        await pass(150, in: journey)
        await journey.see("Card 0030 · 31 of 100")
    }

    @Test("an arrow after the slider has faded shows it again, and opens no card; another key ends that")
    func arrowAfterFading() async throws {
        let journey = try await journey()
        journey.press(Key("s"), .right)
        for time in [900, 150, 150] { await pass(time, in: journey) }
        await journey.see("Card 0001 · 2 of 100")
        journey.press(.right)
        #expect(journey.lines[row].contains("●") && journey.lines[row].contains("Card 0002 · 3"))
        for time in [900, 150, 150] { await pass(time, in: journey) }
        journey.press(.left)
        #expect(journey.lines[row].contains("Card 0001 · 2"))
        #expect(journey.model.navigator.path.isEmpty)
        for time in [900, 150, 150] { await pass(time, in: journey) }
        journey.press(Key("j"), .right)
        #expect(journey.model.navigator.path.count == 1)
    }

    @Test("a key that was pressed before the slider was seen to go means the slider still")
    func lateKeys() async throws {
        let journey = try await journey()
        func fade() async {
            for time in [900, 150, 150] { await pass(time, in: journey) }
            await journey.seeNo("─")
        }
        journey.press(Key("s"), Key("5"))
        await fade()
        journey.press(.enter)
        #expect(journey.model.navigator.path.isEmpty && journey.model.list.selectedRank == 50)
        journey.press(Key("s"), Key("9"))
        await fade()
        journey.press(.escape)
        #expect(journey.model.list.selectedRank == 50)
        journey.press(Key("s"), Key("9"))
        await fade()
        journey.press(Key("1"))
        #expect(journey.lines[row].contains("●") && journey.model.list.selectedRank == 10)
        // Escape returns to where it began.
        journey.press(.escape)
        #expect(journey.model.list.selectedRank == 50)
        journey.press(Key("s"), Key("2"))
        await fade()
        journey.time.advance(by: .milliseconds(700))
        journey.press(.enter)
        #expect(journey.model.navigator.path.count == 1)
    }

    @Test("after the mouse has let it go, all its keys work as long as it is shown")
    func keysAfterMouse() async throws {
        let journey = try await journey()
        journey.press(Key("j"))
        for key in [Key("5"), Key(.pageDown), Key(.end)] {
            journey.mouse(.press(.left), column: 20, row: row)
            journey.mouse(.release, column: 20, row: row)
            let touched = journey.model.list.selectedRank
            journey.press(key)
            #expect(journey.text.contains("●") && journey.model.list.selectedRank != touched)
            journey.press(.escape)
            #expect(journey.model.list.selectedRank == 1)
        }
        journey.mouse(.press(.left), column: 20, row: row)
        journey.mouse(.release, column: 20, row: row)
        journey.press(.enter)
        #expect(!journey.text.contains("●") && journey.model.navigator.path.isEmpty)
    }

    @Test("it follows what is selected in another way")
    func following() async throws {
        let journey = try await journey()
        journey.press(Key("s"), Key("5"))
        journey.model.list.select(rank: 53)
        #expect(journey.lines[row].contains("●") && journey.lines[row].contains("Card 0053 · 54"))
        journey.press(.right)
        #expect(journey.lines[row].contains("Card 0054 · 55"))
        journey.mouse(.press(.left), column: 20, row: row)
        journey.mouse(.release, column: 20, row: row)
        journey.model.list.select(rank: 7)
        #expect(journey.lines[row].contains("●") && journey.lines[row].contains("Card 0007 · 8"))
    }

    @Test("nor does an arrow after the mouse has let the slider go")
    func arrowAfterMouse() async throws {
        let journey = try await journey()
        journey.mouse(.press(.left), column: 20, row: row)
        let touched = journey.model.list.selectedRank
        journey.mouse(.release, column: 20, row: row)
        journey.press(.right)
        #expect(journey.model.list.selectedRank == touched + 1)
        #expect(journey.model.navigator.path.isEmpty)
        // A click on a row means the rows again.
        journey.click(column: 10, row: 5)
        journey.press(.right)
        #expect(journey.model.navigator.path.count == 1)
    }

    @Test("a press on the label jumps to that position, drags continue past the ends, and no timer runs meanwhile")
    func mouse() async throws {
        let journey = try await journey()
        journey.mouse(.press(.left), column: 20, row: row)
        #expect(journey.place(of: "●") == Point(column: 20, row: row))
        let touched = journey.model.list.selectedRank
        #expect((1...98).contains(touched))
        journey.time.advance(by: .seconds(600))
        for _ in 0..<100 { await Task.yield() }  // watched: nothing may happen
        #expect(journey.text.contains("●"))
        journey.mouse(.drag, column: 500, row: 3)
        #expect(journey.lines[row].contains("Card 0099 · 100"))
        journey.mouse(.drag, column: -7, row: -2)
        #expect(journey.lines[row].contains("Card 0000 · 1"))
        journey.mouse(.drag, column: 20, row: 0)
        #expect(journey.model.list.selectedRank == touched)
        journey.mouse(.release, column: 20, row: 0)
        await pass(700, in: journey)
        await pass(150, in: journey)
        await pass(150, in: journey)
        await journey.see("· \(touched + 1) of 100")
        // After the release it is not dragged any more.
        journey.mouse(.drag, column: 60, row: row)
        #expect(journey.model.list.selectedRank == touched)
    }

    @Test("a press beside the label is ignored")
    func outside() async throws {
        let journey = try await journey()
        for point in [Point(column: 60, row: row), Point(column: 0, row: row), Point(column: 0, row: row + 1)] {
            journey.mouse(.press(.left), column: point.column, row: point.row)
            #expect(!journey.text.contains("●"))
            journey.mouse(.release, column: point.column, row: point.row)
        }
        #expect(journey.text.contains("Card 0000 · 1 of 100"))
    }

    @Test("resizing the terminal during a drag keeps the card and the drag")
    func resized() async throws {
        let journey = try await journey()
        journey.mouse(.press(.left), column: 15, row: row)
        let rank = journey.model.list.selectedRank
        for size in [Size(columns: 40, rows: 12), Size(columns: 21, rows: 6), Size(columns: 200, rows: 50)] {
            journey.size = size
            #expect(journey.text.contains("●"))
            #expect(journey.model.list.selectedRank == rank)
            journey.mouse(.drag, column: size.columns - 1, row: 0)
            #expect(journey.model.list.selectedRank == 99)
            journey.mouse(.drag, column: 0, row: 0)
            #expect(journey.model.list.selectedRank == 0)
            journey.mouse(.drag, column: 0, row: 0)
            journey.size = Size(columns: 80, rows: 24)
            _ = journey.draw()
            journey.mouse(.drag, column: 15, row: row)
        }
        journey.size = Size(columns: 5, rows: 2)
        _ = journey.draw()
        journey.mouse(.release, column: 1, row: 1)
        journey.size = Size(columns: 80, rows: 24)
        _ = journey.draw()
        journey.press(.enter)
        await journey.see("\(rank + 1) of 100")
    }

    @Test("a list that shrinks or empties updates the slider")
    func shrinking() async throws {
        let cards = Card.many(100)
        let journey = try await Journey(cards)
        journey.press(Key("s"), Key(.end))
        await journey.see("Card 0099 · 100")
        try await journey.store.apply(cards.dropFirst(10).map { .delete($0.identifier) })
        await journey.see("Card 0009 · 10")
        journey.press(Key(.left))
        await journey.see("Card 0008 · 9")
        try await journey.store.apply(cards.prefix(10).map { .delete($0.identifier) })
        await journey.see("100 cards are in the trash.")
        journey.press(Key(.right), Key("5"), Key(.end), .escape)
        try await journey.store.apply([.set(CardPatch(from: nil, to: cards[0]))])
        await journey.see("Card 0000 · 1 of 1")
    }

    @Test("with one card the slider does not move")
    func single() async throws {
        let journey = try await Journey(Card.many(1))
        journey.press(Key("s"), Key(.end), Key("5"), Key(.left), Key(.pageDown))
        #expect(journey.lines[row].contains("Card 0000 · 1"))
        journey.mouse(.press(.left), column: 10, row: row)
        journey.mouse(.drag, column: 70, row: row)
        journey.press(.enter)
        await journey.see("Card 0000 · 1 of 1")
    }

    @Test("another key closes the slider and runs its command")
    func otherKey() async throws {
        let journey = try await journey()
        journey.press(Key("s"), Key("5"), Key("j"))
        #expect(journey.text.contains("Card 0051 · 52 of 100"))
        journey.press(Key("s"), Key("/"))
        journey.type("0007")
        await journey.see("Card 0007 · 1 of 1")
        #expect(!journey.text.contains("●"))
    }

    @Test("in parts of a long list that are not loaded the letter is shown until the row is there")
    func farAway() async throws {
        let journey = try await Journey(Card.many(3000))
        await journey.gate.hold(.rows)
        journey.press(Key("s"), Key("5"))
        #expect(journey.lines[row].contains("C · 1501"))
        await journey.gate.release(.rows)
        await journey.see("Card 1500 · 1501")
        #expect(journey.names.contains("Card 1500"))
    }

    @Test("in orders other than by name the ends are numbers")
    func otherOrder() async throws {
        let journey = try await journey()
        await journey.find("card")
        journey.press(.enter, Key("s"))
        #expect(journey.lines[row].hasPrefix(" 1 ●─"))
        #expect(journey.lines[row].contains("─ 100   Card 0000 · 1"))
    }
}

@MainActor
@Suite("Dragging the scroll bar")
struct ScrollBarDragTests {
    @Test("it can be dragged from the first card to the last and released", arguments: [false, true])
    func dragging(isWallet: Bool) async throws {
        let journey = try await Journey(Card.many(200))
        if isWallet { journey.press(Key("v")) }
        let thumb = journey.place(of: "▐")
        #expect(thumb.row == 1)
        journey.mouse(.press(.left), column: thumb.column, row: 1)
        journey.mouse(.drag, column: thumb.column, row: 60)
        await journey.see("Card 0199")
        journey.mouse(.drag, column: 0, row: 11)
        await journey.see("Card 0100")
        journey.mouse(.drag, column: 3, row: -9)
        await journey.see("Card 0000")
        journey.mouse(.release, column: 3, row: -9)
        journey.mouse(.drag, column: thumb.column, row: 20)
        #expect(journey.text.contains("Card 0000"))
        // A press beside the thumb jumps there immediately.
        journey.click(column: thumb.column, row: 21)
        await journey.see("Card 0199")
    }
}
