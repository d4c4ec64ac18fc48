public import Cards

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
    /// The main colour of a photo; nil for none.
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
