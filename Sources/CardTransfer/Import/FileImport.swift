public import Cards
internal import Synchronization

/// How a file is read, and what an import does with its cards.
public struct ImportRequest: Sendable {
    /// Overrules what the content says; nil to recognize it.
    public var format: FileFormat?
    /// Of an encrypted archive.
    public var password: [UInt8]?
    /// The columns of a table of anybody's, by what they are: overrules the usual names.
    public var columns: [TableColumn: String] = [:]
    /// All columns that become fields, by their index in the table: overrules the usual names and ``columns``; nil to recognize them.
    public var assignedColumns: [TableColumn: Int]?
    /// Of the amounts of a table of anybody's, and of texts in JSON: overrules what the column tells.
    public var decimalMark: DecimalMark?
    /// Of the text of a table of anybody's: overrules what its bytes tell.
    public var encoding: TableEncoding?
    public var options = ImportOptions()
    /// Makes identifiers for cards without one; ascending ones are written fastest.
    public var makeIdentifier: @Sendable () -> CardID = CardIDSequence().next
    /// For texts that a pass has in several languages: "de", "pt_BR".
    public var language = LocalFormat.language
    /// How days and amounts are read that people, or other programs, have written.
    public var input = LocalInput(format: .iso, today: .first)
    /// The day of an instant where the user is.
    public var localDay: @Sendable (Timestamp) -> CalendarDay = { $0.day }
    /// For pictures and documents; without it they are refused.
    public var pictures: PictureReader?
    /// For backups; without it they are refused.
    public var readStore: StoreFileReader?

    public init() {}

    /// With the decimal mark that was asked for.
    var decided: LocalInput { decimalMark.map { input.with($0) } ?? input }
}

/// What an import of one file or several did, or would do.
public struct FileImportReport: Sendable {
    /// The formats as recognized, each once.
    public let formats: [FileFormat]
    public let report: ImportReport
    /// How each table was read, in the order of the files.
    public var tables: [TableReading] = []
    /// The cards of pictures, in the order of the files, also those that are here already under another identifier.
    public var pictureNames: [PictureName] = []

    /// The columns of tables that are no field of a card, each once.
    public var otherColumns: [String] {
        var seen: Set<String> = []
        return tables.flatMap(\.otherColumns).filter { seen.insert($0).inserted }
    }

    /// That of the first file.
    public var format: FileFormat { formats.first ?? .json }

    /// "Catima, Apple Wallet".
    public var formatLabels: String { formats.map(\.label).joined(separator: ", ") }
}

extension CardStore {
    /// Imports a file in one transaction and as one step, which undo takes back: all readable cards, or nothing. The command line
    /// and the screen both call this. With ``ImportOptions/preview`` it only says what it would do.
    ///
    /// Throws ``CardImportError`` if the text is not JSON, ``TransferError``, ``ZipError``, the errors of reading the file, and the
    /// store's own errors.
    /// - Parameter name: that of the file, which a picture's card gets.
    public func importFile(
        _ file: any ReadableFile, named name: String = "", _ request: ImportRequest = ImportRequest()
    ) async throws -> FileImportReport {
        try await importFiles([ImportInput(name: name) { file }], request)
    }

    /// The same for several files, as one transaction and one step. Throws ``ImportFileError`` for an error of one of several.
    public func importFiles(
        _ inputs: [ImportInput], _ request: ImportRequest = ImportRequest()
    ) async throws -> FileImportReport {
        let formats = RecognizedFormats()
        let source = try await CardFiles.source(of: inputs, request, formats)
        let report = try await importCards(from: source, options: request.options)
        return FileImportReport(
            formats: formats.formats, report: report, tables: formats.tables, pictureNames: formats.pictureNames)
    }
}

/// Prepares an import: reads the pictures, and finds what reads the other files.
private enum CardFiles {
    static func source(
        of inputs: [ImportInput], _ request: ImportRequest, _ formats: RecognizedFormats
    ) async throws -> any CardSource {
        var parts: [SeveralFiles.Part] = []
        var photoBytes = 0
        for (place, input) in inputs.enumerated() {
            if Task.isCancelled { throw StoreError.stopped }
            let file = try input.open()
            do {
                guard request.format == nil || request.format == .picture,
                    PictureCard.isPicture(try RecognizedFile.head(of: file))
                else {
                    if inputs.count == 1 {
                        let recognized = try RecognizedFile(file, request)
                        formats.add(recognized)
                        return recognized.source
                    }
                    parts.append(.file(input))
                    continue
                }
                guard let reader = request.pictures else { throw TransferError.pictures }
                let (cards, name) = try await PictureCard.read(file, name: input.name, place: place, reader, request)
                formats.add(.picture)
                if let name { formats.add(name) }
                parts += cards.map { .card($0) }
                photoBytes += cards.reduce(0) { $0 + $1.photoBytes }
                guard photoBytes <= TransferLimits.photoBytes else {
                    throw TransferError.picturesTooLarge(limit: TransferLimits.photoBytes)
                }
            } catch {
                throw inputs.count == 1 ? error : SeveralFiles.named(error, input.name)
            }
        }
        return SeveralFiles(parts, request, formats: formats)
    }
}

/// A file to import, which is opened when its turn comes: of thousands of files few are open at a time.
public struct ImportInput: Sendable {
    /// For messages; a picture's card is named after it. It may be a path.
    public let name: String
    /// Opens the file; it is called again to read it once more.
    public let open: @Sendable () throws -> any ReadableFile

    public init(name: String, open: @escaping @Sendable () throws -> any ReadableFile) {
        self.name = name
        self.open = open
    }
}

/// What the program has for pictures and documents, for an import of them.
public struct PictureReader: Sendable {
    /// Finds all barcodes in a picture or a document. Throws ``PhotoError`` and ``BarcodeReadingError``.
    let barcodes: @Sendable ([UInt8]) async throws -> [FoundBarcode]
    /// Makes a card's photo of a picture: upright, no larger than needed, without metadata. Throws ``PhotoError``.
    let photo: @Sendable ([UInt8]) async throws -> [UInt8]
    /// The main color of a photo; nil for none.
    let color: @Sendable ([UInt8]) async -> CardColor?

    public init(
        barcodes: @escaping @Sendable ([UInt8]) async throws -> [FoundBarcode],
        photo: @escaping @Sendable ([UInt8]) async throws -> [UInt8],
        color: @escaping @Sendable ([UInt8]) async -> CardColor? = { _ in nil }
    ) {
        self.color = color
        self.barcodes = barcodes
        self.photo = photo
    }
}

extension Error {
    /// What is wrong with an archive, also with one of several files; nil for any other error.
    public var zipError: ZipError? { ((self as? ImportFileError)?.reason ?? self) as? ZipError }
}

/// Why one of several files ends the import of all.
public struct ImportFileError: UserFacingError {
    public let file: String
    public let reason: any Error

    public var userMessage: String { "\(file): \(reason.message)" }
}

/// What of a folder is imported; the command line and the screen share it. It reads nothing.
public enum ImportFolder {
    /// The paths of its pictures and documents, in the order of their names. Hidden files are left out.
    /// - Parameters:
    ///   - names: of the files in the folder.
    ///   - path: of the folder.
    public static func files(named names: [String], in path: String) throws(TransferError) -> [String] {
        let pictures = names.filter {
            !$0.hasPrefix(".") && (PhotoFileName.isPicture($0) || PhotoFileName.isDocument($0))
        }
        if pictures.isEmpty { throw .noPictures(folder: path) }
        return pictures.sorted().map { (path.hasSuffix("/") ? path : path + "/") + $0 }
    }
}

/// The cards of several files, one file after the other: each is opened when its turn comes, so that one is in memory at a time.
/// Positions and errors name the file.
struct SeveralFiles: CardSource {
    /// A picture was read before the transaction, since that takes long.
    enum Part: Sendable {
        case file(ImportInput)
        case card(ImportedCard)
    }

    private var parts: ArraySlice<Part>
    private var current: (name: String, source: any CardSource)?
    private let request: ImportRequest
    let formats: RecognizedFormats

    init(_ parts: [Part], _ request: ImportRequest, formats: RecognizedFormats) {
        self.parts = parts[...]
        self.request = request
        self.formats = formats
    }

    mutating func next() throws -> [ImportedCard]? {
        if let name = current?.name {
            let cards: [ImportedCard]?
            do {
                cards = try current?.source.next()
            } catch {
                throw Self.named(error, name)
            }
            if let cards { return cards.map { $0.named(name) } }
            current = nil
        }
        guard let part = parts.popFirst() else { return nil }
        switch part {
        case .card(let card): return [card]
        case .file(let input):
            let file = try input.open()
            do {
                let recognized = try RecognizedFile(file, request)
                formats.add(recognized)
                current = (input.name, recognized.source)
            } catch {
                throw Self.named(error, input.name)
            }
            return []
        }
    }

    /// A cancelled import is no error of a file.
    static func named(_ error: any Error, _ name: String) -> any Error {
        error is CancellationError || error is StoreError ? error : ImportFileError(file: name, reason: error)
    }
}

/// The formats of the files of one import, each once, and how its tables were read.
final class RecognizedFormats: Sendable {
    private struct State {
        var formats: [FileFormat] = []
        var tables: [TableReading] = []
        var pictureNames: [PictureName] = []
    }

    private let state = Mutex(State())

    func add(_ file: RecognizedFile) {
        add(file.format)
        if let table = file.table { state.withLock { $0.tables.append(table) } }
    }

    func add(_ format: FileFormat) {
        state.withLock { state in
            if !state.formats.contains(format) { state.formats.append(format) }
        }
    }

    func add(_ name: PictureName) { state.withLock { $0.pictureNames.append(name) } }

    var pictureNames: [PictureName] { state.withLock { $0.pictureNames } }
    var formats: [FileFormat] { state.withLock { $0.formats } }
    var tables: [TableReading] { state.withLock { $0.tables } }
}

extension ImportedCard {
    /// The same with a position that names the file.
    fileprivate func named(_ file: String) -> ImportedCard {
        var copy = self
        // Without its folders, which would stand before what is to be read.
        copy.position = .file("\(file.lastPathPart.suffix(40)): \(position.text)")
        return copy
    }
}
