internal import CUTF8Proc

/// Which characters the terminal's font has. Most terminals have fallback fonts; the Linux console has one font of at
/// most 512 glyphs.
public enum GlyphSet: Equatable, Sendable {
    case all
    /// A console that cannot be queried, as over ssh: letters are assumed to exist, symbols are not.
    case letters
    case only(Set<Unicode.Scalar>)

    public func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .all: true
        case .letters:
            scalar.isASCII || scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
        case .only(let scalars): scalars.contains(scalar)
        }
    }

    /// Half blocks, for fine barcodes and pictures. Without them whole cells are used.
    public var hasHalves: Bool { (["▀", "▄", "▌", "▐"] as [Unicode.Scalar]).allSatisfy(contains) }

    /// All blocks of which a fine picture is made: halves, quadrants and eighths. Shades are not among them.
    public var hasBlocks: Bool {
        self == .all
            || (0x2580...0x259F as ClosedRange<UInt32>).allSatisfy { value in
                (0x2591...0x2593).contains(value) || Unicode.Scalar(value).map(contains) == true
            }
    }
}

extension Canvas {
    /// Replaces every character outside ASCII by the nearest ASCII one: for `--plain`, and for terminals whose locale
    /// is not UTF-8. A letter loses its marks; a grapheme without an ASCII equivalent becomes a question mark in each
    /// of its columns.
    /// - Parameter glyphs: characters that the font has; they are kept.
    public mutating func reduceToASCII(keeping glyphs: GlyphSet? = nil) {
        replaceTexts { SafeText.ascii($0.text, keeping: glyphs) }
    }
}

extension SafeText {
    /// With every character outside ASCII replaced as ``Canvas/reduceToASCII(keeping:)`` does.
    public var reducedToASCII: SafeText {
        SafeText(description.map { Self.ascii(String($0), keeping: nil) ?? String($0) }.joined())
    }

    /// The nearest text for a grapheme; nil if it can stay.
    fileprivate static func ascii(_ grapheme: String, keeping glyphs: GlyphSet?) -> String? {
        if grapheme.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
        let shown = String(grapheme.unicodeScalars.filter { $0 != WritingDirection.mark })
        if let glyphs, shown.unicodeScalars.allSatisfy(glyphs.contains) { return shown == grapheme ? nil : shown }
        if let likeness = likenesses[shown] { return likeness }
        let scalars = shown.decomposed.unicodeScalars.filter { $0.isASCII && $0.value >= 0x20 }
        return scalars.isEmpty ? "?" : String(Character(scalars[scalars.startIndex]))
    }

    private static let likenesses: [String: String] = [
        "■": "#", "▎": "|", "×": "x", "€": "E", "★": "*", "☆": "o", "▌": ">", "▐": "#", "·": "-", "…": "~", "─": "-",
        "│": "|", "╭": "+", "╮": "+", "╰": "+",
        "╯": "+", "┴": "+", "┻": "+", "━": "=", "●": "*", "▸": ">", "◂": "<", "✓": "v", "✗": "x", "↵": "<", "↑": "^",
        "↓": "v", "←": "<",
        "→": ">", "›": ">", "‹": "<", "–": "-", "—": "-", "“": "\"", "”": "\"", "‘": "'", "’": "'", "█": "#", "ß": "s",
        "ł": "l", "ø": "o",
        "Ł": "L", "Ø": "O",
        "▁": "_", "▂": ".", "▃": "-", "▄": "=", "▅": "+", "▆": "*", "▇": "%",
        "◌": "o", "○": "o", "≠": "!", "⚠": "!", "├": "+", "┤": "+", "▾": "v", "•": "*", "°": " ",
    ]
}

extension String {
    /// Compatibility decomposition (utf8proc, NFKD); itself where that fails.
    fileprivate var decomposed: String {
        var copy = self
        let options = UTF8PROC_COMPAT.rawValue | UTF8PROC_DECOMPOSE.rawValue
        let result: String? = copy.withUTF8 { bytes in
            var mapped: UnsafeMutablePointer<utf8proc_uint8_t>?
            let length = utf8proc_map(bytes.baseAddress, bytes.count, &mapped, utf8proc_option_t(rawValue: options))
            defer { free(mapped) }
            guard length >= 0, let mapped else { return nil }
            return String(decoding: UnsafeBufferPointer(start: mapped, count: length), as: UTF8.self)
        }
        return result ?? self
    }
}
