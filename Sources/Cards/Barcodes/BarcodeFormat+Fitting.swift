extension BarcodeFormat {
    /// The kinds that can hold a value unchanged, most likely first.
    ///
    /// First the kind that the value tells by itself. Digits are matched by length and check digit, then by the kinds that shops use
    /// without a check digit; links belong in a QR code.
    /// - Parameter encoding: how the value becomes bytes, for kinds that hold bytes.
    public static func fitting(_ value: String, encoding: String? = nil) -> [BarcodeFormat] {
        let ranked = known.filter { format in
            // It would add a check digit.
            if format == .dataBar, digits(of: value)?.utf8.count == 13 { return false }
            let content = try? BarcodeContent(value, as: format, encoding: encoding)
            return content != nil && content?.warning == nil
        }
        let evident = BarcodeFormat(evidentIn: value)
        let likely =
            (evident.map { [$0] } ?? []).filter(ranked.contains)
            + likeliest(for: value).filter { $0 != evident && ranked.contains($0) }
        return likely + ranked.filter { !likely.contains($0) }
    }

    private static func likeliest(for value: String) -> [BarcodeFormat] {
        if value.hasPrefix("https://") || value.hasPrefix("http://") { return [.qrCode, .aztec, .dataMatrix] }
        if value.hasPrefix("(") || value.unicodeScalars.contains(GS1Elements.separator) {
            return [.gs1Code128, .dataBarExpanded]
        }
        guard let digits = try? DigitGroups(value.prefix { $0 != "+" }).digits else {
            return value.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) }
                && value.unicodeScalars.count <= easilyReadLength
                ? [.code128, .qrCode, .code39] : [.qrCode, .aztec, .pdf417]
        }
        switch digits.count {
        // EAN-8 numbers that begin with 0 are for use within a shop; all UPC-E numbers begin with 0.
        case 8: return (digits.hasPrefix("0") ? [.upcE, .ean8] : [.ean8, .upcE]) + [.code128, .itf]
        case 12: return [.upcA, .code128, .itf]
        // GTINs of trade items; 13 digits and an add-on of 2 have 15.
        case 14: return [.itf, .code128]
        case 13...18: return [.ean13, .upcA, .code128, .itf]
        default: return [.code128, .qrCode, .itf]
        }
    }

    /// A longer Code 128 is too wide for many scanners and screens.
    private static let easilyReadLength = 24
}
