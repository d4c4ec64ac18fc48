import Cards
import Testing

@testable import CardStorage

@Suite("Photos in a check of the store")
struct PhotoCheckTests {
    private static let photos: [[UInt8]] = [[1, 1], [2, 2], [3, 3], [4, 4]]
    private static let hashes = photos.map { PhotoHash(of: $0) }

    private func insert(_ number: Int, _ store: SQLiteCardStore) async throws {
        let hash = Self.hashes[number].text
        try await store.execute("INSERT INTO photo (hash, bytes) VALUES ('\(hash)', x'00')")
    }

    @Test("a card whose photo is not in the store is named; that is no damage")
    func missing() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let photos = [Self.hashes[0]: Self.photos[0]]
        try await store.put(
            testCard("a", "Amber") { ($0.front, $0.back) = (Self.hashes[0], Self.hashes[1]) }, photos: photos)
        let report = try await store.check()
        #expect(report.isWhole && report.unusedPhotos == 0)
        #expect(report.missingPhotos == [MissingPhoto(card: try CardID(test: "a"), name: "Amber", part: "back")])
        #expect(report.missingPhotos.first?.userMessage == "the back photo of \"Amber\" (a) is not in the store")
        // It may come back with a backup or a backend: nothing is changed.
        #expect(try await store.repair() == report)
        #expect(try await store.card(CardID(test: "a"))?.back == Self.hashes[1])
    }

    @Test("photos that nothing names are counted, and removed by a repair; those that anything names stay")
    func unused() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(
            testCard("a", "Amber") { $0.front = Self.hashes[0] }, photos: [Self.hashes[0]: Self.photos[0]])
        // One that only the history names, and one that only a backend's version names; their uses are not listed.
        try await store.put(
            testCard("b", "Birch") { $0.back = Self.hashes[1] }, photos: [Self.hashes[1]: Self.photos[1]])
        try await store.edit("b") { $0.back = nil }
        try await store.receive("c", "Cedar") { $0.front = Self.hashes[2] }
        try await store.edit("c") { $0.front = nil }
        try await insert(2, store)
        try await store.execute("DELETE FROM photo_use")
        #expect(try await store.check().unusedPhotos == 0)
        try await insert(3, store)
        let report = try await store.check()
        #expect(report.isWhole && report.unusedPhotos == 1)
        let repaired = try await store.repair()
        #expect(repaired.repairs == ["Removed unused photos: 1"])
        #expect(repaired.unusedPhotos == 0)
        let kept = try await store.column("SELECT hash FROM photo")
        #expect(Set(kept) == Set(Self.hashes.prefix(3).map(\.text)))
    }
}
