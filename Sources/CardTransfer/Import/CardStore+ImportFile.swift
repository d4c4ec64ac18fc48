public import Cards

/// How a file is read, and what an import does with its cards.
public struct ImportRequest: Sendable {
    /// Overrules what the content says; nil to recognize it.
    public var format: FileFormat?
    /// Of an encrypted archive.
    public var password: [UInt8]?
    /// The columns of a table of anybody's, by what they are: overrules the usual names.
    public var columns: [TableColumn: String] = [:]
    public var options = ImportOptions()
    /// Makes identifiers for cards without one.
    public var makeIdentifier: @Sendable () -> CardID = { .random() }
    /// For texts that a pass has in several languages: "de".
    public var language = "en"
    /// The day of an instant where the user is.
    public var localDay: @Sendable (Timestamp) -> CalendarDay = { $0.day }

    public init() {}
}

/// What an import of a file did, or would do.
public struct FileImportReport: Sendable {
    /// The format as recognized.
    public let format: FileFormat
    /// The columns of a table that are no field of a card: they go into the note.
    public let otherColumns: [String]
    public let report: ImportReport
}

extension CardStore {
    /// Imports a file in one transaction and as one step, which undo takes back: all readable cards, or nothing. The command line
    /// and the screen both call this. With ``ImportOptions/preview`` it only says what it would do.
    ///
    /// Throws ``CardImportError`` if the text is not JSON, ``TransferError``, ``ZipError``, the errors of reading the file, and the
    /// store's own errors.
    public func importFile(
        _ file: any ReadableFile, _ request: ImportRequest = ImportRequest()
    ) async throws -> FileImportReport {
        let recognized = try RecognizedFile(file, request)
        let report = try await importCards(from: recognized.source, options: request.options)
        return FileImportReport(
            format: recognized.format, otherColumns: recognized.otherColumns, report: report)
    }
}
