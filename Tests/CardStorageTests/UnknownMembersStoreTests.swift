import Cards
import Testing

@testable import CardStorage

/// `Stores/version-7-members.sqlite.gz` was written by the code of version 7, which kept a backend's `phone` and `website` as
/// unknown members.
@Suite("A store in which phone and website are unknown members")
struct UnknownMembersStoreTests {
    private let folder: TemporaryFolder
    private let store: SQLiteCardStore

    init() async throws {
        folder = try TemporaryFolder()
        store = try await PublishedStoreTests.open(7, of: "-members", in: folder)
    }

    private func card(_ identifier: String) async throws -> Card {
        try #require(try await store.card(CardID(test: identifier)))
    }

    @Test("texts become fields, and the other members stay as they were, numbers and order too")
    func texts() async throws {
        let shop = try await card("shop")
        #expect(shop.phone == "+48 22 123 \u{7F} \"é\"")
        #expect(shop.website == "https://shop.example")
        #expect(
            JSONWriter.bytes(of: .object(shop.unknownFields))
                == Array(#"{"tier":"gold","zone":{"a":null,"b":1.10e400}}"#.utf8))
        let plain = try await card("plain")
        #expect([plain.phone, plain.website] == ["555", "plain.example"])
        #expect(plain.unknownFields.isEmpty)
        #expect(try await store.column("SELECT count(*) FROM card WHERE id = 'plain' AND unknown IS NULL") == ["1"])
    }

    @Test("a number gives its digits, null and empty text mean none")
    func digits() async throws {
        let digits = try await card("digits")
        #expect([digits.phone, digits.website] == ["48221234567890123456", ""])
        #expect(digits.unknownFields == ["kept": .string("k")])
    }

    @Test("values of another type, and texts that are too long, stay unknown members")
    func others() async throws {
        let odd = try await card("odd")
        #expect([odd.phone, odd.website] == ["", ""])
        #expect(
            odd.unknownFields == [
                "phone": .object(["home": .string("1"), "away": .array([.string("2")])]), "website": .bool(true),
            ])
        let long = try await card("long")
        #expect(long.phone.isEmpty)
        #expect(long.unknownFields["phone"]?.string?.utf8.count == (64 << 10) + 1)
        #expect(long.unknownFields["website"] == nil)
    }

    @Test("cards are found by the new fields")
    func found() async throws {
        #expect(try await store.found("shop.example") == ["Shop"])
        #expect(try await store.found("4822123") == ["Shop", "Digits"])
    }

    @Test("nothing becomes pending, and the same list changes nothing")
    func backend() async throws {
        let before = try await store.tally(of: .test)
        try await store.receive("shop", "Shop") {
            ($0.number, $0.phone, $0.website) = ("1", "+48 22 123 \u{7F} \"é\"", "https://shop.example")
            $0.unknownFields = ["tier": .string("gold"), "zone": .object(["b": .number("1.10e400"), "a": .null])]
        }
        try await store.receive("odd", "Odd") {
            $0.unknownFields = [
                "phone": .object(["home": .string("1"), "away": .array([.string("2")])]), "website": .bool(true),
            ]
        }
        #expect(try await store.tally(of: .test) == before)
        #expect(try await store.pendingUpload(CardID(test: "shop"), to: .test) == nil)
        #expect(try await store.pendingUpload(CardID(test: "odd"), to: .test) == nil)
    }

    @Test("conflict, history, trash and acknowledged values refer to the field")
    func history() async throws {
        let conflict = try #require(try await store.conflict(of: CardID(test: "clash")))
        #expect(conflict.fields == [.phone])
        #expect(conflict.theirs.phone == "3")
        #expect(try await card("clash").phone == "2")
        #expect(try await store.trash().map(\.card.phone) == ["77"])
        #expect(try await card("mine").phone == "new")
        #expect(try await store.undo()?.description == "changed the phone number of Mine")
        #expect(try await card("mine").phone == "old")
        // The backend accepted "2" and still lists "1": no change by anyone.
        try await store.receive("told", "Told") { $0.phone = "1" }
        #expect(try await card("told").phone == "2")
    }
}
