internal import CNcurses
internal import Terminal

/// What ncurses is given for a grapheme cluster: bases with their marks, each as wide as the C library thinks it is, and blanks
/// up to our width, so that columns never drift apart.
///
/// A cluster that ncurses or a terminal may take for another width, or that is too long for a cell of ncurses, is disputed:
/// it goes through ``ClusterPlaceholders`` wherever that can be. Otherwise as many of its letters are shown as have room.
struct CellText: Hashable {
    /// `CCHARW_MAX`: what a cell of ncurses holds.
    private static let longest = 5

    /// The cells, each with a zero at its end.
    private(set) var pieces: [[wchar_t]] = []
    private(set) var isDisputed: Bool
    /// How far a terminal may move its cursor.
    let widest: Int

    /// The cells without the marks for which many terminals have a column of their own: where nothing can be set right behind the
    /// cluster, they would push the row on.
    var barePieces: [[wchar_t]] {
        pieces.map { piece in piece.prefix(1) + piece.dropFirst().filter { !Self.isYoung($0) } }
    }

    private static func isYoung(_ character: wchar_t) -> Bool {
        Unicode.Scalar(UInt32(bitPattern: character)).map(ClusterWidth.isYoung) ?? false
    }

    init(_ cell: Cell, encoding: TextEncoding) {
        let width = ClusterWidth(cell.text)
        (isDisputed, widest) = (width.isDisputed, width.widest)
        var left = Int(cell.width)
        var piece: [wchar_t] = []
        for scalar in cell.text.unicodeScalars {
            let character = wchar_t(bitPattern: scalar.value)
            switch Int(wcwidth(character)) {
            case 0 where !Self.isSelector(scalar) && !piece.isEmpty:
                if piece.count < Self.longest { piece.append(character) } else { isDisputed = true }
            case 0 where Self.isSelector(scalar): break
            case 1...2 where Int(wcwidth(character)) <= left:
                if !piece.isEmpty { pieces.append(piece + [0]) }
                piece = [character]
                left -= Int(wcwidth(character))
            default: isDisputed = true
            }
        }
        // Nothing that this machine's C library knows how to place.
        if piece.isEmpty, left > 0 { (piece, left) = ([encoding == .unicode ? 0xFFFD : 0x3F], left - 1) }
        pieces.append(piece + [0])
        if left > 0, cell.width != 1 { isDisputed = true }
        pieces += Array(repeating: [0x20, 0], count: left)
    }

    /// Joiners, selectors and marks of direction change what a terminal makes of the letters, and not every terminal the same.
    private static func isSelector(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200B...0x200F, 0xFE00...0xFE0F: true
        default: false
        }
    }
}
