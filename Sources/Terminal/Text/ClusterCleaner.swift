internal import CUTF8Proc

/// Makes text safe one code point after another (``SafeText``), in linear time: cluster boundaries follow from what
/// came before, without looking back.
struct ClusterCleaner {
    /// A longer cluster is no syllable and no family; the rest becomes a cluster of its own.
    static let maximumBases = 8

    private(set) var result = String.UnicodeScalarView()
    private var recognizer = Unicode._CharacterRecognizer()
    private var lastRead: Unicode.Scalar?
    private var lastWritten: Unicode.Scalar?
    /// A joiner is written with what it joins, or not at all: at the end it would attach the next cluster to this one.
    private var hasJoiner = false
    private var isAtStart = true
    private var bases = 0
    /// Marks behind the last base: those without a column, and those with a column of their own.
    private var marks = 0
    private var spacingMarks = 0

    mutating func append(_ scalar: Unicode.Scalar) {
        if recognizer.hasBreak(before: scalar) {
            endCluster(before: scalar)
            startCluster()
        }
        defer { lastRead = scalar }
        if scalar == "\n", lastRead == "\r" {
            result.removeLast()
            write("\u{2424}")
            return
        }
        switch scalar.value {
        case 0x200D:
            hasJoiner = !isAtStart
            return
        case 0x200C:
            // It shapes letters in Persian and in Indic scripts; elsewhere it has no visible effect.
            if let lastWritten, !isAtStart, !lastWritten.isASCII, lastWritten != scalar { write(scalar) }
            return
        default: break
        }
        guard let shown = ScalarSafety.shown(scalar) else { return }
        ScalarSafety.isMark(shown) ? appendMark(shown) : appendBase(shown)
    }

    /// In Sinhala and other scripts the joiner between a virama and a letter makes a conjunct of two clusters.
    private mutating func endCluster(before next: Unicode.Scalar) {
        guard hasJoiner, lastWritten?.properties.canonicalCombiningClass == .virama,
            next.properties.generalCategory == .otherLetter
        else { return }
        result.append("\u{200D}")
    }

    private mutating func startCluster() {
        (isAtStart, hasJoiner, bases, marks, spacingMarks) = (true, false, 0, 0, 0)
    }

    private mutating func appendMark(_ mark: Unicode.Scalar) {
        if mark.properties.generalCategory == .spacingMark {
            spacingMarks += 1
            if spacingMarks > SafeText.maximumMarks { return }
        } else {
            marks += 1
            if marks > SafeText.maximumMarks { return }
        }
        write(mark)
    }

    private mutating func appendBase(_ base: Unicode.Scalar) {
        bases += 1
        (marks, spacingMarks) = (0, 0)
        if bases > Self.maximumBases {
            // Where nothing joins, a cluster breaks behind a non-joiner (UAX #29).
            if !hasJoiner { write("\u{200C}") }
            startCluster()
            bases = 1
        }
        write(base)
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        if isAtStart, ScalarSafety.needsBase(scalar) { result.append("\u{25CC}") }
        if hasJoiner { result.append("\u{200D}") }
        result.append(scalar)
        (lastWritten, hasJoiner, isAtStart) = (scalar, false, false)
    }
}

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
