internal import CardTransfer
internal import Cards

/// What an import of a file would do, and how the file was read for that.
struct ImportPreview: Sendable {
    let request: ImportRequest
    let result: FileImportReport
    /// Of the file, to notice that it is another one by now.
    let version: FileVersion
    /// How many cards are here, for a backup.
    let here: Int
}

/// The file is not the one that was looked at: its elements may be others than those that are left out.
struct FileHasChanged: UserFacingError {
    var userMessage: String { "The file was changed meanwhile. Nothing was imported: leave, and read it again." }
}

/// Reads a file of cards into a store, or says what that would do. It holds the file's path, and none of its cards.
struct ImportReading: Sendable {
    let path: String
    let files: any LocalFiles
    let store: any CardStore
    /// For a picture, which becomes a card.
    let pictures: PictureReader
    /// For a backup.
    let storeFiles: (any StoreFileReading)?
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
    func preview(_ request: ImportRequest, expecting version: FileVersion? = nil) async throws -> ImportPreview {
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
        of element: Int, _ request: ImportRequest, expecting version: FileVersion
    ) async throws -> ImportReport.Detail? {
        var request = request
        (request.options.listsCards, request.options.detail) = (false, element)
        request.options.leavingOut.remove(element)
        return try await read(request, expecting: version).result.report.detail
    }

    /// Imports the file, as one step.
    func importCards(_ request: ImportRequest, expecting version: FileVersion) async throws -> ImportReport {
        var request = request
        (request.options.isDryRun, request.options.listsCards) = (false, false)
        return try await read(request, expecting: version).result.report
    }

    /// Every reading opens the file anew.
    private func read(_ request: ImportRequest, expecting expected: FileVersion?) async throws -> ImportPreview {
        let file = try await files.file(path, limit: TransferLimits.fileBytes)
        let version = try file.version
        if let expected, expected != version { throw FileHasChanged() }
        var request = request
        (request.pictures, request.stores, request.input) = (pictures, storeFiles, input)
        let result = try await store.importFile(file, named: path, request)
        let here = isRestoring ? try await store.count() : 0
        return ImportPreview(request: request, result: result, version: version, here: here)
    }
}
