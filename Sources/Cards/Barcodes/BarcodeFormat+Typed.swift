/// Kinds as people type them.
extension BarcodeFormat {
    /// The kind whose label or usual name was typed, whatever the case and whatever stands between its letters and digits: "ean13",
    /// "EAN-13", "EAN_13". Nil for none.
    public init?(typed text: String) {
        guard text.utf8.count <= Self.longestTyped else { return nil }
        let typed = Self.bare(text)
        guard let known = Self.names.first(where: { $0.names.contains(typed) }) else { return nil }
        self = known.format
    }

    /// The kinds whose label or usual name begins with what was typed.
    public static func completions(of text: String) -> [BarcodeFormat] {
        guard text.utf8.count <= longestTyped else { return [] }
        let typed = bare(text)
        guard !typed.isEmpty else { return [] }
        return names.filter { $0.names.contains { $0.hasPrefix(typed) } }.map(\.format)
    }

    /// The kind of a number whose length is that of one with a check digit, and whose check digit is right. A tenth of all numbers
    /// of that length pass by chance.
    public init?(digitsOf value: String) {
        guard value.utf8.count <= Self.longestTyped else { return nil }
        var digits = ""
        // Each key asks again: the first letter, or one digit too many, answers.
        for character in value where !character.isWhitespace && character != "-" {
            guard character.isASCII, character.isNumber, digits.utf8.count < Self.mostDigits else { return nil }
            digits.append(character)
        }
        guard let format = Self.byLength[digits.count], (try? BarcodeContent(digits, as: format)) != nil else {
            return nil
        }
        self = format
    }

    private static let byLength: [Int: BarcodeFormat] = [8: .ean8, 12: .upcA, 13: .ean13]
    private static let mostDigits = 13
    /// No name is as long; what is typed behind that, by mistake, is not even looked at.
    private static let longestTyped = 64

    private static let names = known.map { format in
        (format: format, names: [bare(format.label), bare(format.rawValue)])
    }

    private static func bare(_ text: String) -> String {
        text.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
