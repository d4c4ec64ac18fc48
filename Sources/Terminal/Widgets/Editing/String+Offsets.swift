/// Offsets in a text, in bytes of UTF-8, for an editor. Only the neighbourhood of an offset is read, so that long texts
/// cost no more than short ones; only in a run of marks or flags the whole run is read.
extension String {
    /// The beginning of the character before an offset.
    func character(before offset: Int) -> Int {
        guard offset > 0 else { return 0 }
        if isPlain(offset - 1), offset == 1 || isPlain(offset - 2), byte(offset - 1) != 0x0A { return offset - 1 }
        return bytes(before: index(before: index(at: offset)))
    }

    /// The end of the character at an offset.
    func character(after offset: Int) -> Int {
        guard offset < utf8.count else { return offset }
        return offset + (Substring(utf8[index(at: offset)...]).first?.utf8.count ?? 0)
    }

    /// The offset itself if it is between characters; in the middle of one, its end.
    func characterEnd(atOrAfter offset: Int) -> Int {
        if offset <= 0 || offset >= utf8.count { return Swift.max(0, Swift.min(offset, utf8.count)) }
        if isPlain(offset - 1), isPlain(offset), byte(offset - 1) != 0x0D { return offset }
        let position = index(at: offset)
        return String.Index(position, within: self) != nil ? offset : bytes(before: index(after: position))
    }

    /// The beginning of the line.
    func lineStart(at offset: Int) -> Int {
        let scalars = slice(0..<offset).unicodeScalars
        guard let last = scalars.lastIndex(where: \.isNewline) else { return 0 }
        return bytes(before: scalars.index(after: last))
    }

    /// The end of the line, before its line break.
    func lineEnd(at offset: Int) -> Int {
        let scalars = slice(offset..<utf8.count).unicodeScalars
        return scalars.firstIndex(where: \.isNewline).map(bytes(before:)) ?? utf8.count
    }

    /// The beginning of the word at or before the offset.
    func wordStart(before offset: Int) -> Int {
        var scalars = slice(0..<offset).unicodeScalars
        while let last = scalars.last, !last.isWordPart { scalars.removeLast() }
        while let last = scalars.last, last.isWordPart { scalars.removeLast() }
        let start = bytes(before: scalars.endIndex)
        // An emoji, which is no word, may contain scalars that look like one.
        return characterEnd(atOrAfter: start) == start ? start : character(before: characterEnd(atOrAfter: start))
    }

    /// The end of the word at or behind the offset.
    func wordEnd(after offset: Int) -> Int {
        var scalars = slice(offset..<utf8.count).unicodeScalars
        while let first = scalars.first, !first.isWordPart { scalars.removeFirst() }
        while let first = scalars.first, first.isWordPart { scalars.removeFirst() }
        return characterEnd(atOrAfter: bytes(before: scalars.startIndex))
    }

    private func index(at offset: Int) -> Index { utf8.index(startIndex, offsetBy: offset) }
    private func bytes(before index: Index) -> Int { utf8.distance(from: startIndex, to: index) }
    private func byte(_ offset: Int) -> UInt8 { utf8[index(at: offset)] }
    private func isPlain(_ offset: Int) -> Bool { byte(offset) < 0x80 }
}

extension Unicode.Scalar {
    /// Same as ``Character/isNewline``.
    var isNewline: Bool {
        switch value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Letters, numbers and their marks; not variation selectors.
    fileprivate var isWordPart: Bool {
        if value < 0x80 { return properties.isAlphabetic || (0x30...0x39).contains(value) }
        if (0xFE00...0xFE0F).contains(value) { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark: return true
        default: return properties.isAlphabetic || properties.numericType != nil
        }
    }
}
