import CardViewModels
import Cards
import Terminal
import Testing

@testable import CardScreens

@MainActor
@Suite("The columns of the list")
struct ColumnsScreenTests {
    private static let cards: [Card] = [
        .made("Alder", "1111") {
            ($0.note, $0.groups, $0.balance, $0.currency) = ("blue card", ["food"], "12.50", "EUR")
        },
        .made("Birch", "2222") { $0.note = "in the drawer" },
        .made("Cedar", "") { $0.note = "no number on it" },
    ]

    private func open(_ size: Size = Size(columns: 80, rows: 24), look: FakeViewState = FakeViewState()) async throws
        -> Journey
    {
        let journey = try await Journey(Self.cards, size: size, look: look)
        journey.type(":columns")
        journey.press(.enter)
        await journey.see("Columns of the list")
        return journey
    }

    private func row(_ name: String, _ journey: Journey) -> String {
        journey.lines.first { $0.contains(name) }?.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? ""
    }

    @Test("what is chosen is shown in its order, at once and at the next start")
    func chosen() async throws {
        let look = FakeViewState()
        let journey = try await open(look: look)
        await journey.see("4 shown")
        // Number and groups go; the note comes behind the others, and moves to the left end.
        journey.press(Key(" "), Key("g"), Key(" "))
        await journey.see("2 shown")
        #expect(journey.model.list.columns == [.balance, .expiry])
        // Behind balance and expiry, number and groups.
        journey.press(Key("g"), Key("j"), Key("j"), Key("j"), Key("j"), .enter)
        await journey.see("3 shown")
        journey.press(Key("K"), Key("K"), Key("K"))
        #expect(journey.model.list.columns == [.note, .balance, .expiry])
        journey.press(.escape)
        await journey.wait("the list") { journey.model.navigator.path.isEmpty }
        #expect(row("Alder", journey).hasSuffix("Alder blue card 12.50 EUR"), "\(journey.text)")
        #expect(row("Cedar", journey).hasSuffix("Cedar no number on it"))
        await journey.wait("the state") { look.kept.columns == [.note, .balance, .expiry] }
    }

    @Test(
        "whatever is chosen, no two texts overlap at any width, and the values stay at the right",
        arguments: [20, 40, 57, 58, 79, 80, 120])
    func frames(width: Int) {
        var row = ColumnNeeds(name: 14, number: 16, groups: 12, value: 8, balance: 9, due: 18)
        (row.note, row.uses) = (30, 3)
        for order in Self.orders {
            // What is not shown needs nothing, as in a list.
            var needs = ColumnNeeds(
                name: 14, number: order.contains(.number) ? 16 : 0, groups: order.contains(.groups) ? 12 : 0, value: 8,
                balance: order.contains(.balance) ? 9 : 0, due: order.contains(.expiry) ? 18 : 0)
            (needs.note, needs.uses) = (order.contains(.note) ? 30 : 0, order.contains(.uses) ? 3 : 0)
            let columns = CardRow.Columns(columns: width, needs: needs, order: order).filled(needs)
            let frames = [
                columns.name, columns.number, columns.groups, columns.note, columns.value, columns.uses,
                columns.balance,
                columns.due,
            ].filter { !$0.isEmpty }
            let area = Rect(column: 3, row: 0, columns: width - 4, rows: columns.rows)
            #expect(frames.allSatisfy { area.intersection($0) == $0 }, "\(order)")
            for (index, frame) in frames.enumerated() {
                #expect(
                    frames.dropFirst(index + 1).allSatisfy { frame.intersection($0).isEmpty }, "\(order): \(frames)")
            }
            if let last = order.last, last.isValue, columns.rows == 1, frames.count == order.count + 2 {
                #expect(frames.map(\.right).max() == area.right, "\(order)")
            }
        }
    }

    /// Every choice of up to three columns, and of all, in every order.
    private static let orders: [[RowColumn]] = {
        var orders: [[RowColumn]] = [[]]
        for _ in 0..<3 {
            orders += orders.flatMap { order in
                RowColumn.allCases.filter { !order.contains($0) }.map { order + [$0] }
            }
        }
        return Array(Set(orders)) + [RowColumn.allCases, RowColumn.allCases.reversed()]
    }()

    @Test("the screen", arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)])
    func golden(size: Size) async throws { await expectGolden(try await open(size), "columns") }

    @Test("in a narrow window the chosen text stands beneath the name")
    func narrow() async throws {
        let look = FakeViewState()
        let journey = try await open(Size(columns: 40, rows: 12), look: look)
        journey.press(Key(" "), Key("g"), Key(" "), Key("g"), Key("j"), Key("j"), Key("j"), Key("j"), .enter, .escape)
        await journey.wait("the list") { journey.model.navigator.path.isEmpty }
        let lines = journey.lines
        let place = try #require(lines.firstIndex { $0.contains("Alder") })
        #expect(lines[place + 1].contains("blue card") && lines[place + 1].contains("12.50 EUR"), "\(journey.text)")
        #expect(!journey.text.contains("1111"))
    }

    @Test("a row without the first chosen text has the next one that it has; without texts a row is one line")
    func narrowRows() {
        var needs = ColumnNeeds(name: 14, number: 9)
        needs.note = 20
        let columns = CardRow.Columns(columns: 40, needs: needs, order: [.note, .number])
        let (noted, bare) = (columns.filled(needs), columns.filled(ColumnNeeds(name: 14, number: 9)))
        #expect(!noted.note.isEmpty && noted.number.isEmpty && noted.rows == 2)
        #expect(bare.note.isEmpty && bare.number == noted.note)
        for order in [[], [.expiry]] as [[RowColumn]] {
            #expect(CardRow.Columns(columns: 40, needs: ColumnNeeds(name: 14), order: order).rows == 1)
        }
    }

    @Test("where the chosen columns have no room, those at the right end give way")
    func dropping() {
        var needs = ColumnNeeds(name: 14, number: 16, groups: 12, balance: 9, due: 18)
        (needs.note, needs.uses) = (30, 3)
        let order: [RowColumn] = [.note, .groups, .number, .expiry, .balance, .uses]
        for width in 24...140 {
            let widths = needs.fitted(to: width, sharesValues: false, order: order)
            let shown = [widths.note, widths.groups, widths.number, widths.due, widths.balance, widths.uses]
            #expect(shown.drop { $0 > 0 }.allSatisfy { $0 == 0 }, "\(width): \(shown)")
            #expect(widths.total <= width)
        }
        #expect(needs.fitted(to: 60, sharesValues: false, order: order).note > 0)
    }

    @Test("0 brings the usual ones back; without any column there are names")
    func reset() async throws {
        let journey = try await open()
        for _ in 0..<4 { journey.press(Key("g"), Key(" ")) }
        await journey.see("0 shown")
        journey.press(.escape)
        await journey.wait("the list") { journey.model.navigator.path.isEmpty }
        #expect(row("Alder", journey).hasSuffix("Alder"))
        journey.type(":columns")
        journey.press(.enter)
        await journey.see("0 shown")
        journey.press(Key("0"))
        await journey.see("4 shown")
        journey.press(.escape)
        await journey.see("12.50 EUR")
        #expect(row("Alder", journey).hasSuffix("Alder 1111 food 12.50 EUR"))
    }
}
