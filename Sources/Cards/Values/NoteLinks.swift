/// The links in a note: `http://`, `https://` and `mailto:` up to the next blank, without the punctuation that ends a sentence.
///
/// They are found in one pass over the bytes, whatever the note contains.
public struct NoteLinks: Equatable, Sendable {
    public let note: String
    /// The range of each link, in UTF-8 bytes, in order.
    public private(set) var ranges: [Range<Int>] = []
    /// The number of bytes examined.
    public private(set) var steps = 0

    /// - Parameter bytes: finds only links that begin within this number of bytes.
    public init(in note: String, upTo bytes: Int = .max) {
        self.note = note
        let text = Array(note.utf8)
        var offset = 0
        while offset < min(bytes, text.count) {
            steps += 1
            guard let scheme = Self.scheme(of: text, at: offset) else {
                offset += 1
                continue
            }
            let end = end(of: text, from: offset)
            if end > offset + scheme {
                ranges.append(offset..<end)
                offset = end
            } else {
                offset += scheme
            }
        }
    }

    public var count: Int { ranges.count }

    public subscript(index: Int) -> String {
        let start = note.utf8.index(note.startIndex, offsetBy: ranges[index].lowerBound)
        return String(note[start..<note.utf8.index(start, offsetBy: ranges[index].count)])
    }

    /// The indexes of the links that overlap these bytes of the note.
    public func links(in bytes: Range<Int>) -> Range<Int> {
        let first = firstLink { $0.upperBound > bytes.lowerBound }
        return first..<max(first, firstLink { $0.lowerBound >= bytes.upperBound })
    }

    /// The index of the first link for which a condition holds (binary search: it must hold for all later links, too).
    private func firstLink(where holds: (Range<Int>) -> Bool) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(ranges[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    // MARK: - Finding

    private static let schemes = ["https://", "http://", "mailto:"].map { Array($0.utf8) }

    /// The length in bytes of the scheme at this offset; it may be in capitals, as in many codes.
    private static func scheme(of text: [UInt8], at offset: Int) -> Int? {
        let first = text[offset] | 0x20
        guard first == UInt8(ascii: "h") || first == UInt8(ascii: "m") else { return nil }
        return schemes.first { text[offset...].starts(with: $0) { $0 == $1 || $1.isLetter && $0 | 0x20 == $1 } }?.count
    }

    /// The end of a link. Trailing punctuation belongs to the sentence; a closing bracket too, unless it was opened in the link.
    private mutating func end(of text: [UInt8], from start: Int) -> Int {
        var end = start
        var (opened, closed) = (0, 0)
        while end < text.count, !Self.endsLink(text, at: end) {
            if text[end] == UInt8(ascii: "(") { opened += 1 }
            if text[end] == UInt8(ascii: ")") { closed += 1 }
            end += 1
        }
        steps += end - start
        while end > start {
            if text[end - 1] == UInt8(ascii: ")") {
                guard closed > opened else { break }
                closed -= 1
            } else if !Self.punctuation.contains(text[end - 1]) {
                break
            }
            end -= 1
        }
        return end
    }

    private static let punctuation = Set(".,;:!?]}'".utf8)

    /// Whether a blank or a delimiter of links begins here.
    private static func endsLink(_ text: [UInt8], at offset: Int) -> Bool {
        switch text[offset] {
        case 0x09...0x0D, 0x20, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): true
        case ..<0x80: false
        // U+0085 and U+00A0; U+1680; U+2000 to U+200A, U+2028, U+2029, U+202F; U+205F; U+3000.
        case 0xC2: text[offset...].dropFirst().first.map { $0 == 0x85 || $0 == 0xA0 } ?? false
        case 0xE1: text[offset...].starts(with: [0xE1, 0x9A, 0x80])
        case 0xE2:
            switch (text[offset...].dropFirst().first, text[offset...].dropFirst(2).first) {
            case (0x80, .some(0x80...0x8A)), (0x80, 0xA8), (0x80, 0xA9), (0x80, 0xAF), (0x81, 0x9F): true
            default: false
            }
        case 0xE3: text[offset...].starts(with: [0xE3, 0x80, 0x80])
        default: false
        }
    }
}
