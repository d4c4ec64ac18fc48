/// Iterates over the graphemes of a text with their widths on the screen, each as ``SafeText`` shows it alone.
///
/// Offsets are in bytes of UTF-8. The cost is linear in the bytes passed, whatever they are.
struct GraphemeScanner {
    struct Grapheme: Equatable {
        let bytes: Range<Int>
        let width: Int
        var isNewline = false
        var isBlank = false
    }

    let text: String
    private let bytes: [UInt8]
    private(set) var offset: Int
    /// The number of graphemes visited so far.
    private(set) var steps = 0
    /// The widths of short graphemes by their bytes: a text has few different ones.
    private var widths: [UInt64: Int] = [:]
    /// The text from ``offset`` on, if it is known to begin with a non-ASCII character.
    private var rest: Substring = ""

    /// A text with more different graphemes is noise.
    private static let maximumWidths = 4096
    /// The first bytes of a grapheme that determine its width: only a few of its marks are shown.
    private static let measuredBytes = 256

    /// - Parameter offset: where to begin; must be between graphemes.
    init(_ text: String, from offset: Int = 0) {
        self.text = text
        bytes = Array(text.utf8)
        self.offset = offset
    }

    var count: Int { bytes.count }

    mutating func next() -> Grapheme? {
        guard offset < bytes.count else { return nil }
        steps += 1
        let start = offset
        let byte = bytes[start]
        // ASCII followed by ASCII is a grapheme of its own, except for CR LF.
        if byte < 0x80, start + 1 == bytes.count || bytes[start + 1] < 0x80,
            byte != 0x0D || start + 1 == bytes.count || bytes[start + 1] != 0x0A
        {
            offset += 1
            rest = ""
            let isNewline = (0x0A...0x0D).contains(byte)
            return Grapheme(
                bytes: start..<offset, width: isNewline ? 0 : 1, isNewline: isNewline, isBlank: byte == 0x20)
        }
        if rest.isEmpty { rest = text.slice(start..<bytes.count) }
        guard let character = rest.popFirst() else { return nil }
        offset += character.utf8.count
        return Grapheme(
            bytes: start..<offset, width: width(of: character, start..<offset), isNewline: character.isNewline)
    }

    private mutating func width(of character: Character, _ range: Range<Int>) -> Int {
        if character.isNewline { return 0 }
        guard range.count <= 8 else {
            guard range.count > Self.measuredBytes else { return SafeText(String(character)).width }
            let start = String(decoding: bytes[range.lowerBound..<range.lowerBound + Self.measuredBytes], as: UTF8.self)
            return start.first.map { SafeText(String($0)).width } ?? 0
        }
        let key = bytes[range].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        if let known = widths[key] { return known }
        let width = SafeText(String(character)).width
        if widths.count < Self.maximumWidths { widths[key] = width }
        return width
    }
}

extension String {
    /// The text of a range in bytes of UTF-8.
    func slice(_ bytes: Range<Int>) -> Substring {
        let start = utf8.index(utf8.startIndex, offsetBy: bytes.lowerBound)
        return Substring(utf8[start..<utf8.index(start, offsetBy: bytes.count)])
    }

    /// Whether both have the same bytes; strings that share memory are equal without a comparison.
    func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                left.baseAddress == right.baseAddress || left.elementsEqual(right)
            }
        }
        return isSame.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
    }
}
