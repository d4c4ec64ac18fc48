/// The rules that EAN-13, EAN-8 and UPC-A share: digits, the last of them a check digit, and an optional add-on of 2 or 5 digits.
struct RetailRules {
    let format: BarcodeFormat
    /// Including the check digit.
    let length: Int
    /// The length as text.
    let lengthText: String

    static let addOnLengths = [2, 5]

    /// Number and add-on. A `+` separates them; without one, a surplus last group of digits is the add-on.
    func parts(of value: String) throws(BarcodeProblem) -> (digits: String, addOn: String?) {
        let halves = value.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return try parts(ofGroups: DigitGroups(value)) }
        let addOn = try Self.digits(of: halves[1])
        guard Self.addOnLengths.contains(addOn.count) else {
            throw .length(needed: "an add-on of 2 or 5 digits", given: addOn.count)
        }
        return (try Self.digits(of: halves[0]), addOn)
    }

    private func parts(ofGroups written: DigitGroups) -> (digits: String, addOn: String?) {
        let digits = written.digits
        guard let last = written.groups.last, Self.addOnLengths.contains(last.count),
            digits.count == length + last.count
        else { return (digits, nil) }
        return (String(digits.dropLast(last.count)), last)
    }

    /// An empty half beside the `+` is reported as length 0, not as a missing value.
    private static func digits(of half: Substring) throws(BarcodeProblem) -> String {
        do {
            return try DigitGroups(half).digits
        } catch {
            guard error == .empty else { throw error }
            return ""
        }
    }
}

extension BarcodeContent {
    init(retail value: String, _ rules: RetailRules) throws(BarcodeProblem) {
        let (digits, addOn) = try rules.parts(of: value)
        let behind = addOn.map { "+" + $0 } ?? ""
        if let whole = CheckDigit.addingZeros(to: digits, length: rules.length) {
            throw .length(needed: rules.lengthText, given: digits.count, fixed: whole + behind)
        }
        if digits.count == rules.length - 1 {
            let right = CheckDigit.following(digits)
            throw .missingCheckDigit(right, fixed: digits + String(right) + behind)
        }
        guard digits.count == rules.length else { throw .length(needed: rules.lengthText, given: digits.count) }
        try CheckDigit.verify(digits) { $0 + behind }
        self.init(rules.format, digits + behind)
    }
}

extension CheckDigit {
    /// Throws ``BarcodeProblem`` unless the last digit is the correct check digit.
    /// - Parameter whole: returns the complete corrected value for the corrected digits.
    static func verify(_ digits: String, whole: (String) -> String = { $0 }) throws(BarcodeProblem) {
        let right = following(digits.dropLast())
        guard digits.last != right else { return }
        throw .checkDigit(right: right, fixed: whole(digits.dropLast() + String(right)))
    }
}

/// UPC-E: a UPC-A with many zeros in eight digits: number system 0 or 1, six digits, the check digit of the UPC-A (GS1 General
/// Specifications, 5.2.2.4).
enum UPCERules {
    static let lengthText = "8 digits that begin with 0 or 1"

    /// Expands number system and six digits to the UPC-A without its check digit.
    static func expanded(_ seven: String) -> String {
        let system = seven.prefix(1)
        let six = Array(seven.dropFirst())
        guard six.count == 6 else { return seven }
        func text(_ range: Range<Int>) -> String { String(six[range]) }
        switch six[5] {
        case "0", "1", "2": return system + text(0..<2) + text(5..<6) + "0000" + text(2..<5)
        case "3": return system + text(0..<3) + "00000" + text(3..<5)
        case "4": return system + text(0..<4) + "00000" + text(4..<5)
        default: return system + text(0..<5) + "0000" + text(5..<6)
        }
    }

    /// The canonical UPC-E of the first eleven digits of a UPC-A: number system and six digits; nil if it has too few zeros.
    static func shortened(_ eleven: String) -> String? {
        let digits = Array(eleven)
        guard digits.count == 11 else { return nil }
        func text(_ range: ClosedRange<Int>) -> String { String(digits[range]) }
        return [
            text(0...2) + text(8...10) + text(3...3), text(0...3) + text(9...10) + "3",
            text(0...4) + text(10...10) + "4",
            text(0...5) + text(10...10),
        ].first { expanded($0) == eleven }
    }
}

extension BarcodeContent {
    /// Six digits are those between number system 0 and the check digit; seven digits begin with the number system.
    init(upcE value: String) throws(BarcodeProblem) {
        let rules = RetailRules(format: .upcE, length: 8, lengthText: UPCERules.lengthText)
        let (digits, addOn) = try rules.parts(of: value)
        let behind = addOn.map { "+" + $0 } ?? ""
        // A table has dropped the zero that nearly every UPC-E begins with.
        if digits.count == 7, (try? BarcodeContent(upcE: "0" + digits)) != nil {
            throw .length(needed: rules.lengthText, given: digits.count, fixed: "0" + digits + behind)
        }
        guard (6...8).contains(digits.count) else { throw .length(needed: rules.lengthText, given: digits.count) }
        let seven = digits.count == 6 ? "0" + digits : String(digits.prefix(7))
        guard let system = seven.first, system == "0" || system == "1" else {
            throw .rule("a UPC-E begins with 0 or 1")
        }
        let whole = UPCERules.expanded(seven)
        let right = CheckDigit.following(whole)
        guard let usual = UPCERules.shortened(whole), usual == seven else {
            throw .otherDigits(fixed: (UPCERules.shortened(whole) ?? seven) + String(right) + behind)
        }
        let fixed = seven + String(right) + behind
        guard digits.count == 8 else { throw .missingCheckDigit(right, fixed: fixed) }
        guard digits.last == right else { throw .checkDigit(right: right, fixed: fixed) }
        self.init(.upcE, digits + behind)
    }
}
