/// The origin of a photo in a form: the original photo and the crop.
public struct PhotoSource: Hashable, Sendable {
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
