/// What is encoded in a card's barcode, and how. It holds no picture; `CardCodes` draws it.
public struct Barcode: Hashable, Sendable {
    public var format: BarcodeFormat
    /// The encoded text where it differs from the number printed on the card.
    @ByCodePoints public var value: String?
    /// The name of the encoding (``BarcodeEncoding``) where the card specifies one. An unknown name is kept unchanged.
    @ByCodePoints public var encoding: String?

    public init(format: BarcodeFormat, value: String? = nil, encoding: String? = nil) {
        self.format = format
        self.value = value
        self.encoding = encoding
    }

    /// The content of the barcode for a card with that number. Throws ``BarcodeProblem``.
    public func content(number: String) throws(BarcodeProblem) -> BarcodeContent {
        let content = try BarcodeContent(value ?? number, as: format, encoding: encoding)
        // Only what is said to be the value is sure to have them: those of a number are how it is printed.
        guard value == nil, let digits = Self.digits(ofGroups: number), content.bytes.count > digits.utf8.count else {
            return content
        }
        return content.warned(of: .spaces(fixed: digits))
    }

    /// The same for a code that is known to hold the value as it is, also spaces that a number is printed with.
    public func asScanned(number: String) -> Barcode {
        guard case .spaces? = (try? content(number: number))?.warning else { return self }
        return Barcode(format: format, value: number, encoding: encoding)
    }

    /// The digits of a number that is printed in groups; nil for a number without spaces or with other characters.
    private static func digits(ofGroups number: String) -> String? {
        let groups = number.unicodeScalars.split { $0.properties.isWhitespace }
        guard groups.count > 1, groups.joined().allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return groups.map { String($0) }.joined()
    }
}

extension Card {
    /// The encoded text; nil without a barcode.
    public var barcodeValue: String? { barcode.map { $0.value ?? number } }
}

/// The position of a code in a set that holds one text: structured append of QR, Data Matrix and Aztec, Macro PDF417. A part is
/// drawn without that mark, as a code with its own text only.
public struct CodePart: Hashable, Sendable {
    /// From 1.
    public let number: Int
    /// Nil where the code does not state it.
    public let count: Int?

    public init(number: Int, count: Int?) { (self.number, self.count) = (number, count) }

    public var label: String { "part \(number)" + (count.map { " of \($0)" } ?? "") }
}

/// A barcode that was read from a picture.
public struct FoundBarcode: Equatable, Sendable {
    /// Drawing this gives exactly the same code.
    public let barcode: Barcode
    /// The card's number for people: the value without what belongs to the code alone.
    @ByCodePoints public private(set) var number: String
    /// The page of the document, from 1; nil for a picture.
    public var page: Int?
    /// The part, where several codes hold one text; nil for a complete code.
    public var part: CodePart?
    /// It may be a misreading of another code: it is offered but never accepted automatically.
    public var isDoubtful = false

    public init(barcode: Barcode, number: String, page: Int? = nil) {
        self.barcode = barcode
        self.number = number
        self.page = page
    }

    /// What is encoded, as the barcode of a card holds it.
    public var value: String { barcode.value ?? number }

    /// What the code says, with its lines where it has several: these cannot be typed, so that its value has their bytes.
    public var text: String {
        guard barcode.encoding == BarcodeEncoding.hexadecimal.rawValue,
            let bytes = try? BarcodeEncoding.hexadecimal.bytes(of: value),
            let text = BarcodeEncoding.utf8.text(of: bytes)
        else { return value }
        return text
    }

    /// The value of the code on a card with this number; nil where the number is encoded to the same.
    public func value(beside number: String) -> String? {
        let (format, encoding) = (barcode.format, barcode.encoding)
        let encoded = self.value
        // A number with gaps equals one without.
        let content = try? BarcodeContent(encoded, as: format, encoding: encoding)
        let isSame = content != nil && content == (try? BarcodeContent(number, as: format, encoding: encoding))
        let value = isSame || encoded.isSameText(as: number) ? nil : encoded
        return Barcode(format: format, value: value, encoding: encoding).asScanned(number: number).value
    }
}

/// Finds barcodes in pictures, away from the main actor and isolated from malicious input.
public protocol BarcodeReading: Sendable {
    /// All barcodes in a picture file or on the pages of a PDF, without duplicates, in reading order. Cancelling ends it
    /// immediately. Throws ``PhotoError`` and ``BarcodeReadingError``.
    func barcodes(in file: [UInt8]) async throws -> [FoundBarcode]
}

/// Why the search for barcodes failed.
public enum BarcodeReadingError: UserFacingError, Equatable {
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
