/// Percent-encoding of UTF-8 text in URLs (RFC 3986, 2.1).
public enum PercentCoding {
    /// The characters that are not encoded, besides letters and digits.
    public enum Kept: Sendable {
        /// The unreserved characters (RFC 3986, 2.3): encoded text cannot end its component of the URL.
        case unreserved
        /// The unreserved characters and slashes, for a path.
        case path
        /// The characters of `android.net.Uri.encode`.
        case androidPart
        /// A form value (`java.net.URLEncoder`, application/x-www-form-urlencoded): a blank becomes a plus sign.
        case formValue
        /// A whole URI: what separates its parts, and what is encoded already, stays.
        case uri

        fileprivate var signs: Set<UInt8> {
            switch self {
            case .unreserved: Self.unreservedSigns
            case .path: Self.pathSigns
            case .androidPart: Self.androidSigns
            case .formValue: Self.formSigns
            case .uri: Self.uriSigns
            }
        }

        private static let unreservedSigns = Set("-._~".utf8)
        private static let pathSigns = Set("/-._~".utf8)
        private static let androidSigns = Set("_-!.~'()*".utf8)
        private static let formSigns = Set(".-*_".utf8)
        private static let uriSigns = Set("-._~:/?#[]@!$&'()*+,;=%".utf8)
    }

    public static func encoded(_ text: String, keeping kept: Kept) -> String { encoded(text.utf8, keeping: kept) }

    public static func encoded(_ bytes: some Sequence<UInt8>, keeping kept: Kept) -> String {
        let signs = kept.signs
        var encoded = ""
        for byte in bytes {
            switch byte {
            case UInt8(ascii: " ") where kept == .formValue: encoded += "+"
            case _ where byte.isLetter || byte.isDigit || signs.contains(byte):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default: encoded += "%" + Hexadecimal.text(of: byte, uppercase: true)
            }
        }
        return encoded
    }

    /// Nil for an incomplete percent sequence, and for bytes that are not UTF-8.
    /// - Parameter plusIsBlank: a plus sign decodes to a blank, as in form values.
    public static func decoded(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(Hexadecimal.value(of:)),
                    let low = rest.popFirst().flatMap(Hexadecimal.value(of:))
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
