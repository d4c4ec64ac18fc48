/// A picture of a card beside front and back, such as a receipt. It holds the hash of the picture, not its bytes.
public struct FurtherPicture: CardEntry {
    public static let maximum = 20

    /// What it shows; may be empty.
    @ByCodePoints public var label: String
    public var hash: PhotoHash

    public init(label: String, hash: PhotoHash) { (self.label, self.hash) = (label, hash) }

    public var texts: [String] { [label] }
    public var searched: [String] { texts }
    public var photo: PhotoHash? { hash }

    // MARK: - JSON

    private enum Key {
        static let label = "label"
        static let photo = "photo"
    }

    public init?(json: JSON, photos form: CardJSON.PhotoForm, into photos: inout [PhotoHash: [UInt8]]) {
        guard let texts = json.texts([Key.photo], optional: [Key.label]), let text = texts[Key.photo],
            let hash = form.hash(of: text, into: &photos)
        else { return nil }
        self.init(label: texts[Key.label] ?? "", hash: hash)
    }

    public func json(photo: (PhotoHash) -> String?) -> JSON? {
        photo(hash).map { .object([Key.label: .string(label), Key.photo: .string($0)]) }
    }

    // MARK: - Text

    /// The picture of a line: one that the card has, or a file that has to be read first.
    public enum Source: Equatable, Sendable {
        /// The beginning of the picture's hash.
        case mark(String)
        case path(String)
    }

    /// How many digits of the hash stand for a picture: no card has so many pictures that two are alike.
    private static let markDigits = 8

    public init(line: String, photos: [PhotoHash]) throws(TypingError) {
        let (label, source) = try Self.parts(of: line)
        guard case .mark(let mark) = source else { throw TypingError("the picture at this path is not loaded yet") }
        guard mark.utf8.count >= Self.markDigits, let hash = photos.first(where: { $0.text.hasPrefix(mark) }) else {
            throw TypingError("the card has no picture #\(mark.prefix(Self.markDigits))")
        }
        self.init(label: label, hash: hash)
    }

    /// `Receipt of May = #1f8a2c04`
    public var line: String {
        let mark = "#" + hash.text.prefix(Self.markDigits)
        return label.isEmpty ? mark : EntryLine.written(label, before: "=") + " = " + mark
    }

    /// A line without `=` is a picture or a path without a label.
    public static func parts(of line: String) throws(TypingError) -> (label: String, source: Source) {
        var reader = EntryLine(line)
        var label = ""
        var picture = try reader.part(before: "=")
        if reader.skip("=") {
            (label, picture) = (picture.text, EntryLine.Part(text: try reader.rest(), isQuoted: false))
        }
        guard !picture.text.isEmpty else { throw TypingError("write it as LABEL = PATH") }
        guard picture.text.hasPrefix("#") else { return (label, .path(picture.text)) }
        return (label, .mark(String(picture.text.dropFirst())))
    }
}

/// The text of the field of pictures as lines, as they were typed. It holds no bytes.
public struct PictureLines: Equatable, Sendable {
    /// A line that names a file.
    public struct File: Equatable, Sendable {
        /// The line, as typed.
        public let line: String
        public let path: String
    }

    private let lines: [String]

    public init(_ text: String) { lines = text.unicodeScalars.split(separator: "\n").map { String($0) } }

    public var files: [File] {
        lines.compactMap { line in
            guard case .path(let path)? = (try? FurtherPicture.parts(of: line))?.source else { return nil }
            return File(line: line, path: path)
        }
    }

    func adding(_ picture: FurtherPicture) -> String { (lines + [picture.line]).joined(separator: "\n") }

    /// The text with a picture in place of the file; nil if there is no such line.
    func replacing(_ file: File, with hash: PhotoHash) -> String? {
        guard let index = lines.firstIndex(where: { $0.isSameText(as: file.line) }),
            let label = (try? FurtherPicture.parts(of: file.line))?.label
        else { return nil }
        var lines = lines
        lines[index] = FurtherPicture(label: label, hash: hash).line
        return lines.joined(separator: "\n")
    }
}
