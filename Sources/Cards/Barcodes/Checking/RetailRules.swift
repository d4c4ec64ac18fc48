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
