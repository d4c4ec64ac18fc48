/// Text in URLs: bytes of UTF-8 as a percent sign and two hexadecimal digits (RFC 3986, 2.1).
public enum PercentCoding {
    /// What stays as it is, beside letters and digits.
    public enum Kept: Sendable {
        /// The unreserved characters (RFC 3986, 2.3): a segment of a URL cannot end early.
        case unreserved
        /// The same and slashes: a path.
        case path
        /// A whole part of a URL (`android.net.Uri.encode`).
        case androidPart
        /// A value of a form (`java.net.URLEncoder`, application/x-www-form-urlencoded): a blank becomes a plus sign.
        case formValue

        fileprivate var signs: String {
            switch self {
            case .unreserved: "-._~"
            case .path: "/-._~"
            case .androidPart: "_-!.~'()*"
            case .formValue: ".-*_"
            }
        }
    }

    public static func encoded(_ text: String, keeping kept: Kept) -> String {
        let signs = Set(kept.signs.utf8)
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: " ") where kept == .formValue: encoded += "+"
            case _ where signs.contains(byte): encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default: encoded += "%" + Hexadecimal.text(of: byte, uppercase: true)
            }
        }
        return encoded
    }

    /// Nil for a percent sign without its two digits, and for bytes that are no UTF-8.
    /// - Parameter plusIsBlank: as in the values of forms.
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
