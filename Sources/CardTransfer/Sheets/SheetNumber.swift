internal import Basics

/// A number as a workbook stores it: a binary fraction with up to 17 digits, of which a spreadsheet shows 15.
struct SheetNumber {
    private static let shownDigits = 15
    private static let largestExponent = 400

    private var isNegative = false
    /// Without zeros at either end.
    private var digits: [UInt8]
    /// Behind so many digits.
    private var point: Int
    /// Whether a spreadsheet has replaced its last digits by zeros.
    private var isCut = false

    /// Reads `4.006381333931E12`; nil for what is no number.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
            isNegative = rest.removeFirst() == UInt8(ascii: "-")
        }
        let mantissa = rest.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        var exponent = 0
        if mantissa.count < rest.count {
            let behind = String(decoding: rest.dropFirst(mantissa.count + 1), as: UTF8.self)
            guard let number = Int(behind), abs(number) <= Self.largestExponent else { return nil }
            exponent = number
        }
        let parts = mantissa.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), mantissa.count > parts.count - 1, mantissa.count <= Self.largestExponent,
            parts.allSatisfy({ $0.allSatisfy(\.isDigit) })
        else { return nil }
        digits = Array(parts.joined())
        point = parts[0].count + exponent
        trim()
        let isWritten = parts.count == 1 && mantissa.count == rest.count
        // A whole number with more digits that are no zeros was not written by a spreadsheet, and has all of them.
        if digits.count > Self.shownDigits, !isWritten { round() }
        isCut = point > Self.shownDigits && digits.count <= Self.shownDigits
    }

    private mutating func trim() {
        let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(zeros)
        point -= zeros
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        if digits.isEmpty { point = 1 }
    }

    private mutating func round() {
        let isUp = digits[Self.shownDigits] >= UInt8(ascii: "5")
        digits.removeLast(digits.count - Self.shownDigits)
        if isUp {
            while digits.last == UInt8(ascii: "9") { digits.removeLast() }
            if let last = digits.popLast() {
                digits.append(last + 1)
            } else {
                digits = [UInt8(ascii: "1")]
                point += 1
            }
        }
        trim()
    }

    /// A hundred times as much.
    var percent: SheetNumber {
        var copy = self
        if !digits.isEmpty { copy.point += 2 }
        return copy
    }

    /// Behind the point.
    var places: Int { max(0, digits.count - point) }

    /// The digits of a whole number without a sign, none of which is lost; nil for any other.
    var whole: String? {
        isNegative || isCut || places > 0 || digits.isEmpty ? nil : text()
    }

    /// `4006381333931`, `12.50`. A whole number of which digits are lost has an exponent, which tells so: `6.01759123456789E+18`.
    /// - Parameter places: as many digits at least are written behind the point.
    func text(places: Int = 0) -> String {
        let sign = isNegative && !digits.isEmpty ? "-" : ""
        func text(_ digits: some Sequence<UInt8>) -> String { String(decoding: Array(digits), as: UTF8.self) }
        if isCut {
            let rest = text(digits.dropFirst())
            return "\(sign)\(text(digits.prefix(1)))\(rest.isEmpty ? "" : "." + rest)E+\(point - 1)"
        }
        let zero = UInt8(ascii: "0")
        let padded = [UInt8](repeating: zero, count: max(0, 1 - point)) + digits
        let place = max(point, 1)
        let whole = padded.prefix(place) + [UInt8](repeating: zero, count: max(0, place - padded.count))
        var behind = Array(padded.dropFirst(place))
        behind += [UInt8](repeating: zero, count: max(0, min(places, Self.shownDigits) - behind.count))
        return sign + text(whole) + (behind.isEmpty ? "" : "." + text(behind))
    }
}
