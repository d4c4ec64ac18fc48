public import Cards

/// Fetches a photo's bytes and decodes them, for all screens.
struct PictureLoading: Sendable {
    /// Large enough for a full screen of symbols, small enough to cache.
    static let size = PixelSize(width: 800, height: 800)

    /// For zooming: a card's small print is legible, in about eight megabytes.
    static let closeSize = PixelSize(width: 1600, height: 1600)

    /// Pictures up to this size are made from a thumbnail: a card of the wallet, the picture of an opened row.
    static let thumbnailSize = PixelSize(width: 320, height: 320)

    let store: any CardStore
    let photos: any PhotoDecoder
    let cache: PhotoCache

    /// - Parameter drawsDocument: whether the first page of a PDF is drawn. That is done by a program outside of the photo helper, so it
    ///   takes somebody who opens the PDF: none in a list, or in place of a photo, is drawn.
    func picture(
        _ hash: PhotoHash, fitting size: PixelSize = size, drawsDocument: Bool = false
    ) async -> PictureState {
        if let known = await cache.image(hash, fitting: size) { return .shown(known) }
        do {
            let isSmall = max(size.width, size.height) <= Self.thumbnailSize.width
            let found = isSmall ? try await thumbnail(of: hash) : try await store.photo(hash)
            guard let bytes = found else { return .missing }
            if !drawsDocument, PhotoFileName.isDocument(bytes) { return .failed(PhotoError.document.userMessage) }
            let picture = await picture(bytes, fitting: size)
            if case .shown(let image) = picture { await cache.keep(image, of: hash, fitting: size) }
            return picture
        } catch {
            return .failed(error.message)
        }
    }

    /// Created at the first request; nil if the photo is not stored here.
    private func thumbnail(of hash: PhotoHash) async throws -> [UInt8]? {
        if let known = try await store.thumbnail(of: hash) { return known }
        guard let bytes = try await store.photo(hash) else { return nil }
        if PhotoFileName.isDocument(bytes) { throw PhotoError.document }
        let small = try await photos.thumbnail(of: bytes, fitting: Self.thumbnailSize)
        // Without the stored thumbnail the next request only takes longer.
        try? await store.keepThumbnail(small, of: hash)
        return small
    }

    func picture(_ bytes: [UInt8], fitting size: PixelSize = size) async -> PictureState {
        do {
            return .shown(try await photos.decode(bytes, fitting: size))
        } catch {
            return .failed(error.message)
        }
    }
}

/// The state of a photo that is loaded for the screen.
public enum PictureState: Equatable, Sendable {
    case none
    case loading
    case shown(PixelImage)
    /// Why there is no picture, as a message.
    case failed(String)

    /// The photo is not stored here; one of another device comes after its card.
    public static let missing = PictureState.failed("The photo is missing.")

    var isFailed: Bool {
        if case .failed = self { true } else { false }
    }

    var isLoading: Bool {
        if case .loading = self { true } else { false }
    }
}
