/// Kinds as people type them.
extension BarcodeFormat {
    /// The kind whose label or usual name was typed, whatever the case and whatever stands between its letters and digits: "ean13",
    /// "EAN-13", "EAN_13". Nil for none.
    public init?(typed text: String) {
        let typed = Self.bare(text)
        guard let format = Self.known.first(where: { $0.typedNames.contains(typed) }) else { return nil }
        self = format
    }

    /// The kinds whose label or usual name begins with what was typed.
    public static func completions(of text: String) -> [BarcodeFormat] {
        let typed = bare(text)
        guard !typed.isEmpty else { return [] }
        return known.filter { $0.typedNames.contains { $0.hasPrefix(typed) } }
    }

    /// The kind of a number whose length is that of one with a check digit, and whose check digit is right. A tenth of all numbers
    /// of that length pass by chance.
    public init?(digitsOf value: String) {
        let digits = value.filter { !$0.isWhitespace && $0 != "-" }
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let format = Self.byLength[digits.count],
            (try? BarcodeContent(digits, as: format)) != nil
        else { return nil }
        self = format
    }

    private static let byLength: [Int: BarcodeFormat] = [8: .ean8, 12: .upcA, 13: .ean13]

    private var typedNames: [String] { [Self.bare(label), Self.bare(rawValue)] }

    private static func bare(_ text: String) -> String {
        text.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
