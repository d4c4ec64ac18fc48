internal import Basics

/// A photo of a card that people look at: a face of the card, its icon, or a further picture by its index.
public enum CardPhoto: Hashable, Sendable {
    case side(Card.Side)
    case picture(Int)

    /// Whether it is a further picture, which can be a PDF.
    public var isPicture: Bool { if case .picture = self { true } else { false } }

    /// Reads "front", "back", "icon", or the number of a further picture, from 1.
    public init?(typed text: String) {
        if let side = Card.Side(rawValue: text) {
            self = .side(side)
        } else if let number = Int(text), (1...FurtherPicture.maximum).contains(number) {
            self = .picture(number - 1)
        } else {
            return nil
        }
    }

    /// "front photo", "icon", "picture 3".
    public var description: String {
        switch self {
        case .side(let side): side.noun
        case .picture(let index): "picture \(index + 1)"
        }
    }
}

extension Card {
    /// Nil if the card has no such photo.
    public subscript(photo: CardPhoto) -> PhotoHash? {
        switch photo {
        case .side(let side): self[side]
        case .picture(let index): pictures.indices.contains(index) ? pictures[index].hash : nil
        }
    }

    /// The photos that the card has, in the order in which they are stepped through.
    public var shownPhotos: [CardPhoto] {
        Side.allCases.filter { self[$0] != nil }.map(CardPhoto.side) + pictures.indices.map(CardPhoto.picture)
    }

    /// The side, the label of the picture, or its number where it has none.
    public func label(of photo: CardPhoto) -> String {
        switch photo {
        case .side(let side): side.rawValue
        case .picture(let index):
            pictures.indices.contains(index) && !pictures[index].label.isEmpty
                ? pictures[index].label : photo.description
        }
    }
}

/// Default file names of photos.
public enum PhotoFileName {
    /// "cedar-library-front.jpg".
    public static func name(of side: Card.Side, of card: String, bytes: [UInt8]) -> String {
        name(of: .side(side), of: card, bytes: bytes)
    }

    public static func name(of photo: CardPhoto, of card: String, bytes: [UInt8]) -> String {
        name(of: photo, stem: stem(of: card), bytes: bytes)
    }

    /// A further picture has its number: "cedar-library-picture-2.jpg".
    public static func name(of photo: CardPhoto, stem: String, bytes: [UInt8]) -> String {
        let part =
            switch photo {
            case .side(let side): side.rawValue
            case .picture(let index): "picture-\(index + 1)"
            }
        return "\(stem)-\(part).\(ending(of: bytes))"
    }

    /// The beginning of a card's file names: "cedar-library".
    public static func stem(of card: String) -> String {
        let parts = TextFolding.fold(card).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return parts.isEmpty ? "card" : String(parts.joined(separator: "-").prefix(60))
    }

    /// Whether the name is that of a picture in a supported format.
    public static func isPicture(_ name: String) -> Bool { ending(of: name).map(endings.contains) ?? false }

    /// Whether the name is that of a document whose pages can contain a barcode.
    public static func isDocument(_ name: String) -> Bool { ending(of: name) == "pdf" }

    private static func ending(of name: String) -> String? {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        return name[name.index(after: dot)...].lowercased()
    }

    private static let endings: Set = [
        "jpg", "jpeg", "jpe", "jfif", "png", "gif", "webp", "heic", "heif", "hif", "avif",
    ]

    /// Whether the bytes begin as those of a picture in a supported format.
    public static func isPicture(_ bytes: [UInt8]) -> Bool { !["bin", "pdf"].contains(ending(of: bytes)) }

    /// Whether the bytes begin as those of a PDF.
    public static func isDocument(_ bytes: [UInt8]) -> Bool { ending(of: bytes) == "pdf" }

    /// By the first bytes: PNG (ISO 15948), JPEG (ISO 10918), GIF, WebP (RFC 9649), HEIC and AVIF (ISO 14496-12), PDF (ISO 32000).
    public static func ending(of bytes: [UInt8]) -> String {
        func holds(_ text: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if holds("PNG", at: 1) { return "png" }
        if bytes.starts(with: [0xFF, 0xD8]) { return "jpg" }
        if holds("GIF8", at: 0) { return "gif" }
        if holds("WEBP", at: 8) { return "webp" }
        if holds("ftypavif", at: 4) { return "avif" }
        if holds("ftyp", at: 4) { return "heic" }
        if holds("%PDF-", at: 0) { return "pdf" }
        return "bin"
    }
}

extension String {
    /// The name of a file without its folders.
    public var lastPathPart: String { split(separator: "/").last.map(String.init) ?? self }
}
