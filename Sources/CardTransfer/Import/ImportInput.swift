public import Cards

/// A file to import, which is opened when its turn comes: of thousands of files few are open at a time.
public struct ImportInput: Sendable {
    /// For messages; a picture's card is named after it. It may be a path.
    public let name: String
    /// Opens the file; it is called again to read it once more.
    public let open: @Sendable () throws -> any ReadableFile

    public init(name: String, open: @escaping @Sendable () throws -> any ReadableFile) {
        (self.name, self.open) = (name, open)
    }
}

/// What the program has for pictures and documents, for an import of them.
public struct PictureReader: Sendable {
    /// Finds all barcodes in a picture or a document. Throws ``PhotoError`` and ``BarcodeReadingError``.
    let barcodes: @Sendable ([UInt8]) async throws -> [FoundBarcode]
    /// Makes a card's photo of a picture: upright, no larger than needed, without metadata. Throws ``PhotoError``.
    let photo: @Sendable ([UInt8]) async throws -> [UInt8]

    public init(
        barcodes: @escaping @Sendable ([UInt8]) async throws -> [FoundBarcode],
        photo: @escaping @Sendable ([UInt8]) async throws -> [UInt8]
    ) {
        (self.barcodes, self.photo) = (barcodes, photo)
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
