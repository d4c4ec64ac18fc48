/// Where two texts differ: the bytes of UTF-8 between their common beginning and their common end, in whole characters. Nil if that
/// range is empty, and if the texts have nothing in common: then everything differs and needs no highlight.
struct TextDifference: Hashable {
    let left: Range<Int>?
    let right: Range<Int>?

    init(_ left: String, _ right: String) {
        let (leftBytes, rightBytes) = (Array(left.utf8), Array(right.utf8))
        let shorter = min(leftBytes.count, rightBytes.count)
        var start = 0
        while start < shorter, leftBytes[start] == rightBytes[start] { start += 1 }
        start = min(left.characterStart(atOrBefore: start), right.characterStart(atOrBefore: start))
        var end = 0
        while end < shorter - start, leftBytes[leftBytes.count - 1 - end] == rightBytes[rightBytes.count - 1 - end] {
            end += 1
        }
        end = min(
            leftBytes.count - left.characterEnd(atOrAfter: leftBytes.count - end),
            rightBytes.count - right.characterEnd(atOrAfter: rightBytes.count - end))
        let isAll = start + end == 0
        let range = { (count: Int) in isAll || start >= count - end ? nil : start..<count - end }
        self.left = range(leftBytes.count)
        self.right = range(rightBytes.count)
    }
}

extension String {
    /// The offset itself if it is between characters, otherwise the start of the character around it.
    fileprivate func characterStart(atOrBefore offset: Int) -> Int {
        let index = utf8.index(startIndex, offsetBy: offset)
        if index == endIndex || String.Index(index, within: self) != nil { return offset }
        return utf8.distance(from: startIndex, to: self.index(before: self.index(after: index)))
    }

    /// The offset itself if it is between characters, otherwise the end of the character around it.
    fileprivate func characterEnd(atOrAfter offset: Int) -> Int {
        let index = utf8.index(startIndex, offsetBy: offset)
        if index == endIndex || String.Index(index, within: self) != nil { return offset }
        return utf8.distance(from: startIndex, to: self.index(after: index))
    }
}
