/// The origin of a photo in a form: the original photo and the crop.
public struct PhotoSource: Equatable, Sendable {
    public let original: PhotoHash
    public let crop: PhotoCrop

    public init(original: PhotoHash, crop: PhotoCrop) { (self.original, self.crop) = (original, crop) }
}

extension PhotoSource {
    private enum Key {
        static let original = "original"
        static let crop = "crop"
    }

    var json: JSON {
        .object([
            Key.original: .string(original.text), Key.crop: .array(crop.numbers.map { .number(String($0)) }),
        ])
    }

    init?(json: JSON) {
        guard let original = json[Key.original]?.string.flatMap({ PhotoHash($0) }),
            case .array(let elements)? = json[Key.crop]
        else { return nil }
        let numbers = elements.compactMap { if case .number(let text) = $0 { Int(text) } else { nil } }
        guard numbers.count == elements.count, let crop = PhotoCrop(numbers: numbers) else { return nil }
        self.init(original: original, crop: crop)
    }
}

/// A new picture of a card, the original that it was cropped from, and the hashes of both.
///
/// Creating one hashes all bytes of both, up to a quarter of a second: do it away from the main actor.
public struct NewPhoto: Hashable, Sendable {
    public let bytes: [UInt8]
    public let original: [UInt8]
    public let crop: PhotoCrop
    public let hash: PhotoHash
    let originalHash: PhotoHash

    /// A photo is part of one card's element in a backend's list, whose size is limited.
    private static let maximumBytes = 8 << 20
    public static let maximumDocumentBytes = 24 << 20
    /// Of all pictures of a card together: as base64 they are in one element of a file, which has 64 MB at most.
    static let maximumCardBytes = 45 << 20

    /// Throws ``PhotoError`` for a PDF that is too large for a card, or not whole.
    public static func check(document bytes: [UInt8]) throws(PhotoError) {
        guard bytes.count <= maximumDocumentBytes else {
            throw .documentTooLarge(megabytes: maximumDocumentBytes >> 20)
        }
        // Where a PDF ends: ISO 32000, 7.5.5; viewers look for it in so many bytes.
        guard PhotoFileName.isDocument(bytes), Array(bytes.suffix(1024)).contains(bytesOf: "%%EOF") else {
            throw .documentTruncated
        }
    }

    /// Throws ``PhotoError`` for one that is too large for a card.
    public func checkSize() throws(PhotoError) {
        if PhotoFileName.isDocument(bytes) { return }
        guard bytes.count <= Self.maximumBytes else { throw .tooManyBytes(megabytes: Self.maximumBytes >> 20) }
    }

    /// Nil for a grey photo, and where nobody has looked.
    public let mainColor: CardColor?

    public init(_ bytes: [UInt8], from original: [UInt8], _ crop: PhotoCrop, mainColor: CardColor? = nil) {
        self.mainColor = mainColor
        self.bytes = bytes
        self.original = original
        self.crop = crop
        hash = PhotoHash(of: bytes)
        originalHash = PhotoHash(of: original)
    }
}
