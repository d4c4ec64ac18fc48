/// Kinds that hold digits only, except the retail kinds (``RetailRules``).
extension BarcodeContent {
    /// ISO/IEC 16390 has no limit; the upper bound is that of the drawing library.
    private static let interleavedLengths = 6...90

    /// Interleaved 2 of 5. Fewer than six digits are refused because most scanners require a minimum length, by default 6 or more:
    /// a part of a longer code looks like a complete short one.
    init(interleaved value: String) throws(BarcodeProblem) {
        let digits = try DigitGroups(value).digits
        let lengths = Self.interleavedLengths
        guard digits.count <= lengths.upperBound else {
            throw .tooLong(.itf, maximum: lengths.upperBound, given: digits.count)
        }
        guard digits.count >= lengths.lowerBound - 1 else {
            throw .length(needed: "\(lengths.lowerBound) digits or more", given: digits.count)
        }
        guard digits.count.isMultiple(of: 2) else { throw .unevenDigits(fixed: "0" + digits) }
        self.init(.itf, digits)
    }

    /// A GTIN of 14 digits, or its first 13 without the check digit; a leading `(01)` is accepted.
    init(dataBar value: String) throws(BarcodeProblem) {
        let digits = try DigitGroups(value.hasPrefix("(01)") ? value.dropFirst(4) : value[...]).digits
        switch digits.count {
        case 13: self.init(.dataBar, digits + String(CheckDigit.following(digits)))
        case 14:
            try CheckDigit.verify(digits)
            self.init(.dataBar, digits)
        default: throw .length(needed: "13 digits, or 14 with the check digit", given: digits.count)
        }
    }
}
