internal import Basics

/// Japanese text without a declared character set, such as the kanji of a QR code (ISO/IEC 18004, 7.3.6).
enum ShiftJIS {
    /// Nil for bytes that are not Shift JIS, or could be Latin text as well: nearly all Japanese text has bytes of 0x80 to 0x9F,
    /// which are no characters in ISO 8859-1. Also nil where the C library lacks the conversion.
    static func text(of bytes: [UInt8]) -> String? {
        guard bytes.contains(where: { (0x80...0x9F).contains($0) }),
            let converted = CharacterSets.converted(bytes, from: "CP932"),
            let text = String(validating: converted, as: UTF8.self),
            // Private use characters have no common meaning.
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .privateUse })
        else { return nil }
        return text
    }
}
