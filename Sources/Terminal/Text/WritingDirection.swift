/// Keeps columns in their order where a name is written from right to left.
///
/// Terminals that turn Hebrew and Arabic around take a row for one paragraph: the number in the next column would join the name
/// and jump to its left. A left-to-right mark behind each field ends that, and one before it keeps the row itself from being
/// turned; they have no column, and belong to the drawing, never to the text.
public enum WritingDirection {
    /// U+200E, in a cell behind its text.
    public static let mark: Unicode.Scalar = "\u{200E}"

    /// Whether a cluster begins with a letter of a script that is written from right to left (Unicode's ranges for them).
    static func isRightToLeft(_ text: some StringProtocol) -> Bool {
        guard let scalar = text.unicodeScalars.first else { return false }
        return isRightToLeft(scalar)
    }

    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    /// Text for a column of a line that nobody draws.
    public static func isolated(_ text: String) -> String {
        text.unicodeScalars.contains(where: isRightToLeft) ? text + String(Character(mark)) : text
    }
}
