import Testing

@testable import Terminal

@Suite("Glyphs of a console's font")
struct GlyphSetTests {
    @Test("an unknown console has letters and ASCII, and no symbols")
    func letters() {
        for scalar in "aZ9~łŻéжα".unicodeScalars { #expect(GlyphSet.letters.contains(scalar), "\(scalar)") }
        for scalar in "▀▌█░★╭…·↵".unicodeScalars { #expect(!GlyphSet.letters.contains(scalar), "\(scalar)") }
        #expect(!GlyphSet.letters.hasHalves)
    }

    @Test("half blocks are used only if all four exist")
    func halves() {
        #expect(GlyphSet.all.hasHalves)
        #expect(GlyphSet.only(["▀", "▄", "▌", "▐"]).hasHalves)
        #expect(!GlyphSet.only(["▀", "▄", "█"]).hasHalves)
    }

    @Test("symbols that the font lacks are drawn in ASCII, others stay")
    func reduced() {
        var canvas = Canvas(size: Size(columns: 12, rows: 1))
        canvas.write("╭─ Łódź ★ é", at: .zero, style: .plain)
        var console = canvas
        console.reduceToASCII(keeping: .letters)
        #expect(console.text(ofRow: 0) == "+- Łódź * é ")
        var font = canvas
        font.reduceToASCII(keeping: .only(["─", "╭", "é", "ó"]))
        #expect(font.text(ofRow: 0) == "╭─ Lódz * é ")
    }
}
