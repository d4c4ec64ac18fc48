internal import CUTF8Proc

/// The columns of text in a terminal, by grapheme cluster: the sum of the C library's `wcwidth` over its code points;
/// an emoji sequence has at most two. From utf8proc's tables and not the C library's, which depend on the locale and
/// differ between machines.
public enum DisplayWidth {
    /// At least 1: a cluster in a cell always has a column.
    public static func columns(of character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii == 0x0D ? 2 : 1 }
        return ClusterWidth(character.unicodeScalars).columns
    }

    static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        // Vowels and finals that are combined with the syllable before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7C6, 0xD7CB...0xD7FB: return 0
        // Circled numbers on black squares, and the hexagrams.
        case 0x3248...0x324F, 0x4DC0...0x4DFF: return 2
        // Signs in front of numbers in Arabic, Syriac and Kaithi.
        case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: return 1
        default: break
        }
        let codePoint = utf8proc_int32_t(bitPattern: scalar.value)
        let columns = Int(utf8proc_charwidth(codePoint))
        if columns == 0, utf8proc_category(codePoint) == UTF8PROC_CATEGORY_MC { return 1 }
        // Swift's Unicode tables may be newer.
        return columns == 1 && scalar.value > 0x1F1FF && scalar.properties.isEmojiPresentation ? 2 : columns
    }
}

/// The width of a grapheme cluster, and whether terminals agree on it.
public struct ClusterWidth: Equatable, Sendable {
    /// The columns in which it is drawn: at least as many as any terminal uses for the whole cluster.
    public let columns: Int
    /// The largest cursor movement of any terminal: one that does not know the sequence draws its members side by side.
    public let widest: Int
    /// Whether terminals disagree on the width: the cursor has to be set again behind the cluster.
    public let isDisputed: Bool

    public init(_ text: String) { self.init(text.unicodeScalars) }

    init(_ scalars: some Sequence<Unicode.Scalar>) {
        var (sum, widest, bases, first) = (0, 0, 0, 0)
        var (isDisputed, isEmoji, hasIndicator) = (false, false, false)
        var last: Unicode.Scalar?
        for scalar in scalars {
            switch scalar.value {
            case 0xFE0F:
                // The base before it becomes an emoji, if the terminal supports that.
                (isDisputed, isEmoji) = (true, true)
                if let last, DisplayWidth.columns(of: last) == 1 { widest += 1 }
            case 0x200B...0x200F, 0xFE00...0xFE0E: isDisputed = true
            case 0x1F1E6...0x1F1FF:
                (isDisputed, isEmoji, hasIndicator) = (true, true, true)
                (sum, widest, bases) = (sum + 1, widest + 2, bases + 1)
            default:
                let columns = DisplayWidth.columns(of: scalar)
                if last == nil { (first, isEmoji) = (columns, columns == 2 && scalar.properties.isEmoji) }
                (sum, widest) = (sum + columns, widest + columns)
                if columns > 0 {
                    bases += 1
                } else if Self.isYoung(scalar) {
                    (isDisputed, widest) = (true, widest + 1)
                }
                if columns == 2, Self.isNarrowWhereUnknown(scalar) { isDisputed = true }
            }
            last = scalar
        }
        let isPicture = isEmoji && (hasIndicator || bases > 1 || widest > sum)
        columns = isPicture ? 2 : max(1, sum)
        self.widest = max(columns, widest)
        self.isDisputed = isDisputed || bases > 1 || first == 0
    }

    /// Whether terminals whose tables do not contain this wide character yet, mostly an emoji, use one column. iTerm2
    /// and libvterm know Unicode 9.0. Planes 2 and 3 are wide as a whole, and so are the blocks of the characters
    /// below U+10000.
    public static func isNarrowWhereUnknown(_ scalar: Unicode.Scalar) -> Bool {
        guard (0x10000..<0x20000).contains(scalar.value) else { return false }
        guard let age = scalar.properties.age else { return true }
        return (age.major, age.minor) > (9, 0)
    }

    /// Whether a mark is newer than Unicode 5.0: many terminals use Markus Kuhn's `wcwidth` of that version, and give
    /// it a column.
    public static func isYoung(_ mark: Unicode.Scalar) -> Bool {
        guard let age = mark.properties.age else { return true }
        return (age.major, age.minor) > (5, 0)
    }
}
