/// The text of the field of pictures as lines, as they were typed. It holds no bytes.
public struct PictureLines: Hashable, Sendable {
    /// A line that names a file.
    public struct File: Hashable, Sendable {
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
