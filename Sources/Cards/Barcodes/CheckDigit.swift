/// The check digit of GS1 numbers: EAN, UPC, GTIN, SSCC (GS1 General Specifications, 7.9).
enum CheckDigit {
    /// The check digit for these digits (0-9 only): weights alternate between 3 and 1, from the right.
    static func following(_ digits: some StringProtocol) -> Character {
        var sum = 0
        for (index, byte) in digits.utf8.reversed().enumerated() {
            sum += Int(byte &- UInt8(ascii: "0")) * (index.isMultiple(of: 2) ? 3 : 1)
        }
        return Character(UnicodeScalar(UInt8(ascii: "0") + UInt8((10 - sum % 10) % 10)))
    }

    /// Whether the last digit is the check digit of the others.
    static func isRight(_ digits: some StringProtocol) -> Bool { digits.last == following(digits.dropLast()) }

    /// Tables take numbers for amounts and drop the zeros in front. Of more zeros chance would be likelier.
    private static let mostZeros = 3

    /// The digits with the zeros in front that they lack to be this long; nil unless the check digit is right then.
    static func addingZeros(to digits: String, length: Int) -> String? {
        let missing = length - digits.utf8.count
        guard (1...mostZeros).contains(missing), !digits.isEmpty else { return nil }
        let whole = String(repeating: "0", count: missing) + digits
        return isRight(whole) ? whole : nil
    }
}

/// The two check characters at the end of GS1's alphanumeric keys (GS1 General Specifications, 7.9.5).
enum CheckPair {
    /// The value of a character: its index among the 82 of GS1's AI encodable character set.
    private static let values: [Character: Int] = Dictionary(
        uniqueKeysWithValues: "!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
            .enumerated().map { ($1, $0) })
    private static let checks = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
    /// The weights, from the right.
    private static let primes = [
        2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83,
    ]

    /// The check pair for these characters; nil if a character has no value, or if the text is longer than an identifier may be.
    static func following(_ text: some StringProtocol) -> String? {
        guard text.count <= primes.count else { return nil }
        var sum = 0
        for (character, prime) in zip(text.reversed(), primes) {
            guard let value = values[character] else { return nil }
            sum += value * prime
        }
        sum %= 1021
        return String([checks[sum >> 5], checks[sum & 31]])
    }

    /// Throws ``BarcodeProblem`` unless the last two characters are the correct pair.
    /// - Parameter whole: returns the complete corrected value for the corrected text.
    static func verify(_ text: String, whole: (String) -> String) throws(BarcodeProblem) {
        guard text.count > 2, let right = following(text.dropLast(2)) else {
            throw .rule("a model number ends with two check characters, and \(text) is too short for that")
        }
        guard !text.hasSuffix(right) else { return }
        throw .checkPair(right: right, fixed: whole(text.dropLast(2) + right))
    }
}

/// The digits of a number as people write them: in groups, separated by gaps or hyphens.
struct DigitGroups {
    /// Not empty, nor is any group.
    let groups: [String]
    var digits: String { groups.joined() }

    /// Blank, hyphen, and the variants that word processors substitute for them.
    private static let gaps: Set<Unicode.Scalar> = [
        " ", "-", "\u{A0}", "\u{2009}", "\u{202F}", "\u{2010}", "\u{2011}", "\u{2013}",
    ]
    private static let digits: ClosedRange<Unicode.Scalar> = "0"..."9"

    /// Throws ``BarcodeProblem`` for a character that is not a digit, and if there is no digit.
    init(_ value: some StringProtocol) throws(BarcodeProblem) {
        for scalar in value.unicodeScalars where !Self.digits.contains(scalar) && !Self.gaps.contains(scalar) {
            throw .character(Character(scalar), allowed: "digits", fixed: nil)
        }
        groups = value.unicodeScalars.split { Self.gaps.contains($0) }.map { String(String.UnicodeScalarView($0)) }
        guard !groups.isEmpty else { throw .empty }
    }
}
