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

    @Test("one is kept beside its photo, and replaced by another")
    func keeping() async throws {
        let (store, _) = try await storeWithPhoto()
        #expect(try await store.thumbnail(of: hash) == nil)
        try await store.keepThumbnail([9], of: hash)
        #expect(try await store.thumbnail(of: hash) == [9])
        try await store.keepThumbnail([8, 7], of: hash)
        #expect(try await store.thumbnail(of: hash) == [8, 7])
    }

    @Test("of a photo that is not here none is kept")
    func unknown() async throws {
        let (store, _) = try await storeWithPhoto()
        let other = PhotoHash(of: [4])
        try await store.keepThumbnail([9], of: other)
        #expect(try await store.thumbnail(of: other) == nil)
    }

    @Test("it goes with its photo, when the card is gone for good")
    func gone() async throws {
        let (store, card) = try await storeWithPhoto()
        try await store.keepThumbnail([9], of: hash)
        try await store.apply([.delete(card.identifier)])
        // In the trash the card still has its photo.
        #expect(try await store.thumbnail(of: hash) == [9])
        try await store.empty([card.identifier])
        #expect(try await store.photo(hash) == nil)
        #expect(try await store.thumbnail(of: hash) == nil)
    }

    @Test("no card is another for it, and no step can be undone because of it")
    func silent() async throws {
        let (store, _) = try await storeWithPhoto()
        try await store.keepThumbnail([9], of: hash)
        let undone = try await store.undo()
        #expect(undone != nil)
        #expect(try await store.undo() == nil)
    }
}
