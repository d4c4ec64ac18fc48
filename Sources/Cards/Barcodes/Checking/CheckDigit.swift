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
