public import Cards

/// Why nothing of a file can be imported.
public enum TransferError: UserFacingError, Equatable {
    case unknownFormat
    /// An archive of no program that is known.
    case unknownArchive
    /// `wanted` is what the options said, such as "catima".
    case wrongFormat(wanted: String)
    case catimaVersion(String)
    case catimaSection(line: Int)
    case noCatimaCards
    case noNameColumn(columns: [String])
    case unknownColumn(String)
    /// The text has bytes that are none of the encoding that was named.
    case otherEncoding(TableEncoding)
    /// The line of a table that names its columns.
    case headerTooLarge
    /// The text of a file is larger than `limit` bytes.
    case textTooLarge(limit: Int)
    case json(file: String, reason: String)
    /// What of it cannot be read: "of Numbers".
    case workbook(String)
    /// Sheets without libexpat.
    case noXML
    case noPass
    case emptyFile
    /// One part of an archive; the command joins them.
    case splitArchive(command: String)
    /// All parts of an archive together.
    case partsTooLarge
    /// A backup in a pipe.
    case storeIsNoFile
    /// There is nothing that reads pictures.
    case pictures
    /// The photos of all pictures together are larger than `limit` bytes.
    case picturesTooLarge(limit: Int)
    case noPictures(folder: String)
    /// An export of passes, of cards that came from none.
    case noPassFiles
    /// The same, where some came from a bare `pass.json`.
    case unsignedPasses

    public var userMessage: String {
        switch self {
        case .unknownFormat:
            "The format was not recognized. Supported: JSON, a table (.csv, .xlsx, .ods), a Catima file, a pass, or another program's export. Nothing was imported."
        case .unknownArchive: "The ZIP archive is not from a known program. Nothing was imported."
        case .wrongFormat(let wanted): "The file is not in the format \(wanted). Nothing was imported."
        case .catimaVersion(let version):
            "The file uses version \(version.prefix(20)) of Catima's format, which is not supported. Nothing was imported."
        case .catimaSection(let line): "line \(line): this does not belong in a Catima file. Nothing was imported."
        case .noCatimaCards: "The file has no table of cards in Catima's format. Nothing was imported."
        case .noNameColumn(let columns):
            "The file has no column with card names. Its columns are: \(Self.list(columns)). Name one with --columns name=COLUMN. Nothing was imported."
        case .unknownColumn(let name): "The file has no column \"\(name.prefix(60))\". Nothing was imported."
        case .otherEncoding(let encoding): "The text is not in the encoding \(encoding.label). Nothing was imported."
        case .headerTooLarge:
            "The table has more than \(TransferLimits.columns.grouped) columns, or a header of more than \(TransferLimits.rowBytes >> 20) MB. Nothing was imported."
        case .textTooLarge(let limit): "The text is larger than \(limit >> 20) MB. Nothing was imported."
        case .json(let file, let reason): "\(file): \(reason). Nothing was imported."
        case .workbook(let reason):
            "This is a workbook \(reason). Save the sheet with the cards as .csv or .xlsx. Nothing was imported."
        case .noXML:
            "Workbooks need libexpat, which is not installed. Save the sheet with the cards as .csv. Nothing was imported."
        case .noPass: "The archive has no pass.json. Nothing was imported."
        case .emptyFile: "The file is empty. Nothing was imported."
        case .splitArchive(let command):
            "The file is one part of a split archive. Put all its parts into one folder, or join them first, for example with: \(command). Nothing was imported."
        case .partsTooLarge:
            "The parts of the archive are larger than \(TransferLimits.fileBytes >> 30) GB together. Nothing was imported."
        case .storeIsNoFile:
            "This is a card store, which can only be read from a file on this machine. Nothing was imported."
        case .pictures:
            "This is a picture or a PDF, and neither can be read here. Nothing was imported."
        case .picturesTooLarge(let limit):
            "The photos are larger than \(limit >> 20) MB together: import fewer pictures at a time. Nothing was imported."
        case .noPictures(let folder): "\(folder): the folder has no pictures. Nothing was imported."
        case .noPassFiles: "None of these cards came from a pass. Nothing was exported."
        case .unsignedPasses:
            "None of these cards came from a signed pass (.pkpass); a pass.json alone is not enough. Nothing was exported."
        }
    }

    private static let maximumListed = 20

    /// The first of these columns.
    private static func list(_ columns: [String]) -> String {
        let more = columns.count - maximumListed
        let list = columns.prefix(maximumListed).joined(separator: ", ")
        return more > 0 ? "\(list) and \(more) more" : list
    }
}
