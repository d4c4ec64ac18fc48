/// Kinds that hold letters, digits and punctuation, one symbol per character.
extension BarcodeContent {
    private static let capitals = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

    /// The 43 characters of ISO/IEC 16388. Asterisks around the printed value are the start and stop symbols.
    init(code39 value: String) throws(BarcodeProblem) {
        let allowed = Set((Self.capitals + " -.$/+%").unicodeScalars)
        var inner = value[...]
        if value.count > 2, value.hasPrefix("*"), value.hasSuffix("*") { inner = inner.dropFirst().dropLast() }
        let fixed = inner.uppercased()
        try Self.require(allowed, in: value, description: "capitals, digits and - . $ / + %", fixed: fixed)
        try Self.limit(value.unicodeScalars.count, to: 85, .code39)
        self.init(.code39, value)
    }

    /// Any ASCII. The 43 characters of Code 39 take one symbol each, all others two; the library draws up to 107 symbols.
    init(code93 value: String) throws(BarcodeProblem) {
        try Self.requireASCII(value)
        let single = Set((Self.capitals + " -.$/+%").unicodeScalars)
        let symbols = value.unicodeScalars.reduce(0) { $0 + (single.contains($1) ? 1 : 2) }
        guard symbols <= 107 else {
            throw .rule(
                "a Code 93 holds 107 characters at most, and small letters and signs count twice: you have \(symbols)")
        }
        self.init(.code93, value)
    }

    /// ISO-8859-1 (ISO/IEC 15417, with FNC4). The library draws up to 60 symbols: one per character, half of one per digit in a run
    /// of digits, up to half of one more where control characters force a change of code set, and one to three per character beyond
    /// ASCII, by what is beside it.
    init(code128 value: String) throws(BarcodeProblem) {
        let scalars = value.unicodeScalars
        if let odd = scalars.first(where: { $0.value > 0xFF }) {
            throw .character(Character(odd), allowed: "letters, digits and signs of western Europe", fixed: nil)
        }
        let isASCII = scalars.allSatisfy(\.isASCII)
        let digits = scalars.count { ("0"..."9").contains($0) }
        if digits == scalars.count {
            try Self.limit(digits, to: 118, .code128)
        } else if isASCII, digits < 2 {
            try Self.limit(scalars.count, to: 60, .code128)
        }
        // What the text takes at least; only drawing it tells how much more.
        let least = (scalars.count - digits) + (digits + 1) / 2 + (isASCII ? 0 : 1)
        guard least <= 60 else {
            let rule = "a Code 128 holds 60 symbols, one for each letter or two digits and more for letters like \u{E4}"
            throw .rule("\(rule): you have \(least) or more")
        }
        let sure = !isASCII ? 20 : scalars.contains { $0.value < 0x20 } ? 40 : 60
        self.init(
            format: .code128, text: value, bytes: scalars.map { UInt8(truncatingIfNeeded: $0.value) },
            isSureToFit: digits == scalars.count || scalars.count <= sure)
    }

    /// Digits and six punctuation characters between a start and a stop of A to D; both default to A. At least two characters:
    /// scanners ignore shorter codes as noise.
    init(codabar value: String) throws(BarcodeProblem) {
        let ends = Set("ABCDabcd".unicodeScalars)
        var inner = value.unicodeScalars[...]
        var (start, stop) = ("A", "A")
        if inner.count > 1, let first = inner.first, let last = inner.last, ends.contains(first), ends.contains(last) {
            (start, stop) = (String(first).uppercased(), String(last).uppercased())
            inner = inner.dropFirst().dropLast()
        }
        let text = String(inner)
        let fixed = String(String.UnicodeScalarView(inner.filter { $0 != " " }))
        try Self.require(
            Set("0123456789-$:/.+".unicodeScalars), in: text, description: "digits and - $ : / . +, between A to D",
            fixed: fixed)
        guard inner.count >= 2 else { throw .length(needed: "2 digits or more", given: inner.count) }
        try Self.limit(inner.count, to: 58, .codabar)
        self.init(.codabar, start + text + stop)
    }

    private static func requireASCII(_ value: String) throws(BarcodeProblem) {
        guard let odd = value.unicodeScalars.first(where: { !$0.isASCII }) else { return }
        throw .character(Character(odd), allowed: "letters without accents, digits and signs (ASCII)", fixed: nil)
    }

    private static func limit(_ count: Int, to maximum: Int, _ format: BarcodeFormat) throws(BarcodeProblem) {
        guard count <= maximum else { throw .tooLong(format, maximum: maximum, given: count) }
    }

    /// Throws for the first character that is not in the kind's alphabet.
    /// - Parameter fixed: a corrected value, offered if it is valid itself.
    private static func require(
        _ allowed: Set<Unicode.Scalar>, in value: String, description: String, fixed: String
    ) throws(BarcodeProblem) {
        guard let odd = value.unicodeScalars.first(where: { !allowed.contains($0) }) else { return }
        let isRight = !fixed.isEmpty && fixed.unicodeScalars.allSatisfy(allowed.contains)
        throw .character(Character(odd), allowed: description, fixed: isRight ? fixed : nil)
    }
}
