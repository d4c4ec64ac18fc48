import Glibc
import Terminal
import Testing

@testable import Curses

@Suite("The font of the Linux console")
struct ConsoleGlyphTests {
    @Test("what the kernel tells of the font is what it has; a font that it tells nothing of has letters")
    func told() {
        let fixed = GlyphSet.console([0x41, 0x142, 0x2500])
        #expect(fixed.contains("ł") && fixed.contains("─") && fixed.contains(" "))
        #expect(!fixed.contains("▀") && !fixed.hasHalves)
        #expect(GlyphSet.console([0x2580, 0x2584, 0x258C, 0x2590]).hasHalves)
        #expect(GlyphSet.console(nil) == .letters)
        #expect(GlyphSet.console([]) == .letters)
    }

    @Test("only the console is asked, and where that is on another machine it has letters")
    func asked() {
        // Not a console: the kernel refuses the query.
        let file = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(file) }
        #expect(GlyphSet(terminal: "linux", descriptor: file) == .letters)
        #expect(GlyphSet(terminal: "linux-16color", descriptor: file) == .letters)
        #expect(GlyphSet(terminal: "xterm-256color", descriptor: file) == .all)
    }
}
