import Cards

/// Fetches a photo's bytes and has them decoded.
struct PictureLoading: Sendable {
    /// Large enough for a full screen of symbols; small enough to keep.
    static let size = PixelSize(width: 800, height: 800)

    let store: any CardStore
    let photos: any PhotoDecoder

    func picture(_ hash: PhotoHash) async -> PictureState {
        do {
            guard let bytes = try await store.photo(hash) else { return .failed("The photo is not here.") }
            return await picture(bytes)
        } catch {
            return .failed(error.words)
        }
    }

    func picture(_ bytes: [UInt8]) async -> PictureState {
        do {
            return .shown(try await photos.decode(bytes, fitting: Self.size))
        } catch {
            return .failed(error.words)
        }
    }
}
