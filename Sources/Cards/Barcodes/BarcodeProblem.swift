/// Why a value cannot be a barcode of its kind, or why a barcode cannot be drawn.
public enum BarcodeProblem: UserFacingError, Equatable {
    case empty
    case unknownFormat(String)
    case unknownEncoding(String)
    /// `needed` is text such as "13 digits"; `fixed` is the value with the zeros in front that a table has dropped.
    case length(needed: String, given: Int, fixed: String? = nil)
    /// `fixed` is the corrected value.
    case checkDigit(right: Character, fixed: String)
    /// Like `checkDigit`, for two check characters.
    case checkPair(right: String, fixed: String)
    /// Only the check digit is missing.
    case missingCheckDigit(Character, fixed: String)
    /// A UPC-E that omits its zeros in a non-canonical way.
    case otherDigits(fixed: String)
    /// The kind encodes digits in pairs.
    case unevenDigits(fixed: String)
    case character(Character, allowed: String, fixed: String?)
    case tooLong(BarcodeFormat, maximum: Int, given: Int)
    /// The kind's capacity depends on the sequence of characters; this value is too long.
    case doesNotFit(BarcodeFormat)
    case notHexadecimal
    /// The spaces between the digits of a number are encoded, too; `fixed` are the digits alone.
    case spaces(fixed: String)
    /// Another rule of the kind, as text: what is wrong with the elements of a GS1 code.
    case rule(String)
    case libraryMissing(String)
    /// The error message of the drawing library.
    case notDrawn(String)

    /// The corrected value, where it is known.
    public var fixed: String? {
        switch self {
        case .checkDigit(_, let fixed), .checkPair(_, let fixed), .missingCheckDigit(_, let fixed),
            .unevenDigits(let fixed), .otherDigits(let fixed), .spaces(let fixed):
            fixed
        case .character(_, _, let fixed), .length(_, _, let fixed): fixed
        default: nil
        }
    }

    public var userMessage: String {
        switch self {
        case .empty: "there is nothing to encode: add a number or a barcode value"
        case .unknownFormat(let name): "\(name) is not a known kind of barcode"
        case .unknownEncoding(let name):
            "\(name) is not a known encoding: use \(BarcodeEncoding.offered.map(\.rawValue).joined(separator: ", "))"
                + ", or a character set such as ISO-8859-2"
        case .length(let needed, let given, _): "it needs \(needed), but has \(given)"
        case .checkDigit(let right, _): "the last digit should be \(right)"
        case .checkPair(let right, _): "the last two characters should be \(right)"
        case .missingCheckDigit(let digit, _): "the check digit is missing: the last digit would be \(digit)"
        case .otherDigits(let fixed): "the same number is written \(fixed)"
        case .unevenDigits: "it needs an even number of digits: add a leading zero"
        case .character(let character, let allowed, _):
            "\(Self.description(for: character)) is not allowed: use \(allowed)"
        case .tooLong(let format, let maximum, let given):
            "\(format.labelWithArticle) holds \(maximum) at most; you have \(given)"
        case .doesNotFit(let format): "it is too long for \(format.labelWithArticle)"
        case .notHexadecimal: "write bytes as pairs of hexadecimal digits (0-9, A-F)"
        case .spaces: "it includes the spaces in the number, which few barcodes have"
        case .rule(let message): message
        case .libraryMissing(let library): "barcodes need the library \(library), which is not installed"
        case .notDrawn(let message): message
        }
    }

    private static func description(for character: Character) -> String {
        guard let scalar = character.unicodeScalars.first, scalar.value < 0x20 || scalar.value == 0x7F else {
            return "\u{201C}\(character)\u{201D}"
        }
        let code = String(scalar.value, radix: 16, uppercase: true)
        return "the control character \(code.count == 1 ? "0" : "")\(code)"
    }
}
