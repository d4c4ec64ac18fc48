internal import Basics

/// The balance of a card: decimal text as typed, in a currency or in points. It does no arithmetic.
///
/// The amount is text because 12.50 and 12.5 are the same money but different text, and no binary fraction may change what is
/// printed on the card.
public struct Balance: Hashable, Sendable {
    static let maximumDigits = 30

    public private(set) var amount: String
    /// ISO 4217 code in upper case, nil for points; what else it can be is a ``BalanceUnit``.
    public let currency: String?

    public init(amount: String, currency: String?) { (self.amount, self.currency) = (amount, currency) }

    /// Whether the amount is a number, and nothing is left.
    public var isZero: Bool {
        // Cheap first: every balance that is shown is asked.
        amount.utf8.allSatisfy { "-.0".utf8.contains($0) } && Self.amount(from: amount) == amount
    }

    /// The same amount with all the decimals of its currency: `-3` EUR is `-3.00`. One that has more, or is no number, stays.
    public var inFull: Balance {
        let places = unit.places
        let bytes = amount.utf8
        let point = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
        let missing = places - max(0, bytes.distance(from: point, to: bytes.endIndex) - 1)
        guard missing > 0, Self.amount(from: amount) == amount else { return self }
        var copy = self
        copy.amount += (point == bytes.endIndex ? "." : "") + String(repeating: "0", count: missing)
        return copy
    }

    /// Converts typed text to decimal form: a comma becomes a point, blanks and a leading plus are removed. Nil if the text is not
    /// a decimal number of at most 30 digits.
    public static func amount(from text: String) -> String? {
        // Fast path: an import checks a million amounts, nearly all of which are in decimal form.
        if isPlainAmount(text.utf8) { return text }
        var sign = ""
        var digits = text.filter { $0 != " " && $0 != "\u{A0}" && $0 != "\u{202F}" }[...]
        if let first = digits.first, first == "-" || first == "+" {
            sign = first == "-" ? "-" : ""
            digits.removeFirst()
        }
        let parts = digits.split(separator: digits.contains(",") ? "," : ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = parts.first, !whole.isEmpty,
            parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
            parts.last?.isEmpty == false, digits.utf8.count <= maximumDigits + 1
        else { return nil }
        return sign + parts.joined(separator: ".")
    }

    /// "12" and "12.50", but not every text that is in decimal form.
    private static func isPlainAmount(_ text: String.UTF8View) -> Bool {
        guard text.count <= maximumDigits, text.first?.isDigit == true, text.last?.isDigit == true else { return false }
        var points = 0
        for byte in text where !byte.isDigit {
            guard byte == UInt8(ascii: "."), points == 0 else { return false }
            points += 1
        }
        return true
    }

    /// Zero with the decimals of its unit.
    static func zero(_ unit: BalanceUnit) -> String {
        unit.places == 0 ? "0" : "0." + String(repeating: "0", count: unit.places)
    }

    /// 21.749999999999996 USD is 21.75: an amount with as many digits as a binary fraction has is rounded to the decimals of its currency,
    /// points to six. Any other stays.
    public static func withoutBinaryError(_ amount: String, in currency: String?) -> String {
        let sign = amount.hasPrefix("-") ? "-" : ""
        let parts = amount.dropFirst(sign.count).split(separator: ".")
        let unit = BalanceUnit(code: currency)
        let places = unit == .points ? 6 : unit.places
        guard parts.count == 2, parts[1].utf8.count > places,
            parts.joined().drop(while: { $0 == "0" }).utf8.count >= binaryDigits
        else { return amount }
        var digits = Array((parts[0] + parts[1].prefix(places)).utf8)
        if parts[1].utf8.dropFirst(places).first ?? 0 >= UInt8(ascii: "5") {
            var index = digits.count - 1
            while index >= 0, digits[index] == UInt8(ascii: "9") {
                digits[index] = UInt8(ascii: "0")
                index -= 1
            }
            if index >= 0 { digits[index] += 1 } else { digits.insert(UInt8(ascii: "1"), at: 0) }
        }
        let whole = String(decoding: digits.dropLast(places), as: UTF8.self)
        var fraction = digits.suffix(places)
        while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        return sign + whole + (fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self))
    }

    private static let binaryDigits = 15

    /// Converts a typed currency to upper case; nil if it is not three letters A-Z.
    public static func currency(from text: String) -> String? {
        let code = text.uppercased()
        guard code.utf8.count == 3, code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return nil }
        return code
    }
}
