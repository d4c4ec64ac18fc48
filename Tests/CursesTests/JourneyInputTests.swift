import Glibc
import PtySupport
import Terminal
import Testing

@Suite("Input through a terminal")
struct JourneyInputTests {
    @Test("a lone Escape is a key after the delay, and during a long delay the start of a sequence")
    func escapeDelay() async throws {
        let program = try probe()
        try await program.wait(for: "Ready")
        try await program.press(.escape)
        try await program.wait(for: "key esc")
        let patient = try probe(["--escape-delay", "10000"])
        try await patient.wait(for: "Ready")
        try await patient.type("\u{1B}")
        try await patient.send([0x5B])
        try await patient.send([0x41])
        try await patient.wait(for: "key up")
    }

    @Test("an unterminated string ends after a pause, and the next key is a key")
    func unterminated() async throws {
        let program = try probe()
        try await program.wait(for: "Ready")
        try await program.type("\u{1B}]0;half a title")
        // A key read together with it is a part of the sequence, and so is one that arrives too early.
        for _ in 0..<50 where await !program.text.contains("key j") {
            try await Task.sleep(for: .milliseconds(300))  // watched: tests the pause itself
            try await program.press("j")
        }
        try await program.wait(for: "key j")
    }

    @Test("pasted text arrives as one event, and its letters press no keys")
    func paste() async throws {
        let program = try probe()
        try await program.wait(for: "Ready")
        try await program.paste("jjj q p a")
        try await program.wait(for: "paste 9 jjj q p a")
        try await program.paste(String(repeating: "q\r\n", count: 30_000))
        try await program.wait(for: "paste 60000")
    }

    @Test("mouse events have positions, and the mouse can be switched off and on")
    func mouse() async throws {
        let program = try probe()
        try await program.wait(for: "Ready")
        try await program.send(Array("\u{1B}[<0;10;5M".utf8))
        try await program.wait(for: "mouse press")
        try await program.click(column: 9, row: 4)
        try await program.wait(for: "mouse release 9,4")
        try await program.press("m")
        try await program.wait(until: "the mouse off") { $0.modes.isDisjoint(with: [1000, 1002, 1006]) }
        try await program.press("m")
        try await program.wait(until: "the mouse on") { $0.modes.isSuperset(of: [1000, 1002, 1006]) }
        let without = try probe(["--no-mouse"])
        try await without.wait(for: "Ready")
        await without.look { #expect($0.modes.isDisjoint(with: [1000, 1002, 1006])) }
    }

    @Test("the clipboard is set by OSC 52, in tmux also that of the outer terminal")
    func clipboard() async throws {
        let plain = "\u{1B}]52;c;NTkwMTIzNDEyMzQ1Nw==\u{7}"
        let program = try probe()
        try await program.wait(for: "Ready")
        try await program.press("y")
        try await program.wait(forOutput: plain)
        let inside = try probe(environment: ["TERM": "tmux-256color"])
        try await inside.wait(for: "Ready")
        try await inside.press("y")
        try await inside.wait(forOutput: plain + "\u{1B}Ptmux;\u{1B}" + plain + "\u{1B}\\")
    }

    @Test("a terminal that accepts no output for a while shows the last frame afterwards")
    func stoppedLine() async throws {
        let program = try probe(size: Size(columns: 200, rows: 60))
        try await program.wait(for: "Ready")
        // Each key redraws everything: far more than the terminal accepts, and nobody reads.
        for _ in 0..<300 { await program.sendWithoutReading(Key.control("l").bytes) }
        try await program.press("x")
        try await program.wait(for: "key x")
        try await program.wait(until: "whole rows") { $0.row(50).contains("Card number 48 of a shop") }
    }

    @Test("a terminal that accepts no output does not prevent the program from ending")
    func stoppedLineEnds() async throws {
        let program = try probe(size: Size(columns: 200, rows: 60))
        try await program.wait(for: "Ready")
        for _ in 0..<300 { await program.sendWithoutReading(Key.control("l").bytes) }
        await program.kill(SIGTERM)
        #expect(try await program.exitStatusWithoutReading() == 128 + SIGTERM)
    }
}
