internal import CardTransfer
internal import Cards

/// What an import of a file would do, and how the file was read for that.
struct ImportPreview: Sendable {
    let request: ImportRequest
    let result: FileImportReport
    /// Of the file, to notice that it is another one by now.
    let version: ImportFiles.Version
    /// The name of the file for messages; of several, how many they are.
    let label: String
    /// How many cards are here, for a backup.
    let here: Int
}

/// Reads files of cards into a store, or says what that would do. It holds their paths, and none of their cards.
struct ImportReading: Sendable {
    var files: ImportFiles
    let store: any CardStore
    /// For a picture, which becomes a card.
    let pictures: PictureReader
    /// For a backup.
    let readStore: StoreFileReader?
    /// For the days in a table.
    let input: LocalInput
    /// Whether the file is one of the backups: what is restored is an import like any other, but is called so.
    var isRestoring = false

    /// The request of a file that is opened for the first time.
    static var firstRequest: ImportRequest {
        var request = ImportRequest()
        request.localDay = CardClock.system.day
        request.options = .preview
        return request
    }

    /// What an import would do. A table that names no column of names is read as if its first unknown column were one.
    /// - Parameter version: that of the file as it was read before; nil at first.
    func preview(_ request: ImportRequest, expecting version: ImportFiles.Version? = nil) async throws -> ImportPreview
    {
        do {
            return try await read(request, expecting: version)
        } catch TransferError.noNameColumn(let columns) where request.assignedColumns == nil && !columns.isEmpty {
            var request = request
            request.assignedColumns = TableColumn.assumed(for: columns)
            return try await read(request, expecting: version)
        }
    }

    /// The card of an element as it is and as it would be; nil where it stays as it is.
    func detail(
        of element: Int, _ request: ImportRequest, expecting version: ImportFiles.Version
    ) async throws -> ImportReport.Detail? {
        var request = request
        (request.options.listsCards, request.options.detail) = (false, element)
        request.options.leavingOut.remove(element)
        return try await read(request, expecting: version).result.report.detail
    }

    /// Imports the files, as one step.
    func importCards(_ request: ImportRequest, expecting version: ImportFiles.Version) async throws -> FileImportReport
    {
        var request = request
        (request.options.isDryRun, request.options.listsCards) = (false, false)
        return try await read(request, expecting: version).result
    }

    /// Every reading opens the files anew.
    private func read(
        _ request: ImportRequest, expecting expected: ImportFiles.Version?
    ) async throws -> ImportPreview {
        let (inputs, version) = try await files.inputs(expecting: expected)
        var request = request
        (request.pictures, request.readStore, request.input) = (pictures, readStore, input)
        let result = try await store.importFiles(inputs, request)
        let here = isRestoring ? try await store.count() : 0
        return ImportPreview(
            request: request, result: result, version: version, label: files.label(of: version), here: here)
    }
}
