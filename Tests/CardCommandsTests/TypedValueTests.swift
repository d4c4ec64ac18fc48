import CardStorage
import TestSupport
import Testing

@testable import CardCommands
@testable import Cards

/// The texts that people type for values, in at each entrance: the form, the options of add and edit, and a
/// cell that stands alone in its column. The same text is the same value, or wrong, at each.
@Suite("Typed values at each entrance", .timeLimit(.minutes(5)))
struct TypedValueTests {
    static let texts: [(field: CardField, column: String, texts: [String])] = [
        (
            .balance, "balance",
            [
                "12.50", "12,50 €", "$12.50", "1.234,56 €", "¥1,200", "1,250 pts", "12,50 zł", "1'234.50 CHF", "-3.5",
                "0.500", "1.250 €", "10 kr. x", "PTS 5", "5 points", "lots",
            ]
        ),
        (.currency, "currency", ["eur", "€", "euro", "zł", "CHF", "shells"]),
        (
            .expiry, "expiry",
            [
                "2027-02-28", "28.2.2027", "2027-02", "2026-12-31T23:59:59Z", "2026-12-31 00:00:00", "30.2.2027",
                "someday",
            ]
        ),
        (.validFrom, "valid-from", ["2027-02", "1.3.2027"]),
        (.color, "color", ["teal", "Red", "#00897b", "nocolour"]),
        (
            .groups, "group",
            ["Food", "Food, Home", "Food;Home", "\"Food, dry\", Home", "5\" nails", "a,,a", "\"say \"\"x\"\"\""]
        ),
    ]

    @Test("blanks and invisible marks around a text are no part of it, and a blank divides the words of a group")
    func blanks() async throws {
        let fixture = try await StoreFixture([])
        _ = await fixture.run(
            "add", "--name", " Trim me ", "--number", "5901\u{200B}", "--phone", " 5 ", "--group", " a  b\n")
        let card = try #require(try await fixture.store.cards(named: "Trim me").first)
        #expect((card.number, card.phone, card.groups) == ("5901", "5", ["a b"]))
        _ = await fixture.run("group", "add", " c\td ", "Trim")
        #expect(await fixture.run("group", "rename", "c d", " e  f ").code == 0)
        #expect(try await fixture.card(card.identifier.text)?.groups == ["a b", "e f"])
        _ = await fixture.run("edit", "Trim", "--group", " g  h ")
        #expect(try await fixture.card(card.identifier.text)?.groups == ["g h"])
    }

    @Test(
        "each text gives the same value, or a refusal, wherever it is typed",
        arguments: texts.flatMap { row in row.texts.map { (row.field, row.column, $0) } })
    func entrances(field: CardField, column: String, text: String) async throws {
        let fixture = try await StoreFixture([try .make("A", "Tesco") { $0.balance = field == .currency ? "5" : "" }])
        let input = LocalInput(format: .iso, today: CommandLineFixture.clock.today())
        let definition = try #require(field.definition)
        func value(_ card: Card) -> String { "\(definition.text(of: card, .iso)) \(card.currency ?? "")" }

        var draft = CardDraft(editing: try #require(try await fixture.card("A")), input)
        let draftField = try #require(DraftField.allCases.first { FieldDefinition.typed(in: $0)?.field == field })
        draft.setText(text, of: draftField)
        let formed = draft.problems[draftField] == nil ? value(draft.card) : nil

        // An option has one group, as it is.
        if field != .groups {
            let edited = await fixture.run("edit", "A", "--\(definition.option)=\(text)")
            #expect((edited.code == 0 ? value(try #require(try await fixture.card("A"))) : nil) == formed, "edit")

            let option = field == .currency ? ["--balance", "5"] : []
            let added = await fixture.run(
                ["add", "--name", "New", "--number", "5", "--\(definition.option)=\(text)"] + option)
            let new = try await fixture.store.cards(named: "New").first
            #expect((added.code == 0 ? new.map(value) : nil) == formed, "add: \(added.err)")
        }

        // Other programs write amounts and currencies as people do.
        if [.balance, .currency].contains(field) {
            let other = field == .currency ? #","balance":"5""# : ""
            let quoted = String(decoding: JSONWriter.bytes(of: .string(text)), as: UTF8.self)
            let json = try fixture.line.folder.write(
                #"{"name":"File","number":"1","\#(definition.key)":\#(quoted)\#(other)}"#, to: "t.json")
            _ = await fixture.run("import", json)
            let card = try #require(try await fixture.store.cards(named: "File").first)
            #expect(value(card) == formed ?? value(card), "JSON")
            if formed == nil { #expect(field == .balance ? card.balance == text : card.currency == text) }
        }

        let balance = field == .currency ? ("\tbalance", "\t5") : ("", "")
        let cell = text.contains("\"") ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
        let table = try fixture.line.folder.write(
            "name\tnumber\t\(column)\(balance.0)\nRow\t1\t\(cell)\(balance.1)\n", to: "t.csv")
        let imported = await fixture.run("import", table)
        let row = try #require(try await fixture.store.cards(named: "Row").first)
        #expect((row.note.isEmpty ? value(row) : nil) == formed, "a table: \(row.note) \(imported.err)")
    }
}
