/// The pictures of a draft beside front and back: lines of text that name pictures of the card, added ones, and files to be read.
extension CardDraft {
    /// The files that have to be read before the card can be saved.
    public var pictureFiles: [PictureLines.File] { isTouched(.pictures) ? pictureLines.files : [] }

    private var pictureLines: PictureLines { PictureLines(text(of: .pictures)) }

    /// Adds a picture as the last line.
    public mutating func addPicture(_ bytes: [UInt8], hash: PhotoHash, label: String = "") {
        setPictures(pictureLines.adding(FurtherPicture(label: label, hash: hash)), bytes, hash)
    }

    /// Puts a picture in place of the file of a line. Without such a line it is not used.
    public mutating func setPicture(_ bytes: [UInt8], hash: PhotoHash, of file: PictureLines.File) {
        if let text = pictureLines.replacing(file, with: hash) { setPictures(text, bytes, hash) }
    }

    private mutating func setPictures(_ text: String, _ bytes: [UInt8], _ hash: PhotoHash) {
        if !saved.pictures.contains(where: { $0.hash == hash }) {
            photos[hash] = bytes
            if !addedPictures.contains(hash) { addedPictures.append(hash) }
        }
        setText(text, of: .pictures)
    }
}
