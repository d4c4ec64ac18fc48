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
