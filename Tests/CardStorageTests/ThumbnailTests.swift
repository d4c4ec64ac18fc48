import Cards
import TestSupport
import Testing

@testable import CardStorage

@Suite("Thumbnails in the store")
struct ThumbnailTests {
    private let photo: [UInt8] = [1, 2, 3]
    private var hash: PhotoHash { PhotoHash(of: photo) }

    private func storeWithPhoto() async throws -> (SQLiteCardStore, Card) {
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        var card = Card(identifier: .random(), name: "Club")
        card.front = hash
        try await store.apply([.set(CardPatch(from: nil, to: card, photos: [hash: photo]))])
        return (store, card)
    }

    @Test("a thumbnail is stored with its photo, and can be replaced")
    func keeping() async throws {
        let (store, _) = try await storeWithPhoto()
        #expect(try await store.thumbnail(of: hash) == nil)
        try await store.keepThumbnail([9], of: hash)
        #expect(try await store.thumbnail(of: hash) == [9])
        try await store.keepThumbnail([8, 7], of: hash)
        #expect(try await store.thumbnail(of: hash) == [8, 7])
    }

    @Test("none is stored for a missing photo")
    func unknown() async throws {
        let (store, _) = try await storeWithPhoto()
        let other = PhotoHash(of: [4])
        try await store.keepThumbnail([9], of: other)
        #expect(try await store.thumbnail(of: other) == nil)
    }

    @Test("it is deleted with its photo, when the card is deleted for good")
    func gone() async throws {
        let (store, card) = try await storeWithPhoto()
        try await store.keepThumbnail([9], of: hash)
        try await store.apply([.delete(card.identifier)])
        // A card in the trash still has its photo.
        #expect(try await store.thumbnail(of: hash) == [9])
        try await store.empty([card.identifier])
        #expect(try await store.photo(hash) == nil)
        #expect(try await store.thumbnail(of: hash) == nil)
    }

    @Test("it changes no card and adds no step")
    func silent() async throws {
        let (store, _) = try await storeWithPhoto()
        try await store.keepThumbnail([9], of: hash)
        let undone = try await store.undo()
        #expect(undone != nil)
        #expect(try await store.undo() == nil)
    }
}
