/// Finds barcodes in pictures, away from the main actor and isolated from malicious input.
public protocol BarcodeReading: Sendable {
    /// All barcodes in a picture file or on the pages of a PDF, without duplicates, in reading order. Cancelling ends it
    /// immediately. Throws ``PhotoError`` and ``BarcodeReadingError``.
    func barcodes(in file: [UInt8]) async throws -> [FoundBarcode]
}

/// Why the search for barcodes failed.
public enum BarcodeReadingError: UserFacingError, Hashable {
    case libraryMissing(String)
    /// Reading a PDF needs a program that is not installed.
    case pagesNeed(program: String, package: String)
    case pagesFailed(reason: String)

    public var userMessage: String {
        switch self {
        case .libraryMissing(let library): "Reading barcodes needs the library \(library), which is not installed."
        case .pagesNeed(let program, let package):
            "Reading a PDF needs \(program), which is not installed. Install the package \(package), or take a picture of the page."
        case .pagesFailed(let reason): "The PDF could not be read: \(reason)."
        }
    }
}

/// Encodes a barcode's content into modules.
public protocol BarcodeDrawing: Sendable {
    /// The possible shapes, the usual one first: kinds with several rows can be wide or high. Never empty. Long content takes
    /// milliseconds: call it away from the main actor. Throws ``BarcodeProblem``.
    func symbols(for content: BarcodeContent) throws(BarcodeProblem) -> [BarcodeSymbol]
}
