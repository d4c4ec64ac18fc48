/// The pictures of a draft beside front and back: lines of text that name pictures of the card, added ones, and files to be read.
extension CardDraft {
    /// A line that names a file.
    public struct PictureFile: Hashable, Sendable {
        /// The line, as typed.
        public let line: String
        public let path: String
    }

    /// The files that have to be read before the card can be saved.
    public var pictureFiles: [PictureFile] {
        guard isTouched(.pictures) else { return [] }
        return pictureLines.compactMap { line in
            guard case .path(let path)? = (try? FurtherPicture.parts(of: line))?.source else { return nil }
            return PictureFile(line: line, path: path)
        }
    }

    /// The lines as they were typed.
    private var pictureLines: [String] {
        text(of: .pictures).unicodeScalars.split(separator: "\n").map { String($0) }
    }

    /// Adds a picture as the last line.
    public mutating func addPicture(_ bytes: [UInt8], hash: PhotoHash, label: String = "") {
        keepPicture(bytes, hash)
        let lines = pictureLines + [FurtherPicture(label: label, hash: hash).line]
        setText(lines.joined(separator: "\n"), of: .pictures)
    }

    /// Puts a picture in place of the file of a line. Without such a line it is not used.
    public mutating func setPicture(_ bytes: [UInt8], hash: PhotoHash, of file: PictureFile) {
        var lines = pictureLines
        guard let index = lines.firstIndex(where: { $0.isSameText(as: file.line) }),
            let label = (try? FurtherPicture.parts(of: file.line))?.label
        else { return }
        keepPicture(bytes, hash)
        lines[index] = FurtherPicture(label: label, hash: hash).line
        setText(lines.joined(separator: "\n"), of: .pictures)
    }

    private mutating func keepPicture(_ bytes: [UInt8], _ hash: PhotoHash) {
        if saved.pictures.contains(where: { $0.hash == hash }) { return }
        photos[hash] = bytes
        if !addedPictures.contains(hash) { addedPictures.append(hash) }
    }
}
