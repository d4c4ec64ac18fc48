import Testing

@testable import CardPhotos

@Suite("The end of a program's error output")
struct ErrorOutputTailTests {
    private func line(_ pieces: String...) -> String? {
        var words = ErrorOutputTail()
        for piece in pieces { words.add(Array(piece.utf8)) }
        return words.line
    }

    @Test("the last non-blank line is used, without its final full stop")
    func last() {
        #expect(line("first\n", "sec", "ond: busy.\n", " \r\n\n") == "second: busy")
        #expect(line("frame 1\rframe 2\r") == "frame 2")
        #expect(line() == nil)
        #expect(line("\n \n...\n") == nil)
    }

    @Test("where ffmpeg ends with the reason only, the line that names the device is used")
    func ffmpeg() {
        let cause =
            "[video4linux2,v4l2 @ 0x55b7d9bf2240] Cannot open video device /dev/video9: No such file or directory\n"
        let end = "Error opening input files: No such file or directory\n"
        let summary = "[in#0 @ 0x55b7d9bf1f80] Error opening input: No such file or directory\n"
        #expect(
            line("ready\n", cause, summary, "Error opening input file /dev/video9.\n", end)
                == "Cannot open video device /dev/video9: No such file or directory")
        #expect(line("ready\n", "/dev/video9: busy\n", end) == "Error opening input files: No such file or directory")
        #expect(line(cause, "/dev/video9: busy\n") == "/dev/video9: busy")
    }

    @Test("control characters are removed")
    func hostile() {
        #expect(line("\u{1B}[2Jgone\u{202E}") == "\\u{1B}[2Jgone\\u{202E}")
        var words = ErrorOutputTail()
        words.add([0x61, 0xFF, 0x9B, 0x62])
        #expect(words.line == "a\u{FFFD}\u{FFFD}b")
    }

    @Test("only a little of a long output is kept")
    func long() {
        var words = ErrorOutputTail()
        for _ in 0..<100 { words.add([UInt8](repeating: 0x78, count: 1000)) }
        #expect(words.line?.count == ErrorOutputTail.maximumCharacters)
        words.add(Array("\nend".utf8) + [UInt8](repeating: 0x0A, count: ErrorOutputTail.maximumBytes - 3))
        #expect(words.line == "end")
        words.add([0x0A])
        #expect(words.line == "nd")
        words.add([UInt8](repeating: 0x0A, count: ErrorOutputTail.maximumBytes))
        #expect(words.line == nil)
    }
}
