/// Kinds that hold digits alone, beside those of shops (``RetailRules``).
extension BarcodeContent {
    /// ISO/IEC 16390 has no limit; the library draws so many.
    private static let interleavedLengths = 6...90

    /// Interleaved 2 of 5. Fewer than six digits are refused because scanners refuse them too: a part of a longer code looks the
    /// same, so they are set to a least length, by default 6 or more.
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

    /// A GTIN of 14 digits, or the 13 before its check digit; `(01)` before them is understood.
    init(dataBar value: String) throws(BarcodeProblem) {
        let digits = try DigitGroups(value.hasPrefix("(01)") ? value.dropFirst(4) : value[...]).digits
        switch digits.count {
        case 13: self.init(.dataBar, digits + String(CheckDigit.behind(digits)))
        case 14:
            try CheckDigit.verify(digits)
            self.init(.dataBar, digits)
        default: throw .length(needed: "13 digits, or 14 with the check digit", given: digits.count)
        }
    }
}
