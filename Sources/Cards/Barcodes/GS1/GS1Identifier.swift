/// A GS1 application identifier, such as `01` or `3102`, and the rules for its data.
///
/// Lengths, characters, check digits and dates are checked; combinations of elements and the codes of countries, currencies and
/// companies are not.
struct GS1Identifier: Hashable, Sendable {
    let digits: String
    let parts: [Part]

    /// A part of the data with its own rules.
    struct Part: Hashable, Sendable {
        enum Characters: Character {
            case digits = "N"
            /// The 82 of GS1 General Specifications, figure 7.11-1.
            case letters = "X"
            /// The 39 of figure 7.11-2.
            case capitals = "Y"
            /// The alphabet of base64url.
            case base64 = "Z"
        }

        enum Rule: String {
            case none = ""
            case checkDigit = "csum"
            case day = "yymmdd"
            /// The day may be 00, which means the whole month.
            case dayOrMonth = "yymmd0"
            /// Ends with two check characters (``CheckPair``).
            case checkPair = "csumalpha"
            case hour = "hh"
            case minute = "mi"
            case second = "ss"
        }

        let characters: Characters
        let lengths: ClosedRange<Int>
        let rule: Rule
        let isOptional: Bool
    }

    var lengths: ClosedRange<Int> {
        let least = parts.reduce(0) { $0 + ($1.isOptional ? 0 : $1.lengths.lowerBound) }
        return least...parts.reduce(0) { $0 + $1.lengths.upperBound }
    }

    var holdsDigitsOnly: Bool { parts.allSatisfy { $0.characters == .digits } }

    /// Nil for an unknown identifier.
    static func named(_ digits: some StringProtocol) -> GS1Identifier? { known[String(digits)] }

    /// The identifier at the beginning of the text. It is unambiguous: no identifier is a prefix of another.
    static func beginning(_ text: some StringProtocol) -> GS1Identifier? {
        (2...4).lazy.compactMap { named(text.prefix($0)) }.first
    }

    /// Its data needs no separator: the first two digits determine the length, which readers know without the table (GS1 General
    /// Specifications, figure 7.8.5-2).
    var isPredefinedLength: Bool { Self.isPredefinedLength(digits) }

    static func isPredefinedLength(_ digits: String) -> Bool {
        guard let first = Int(digits.prefix(2)) else { return false }
        return (0...4).contains(first) || (11...20).contains(first) || (31...36).contains(first) || first == 41
    }

    static let known: [String: GS1Identifier] = {
        var table: [String: GS1Identifier] = [:]
        for line in GS1IdentifierTable.text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let range = words.first else { continue }
            let parts = words.dropFirst().compactMap(Part.init)
            let ends = range.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last, let width = range.split(separator: "-").first?.count
            else { continue }
            for number in first...last {
                let digits = String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
                table[digits] = GS1Identifier(digits: digits, parts: parts)
            }
        }
        return table
    }()
}

extension GS1Identifier.Part {
    /// Parses `N6,yymmdd`, `X..20`, `[N4]`; nil for anything else.
    init?(_ word: Substring) {
        let inner = word.filter { $0 != "[" && $0 != "]" }
        let halves = inner.split(separator: ",", maxSplits: 1)
        guard let shape = halves.first, let letter = shape.first, let characters = Characters(rawValue: letter),
            let most = Int(shape.dropFirst().drop { $0 == "." }),
            let rule = Rule(rawValue: halves.count > 1 ? String(halves[1]) : "")
        else { return nil }
        let isOpen = shape.contains(".")
        self.init(
            characters: characters, lengths: (isOpen ? 1 : most)...most, rule: rule, isOptional: word.hasPrefix("["))
    }

    func holds(_ scalar: Unicode.Scalar) -> Bool {
        switch (characters, scalar) {
        case (_, "0"..."9"): true
        case (.letters, "A"..."Z"), (.letters, "a"..."z"), (.base64, "A"..."Z"), (.base64, "a"..."z"): true
        case (.capitals, "A"..."Z"): true
        case (.letters, _): "!\"%&'()*+,-./:;<=>?_".unicodeScalars.contains(scalar)
        case (.capitals, _): "#-/".unicodeScalars.contains(scalar)
        case (.base64, _): "-_=".unicodeScalars.contains(scalar)
        case (.digits, _): false
        }
    }

    var label: String {
        switch characters {
        case .digits: "digits"
        case .letters: "letters without accents, digits and ! \" % & ' ( ) * + , - . / : ; < = > ? _"
        case .capitals: "capitals, digits and # - /"
        case .base64: "letters without accents, digits and - _ ="
        }
    }
}
