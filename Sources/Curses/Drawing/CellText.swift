internal import CNcurses
internal import Terminal

/// What ncurses is given for a grapheme: one base and its marks, as wide as the C library thinks the base is. What is not as
/// wide as ours is padded with a space, so that columns never drift apart.
///
/// ncurses adds up the widths of code points, and so does the terminal behind it: a family joined by ZWJ is six columns to
/// ncurses and two to us. Only its first member is shown then.
struct CellText: Hashable {
    /// At most a base and four marks, and a zero at the end.
    let characters: [wchar_t]
    /// Whether the second of our two columns is to be a space of its own.
    let isPadded: Bool

    init(_ cell: Cell, encoding: TextEncoding) {
        let width = Int(cell.width)
        var scalars = cell.text.unicodeScalars.makeIterator()
        let base = scalars.next() ?? " "
        let baseWidth = Int(wcwidth(wchar_t(bitPattern: base.value)))
        guard baseWidth == width || (baseWidth == 1 && width == 2) else {
            // Too wide, or nothing that this machine's C library knows how to place.
            (characters, isPadded) = ([encoding == .unicode ? 0xFFFD : 0x3F, 0], width == 2)
            return
        }
        var characters = [wchar_t(bitPattern: base.value)]
        while let mark = scalars.next(), characters.count < 5, Self.isPlainMark(mark) {
            characters.append(wchar_t(bitPattern: mark.value))
        }
        self.characters = characters + [0]
        isPadded = baseWidth < width
    }

    /// Joiners and selectors change what a terminal makes of the base, and not every terminal the same.
    private static func isPlainMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200B...0x200F, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF: false
        default: wcwidth(wchar_t(bitPattern: scalar.value)) == 0
        }
    }
}
