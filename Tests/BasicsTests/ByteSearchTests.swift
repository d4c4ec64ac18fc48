import Basics
import Testing

@Suite("Texts in texts, by their bytes")
struct ByteSearchTests {
    @Test(
        "the first place of a text is found, also inside of a character",
        arguments: [
            ("https://a", "://", 5), ("aaab", "ab", 2), ("ab", "abc", nil), ("", "a", nil), ("a", "", 0), ("", "", 0),
            ("aXa", "b", nil), ("ööx", "x", 4), ("it'\u{301}s", "'", 2), ("a\r\nb", "\n", 2), ("aab", "ab", 1),
        ] as [(String, String, Int?)])
    func places(own: String, text: String, offset: Int?) throws {
        let range = own.firstRange(bytesOf: text)
        #expect(range.map { own.utf8.distance(from: own.startIndex, to: $0.lowerBound) } == offset)
        if let range { #expect(own[range].utf8.elementsEqual(text.utf8)) }
        #expect(own.contains(bytesOf: text) == (offset != nil))
        #expect(Array(own.utf8).contains(bytesOf: text) == (offset != nil))
        #expect(Array(own.utf8).firstRange(of: Array(text.utf8))?.lowerBound == offset)
        let inside = ("<" + own + ">").dropFirst().dropLast()
        #expect(inside.firstRange(bytesOf: text).map { String(inside[$0]) } == range.map { String(own[$0]) })
    }

    @Test(
        "each occurrence is replaced, once, from the first on",
        arguments: [
            ("a'b'", "'", "''", "a''b''"), ("aaa", "aa", "b", "ba"), ("abc", "x", "y", "abc"), ("", "x", "y", ""),
            ("ab", "", "x", "ab"),
            ("aa", "a", "aa", "aaaa"), ("'\u{301}", "'", "\\'", "\\'\u{301}"), ("a\r\nb\r\n", "\r\n", "\n", "a\nb\n"),
            ("äöü", "ö", "oe", "äoeü"), ("a b", " ", "", "ab"),
        ])
    func replacing(text: String, old: String, new: String, result: String) {
        #expect(Array(text.replacing(bytesOf: old, with: new).utf8) == Array(result.utf8))
        #expect(Array(text[...].replacing(bytesOf: old, with: new).utf8) == Array(result.utf8))
    }

    @Test("all places of bytes are those that a slow search finds")
    func allPlaces() {
        for seed in 0..<500 as Range<UInt64> {
            var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
            func next(_ bound: UInt64) -> UInt64 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return (state >> 33) % bound
            }
            let bytes = (0..<next(40)).map { _ in UInt8(next(3)) }
            let wanted = (0..<next(4)).map { _ in UInt8(next(3)) }
            for start in 0...bytes.count {
                let found = bytes.withUnsafeBytes { own in
                    wanted.withUnsafeBytes { own.firstOffset(of: $0, from: start) }
                }
                let slow = (start...bytes.count).first { bytes[$0...].starts(with: wanted) }
                #expect(found == slow, "seed \(seed): \(wanted) in \(bytes) from \(start)")
            }
        }
    }
}
