import Terminal
import TestSupport
import Testing

@testable import Curses

@Suite("Parsing terminal input")
struct InputParserTests {
    /// The events of the bytes, independent of what follows.
    private func events(_ text: String) -> [InputEvent] { events(Array(text.utf8)) }

    private func events(_ bytes: [UInt8]) -> [InputEvent] {
        var parser = InputParser()
        return parser.parse(bytes)
    }

    @Test(
        "a key is recognized in every encoding",
        arguments: [
            ("a", "a"), ("A", "A"), ("\u{1}", "ctrl-a"), ("\u{1A}", "ctrl-z"), ("\0", "ctrl-space"), ("\r", "enter"),
            ("\n", "enter"), ("\t", "tab"), ("\u{8}", "backspace"), ("\u{7F}", "backspace"), ("\u{1F}", "ctrl-_"),
            ("ł", "ł"), ("漢", "漢"), ("\u{1B}a", "alt-a"), ("\u{1B}ł", "alt-ł"), ("\u{1B}\r", "alt-enter"),
            ("\u{1B}[A", "up"), ("\u{1B}OB", "down"), ("\u{1B}[1;5C", "ctrl-right"), ("\u{1B}[1;2D", "shift-left"),
            ("\u{1B}[1;3A", "alt-up"), ("\u{1B}\u{1B}[A", "alt-up"), ("\u{1B}[H", "home"), ("\u{1B}OF", "end"),
            ("\u{1B}[1~", "home"), ("\u{1B}[8~", "end"), ("\u{1B}[5~", "pageup"), ("\u{1B}[6;5~", "ctrl-pagedown"),
            ("\u{1B}[3~", "delete"), ("\u{1B}[2~", "insert"), ("\u{1B}[Z", "shift-tab"), ("\u{1B}OP", "f1"),
            ("\u{1B}[[B", "f2"), ("\u{1B}[11~", "f1"), ("\u{1B}[15~", "f5"), ("\u{1B}[24~", "f12"),
            ("\u{1B}[34~", "f20"),
            ("\u{1B}[3$", "shift-delete"), ("\u{1B}[3^", "ctrl-delete"), ("\u{1B}[a", "shift-up"),
            ("\u{1B}Od", "ctrl-left"), ("\u{1B}OM", "enter"), ("\u{1B}Op", "0"), ("\u{1B}[97;5u", "ctrl-a"),
            ("\u{1B}[97;2u", "A"), ("\u{1B}[47:63;2u", "?"), ("\u{1B}[27u", "esc"), ("\u{1B}[13;2u", "shift-enter"),
            ("\u{1B}[27;5;105~", "ctrl-i"), ("\u{1B}[57400u", "1"), ("\u{1B}[57419u", "up"),
            // What Ctrl with a letter has always been, also with kitty's protocol and the lock keys on.
            ("\u{1B}[91;5u", "esc"), ("\u{1B}[109;5u", "enter"), ("\u{1B}[106;5u", "enter"),
            ("\u{1B}[104;5u", "backspace"), ("\u{1B}[105;5u", "ctrl-i"), ("\u{1B}[99;133u", "ctrl-c"),
            ("\u{1B}[104;7u", "ctrl-alt-h"),
        ])
    func key(bytes: String, name: String) {
        #expect(events(bytes) == [.key(Key(name: name) ?? .escape)], "\(name)")
    }

    @Test("a mouse report is a press, drag, release or wheel event at a cell counted from 0")
    func mouse() {
        #expect(events("\u{1B}[<0;10;5M") == [.mouse(MouseEvent(.press(.left), at: Point(column: 9, row: 4)))])
        #expect(events("\u{1B}[<32;300;200M") == [.mouse(MouseEvent(.drag, at: Point(column: 299, row: 199)))])
        #expect(events("\u{1B}[<0;1;1m") == [.mouse(MouseEvent(.release, at: .zero))])
        #expect(
            events("\u{1B}[<64;1;1M\u{1B}[<65;1;1M") == [
                .mouse(MouseEvent(.wheelUp, at: .zero)), .mouse(MouseEvent(.wheelDown, at: .zero)),
            ])
        #expect(
            events("\u{1B}[<18;2;2M") == [
                .mouse(MouseEvent(.press(.right), at: Point(column: 1, row: 1), modifiers: .control))
            ])
        #expect(events("\u{1B}[M !!") == [.mouse(MouseEvent(.press(.left), at: .zero))])
        #expect(events("\u{1B}[<35;4;4M\u{1B}[<0;0;0M\u{1B}[<66;1;1M\u{1B}[<0;1M").isEmpty)
    }

    @Test(
        "an unknown sequence is ignored completely",
        arguments: [
            "\u{1B}[I", "\u{1B}[O", "\u{1B}[?1;2c", "\u{1B}[>41;320;0c", "\u{1B}[24;80R", "\u{1B}[?2026;2$y",
            "\u{1B}[?1u",
            "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", "\u{1B}P>|XTerm(379)\u{1B}\\",
            "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}[97;1:3u", "\u{1B}[57441;2u", "\u{1B}[99~", "\u{1B}[E",
            "\u{1B}[" + String(repeating: "1;", count: 500) + "A", "\u{1B}[99999999999999999999999~",
        ])
    func unknown(bytes: String) {
        #expect(events(bytes + "x") == [.key(Key("x"))])
    }

    @Test("a lone Escape is a key after the delay, the start of a sequence is not")
    func escape() {
        var parser = InputParser()
        #expect(parser.parse([0x1B]).isEmpty)
        #expect(parser.pending == .escape)
        #expect(parser.timeOut() == [.key(.escape)])
        #expect(parser.pending == nil)
        #expect(parser.parse([0x1B]).isEmpty)
        #expect(parser.parse(Array("[".utf8)).isEmpty)
        #expect(parser.pending == .introducer)
        #expect(parser.parse(Array("1;".utf8)).isEmpty)
        #expect(parser.pending == .sequence)
        #expect(parser.parse(Array("5A".utf8)) == [.key(Key(name: "ctrl-up") ?? .tab)])
        #expect(parser.parse([0x1B, 0x5B]).isEmpty)
        #expect(parser.timeOut() == [.key(.alt("["))])
        #expect(parser.parse([0x1B, 0x1B]).isEmpty)
        #expect(parser.timeOut() == [.key(.escape), .key(.escape)])
        #expect(parser.parse([0x1B, 0x5D]).isEmpty)
        #expect(parser.timeOut() == [.key(.alt("]"))])
    }

    @Test("invalid UTF-8 becomes a replacement character and consumes nothing else")
    func invalid() {
        let replacement = InputEvent.key(Key("\u{FFFD}"))
        #expect(events([0xE9, 0x61]) == [replacement, .key(Key("a"))])
        #expect(events([0xC0, 0x80]) == [replacement, replacement])
        #expect(events([0xED, 0xA0, 0x80]) == [replacement, replacement, replacement])
        #expect(events([0xE6, 0xBC, 0x1B, 0x5B, 0x41]) == [replacement, .key(Key(.up))])
        #expect(events("\u{85}").isEmpty)
    }

    @Test("pasted text is one event, whatever it contains, with line ends as \\n")
    func paste() {
        #expect(
            events("\u{1B}[200~a\r\nb\rc\nd\u{3}\u{1B}[A q\u{1B}[201~x") == [
                .paste("a\nb\nc\nd\u{3}\u{1B}[A q"), .key(Key("x")),
            ])
        #expect(events("\u{1B}[200~\u{1B}[20\u{1B}[201~") == [.paste("\u{1B}[20")])
        #expect(events("\u{1B}[200~\u{1B}[201~") == [.paste("")])
    }

    @Test("a paste above a megabyte is truncated, and its rest is not typed")
    func longPaste() {
        let long = [UInt8](repeating: UInt8(ascii: "d"), count: PasteCollector.maximumBytes + 5000)
        let found = events(Array("\u{1B}[200~".utf8) + long + Array("\u{1B}[201~y".utf8))
        #expect(found.count == 2)
        guard case .paste(let text) = found.first else {
            Issue.record("no paste")
            return
        }
        #expect(text.utf8.count == PasteCollector.maximumBytes)
        #expect(found.last == .key(Key("y")))
    }

    @Test("an unterminated string does not swallow keys for ever")
    func endlessString() {
        let found = events("\u{1B}]" + String(repeating: "z", count: 20_000))
        #expect(found.contains(.key(Key("z"))))
        var parser = InputParser()
        _ = parser.parse(Array("\u{1B}]52;c;".utf8))
        #expect(parser.pending == .string)
        #expect(parser.timeOut().isEmpty)
        #expect(parser.parse([0x6A]) == [.key(Key("j"))])
    }

    @Test("an unterminated string takes 4 kB at most, whatever its type", arguments: ["]", "P", "_", "^", "X"])
    func longString(introducer: String) {
        let found = events("\u{1B}" + introducer + String(repeating: "z", count: 4097 + 10))
        #expect(found == Array(repeating: .key(Key("z")), count: 10))
    }

    /// Sequences that lead deep into the parser, for random input.
    private static let sequences: [[UInt8]] = [
        [0x1B], Array("\u{1B}[".utf8), Array("\u{1B}O".utf8), Array("\u{1B}[<0;3;4M".utf8), Array("\u{1B}[M".utf8),
        Array("\u{1B}]0;".utf8), Array("\u{1B}P".utf8), Array("\u{1B}\\".utf8), Array("1;5".utf8), Array("~".utf8),
        Array("\u{1B}[200~".utf8), Array("\u{1B}[201~".utf8), Array("漢".utf8), Array("$".utf8), Array("[[".utf8),
        Array("\u{1B}[1:2:3;4u".utf8),
    ]

    private static func madeUp(_ random: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: 1...12, using: &random)).flatMap { _ -> [UInt8] in
            if Bool.random(using: &random) { return sequences.randomElement(using: &random) ?? [] }
            return (0..<Int.random(in: 1...4, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
    }

    @Test("any bytes, split anywhere, give the same events")
    func splitting() {
        var random = SeededGenerator(usual: 1)
        for _ in 0..<400 {
            let bytes = Self.madeUp(&random)
            let whole = events(bytes)
            for index in 0...bytes.count {
                var parser = InputParser()
                let cut = parser.parse(Array(bytes[..<index])) + parser.parse(Array(bytes[index...]))
                guard cut == whole else {
                    Issue.record("\(bytes) cut at \(index)")
                    return
                }
            }
        }
    }

    @Test("a paste produces no keys, whatever it contains")
    func pasteKeepsKeys() {
        var random = SeededGenerator(usual: 2)
        for _ in 0..<400 {
            var content = Self.madeUp(&random)
            // The end mark within a paste ends it; terminals remove it from pasted text.
            let mark = Array("\u{1B}[201~".utf8)
            while let range = content.firstRange(of: mark) { content.removeSubrange(range) }
            let found = events(Array("\u{1B}[200~".utf8) + content + mark)
            guard found.count == 1, case .paste = found[0] else {
                Issue.record("\(content): \(found)")
                return
            }
        }
    }

    private static let long = Duration.milliseconds(400)

    /// A paste that has begun, with its first bytes.
    private func begunPaste() -> InputParser {
        var parser = InputParser()
        #expect(parser.parse(Array("\u{1B}[200~abc".utf8)).isEmpty)
        return parser
    }

    @Test("a lone Esc or Ctrl-C ends a paste; what came is text, and the next key a key", arguments: [0x1B, 0x03])
    func endedPaste(byte: UInt8) {
        var parser = begunPaste()
        #expect(parser.pending == .paste)
        #expect(parser.parse([byte], after: Self.long).isEmpty)
        #expect(parser.pending == .pasteEnd)
        #expect(parser.timeOut() == [.paste("abc")])
        #expect(parser.pending == nil)
        // Held until it is clear that no end mark follows.
        #expect(parser.parse(Array("G".utf8), after: Self.long).isEmpty)
        #expect(parser.pending == .pasteRest)
        #expect(parser.timeOut() == [.key(Key("G"))])
        #expect(parser.parse(Array("\u{1B}[A".utf8), after: Self.long).isEmpty)
        #expect(parser.timeOut() == [.key(Key(.up))])
        #expect(parser.parse([0x03, 0x71], after: Self.long).isEmpty)
        #expect(parser.timeOut() == [.key(.control("c")), .key(Key("q"))])
        // Later keys are no longer held.
        #expect(parser.parse(Array("G".utf8), after: .seconds(11)) == [.key(Key("G"))])
    }

    @Test("the rest of a paste that was ended is swallowed with its end mark, in pieces or at once")
    func restOfPaste() {
        let rest = Array("dyq\u{1B}x\u{3}dyq\u{1B}[201~".utf8)
        for index in rest.indices {
            for delay in [Duration.milliseconds(400), .seconds(5), .seconds(31)] where index == 0 || delay < .seconds(9)
            {
                var parser = begunPaste()
                _ = parser.parse([0x1B], after: Self.long)
                #expect(parser.timeOut() == [.paste("abc")])
                let pieces = [Array(rest[..<index]), Array(rest[index...])].filter { !$0.isEmpty }
                for (number, piece) in pieces.enumerated() {
                    #expect(parser.parse(piece, after: number == 0 ? delay : .milliseconds(200)).isEmpty)
                }
                #expect(parser.parse(Array("j".utf8)) == [.key(Key("j"))])
            }
        }
        // Without its end several characters at once are no keys, but text: they may have been typed.
        var parser = begunPaste()
        _ = parser.parse([0x1B], after: Self.long)
        _ = parser.timeOut()
        #expect(parser.parse(Array("dyq".utf8), after: Self.long).isEmpty)
        #expect(parser.timeOut() == [.paste("dyq")])
        // Another paste is one.
        #expect(parser.parse(Array("\u{1B}[200~new\u{1B}[201~j".utf8)) == [.paste("new"), .key(Key("j"))])
    }

    @Test("a paste that stalls at any byte, for 0.1 to 5 seconds, is one paste")
    func stalledPaste() {
        let text = "a\u{1B}b\u{3}\u{1B}[A c\u{3}\u{1B}"
        let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~x".utf8)
        let start = PasteCollector.startMark.count
        for index in start..<bytes.count {
            for seconds in [0.1, 0.3, 0.5, 1, 2, 5] {
                var parser = InputParser()
                var events = parser.parse(Array(bytes[..<index]))
                // What time alone does.
                if index < bytes.count - 1 { #expect(parser.pending == .paste) }
                events += parser.parse(Array(bytes[index...]), after: .seconds(seconds))
                #expect(events == [.paste(text), .key(Key("x"))], "\(index) \(seconds)")
                // One byte alone, then the rest within the pause.
                parser = InputParser()
                events = parser.parse(Array(bytes[..<index]))
                events += parser.parse([bytes[index]], after: .seconds(seconds))
                events += parser.parse(Array(bytes[(index + 1)...]), after: .milliseconds(100))
                #expect(events == [.paste(text), .key(Key("x"))], "\(index) \(seconds)")
            }
        }
    }

    @Test("the text of a paste never acts as keys, also where its mark comes behind an ESC that became a key")
    func splitPaste() {
        var parser = InputParser()
        #expect(parser.parse([0x1B]) + parser.timeOut() == [.key(.escape)])
        #expect(parser.parse(Array("[200~dydy".utf8), after: .milliseconds(60)).isEmpty)
        #expect(parser.parse(Array("\u{1B}[201~j".utf8)) == [.paste("dydy"), .key(Key("j"))])
        #expect(parser.parse([0x1B]) + parser.timeOut() == [.key(.escape)])
        #expect(parser.parse(Array("[2".utf8)) == [.key(Key("[")), .key(Key("2"))])
    }

    @Test("bytes that come late follow an introducer only where a key or an answer does")
    func late() {
        func events(_ first: String, _ second: String) -> [InputEvent] {
            var parser = InputParser()
            return parser.parse(Array(first.utf8)) + parser.parse(Array(second.utf8), after: .milliseconds(100))
                + parser.timeOut()
        }
        #expect(events("\u{1B}", "j") == [.key(.escape), .key(Key("j"))])
        #expect(events("\u{1B}[", "B") == [.key(Key(.down))])
        #expect(events("\u{1B}O", "B") == [.key(Key(.down))])
        #expect(events("\u{1B}[", "<0;1;1m") == [.mouse(MouseEvent(.release, at: .zero))])
        #expect(events("\u{1B}[", "j") == [.key(.alt("[")), .key(Key("j"))])
        #expect(events("\u{1B}O", "j") == [.key(.alt("O")), .key(Key("j"))])
        // Esc, while an answer is awaited: it may begin that.
        #expect(events("\u{1B}", "[?62;22c").isEmpty)
        #expect(events("\u{1B}", "[") == [.key(.escape), .key(Key("["))])
        #expect(events("\u{1B}", "\u{1B}[?62;22c") == [.key(.escape)])
        #expect(events("\u{1B}", "[4") == [.key(.escape), .key(Key("[")), .key(Key("4"))])
        #expect(events("\u{1B}", "]11;rgb:2828/2828/2828\u{7}").isEmpty)
        #expect(events("\u{1B}", "]11;rgb:2828/2828/2828\u{1B}\\").isEmpty)
        #expect(events("\u{1B}", "]") == [.key(.escape), .key(Key("]"))])
        #expect(events("\u{1B}", "]1") == [.key(.escape), .key(Key("]")), .key(Key("1"))])
        // At once, as where the key and the answer were read together.
        var parser = InputParser()
        #expect(parser.parse(Array("\u{1B}\u{1B}[?62;22c".utf8)) == [.key(.escape)])
        #expect(parser.removeAnswers() == [.attributes([62, 22])])
    }

    @Test("an answer about the background is none of the keys, however late each of its bytes is")
    func lateBackground() {
        var parser = InputParser()
        for byte in "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\".utf8 {
            #expect(parser.parse([byte], after: .milliseconds(60)).isEmpty)
        }
        #expect(parser.removeAnswers() == [.background(isLight: true)])
        #expect(parser.parse(Array("\u{1B}[".utf8)) + parser.timeOut() == [.key(.alt("["))])
    }

    @Test("reports of the focus are no keys, wherever they are split")
    func focus() {
        let bytes = Array("a\u{1B}[Ib\u{1B}[Oc".utf8)
        for split in bytes.indices {
            var parser = InputParser()
            let events = parser.parse(Array(bytes[..<split])) + parser.parse(Array(bytes[split...]))
            #expect(events == [.key(Key("a")), .key(Key("b")), .key(Key("c"))])
            #expect(parser.removeAnswers() == [.focus(isGained: true), .focus(isGained: false)])
        }
    }
}
