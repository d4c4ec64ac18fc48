internal import CUTF8Proc

/// Columns that text takes in a terminal, by grapheme cluster: as many as the C library's `wcwidth` adds up to over its code
/// points, an emoji sequence two at most. From utf8proc's tables and not the C library's, which know nothing outside of a
/// locale and differ from machine to machine.
public enum DisplayWidth {
    /// A cluster in a cell is never without a column.
    public static func columns(of character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii == 0x0D ? 2 : 1 }
        return ClusterWidth(character.unicodeScalars).columns
    }

    static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        // Vowels and finals that are written into the syllable before them.
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
        // Swift's tables may be newer.
        return columns == 1 && scalar.value > 0x1F1FF && scalar.properties.isEmojiPresentation ? 2 : columns
    }
}

/// How wide a grapheme cluster is, and whether terminals agree on that.
public struct ClusterWidth: Hashable, Sendable {
    /// What it has on our screen: nowhere less than a terminal takes for the whole of it.
    public let columns: Int
    /// How far a terminal may move its cursor: one that does not know the sequence draws its members side by side.
    public let widest: Int
    /// Terminals move their cursor by different numbers of columns: it has to be set again behind the cluster.
    public let isDisputed: Bool

    public init(_ text: String) { self.init(text.unicodeScalars) }

    init(_ scalars: some Sequence<Unicode.Scalar>) {
        var (sum, widest, bases, first) = (0, 0, 0, 0)
        var (isDisputed, isEmoji, hasIndicator) = (false, false, false)
        var last: Unicode.Scalar?
        for scalar in scalars {
            switch scalar.value {
            case 0xFE0F:
                // The base before it becomes a picture, if the terminal knows that.
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

    /// Terminals have one column for a wide letter that their tables do not hold yet, mostly an emoji. Unicode 9.0 is what iTerm2 and
    /// libvterm know. Planes 2 and 3 are wide as a whole, and so are the blocks of the letters below.
    public static func isNarrowWhereUnknown(_ scalar: Unicode.Scalar) -> Bool {
        guard (0x10000..<0x20000).contains(scalar.value) else { return false }
        guard let age = scalar.properties.age else { return true }
        return (age.major, age.minor) > (9, 0)
    }

    /// The widths of many terminals are those of Unicode 5.0, which Markus Kuhn's `wcwidth` holds: a mark of later has a column there.
    public static func isYoung(_ mark: Unicode.Scalar) -> Bool {
        guard let age = mark.properties.age else { return true }
        return (age.major, age.minor) > (5, 0)
    }
}
