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
