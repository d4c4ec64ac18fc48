import Cards
import Testing

@testable import CardStorage

@Suite("Own fields, further codes and pictures in the store")
struct ListFieldTests {
    private static let photo: [UInt8] = [7, 7, 7]
    private static let hash = PhotoHash(of: photo)

    private func receipt(_ identifier: String = "a", _ change: (inout Card) -> Void = { _ in }) throws -> Card {
        try testCard(identifier, "Gym") { card in
            card.pictures = [FurtherPicture(label: "Receipt", hash: Self.hash)]
            change(&card)
        }
    }

    @Test("values that the program would write itself move out of the unknown members, others stay")
    func migration() async throws {
        let folder = try TemporaryFolder()
        let before = try #require(Schema.steps.firstIndex { $0.contains(Schema.lists) })
        try await PublishedStoreTests.unpack(PublishedStoreTests.packedFile(before), to: folder.file())
        let members = #"""
            {"codes":[{"format":"QR_CODE","label":"Voucher","value":"secret code"}],"fields":[{"name":"Locker","value":"a\u0000b"}],"tier":1}
            """#
        let others =
            #"{"codes":[{"format":"QR_CODE","size":"9"}],"fields":[{"name":"x","value":1}],"pictures":[{"photo":"AQ=="}]}"#
        do {
            let old = try Connection(path: folder.file())
            for (card, unknown) in [("gym", members), ("cinema", others)] {
                try old.run("UPDATE card SET unknown = ? WHERE id = ?") {
                    $0.add(unknown)
                    $0.add(card)
                }
            }
        }
        let store = try SQLiteCardStore(at: folder.file())
        let gym = try #require(try await store.card(CardID(test: "gym")))
        #expect(gym.codes == [FurtherCode(label: "Voucher", barcode: Barcode(format: .qrCode, value: "secret code"))])
        #expect(gym.ownFields == [OwnField(name: "Locker", value: "a\0b")])
        #expect(gym.unknownFields == ["tier": .number("1")])
        #expect(try await store.found("is:archived secret") == ["Gym"])
        let cinema = try #require(try await store.card(CardID(test: "cinema")))
        #expect(cinema.codes.isEmpty && cinema.ownFields.isEmpty && cinema.pictures.isEmpty)
        #expect(JSONWriter.bytes(of: .object(cinema.unknownFields)) == Array(others.utf8))
    }

    @Test("cards are found by names and values of own fields, by codes, and by the labels of pictures")
    func found() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(
            receipt { card in
                card.ownFields = [OwnField(name: "Locker", value: "B 12")]
                card.codes = [FurtherCode(label: "Voucher", barcode: Barcode(format: .code128, value: "47-11"))]
            }, testCard("b", "Bus"))
        for term in ["locker", "b12", "voucher", "4711", "47-11", "receipt"] {
            #expect(try await store.found(term) == ["Gym"], "\(term)")
        }
    }

    @Test("a picture stays as long as the card or its history names it, and goes with the card")
    func photoUses() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(receipt(), photos: [Self.hash: Self.photo])
        try await store.edit("a") { $0.pictures = [] }
        #expect(try await store.photo(Self.hash) == Self.photo)
        _ = try await store.undo()
        #expect(try await store.card(CardID(test: "a"))?.pictures.count == 1)
        try await store.apply([.delete(CardID(test: "a"))])
        try await store.empty([CardID(test: "a")])
        #expect(try await store.photo(Self.hash) == nil)
    }

    @Test("a check names the card whose picture is missing, and keeps pictures that anything names")
    func check() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(receipt())
        let report = try await store.check()
        #expect(report.missingPhotos.map(\.part) == ["pictures"])
        #expect(report.missingPhotos.first?.userMessage == "an additional picture of \"Gym\" (a) is not in the store")
        try await store.put(receipt("b"), photos: [Self.hash: Self.photo])
        // Named by the history alone, and not listed.
        for identifier in ["a", "b"] { try await store.edit(identifier) { $0.pictures = [] } }
        try await store.execute("DELETE FROM photo_use")
        #expect(try await store.check().unusedPhotos == 0)
        #expect(try await store.check().missingPhotos.isEmpty)
    }

    @Test("a damaged list is named, and a repair brings it back from the log")
    func damage() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym") { $0.ownFields = [OwnField(name: "Locker", value: "12")] })
        try await store.execute("UPDATE card SET fields = '[{'")
        #expect(try await store.damagedCards().map(\.reason) == [DamagedCards.badLists])
        _ = try await store.repair()
        #expect(try await store.card(CardID(test: "a"))?.ownFields == [OwnField(name: "Locker", value: "12")])
        #expect(try await store.damagedCards().isEmpty)
    }

    @Test("both sides changed a list: it is one conflict, and a resolution takes the whole of one side")
    func conflict() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.receive("a", "Gym") { $0.ownFields = [OwnField(name: "Locker", value: "1")] }
        try await store.edit("a") { $0.ownFields = [OwnField(name: "Locker", value: "2")] }
        try await store.receive("a", "Gym") { $0.ownFields = [OwnField(name: "Locker", value: "3")] }
        let conflict = try #require(try await store.conflict(of: CardID(test: "a")))
        #expect(conflict.fields == [.ownFields])
        #expect(conflict.theirs.ownFields.map(\.value) == ["3"])
        #expect(try await store.card(CardID(test: "a"))?.ownFields.map(\.value) == ["2"])
    }
}
