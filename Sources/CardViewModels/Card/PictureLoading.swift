import Cards

/// Fetches a photo's bytes and has them decoded, once for all screens.
struct PictureLoading: Sendable {
    /// Large enough for a full screen of symbols; small enough to keep.
    static let size = PixelSize(width: 800, height: 800)

    /// For looking at a part of it: a card's small print can be read, in some eight megabytes.
    static let closeSize = PixelSize(width: 1600, height: 1600)

    let store: any CardStore
    let photos: any PhotoDecoder
    let cache: PhotoCache

    func picture(_ hash: PhotoHash, fitting size: PixelSize = size) async -> PictureState {
        if let known = await cache.image(hash, fitting: size) { return .shown(known) }
        do {
            guard let bytes = try await store.photo(hash) else { return .failed("The photo is not here.") }
            let picture = await picture(bytes, fitting: size)
            if case .shown(let image) = picture { await cache.keep(image, of: hash, fitting: size) }
            return picture
        } catch {
            return .failed(error.words)
        }
    }

    func picture(_ bytes: [UInt8], fitting size: PixelSize = size) async -> PictureState {
        do {
            return .shown(try await photos.decode(bytes, fitting: size))
        } catch {
            return .failed(error.words)
        }
    }
}
