/// Finds barcodes in pictures, away from the main actor and safe from what the bytes hold.
public protocol BarcodeReading: Sendable {
    /// All that are found in a picture file, or on the pages of a PDF; each once, in reading order. Empty where there is none.
    /// Cancelling ends it at once. Throws ``PhotoError`` and ``BarcodeReadingError``.
    func barcodes(in file: [UInt8]) async throws -> [FoundBarcode]
}

/// Why no barcode could be looked for.
public enum BarcodeReadingError: UserFacingError, Hashable {
    case libraryMissing(String)
    /// The pages of a PDF.
    case pagesNeed(program: String, package: String)
    case pagesFailed(reason: String)

    public var userMessage: String {
        switch self {
        case .libraryMissing(let library): "Reading barcodes needs the library \(library), which is not installed."
        case .pagesNeed(let program, let package):
            "The pages of a PDF need \(program), which is not installed. Install the package \(package), or take a picture of the page."
        case .pagesFailed(let reason): "The PDF could not be read: \(reason)."
        }
    }
}
