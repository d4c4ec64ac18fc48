/// A typed day as numbers, words and marks. It knows no calendar.
struct DayTokens {
    enum Token: Hashable {
        case number(Int, digits: Int)
        /// Folded letters.
        case word(String)
        /// Anything else but white space.
        case mark(Unicode.Scalar)
    }

    private(set) var tokens: [Token] = []

    /// No day is longer in any notation.
    private static let maximumLength = 64
    /// More than any count or date has; larger numbers are cut to it.
    private static let largestNumber = 1_000_000_000

    /// Nil for a text that is too long.
    init?(_ text: String) {
        guard text.utf8.count <= 4 * Self.maximumLength else { return nil }
        let scalars = TextFolding.fold(text).unicodeScalars
        guard scalars.count <= Self.maximumLength else { return nil }
        var word = ""
        var number: (value: Int, digits: Int)?
        func end() {
            if let ended = number { tokens.append(.number(ended.value, digits: ended.digits)) }
            if !word.isEmpty { tokens.append(.word(word)) }
            (number, word) = (nil, "")
        }
        for scalar in scalars {
            if let digit = scalar.decimalDigit {
                if !word.isEmpty { end() }
                let before = number ?? (0, 0)
                number = (min(before.value * 10 + digit, Self.largestNumber), before.digits + 1)
            } else if Self.units.contains(scalar) {
                end()
                tokens.append(.mark(scalar))
            } else if scalar.properties.isAlphabetic {
                if number != nil { end() }
                word.unicodeScalars.append(scalar)
            } else {
                end()
                if !scalar.properties.isWhitespace { tokens.append(.mark(scalar)) }
            }
        }
        end()
    }

    /// What Chinese, Japanese and Korean write behind year, month and day.
    private static let units: Set<Unicode.Scalar> = ["年", "月", "日", "년", "월", "일"]

    var words: [String] { tokens.compactMap { if case .word(let word) = $0 { word } else { nil } } }
    var marks: [Unicode.Scalar] { tokens.compactMap { if case .mark(let mark) = $0 { mark } else { nil } } }
    var numbers: [(value: Int, digits: Int)] {
        tokens.compactMap { if case .number(let value, let digits) = $0 { (value, digits) } else { nil } }
    }
}

extension Unicode.Scalar {
    /// The value of a decimal digit of any script; nil for other characters.
    var decimalDigit: Int? {
        if isASCII { return (0x30...0x39).contains(value) ? Int(value) - 0x30 : nil }
        guard properties.numericType == .decimal, let value = properties.numericValue else { return nil }
        return Int(value)
    }
}
