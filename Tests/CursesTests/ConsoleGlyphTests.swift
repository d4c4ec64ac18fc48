import Glibc
import Terminal
import Testing

@testable import Curses

@Suite("The font of the Linux console")
struct ConsoleGlyphTests {
    @Test("the kernel's table gives the font's glyphs; without it the font has letters only")
    func glyphs() {
        let fixed = GlyphSet.console([0x41, 0x142, 0x2500])
        #expect(fixed.contains("ł") && fixed.contains("─") && fixed.contains(" "))
        #expect(!fixed.contains("▀") && !fixed.hasHalves)
        #expect(GlyphSet.console([0x2580, 0x2584, 0x258C, 0x2590]).hasHalves)
        #expect(GlyphSet.console(nil) == .letters)
        #expect(GlyphSet.console([]) == .letters)
    }

    @Test("only a local console is queried; a remote one has letters only")
    func asked() {
        // Not a console: the kernel refuses the query.
        let file = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(file) }
        #expect(GlyphSet(terminal: "linux", descriptor: file) == .letters)
        #expect(GlyphSet(terminal: "linux-16color", descriptor: file) == .letters)
        #expect(GlyphSet(terminal: "xterm-256color", descriptor: file) == .all)
    }
}
