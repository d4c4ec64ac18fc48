import Testing

@testable import Terminal

@Suite("What a console's font has")
struct GlyphSetTests {
    @Test("a console that cannot be asked has letters and ASCII, and no signs")
    func letters() {
        for scalar in "aZ9~łŻéжα".unicodeScalars { #expect(GlyphSet.letters.contains(scalar), "\(scalar)") }
        for scalar in "▀▌█░★╭…·↵".unicodeScalars { #expect(!GlyphSet.letters.contains(scalar), "\(scalar)") }
        #expect(!GlyphSet.letters.hasHalves)
    }

    @Test("halves are all four, or none: a barcode takes either way")
    func halves() {
        #expect(GlyphSet.all.hasHalves)
        #expect(GlyphSet.only(["▀", "▄", "▌", "▐"]).hasHalves)
        #expect(!GlyphSet.only(["▀", "▄", "█"]).hasHalves)
    }

    @Test("signs that the font lacks are drawn in ASCII, what it has stays")
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
