extension CardFilter {
    /// The ranges of the words in a text, by characters, in order and without overlaps: what a row highlights. A partly matched
    /// character is included.
    public func matches(in text: String) -> [Range<Int>] { ranges(in: text, skipsGaps: false) }

    /// The same for a card's number: digits typed without blanks and dashes match a number with them.
    public func matches(inNumber text: String) -> [Range<Int>] {
        let plain = ranges(in: text, skipsGaps: false)
        let squeezed = ranges(in: text, skipsGaps: true)
        return Self.merged(plain + squeezed)
    }

    private func ranges(in text: String, skipsGaps: Bool) -> [Range<Int>] {
        if words.isEmpty || text.isEmpty { return [] }
        let folded = FoldedCharacters(text, skipsGaps: skipsGaps)
        var ranges: [Range<Int>] = []
        for word in words where word.utf8.count <= folded.bytes.count {
            folded.forEachOccurrence(of: Array(word.utf8)) { ranges.append($0) }
        }
        return Self.merged(ranges)
    }

    /// Sorted, with adjacent and overlapping ranges merged.
    private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
            if let last = merged.last, last.upperBound >= range.lowerBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
    }
}

/// A text folded character by character, so that a position in the folded bytes maps back to its character.
private struct FoldedCharacters {
    private(set) var bytes: [UInt8] = []
    /// The character index of each byte; empty if every character is one byte.
    private var characters: [Int32] = []

    init(_ text: String, skipsGaps: Bool) {
        let ascii = text.utf8
        bytes.reserveCapacity(ascii.count)
        // A carriage return and a line feed are two bytes and one character.
        if !skipsGaps, ascii.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\r") }) {
            for byte in ascii { bytes.append(Self.lowercase(byte)) }
            return
        }
        characters.reserveCapacity(ascii.count)
        for (index, character) in text.enumerated() {
            if skipsGaps, CardSearchText.isGap(character) { continue }
            if let byte = character.utf8.first, byte < 0x80, character.utf8.count == 1 {
                bytes.append(Self.lowercase(byte))
            } else {
                bytes.append(contentsOf: TextFolding.fold(String(character)).utf8)
            }
            let index = Int32(clamping: index)
            while characters.count < bytes.count { characters.append(index) }
        }
    }

    /// Calls `body` with the characters of every occurrence, overlapping ones included.
    func forEachOccurrence(of word: [UInt8], _ body: (Range<Int>) -> Void) {
        guard let first = word.first, word.count <= bytes.count else { return }
        for start in 0...bytes.count - word.count
        where bytes[start] == first && bytes[start..<start + word.count].elementsEqual(word) {
            body(character(at: start)..<character(at: start + word.count - 1) + 1)
        }
    }

    private func character(at byte: Int) -> Int { characters.isEmpty ? byte : Int(characters[byte]) }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
