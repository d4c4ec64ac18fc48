internal import CNcurses
internal import Terminal

/// The ncurses cells for a grapheme cluster: bases with their marks, each as wide as the C library thinks it is, and
/// blanks up to our width, so that columns always match.
///
/// A cluster that ncurses or a terminal may consider of another width, or that is too long for a cell of ncurses, is
/// disputed: it goes through ``ClusterPlaceholders`` wherever possible. Otherwise as many of its letters are shown as
/// fit.
struct CellText: Equatable {
    /// `CCHARW_MAX`: the code points in a cell of ncurses.
    private static let longest = 5

    /// The cells as null-terminated strings.
    private(set) var cells: [[wchar_t]] = []
    private(set) var isDisputed: Bool
    /// The largest cursor movement of any terminal.
    let widest: Int

    /// The cells without the marks that have a column of their own in many terminals: where the cursor cannot be set
    /// behind the cluster, they would shift the row.
    var bareCells: [[wchar_t]] {
        cells.map { characters in characters.prefix(1) + characters.dropFirst().filter { !Self.isYoung($0) } }
    }

    private static func isYoung(_ character: wchar_t) -> Bool {
        Unicode.Scalar(UInt32(bitPattern: character)).map(ClusterWidth.isYoung) ?? false
    }

    init(_ cell: Cell, encoding: TextEncoding) {
        let width = ClusterWidth(cell.text)
        isDisputed = width.isDisputed
        widest = width.widest
        var left = Int(cell.width)
        var characters: [wchar_t] = []
        for scalar in cell.text.unicodeScalars {
            let character = wchar_t(bitPattern: scalar.value)
            switch Int(wcwidth(character)) {
            case 0 where !Self.isSelector(scalar) && !characters.isEmpty:
                if characters.count < Self.longest { characters.append(character) } else { isDisputed = true }
            case 0 where Self.isSelector(scalar): break
            case 1...2 where Int(wcwidth(character)) <= left:
                if !characters.isEmpty { cells.append(characters + [0]) }
                characters = [character]
                left -= Int(wcwidth(character))
            default: isDisputed = true
            }
        }
        // The C library has no width for any of its code points.
        if characters.isEmpty, left > 0 { (characters, left) = ([encoding == .unicode ? 0xFFFD : 0x3F], left - 1) }
        cells.append(characters + [0])
        if left > 0, cell.width != 1 { isDisputed = true }
        cells += Array(repeating: [0x20, 0], count: left)
    }

    /// Joiners, selectors and direction marks change how a terminal draws the letters; terminals differ in that.
    private static func isSelector(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200B...0x200F, 0xFE00...0xFE0F: true
        default: false
        }
    }
}

extension Cell {
    /// The cell with what a multiplexer, the terminal around it and this program measure alike: of an emoji its first code point, of a flag
    /// its pair of letters, of other letters their marks. A wrong number beside it would be worse than a missing skin tone.
    var agreedText: Cell {
        guard let first = text.unicodeScalars.first else { return self }
        let isPicture = first.properties.isEmojiPresentation || first.value > 0x2000 && first.properties.isEmoji
        var agreed = String.UnicodeScalarView([first])
        for scalar in text.unicodeScalars.dropFirst() {
            switch scalar.value {
            // Joiners, selectors, the frame of a key, skin tones, tags.
            case 0x200D where isPicture: return replacing(text: String(agreed))
            case 0x200D, 0xFE00...0xFE0F, 0x20E3, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: continue
            case 0x1F1E6...0x1F1FF: if agreed.count == 1 { agreed.append(scalar) }
            default: if !isPicture || wcwidth(wchar_t(bitPattern: scalar.value)) == 0 { agreed.append(scalar) }
            }
        }
        return replacing(text: String(agreed))
    }
}
