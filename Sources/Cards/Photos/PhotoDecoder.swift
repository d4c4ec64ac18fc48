/// Decodes photos, and first pages of PDFs, away from the main actor and isolated from malicious input.
public protocol PhotoDecoder: Sendable {
    /// Decodes, turns upright and scales down (never up) to fit the size. Throws ``PhotoError``; a JPEG that is damaged after its
    /// beginning is returned as far as it can be decoded.
    func decode(_ bytes: [UInt8], fitting size: PixelSize) async throws -> PixelImage

    /// Makes a card's picture from a photo: turned upright, cropped, scaled down, without metadata (location, device, time). A PNG
    /// from a PNG, otherwise a JPEG; a photo that already meets this is returned unchanged. Throws ``PhotoError``.
    func crop(_ bytes: [UInt8], to crop: PhotoCrop) async throws -> [UInt8]

    /// A small picture file of the photo that decodes quickly, no larger than the size. Throws ``PhotoError``.
    func thumbnail(of bytes: [UInt8], fitting size: PixelSize) async throws -> [UInt8]

    /// Releases resources when no photo is shown any more. The next photo takes a little longer.
    func releaseResources() async
}

extension PhotoDecoder {
    /// What a card keeps of a file as a further picture: a PDF as it is, which may be locked or long, and of anything else what
    /// ``crop(_:to:)`` makes of all of it. Throws ``PhotoError``.
    public func attachment(of bytes: [UInt8]) async throws -> [UInt8] {
        guard PhotoFileName.isDocument(bytes) else { return try await crop(bytes, to: .everything) }
        try NewPhoto.check(document: bytes)
        return bytes
    }
}

extension CardStore {
    /// Throws ``PhotoError`` where the pictures of a card become too large together. Only PDFs are so large.
    /// - Parameter photos: the bytes of those that are not stored yet.
    public func checkSize(of card: Card, adding photos: [PhotoHash: [UInt8]]) async throws {
        guard photos.values.contains(where: { PhotoFileName.isDocument($0) }) else { return }
        var size = 0
        for hash in Set(card.shownPhotos.compactMap { card[$0] }) {
            let new = photos[hash]?.count
            let old = new == nil ? try await photo(hash)?.count : nil
            size += new ?? old ?? 0
        }
        guard size <= NewPhoto.maximumCardBytes else {
            throw PhotoError.cardTooLarge(megabytes: NewPhoto.maximumCardBytes >> 20)
        }
    }
}

/// Width and height in pixels.
public struct PixelSize: Hashable, Sendable {
    public var width: Int
    public var height: Int
    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}

/// A decoded picture: rows from the top, four bytes per pixel (red, green, blue, alpha; not premultiplied), no padding.
public struct PixelImage: Equatable, Sendable {
    public let size: PixelSize
    public let rgba: [UInt8]
    /// The file is damaged: a part of the pixels is not the original.
    public var isDamaged: Bool

    /// Nil if the number of bytes does not match the size.
    public init?(size: PixelSize, rgba: [UInt8], isDamaged: Bool = false) {
        guard size.width > 0, size.height > 0, rgba.count == size.width * size.height * 4 else { return nil }
        self.size = size
        self.rgba = rgba
        self.isDamaged = isDamaged
    }
}

/// Why a photo is not shown.
public enum PhotoError: UserFacingError, Equatable {
    case notAPicture
    case unsupportedFormat(String)
    /// It could be shown if this package were installed.
    case loaderMissing(format: String, package: String)
    case tooLarge(PixelSize)
    case truncated
    case tooLong
    /// The size of the picture to store.
    case tooManyBytes(megabytes: Int)
    /// A PDF in place of a photo.
    case document
    case documentTooLarge(megabytes: Int)
    case documentTruncated
    /// All pictures of the card together.
    case cardTooLarge(megabytes: Int)
    /// Why no page of a PDF could be drawn.
    case documentFailed(String)
    case libraryMissing(String)
    case decoderFailed(String)

    public var userMessage: String {
        switch self {
        case .notAPicture: "This is not a picture."
        case .unsupportedFormat(let format): "\(format) pictures cannot be shown. Convert the picture to JPEG or PNG."
        case .loaderMissing(let format, let package):
            "\(format) pictures need \(package), which is not installed."
        case .tooLarge(let size):
            "The picture is too large to show: \(size.width) x \(size.height) pixels. Above 100 megapixels only JPEGs can be read, up to 250 megapixels."
        case .truncated: "The picture file is incomplete."
        case .tooLong: "The picture took too long to read."
        case .tooManyBytes(let megabytes): "The picture is larger than \(megabytes) MB. Save it as a JPEG first."
        case .document: "This is a PDF."
        case .documentTooLarge(let megabytes): "The PDF is larger than \(megabytes) MB, the limit for a card."
        case .documentTruncated: "The PDF is incomplete: its end is missing. Copy or download it again."
        case .cardTooLarge(let megabytes): "The pictures and PDFs of a card can be \(megabytes) MB together at most."
        case .documentFailed(let reason): "The PDF could not be drawn: \(reason)."
        case .libraryMissing(let library): "Photos need the library \(library), which is not installed."
        case .decoderFailed(let reason): "The picture could not be read: \(reason)."
        }
    }
}

/// Caches decoded pictures by photo and requested size.
///
/// It is limited in bytes and evicts the least recently used; it decodes nothing and caches no failures.
public actor PhotoCache {
    private struct Key: Hashable {
        let photo: PhotoHash
        let size: PixelSize
    }

    private struct Entry {
        let image: PixelImage
        var lastUse: Int
    }

    private let maximumBytes: Int
    private var entries: [Key: Entry] = [:]
    private var bytes = 0
    private var uses = 0

    public init(maximumBytes: Int = 16 << 20) { self.maximumBytes = maximumBytes }

    /// The cached picture for this size, if any.
    public func image(_ photo: PhotoHash, fitting size: PixelSize) -> PixelImage? {
        uses += 1
        let key = Key(photo: photo, size: size)
        entries[key]?.lastUse = uses
        return entries[key]?.image
    }

    /// Adds a picture, and evicts the least recently used ones. A picture larger than the cache is not added.
    public func keep(_ image: PixelImage, of photo: PhotoHash, fitting size: PixelSize) {
        let key = Key(photo: photo, size: size)
        remove(key)
        guard image.rgba.count <= maximumBytes else { return }
        uses += 1
        entries[key] = Entry(image: image, lastUse: uses)
        bytes += image.rgba.count
        while bytes > maximumBytes, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            remove(oldest.key)
        }
    }

    private func remove(_ key: Key) { bytes -= entries.removeValue(forKey: key)?.image.rgba.count ?? 0 }
}
