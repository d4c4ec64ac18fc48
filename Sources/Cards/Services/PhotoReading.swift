/// Gives the photos of a store.
public protocol PhotoReading: Sendable {
    /// The bytes of a photo, as they came; nil when they are not here.
    func photo(_ hash: PhotoHash) async throws -> [UInt8]?
}

extension PhotoReading {
    /// The bytes of a card's photos, as far as they are here.
    public func photos(of card: Card) async throws -> [PhotoHash: [UInt8]] {
        var photos: [PhotoHash: [UInt8]] = [:]
        for hash in card.photos { photos[hash] = try await photo(hash) }
        return photos
    }
}
