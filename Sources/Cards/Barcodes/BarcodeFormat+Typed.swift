/// Parses names of kinds as people type them.
extension BarcodeFormat {
    /// The kind with this label or usual name, ignoring case and everything that is not a letter or digit: "ean13", "EAN-13",
    /// "EAN_13". Nil for an unknown name.
    public init?(typed text: String) {
        guard text.utf8.count <= Self.longestTyped else { return nil }
        let typed = Self.bare(text)
        guard let known = Self.names.first(where: { $0.names.contains(typed) }) else { return nil }
        self = known.format
    }

    /// As ``init(typed:)``; of kinds that share a name ("EAN") the one that the number has the length of.
    public init?(typed text: String, for number: String) {
        guard let format = BarcodeFormat(typed: text) else { return nil }
        guard Self.digits(of: number)?.utf8.count == 8 else {
            self = format
            return
        }
        switch Self.bare(text) {
        case "EAN", "JAN", "GTIN": self = .ean8
        case "UPC": self = .upcE
        default: self = format
        }
    }

    /// The kinds whose label or usual name begins with the typed text.
    public static func completions(of text: String) -> [BarcodeFormat] {
        guard text.utf8.count <= longestTyped else { return [] }
        let typed = bare(text)
        guard !typed.isEmpty else { return [] }
        return names.filter { $0.names.contains { $0.hasPrefix(typed) } }.map(\.format)
    }

    /// The kind that a number belongs to by its length and a correct check digit. A tenth of all numbers of that length pass by
    /// chance.
    public init?(digitsOf value: String) {
        guard let digits = Self.digits(of: value), let format = Self.byLength[digits.utf8.count],
            CheckDigit.isRight(digits)
        else { return nil }
        self = format
    }

    /// The digits of a number with gaps; nil for other characters, and for more digits than a retail number has.
    static func digits(of value: String) -> String? {
        guard value.utf8.count <= longestTyped else { return nil }
        var digits = ""
        // Runs on every key press, so it returns at the first letter or surplus digit.
        for character in value where !character.isWhitespace && character != "-" {
            guard character.isASCII, character.isNumber, digits.utf8.count < mostDigits else { return nil }
            digits.append(character)
        }
        return digits
    }

    /// The kinds with a check digit, by the number of their digits.
    static let byLength: [Int: BarcodeFormat] = [8: .ean8, 12: .upcA, 13: .ean13, 14: .itf]
    private static let mostDigits = 14
    /// Longer than every name; longer text is not examined.
    private static let longestTyped = 64

    private static let names = known.map { format in
        (format: format, names: [bare(format.label), bare(format.rawValue)] + (usualNames[format] ?? []))
    }

    /// Names that people and other programs use, as ``bare(_:)`` makes them.
    private static let usualNames: [BarcodeFormat: [String]] = [
        .microQR: ["MICROQR", "MQR"], .rMQR: ["RMQR", "RECTANGULARMICROQRCODE"],
        .qrCode: ["QR"], .upcA: ["UPC", "UPCA12"], .ean13: ["EAN", "JAN", "GTIN", "GTIN13", "JAN13"],
        .ean8: ["JAN8", "GTIN8"],
        .itf: ["INTERLEAVED2OF5", "INTERLEAVED25", "2OF5", "I2OF5", "I25", "ITF14"], .codabar: ["NW7"],
        .code128: ["C128", "CODE128A", "CODE128B", "CODE128C"], .code39: ["C39", "3OF9", "CODE3OF9"], .code93: ["C93"],
        .dataBar: ["GS1DATABAR", "DATABAR"],
    ]

    /// How many digits a number of this kind has; nil where that varies.
    public var digits: Int? { Self.byLength.first { $0.value == self && $0.value != .itf }?.key }

    private static func bare(_ text: String) -> String {
        text.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
