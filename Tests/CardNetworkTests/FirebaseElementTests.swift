import Cards
import Testing

@testable import CardNetwork

@Suite("Elements of a Firebase database")
struct FirebaseElementTests {
    private func patch(_ text: String) throws -> CardPatch { try FirebaseElement.parse(Array(text.utf8)) }

    private func list(_ text: String) throws -> (cards: [CardPatch], rejected: Int) {
        var reader = CardListReader<FirebaseService>(host: "db.example")
        var patches: [CardPatch] = []
        for byte in text.utf8 { try reader.read([byte], into: &patches) }
        try reader.finish()
        return (patches, reader.rejected)
    }

    @Test("the key is the card's identifier, whatever the value contains")
    func identifier() throws {
        #expect(try patch(#"{"a":{"name":"Gym"}}"#).identifier.text == "a")
        #expect(try patch(#"{"a":{"name":"Gym","identifier":"b"}}"#).identifier.text == "a")
    }

    @Test("an absent field is empty: the database stores no empty values")
    func absent() throws {
        let patch = try patch(#"{"a":{"name":"Gym","number":"1"}}"#)
        #expect(patch.fields == FieldSet.known)
        #expect(patch.values.number == "1")
        #expect(patch.values.front == nil)
        var ours = try card("a", "Gym", number: "1")
        (ours.note, ours.groups, ours.isStarred) = ("old", ["x"], true)
        #expect(patch.applied(to: ours).note == "")
        #expect(patch.applied(to: ours).groups == [])
        #expect(!patch.applied(to: ours).isStarred)
    }

    @Test("an array with gaps arrives as an object, and is read as a list")
    func groups() throws {
        #expect(try patch(#"{"a":{"name":"Gym","groups":{"2":"c","0":"a"}}}"#).values.groups == ["a", "c"])
        #expect(try patch(#"{"a":{"name":"Gym","groups":["a",null,"c"]}}"#).values.groups == ["a", "c"])
        #expect(
            try patch(#"{"a":{"name":"Gym","fields":{"1":{"name":"Locker","value":"12"}}}}"#).values.ownFields
                == [OwnField(name: "Locker", value: "12")])
        #expect(
            try patch(#"{"a":{"name":"Gym","groups":{"x":"c"}}}"#).values.unknownFields
                == ["groups": .object(["x": .string("c")])])
    }

    @Test("a card without a name is rejected")
    func nameless() {
        #expect(throws: CardJSONError.missingName) { try patch(#"{"a":{"number":"1"}}"#) }
        #expect(throws: CardJSONError.notAnObject) { try patch(#"{"a":"text"}"#) }
        #expect(throws: CardJSONError.badIdentifier("a/b")) { try patch(#"{"a/b":{"name":"x"}}"#) }
    }

    @Test("a list is an object, an array if all keys are whole numbers, or null")
    func lists() throws {
        let object = try list(#"{"a":{"name":"One"},"b":7,"c":{"name":"Two"}}"#)
        #expect(object.cards.map(\.values.name) == ["One", "Two"])
        #expect(object.rejected == 1)
        let array = try list(#"[null,{"name":"One"},null,{"name":"Three"}]"#)
        #expect(array.cards.map(\.identifier.text) == ["1", "3"])
        #expect(array.rejected == 0)
        #expect(try list(" null\n").cards.isEmpty)
        #expect(try list("{}").cards.isEmpty)
    }

    @Test("an empty body is rejected as a list")
    func nothing() {
        #expect(throws: NetworkError.notAList(host: "db.example", found: .nothing)) { try list("") }
    }

    @Test("any other value is rejected as a list", arguments: ["nul", "nulls", "7", "\"a\"", "true"])
    func noList(_ text: String) {
        #expect(throws: NetworkError.notAList(host: "db.example")) { try list(text) }
    }
}
