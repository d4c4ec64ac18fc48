/// A kind of barcode for a number, suggested for a card that has none.
public struct BarcodeSuggestion: Equatable, Sendable {
    public let format: BarcodeFormat
    /// How the number would have to be changed to be of this kind; nil where it is as it stands.
    public let correction: Correction?

    public struct Correction: Equatable, Sendable {
        /// The last digit in place of the wrong one; nil where zeros in front are missing.
        public let checkDigit: Character?
        /// The corrected number.
        public let number: String
    }

    /// The kinds for a number: those that hold it unchanged, the likeliest first, then those that need another number.
    ///
    /// Nine in ten numbers that are no GS1 numbers have a wrong check digit by chance, so a correction is never the first.
    public static func all(for number: String) -> [BarcodeSuggestion] {
        let number = number.trimmed
        guard !number.isEmpty else { return [] }
        let fitting = BarcodeFormat.fitting(number).map { BarcodeSuggestion(format: $0, correction: nil) }
        return fitting + [wrongCheckDigit(in: number), missingZero(in: number)].compactMap { $0 }
    }

    /// The kind that a number would have with a zero in front, which tables drop; nil where the check digit is wrong then, too.
    public static func missingZero(in number: String) -> BarcodeSuggestion? {
        guard let digits = BarcodeFormat.digits(of: number), BarcodeFormat(digitsOf: digits) == nil,
            let format = BarcodeFormat.byLength[digits.utf8.count + 1],
            let whole = CheckDigit.addingZeros(to: digits, length: digits.utf8.count + 1)
        else { return nil }
        return BarcodeSuggestion(format: format, correction: Correction(checkDigit: nil, number: whole))
    }

    /// The kind that a number would have by the count of its digits if their check digit were right; nil if it is right, or for other numbers.
    public static func wrongCheckDigit(in number: String) -> BarcodeSuggestion? {
        guard let digits = BarcodeFormat.digits(of: number), let format = BarcodeFormat.byLength[digits.utf8.count]
        else { return nil }
        let right = CheckDigit.following(digits.dropLast())
        guard digits.last != right else { return nil }
        return BarcodeSuggestion(
            format: format, correction: Correction(checkDigit: right, number: digits.dropLast() + String(right)))
    }

    /// "EAN-13"; ITF with a check digit is known as ITF-14.
    public var label: String { correction != nil && format == .itf ? "ITF-14" : format.label }
}

extension BarcodeFormat {
    /// The kind that a number tells by itself: digits by their count and a right check digit, a link, GS1 elements. Nil if it could be of
    /// several kinds.
    public init?(evidentIn number: String) {
        let number = number.trimmed
        if let format = BarcodeFormat(digitsOf: number) {
            // Such EAN-8 numbers are for use within a shop, and all UPC-E numbers begin with 0.
            if format == .ean8, number.hasPrefix("0") { return nil }
            self = format
        } else if Self.isForPhone(number), (try? BarcodeContent(number, as: .qrCode)) != nil {
            self = .qrCode
        } else if Self.isGS1(number) {
            self = .gs1Code128
        } else {
            return nil
        }
    }

    /// What phones read from a QR code: a link, a contact, the password of a network.
    private static func isForPhone(_ text: String) -> Bool {
        let beginning = text.prefix(12).lowercased()
        return beginnings.contains { beginning.hasPrefix($0) && text.utf8.count > $0.utf8.count }
    }

    private static let beginnings = [
        "https://", "http://", "www.", "wifi:", "mailto:", "tel:", "sms:", "geo:", "mecard:", "begin:vcard",
    ]

    /// Elements in parentheses, or as a scanner returns them, which break no rule.
    private static func isGS1(_ text: String) -> Bool {
        let isMarked =
            text.hasPrefix("(") || text.hasPrefix("]C1") || text.unicodeScalars.contains(GS1Elements.separator)
        guard isMarked, let content = try? BarcodeContent(text, as: .gs1Code128) else { return false }
        return content.warning == nil
    }
}
