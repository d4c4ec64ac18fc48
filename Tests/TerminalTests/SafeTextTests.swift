import Terminal
import TestSupport
import Testing

@Suite("Safe text")
struct SafeTextTests {
    @Test("plain ASCII stays as it is")
    func ascii() { #expect(SafeText("Amber Bakery 1").string == "Amber Bakery 1") }

    @Test("control characters become visible symbols and cannot control the terminal")
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

    @Test("a mark without a base is put on a dotted circle")
    func loneMark() {
        #expect(SafeText("\u{301}").string == "\u{25CC}\u{301}")
        #expect(SafeText("\u{301}").width == 1)
    }

    @Test(
        "widths are those of graphemes",
        arguments: [
            ("é", 1), ("漢字", 4), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇵🇱", 2), ("ﬁ", 1), ("❤️", 2), ("", 0), ("한", 2),
            ("🇵", 2), ("1️⃣", 2), ("स्टेट बैंक", 6), ("क्षि", 3), ("நி", 2), ("မြန်မာ", 5), ("កម្ពុជា", 5), ("ก็", 1), ("นำ", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("䷀", 2),
        ])
    func widths(text: String, width: Int) { #expect(SafeText(text).width == width) }

    @Test("no input gives a control, a bidirectional override or an empty grapheme")
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
            #expect(safe.graphemes.allSatisfy { $0.width >= 1 })
            #expect(SafeText(safe.string) == safe)
        }
    }

    @Test("a syllable keeps all of its letters, and Persian its zero-width non-joiners")
    func syllables() {
        for text in ["स्टेट बैंक", "မြွှောက်", "ស្ត្រី", "র্ক্ষ্ম্য", "र्त्स्न्यं", "می‌خواهم", "སྒྲུབས", "แก้"] {
            #expect(SafeText(text).string == text)
        }
        #expect(SafeText("a\u{200C}b").string == "ab")
        #expect(SafeText("a\u{200D}").string == "a")
        // A conjunct of two clusters, as in Sinhala.
        for word in ["ක්\u{200D}රීඩා", "ශ්\u{200D}රී", "ක්\u{200D}ෂ"] { #expect(SafeText(word).string == word) }
        for text in ["ක්\u{200D}", "ක්\u{200D} ර", "ක්\u{200D}👍"] { #expect(!SafeText(text).string.contains("\u{200D}")) }
    }

    @Test("an endless cluster is split into bounded ones, and sanitizing twice changes nothing")
    func endlessClusters() {
        for text in ["क्", "👩\u{200D}", "\u{1100}", "\u{0D4E}", "e\u{301}\u{327}", "क्\u{200C}", "\u{301}"] {
            let safe = SafeText(String(repeating: text, count: 300))
            #expect(safe.graphemes.allSatisfy { $0.text.unicodeScalars.count <= 90 && $0.width <= 40 })
            #expect(SafeText(safe.string) == safe)
        }
    }

    @Test(
        "measuring and truncating take linear time", .timeLimit(.minutes(5)),
        arguments: ["\u{301}\u{327}", "🇵", "👩\u{200D}", "क्", "\u{1100}", "\u{202E}\u{301}", "\u{0D4E}", "é "])
    func linear(part: String) {
        // With quadratic cost this took hours for some.
        let text = "x" + String(repeating: part, count: 1_000_000 / part.utf8.count)
        let safe = SafeText(text)
        #expect(safe.width >= 1)
        #expect(safe.truncated(to: 40).width <= 40)
        #expect(SafeText(text, within: 40).truncated(to: 40).width <= 40)
    }

    @Test("only the visible part of a text is examined, and a truncated text is marked")
    func within() {
        #expect(SafeText("Cedar Library", within: 40).string == "Cedar Library")
        let long = SafeText(String(repeating: "Cedar ", count: 10_000), within: 8)
        #expect(long.string.utf8.count < 1000)
        #expect(long.truncated(to: 8).string == "Cedar C…")
        let pile = SafeText("e" + String(repeating: "\u{301}\u{327}", count: 16_000), within: 8)
        #expect(pile.truncated(to: 8).string == "e\u{301}\u{327}\u{301}\u{327}…")
        let edge = SafeText("12345678" + String(repeating: "\u{202E}", count: 10_000), within: 8)
        #expect(edge.truncated(to: 8).width == 8)
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

    @Test("of more rows than asked for the last ends in an ellipsis")
    func wrappedUpTo() {
        let text = SafeText("Bring the blue bag")
        #expect(text.wrapped(to: 9, upTo: 2).map(\.string) == ["Bring the", "blue bag"])
        #expect(text.wrapped(to: 9, upTo: 1).map(\.string) == ["Bring th…"])
        #expect(text.wrapped(to: 5, upTo: 3).map(\.string) == ["Bring", "the", "blue…"])
        #expect(text.wrapped(to: 9, upTo: 0).isEmpty)
    }

    @Test("wrapped lines are never wider than asked", arguments: 1...24)
    func wrappedWidth(columns: Int) {
        let text = SafeText("Renew at https://library.example 漢字漢字 before the end — or lose 👍🏽 everything")
        #expect(text.wrapped(to: columns).allSatisfy { $0.width <= max(columns, 2) })
        let hindi = SafeText("स्टेट बैंक ऑफ इंडिया के ग्राहक क्षितिज शास्त्री")
        #expect(hindi.wrapped(to: columns).allSatisfy { $0.width <= max(columns, 4) })
    }
}
