/// Reads the photos of a store.
public protocol PhotoReading: Sendable {
    /// The unmodified bytes of a photo; nil if they are not in the store.
    func photo(_ hash: PhotoHash) async throws -> [UInt8]?
}

extension PhotoReading {
    /// The bytes of a card's photos, as far as they are in the store.
    public func photos(of card: Card) async throws -> [PhotoHash: [UInt8]] {
        var photos: [PhotoHash: [UInt8]] = [:]
        for hash in card.photos { photos[hash] = try await photo(hash) }
        return photos
    }
}
