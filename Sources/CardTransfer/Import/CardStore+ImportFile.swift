public import Cards

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
    /// Of the amounts of a table of anybody's: overrules what the column tells.
    public var decimalMark: DecimalMark?
    /// Of the text of a table of anybody's: overrules what its bytes tell.
    public var encoding: TableEncoding?
    public var options = ImportOptions()
    /// Makes identifiers for cards without one; ascending ones are written fastest.
    public var makeIdentifier: @Sendable () -> CardID = CardIDSequence().next
    /// For texts that a pass has in several languages: "de", "pt_BR".
    public var language = LocalFormat.language
    /// How days in a table of anybody's are read.
    public var input = LocalInput(format: .iso, today: .first)
    /// The day of an instant where the user is.
    public var localDay: @Sendable (Timestamp) -> CalendarDay = { $0.day }
    /// For pictures and documents; without it they are refused.
    public var pictures: PictureReader?
    /// For backups; without it they are refused.
    public var readStore: StoreFileReader?

    public init() {}
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
