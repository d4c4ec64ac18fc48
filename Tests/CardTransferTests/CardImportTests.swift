import CardStorage
import CardTransfer
import Cards
import Synchronization
import Testing

struct CardImportTests {
    /// The result of an import, and the applied changes.
    private struct Outcome {
        var changes: [CardChange] = []
        var (added, changed, unchanged) = (0, 0, 0)
        var skipped: [ImportReport.Skipped] = []
    }

    /// A text that is imported into a store in memory, in chunks of this size.
    private struct Text {
        let bytes: [UInt8]
        let pieceSize: Int

        func changes(known: [CardID: Card]) throws -> Outcome {
            let rest = Mutex(bytes[...])
            let number = Mutex(0)
            let source = JSONCardSource {
                rest.withLock { rest in
                    defer { rest = rest.dropFirst(pieceSize) }
                    return Array(rest.prefix(pieceSize))
                }
            } makeIdentifier: {
                number.withLock { number in
                    number += 1
                    return CardID("new-\(number)") ?? .random()
                }
            }
            var (known, changes) = (known, [CardChange]())
            let outcome = try CardImport(from: source).run {
                known[$0]
            } apply: { patch, card in
                #expect(card == known[patch.identifier])
                known[patch.identifier] = patch.applied(to: card)
                changes.append(.set(patch))
            }
            return Outcome(
                changes: changes, added: outcome.added, changed: outcome.changed, unchanged: outcome.unchanged,
                skipped: outcome.skipped)
        }
    }

    private func read(_ text: String, pieceSize: Int = .max) -> Text {
        Text(bytes: Array(text.utf8), pieceSize: pieceSize)
    }

    private func id(_ text: String) throws -> CardID { try #require(CardID(text)) }

    private func cards(_ outcome: Outcome) -> [Card] {
        outcome.changes.compactMap { change in
            guard case .set(let patch) = change else { return nil }
            return patch.applied(to: nil)
        }
    }

    @Test(
        "an array, a dictionary keyed by id and JSON lines give the same cards",
        arguments: [
            #"[{"identifier": "A", "name": "One"}, {"identifier": "B", "name": "Two", "number": "2"}]"#,
            #"{"B": {"name": "Two", "number": "2"}, "A": {"name": "One"}}"#,
            #"{"wrong": {"identifier": "B", "name": "Two", "number": "2"}, "A": {"name": "One"}}"#,
            "{\"identifier\": \"A\", \"name\": \"One\"}\n{\"identifier\": \"B\", \"name\": \"Two\", \"number\": \"2\"}\n",
            "\u{FEFF}[{\"identifier\": \"A\", \"name\": \"One\"},\n{\"identifier\": \"B\", \"name\": \"Two\", \"number\": \"2\"}]",
        ])
    func forms(_ text: String) throws {
        let outcome = try read(text).changes(known: [:])
        var second = Card(identifier: try id("B"), name: "Two")
        second.number = "2"
        #expect(cards(outcome) == [Card(identifier: try id("A"), name: "One"), second])
        #expect(outcome.added == 2)
        #expect(outcome.skipped == [])
    }

    @Test("the boundaries of chunks do not matter", arguments: [1, 2, 3, 7, 20, 21, 22, 64])
    func chunks(size: Int) throws {
        let forms = [
            "\u{FEFF}[{\"name\": \"One\"},\n{\"number\": \"2\"}, {\"name\": \"Łódź\"}]",
            "\n{\"number\": \"1\"}\n{\"name\": \"Two\"}{\"name\": \"Three\"}\n7\n", "{\"name\": \"One\"}\n",
            "{\"B\": {\"name\": \"Two\"}, \"A\": {\"name\": \"One\", \"note\": \"}{\"}}", "7", "[\n]",
        ]
        for form in forms {
            let (whole, cut) = (try read(form).changes(known: [:]), try read(form, pieceSize: size).changes(known: [:]))
            #expect(whole.changes == cut.changes)
            #expect(whole.skipped == cut.skipped)
        }
        for form in [
            "[{\"name\": \"a\"},\n{\"name\":\n bad}]", "[{\"name\": \"a\"}\n,\n]", "{\"a\":1}\n{\n\"a\"\n", "\n<",
        ] {
            let whole = #expect(throws: CardImportError.self) { try read(form).changes(known: [:]) }
            let cut = #expect(throws: CardImportError.self) { try read(form, pieceSize: size).changes(known: [:]) }
            #expect(whole == cut)
        }
    }

    @Test("an error of reading ends the import")
    func brokenReading() throws {
        struct Broken: Error {}
        let source = JSONCardSource { throw Broken() }
        #expect(throws: Broken.self) {
            try CardImport(from: source).run { _ in
                nil
            } apply: { _, _ in
            }
        }
    }

    @Test("one object with a name is a card, not a dictionary")
    func oneCard() throws {
        #expect(cards(try read(#"{"name": "One"}"#).changes(known: [:])).map(\.name) == ["One"])
        #expect(try read(#"{"identifier": "A"}"#).changes(known: [:]).skipped.map(\.reason) == ["the card has no name"])
    }

    @Test("a card without identifier is found again, as those of other programs are")
    func foundAgain() async throws {
        let store = try SQLiteCardStore.inMemory()
        let file = #"[{"name":"A","number":"1","note":"x"},{"name":"B"}]"#
        #expect(try await store.take(file).report.added == 2)
        let again = try await store.take(file).report
        #expect((again.added, again.changed, again.unchanged) == (0, 0, 2))
        let newer = try await store.take(#"[{"name":"A","number":"1","note":"y"}]"#).report
        #expect((newer.added, newer.changed) == (0, 1))
        #expect(try await store.everything().map(\.note) == ["y", ""])
    }

    @Test("a card without identifier gets a new one")
    func newIdentifier() throws {
        let outcome = try read(#"[{"name": "One"}, {"identifier": "", "name": "Two"}]"#).changes(known: [:])
        #expect(outcome.changes.map(\.identifier.text) == ["new-1", "new-2"])
    }

    @Test("of a known card only differing fields change, and absent fields stay")
    func known() throws {
        var card = Card(identifier: try id("A"), name: "One")
        (card.number, card.note) = ("1", "mine")
        let text = #"[{"identifier": "A", "name": "One", "number": "2", "modified": "2026-01-01T00:00:00Z"}]"#
        let outcome = try read(text).changes(known: [card.identifier: card])
        guard case .set(let patch)? = outcome.changes.first else { return #expect(Bool(false), "no change") }
        #expect(patch.fields == [.number, .modified])
        #expect(patch.applied(to: card).note == "mine")
        #expect((outcome.added, outcome.changed, outcome.unchanged) == (0, 1, 0))
    }

    @Test("a card equal to the stored one is unchanged, whatever its modification time")
    func unchanged() throws {
        let card = Card(identifier: try id("A"), name: "One")
        let text = #"[{"identifier": "A", "name": "One", "modified": "2026-01-01T00:00:00Z"}]"#
        let outcome = try read(text).changes(known: [card.identifier: card])
        #expect(outcome.changes == [])
        #expect(outcome.unchanged == 1)
    }

    @Test("an element that is no card is skipped with its position, the others are imported")
    func skipped() throws {
        let text = """
            [{"name": "One"},
             {"number": "no name"}, {"name": "  "},
             7, null, {"identifier": "a/b", "name": "x"},
             {"name": "x",
              "expiry": "soon"},
             {"name": "Last"}]
            """
        let outcome = try read(text).changes(known: [:])
        // A value that cannot be read is no reason to leave out its card.
        #expect(cards(outcome).map(\.name) == ["One", "x", "Last"])
        #expect(
            outcome.skipped.map(\.userMessage) == [
                "card 2, line 2: the card has no name", "card 3, line 2: the card has no name",
                "card 4, line 3: the element is not a JSON object", "card 5, line 3: the element is not a JSON object",
                "card 6, line 3: the identifier \"a/b\" must be 1 to 128 of the characters A-Z a-z 0-9 _ -",
            ])
    }

    @Test("an object's key that is no identifier is skipped")
    func badKey() throws {
        let outcome = try read(#"{"a b": {"name": "x"}, "B": {"name": "y"}}"#).changes(known: [:])
        #expect(cards(outcome).map(\.name) == ["y"])
        #expect(outcome.skipped.map(\.position) == ["card \"a b\""])
    }

    @Test("an import cannot remove the name of a known card")
    func blankName() throws {
        let card = Card(identifier: try id("A"), name: "One")
        let outcome = try read(#"[{"identifier": "A", "name": ""}]"#).changes(known: [card.identifier: card])
        #expect(outcome.changes == [])
        #expect(outcome.skipped.count == 1)
    }

    @Test("of duplicate keys in a card the last counts, known or not")
    func equalKeys() throws {
        let outcome = try read(
            #"{"identifier": 7, "name": "No", "identifier": "A", "expiry": "never", "x": 1, "front": "/9j/","#
                + #" "expiry": "2027-03-01", "name": "Yes", "x": 2, "front": ""}"#
        ).changes(known: [:])
        var card = Card(identifier: try id("A"), name: "Yes")
        card.expiry = CalendarDay("2027-03-01")
        card.unknownFields = ["x": .number("2")]
        #expect(outcome.skipped == [])
        #expect(cards(outcome) == [card])
    }

    @Test("of a card listed twice the second changes the first")
    func twice() throws {
        let text = #"[{"identifier": "A", "name": "One"}, {"identifier": "A", "note": "n"}]"#
        let outcome = try read(text).changes(known: [:])
        #expect((outcome.added, outcome.changed) == (1, 1))
        #expect(outcome.skipped == [])
    }

    @Test("photos are imported")
    func photos() throws {
        let outcome = try read(#"[{"name": "One", "front": "AQID"}]"#).changes(known: [:])
        guard case .set(let patch)? = outcome.changes.first else { return #expect(Bool(false), "no change") }
        #expect(patch.photos == [PhotoHash(of: [1, 2, 3]): [1, 2, 3]])
    }

    @Test(
        "text that is not JSON imports nothing and names the position",
        arguments: [
            ("", 1, nil), ("\n\n", 3, nil), ("[{\"name\": \"a\"},\n{\"name\": \"b\"", 2, nil),
            ("[{\"name\": \"a\"},\n{\"name\":\n bad}]", 3, 2), ("<html>\n", 1, 1), ("[] []", 1, nil),
            ("{\"name\": \"a\"}\n{\"name\" \"b\"}", 2, 2), ("[{\"name\": \"a\"}", 1, nil),
        ] as [(String, Int, Int?)])
    func broken(_ text: String, line: Int, card: Int?) throws {
        let error = #expect(throws: CardImportError.self) { try read(text).changes(known: [:]) }
        #expect(error?.line == line)
        #expect(error?.card == card)
    }

    @Test("cards with a name that is too long or with too many values are rejected; the others are imported")
    func bounds() throws {
        func zeros(_ count: Int) -> String { #"{"name": "z", "a": ["# + String(repeating: "0,", count: count) + "0]}" }
        let name = String(repeating: "n", count: CardBounds.lineBytes + 1)
        let note = String(repeating: "n", count: CardBounds.noteBytes + 1)
        let elements = [
            #"{"name": "\#(name)"}"#, #"{"name": "x", "note": "\#(note)"}"#, #"{"name": "x", "groups": ["\#(name)"]}"#,
            zeros(CardBounds.values), #"{"name": "Last"}"#,
        ]
        let reasons = ["the value of \"name\" is longer than 64 kB", "it has more than 10000 values"]
        let list = try read("[" + elements.joined(separator: ",") + "]").changes(known: [:])
        // A note or a group that is too long is kept as it came.
        #expect(cards(list).map(\.name) == ["x", "x", "Last"])
        #expect(cards(list).allSatisfy { $0.note.isEmpty && $0.groups.isEmpty })
        #expect(list.skipped.map(\.reason) == reasons)
        let members = elements.enumerated().map { "\"k\($0)\": \($1)" }
        let dictionary = try read("{" + members.joined(separator: ",") + "}").changes(known: [:])
        #expect(cards(dictionary).map(\.name) == ["x", "x", "Last"])
        #expect(dictionary.skipped.map(\.reason) == reasons)
        #expect(try read(zeros(9_990)).changes(known: [:]).added == 1)
    }

    @Test("a card above 64 MB ends the import at its position, in an array and alone", .timeLimit(.minutes(5)))
    func endlessCard() throws {
        let more = [UInt8](repeating: UInt8(ascii: "x"), count: 2 << 20)
        for start in [#"[{"name": "z", "a": ""#, #"{"name": "z", "a": ""#] {
            let chunks = Mutex((0, Array(start.utf8)))
            let source = JSONCardSource {
                chunks.withLock { chunks in
                    defer { chunks = (chunks.0 + 1, more) }
                    return chunks.1
                }
            }
            let error = #expect(throws: CardImportError.self) {
                try CardImport(from: source).run(known: { _ in nil }, apply: { _, _ in })
            }
            #expect(error?.userMessage == "line 1: one card is larger than 64 MB. Nothing was imported.")
            // Reading stopped there.
            #expect(chunks.withLock { $0.0 } < 40)
        }
    }

    @Test("an endless stream is unusable if its first element cannot become a card")
    func hopeless() {
        func isHopeless(_ chunks: [[UInt8]]) -> Bool {
            var text = UnusableStream()
            return chunks.contains { text.isUnusable(after: $0) }
        }
        let more = Array(repeating: [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20), count: 65)
        #expect(isHopeless([Array("[\"".utf8)] + more))
        #expect(isHopeless([Array("[,".utf8)]))
        #expect(!isHopeless([Array(#"{"name": "a"}"#.utf8), Array("\n,".utf8)]))
        // It may be a dictionary: each of its cards is small enough.
        #expect(!isHopeless([Array(#"{"k": {"name": ""#.utf8)] + more))
    }

    @Test("an endless stream of no format is unusable from its beginning, and a text above 256 MB")
    func hopelessBeginning() {
        func chunks(_ chunk: [UInt8], format: FileFormat? = nil, limit: Int = 300) -> Int? {
            var text = UnusableStream(format: format)
            return (1...limit).first { _ in text.isUnusable(after: chunk) }
        }
        func lines(_ line: String) -> [UInt8] {
            Array(String(repeating: line, count: (1 << 20) / line.utf8.count).utf8)
        }
        #expect(chunks([UInt8](repeating: 0, count: 256 << 10)) == 1)
        #expect(chunks([UInt8](repeating: 0, count: 16 << 10)) == 4)
        #expect(chunks(lines("y\n")) == 1)
        #expect(chunks(lines("a,b\n"), format: .json) == 1)
        #expect(chunks(lines("a,b,c,d\n")) == 257)
        #expect(chunks(lines("yyyyyyy\n"), format: .csv) == 257)
        // The archive's size is limited by the reader.
        #expect(chunks(Array("PK".utf8) + [UInt8](repeating: 0, count: 1 << 20)) == nil)
        // Shorter ones are recognized at their end.
        #expect(chunks(Array("y\n".utf8)) == nil)
    }

    @Test("a dictionary larger than the limit for a card is imported", .timeLimit(.minutes(5)))
    func largeDictionary() throws {
        // Two photos that together exceed the limit for one element.
        let photo = String(repeating: "AAAA", count: 9 << 20)
        let outcome = try read(#"{"A": {"name": "a", "front": "\#(photo)"}, "B": {"name": "b", "back": "\#(photo)"}}"#)
            .changes(known: [:])
        #expect(outcome.added == 2)
    }
}
