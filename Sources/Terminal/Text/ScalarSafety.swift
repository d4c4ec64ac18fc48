internal import CUTF8Proc

/// How a single code point is shown.
enum ScalarSafety {
    /// The code point as it is shown; nil when it is dropped.
    static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x09, 0x2028, 0x2029: " "
        case 0x0A, 0x85: "\u{2424}"
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
        case 0x7F: "\u{2421}"
        case 0x20..<0x7F: scalar
        case 0x80..<0xA0: "\u{FFFD}"
        // Soft hyphen, zero width space and no-break space, bidirectional marks, embeddings, overrides and isolates,
        // invisible operators, deprecated format controls, Arabic letter mark, Mongolian vowel separator.
        case 0xAD, 0x61C, 0x180E, 0x200B, 0x200C, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF,
            0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
            nil
        case 0x200D, 0xFE00...0xFE0F: scalar
        default: shownByCategory(scalar)
        }
    }

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    /// Whether a mark needs a base: marks without a column of their own, joiners and selectors do. Spacing marks do
    /// not: some of them are graphemes of their own (UAX #29), as are the vowels of Hangul.
    static func needsBase(_ scalar: Unicode.Scalar) -> Bool {
        guard DisplayWidth.columns(of: scalar) == 0 else { return false }
        return ![.spacingMark, .otherLetter].contains(scalar.properties.generalCategory)
    }

    private static func shownByCategory(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .unassigned, .privateUse: "\u{FFFD}"
        case .format: nil
        default: scalar
        }
    }
}
