/// The limits of files that are imported, all in one place; the manual states them by ``text``. A person's cards stay far below.
public enum TransferLimits {
    /// Of a file: an import is one transaction, whose journal grows as large as the file.
    public static let fileBytes = 4 << 30
    /// Of a pipe or a device, which may be endless.
    public static let pipeBytes = 1 << 30
    /// Of one card with its photos, in JSON.
    public static let cardBytes = JSONCardSource.maximumElementBytes
    /// Of a text of another program, which is read as a whole: a table, a `pass.json`.
    public static let textBytes = 256 << 20
    /// Of a row of a table, and of its header.
    static let rowBytes = 4 << 20
    static let columns = 1000
    /// Of a picture or a document that becomes a card.
    public static let pictureBytes = 64 << 20
    /// Of all photos that are made of the pictures of one import: they are held until it begins.
    public static let photoBytes = 256 << 20
    /// Of a pass; the others are left out.
    public static let passFields = 500
    public static let archive = ZipLimits.usual
    static let pass = PassContents.limits

    /// As sentences.
    public static var text: String {
        """
        A file can have \(fileBytes >> 30) GB at most, a card \(cardBytes >> 20) MB, a table \(textBytes >> 20) MB, \
        with \(columns.grouped) columns and \(rowBytes >> 20) MB in a row, a picture \(pictureBytes >> 20) MB; from a pipe, at most \(pipeBytes >> 30) GB is read. A ZIP archive can have \
        \(archive.entries.grouped) entries of \(archive.entryBytes >> 20) MB each, which unpack to \(archive.bytes >> 30) GB at \
        most, and an entry of more than \(archive.ratioBytes >> 20) MB to \(archive.ratio) times its size. A pass can have \
        \(pass.entries.grouped) entries of \(pass.entryBytes >> 20) MB each and \(passFields) fields; the passes of a file can \
        unpack to \(pass.bytes >> 30) GB together, and are kept up to \(PassContents.maximumBytes >> 20) MB each. The photos of pictures can have \(photoBytes >> 20) MB together.
        """
    }
}

extension Int {
    /// "200,000".
    var grouped: String {
        let digits = Array(String(self))
        return digits.enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (digits.count - digit.offset) % 3 == 0 { text += "," }
            text.append(digit.element)
        }
    }
}
