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
