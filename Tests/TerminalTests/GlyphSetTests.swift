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

    @Test("pictures are made of the finest symbols of which the font has all")
    func pictures() {
        #expect(PictureSymbols(.all) == .blocks)
        #expect(PictureSymbols(.only(["▀", "▄", "▌", "▐", "█", "▖"])) == .halves)
        #expect(PictureSymbols(.only(["▀", "▄", "█"])) == .whole)
        #expect(PictureSymbols(.letters) == .whole)
        let blocks = (UInt32(0x2580)...0x2590).compactMap { Unicode.Scalar($0) }
        let quadrants = (UInt32(0x2594)...0x259F).compactMap { Unicode.Scalar($0) }
        #expect(PictureSymbols(.only(Set(blocks + quadrants))) == .blocks)
        #expect(PictureSymbols(.only(Set(blocks + quadrants.dropLast()))) == .halves)
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
