import Terminal
import TestSupport
import Testing

@Suite("Safe text")
struct SafeTextTests {
    @Test("plain ASCII stays as it is")
    func ascii() { #expect(SafeText("Amber Bakery 1").string == "Amber Bakery 1") }

    @Test("control characters become their pictures and cannot steer the terminal")
    func controls() {
        #expect(SafeText("a\u{1B}[31mb\u{07}").string == "a␛[31mb␇")
        #expect(SafeText("a\u{7F}b\u{9B}c").string == "a␡b\u{FFFD}c")
        #expect(SafeText("a\r\nb\nc\td").string == "a␤b␤c d")
    }

    @Test("bidirectional and invisible controls are dropped")
    func bidirectional() {
        #expect(SafeText("pay\u{202E}gnp\u{2066}.exe\u{200B}").string == "paygnp.exe")
        #expect(SafeText("x\u{E0041}\u{FEFF}y").string == "xy")
    }

    @Test("a grapheme keeps at most four combining marks")
    func marks() {
        let zalgo = "e" + String(repeating: "\u{301}", count: 40)
        #expect(SafeText(zalgo).string.unicodeScalars.count == 5)
        #expect(SafeText(zalgo).width == 1)
    }

    @Test("a mark without a base stands on a dotted circle")
    func loneMark() {
        #expect(SafeText("\u{301}").string == "\u{25CC}\u{301}")
        #expect(SafeText("\u{301}").width == 1)
    }

    @Test(
        "widths are those of graphemes",
        arguments: [
            ("é", 1), ("漢字", 4), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇵🇱", 2), ("ﬁ", 1), ("❤️", 2), ("", 0), ("한", 2),
        ])
    func widths(text: String, width: Int) { #expect(SafeText(text).width == width) }

    @Test("whatever comes in, no control, no bidirectional override and no empty grapheme comes out")
    func anything() {
        var generator = SeededGenerator(usual: 7)
        for _ in 0..<2000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                let value = UInt32.random(
                    in: 0...(Bool.random(using: &generator) ? 0x2100 : 0x10FFFF), using: &generator)
                if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
            }
            let safe = SafeText(String(scalars))
            for scalar in safe.string.unicodeScalars {
                #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
                #expect(!(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
            }
            #expect(safe.graphemes.allSatisfy { (1...2).contains($0.width) })
            #expect(SafeText(safe.string) == safe)
        }
    }

    @Test("text is cut between graphemes and ends in an ellipsis")
    func truncation() {
        #expect(SafeText("Cedar Library").truncated(to: 8).string == "Cedar L…")
        #expect(SafeText("漢字漢字").truncated(to: 4).string == "漢…")
        #expect(SafeText("ab").truncated(to: 2).string == "ab")
        #expect(SafeText("ab").truncated(to: 0).string == "")
    }

    @Test("wrapping breaks at blanks, and inside a word that is too long")
    func wrapping() {
        #expect(SafeText("Bring the blue bag").wrapped(to: 9).map(\.string) == ["Bring the", "blue bag"])
        #expect(SafeText("abcdefgh ij").wrapped(to: 3).map(\.string) == ["abc", "def", "gh", "ij"])
        #expect(SafeText("").wrapped(to: 5).map(\.string) == [""])
    }

    @Test("wrapped lines are never wider than asked", arguments: 1...24)
    func wrappedWidth(columns: Int) {
        let text = SafeText("Renew at https://library.example 漢字漢字 before the end — or lose 👍🏽 everything")
        #expect(text.wrapped(to: columns).allSatisfy { $0.width <= max(columns, 2) })
    }
}
