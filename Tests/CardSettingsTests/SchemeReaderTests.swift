import TestSupport
import Testing

@testable import CardSettings

/// Scheme files as users write and break them.
struct SchemeReaderTests {
    private static let colors = (0..<16).map { index in
        "\(Scheme.colorName(index)): \"\(String(repeating: String(index, radix: 16), count: 6))\""
    }

    private static func today(_ colors: [String], header: String = "system: base16\nname: Mine\nvariant: dark\n")
        -> String
    {
        header + "palette:\n" + colors.map { "  \($0)\n" }.joined()
    }

    private func read(_ text: String) -> (scheme: Scheme?, problems: [String]) {
        let (scheme, problems) = SchemeReader.read(Array(text.utf8), path: "mine.yaml", name: "mine")
        return (scheme, problems.map(\.userMessage))
    }

    @Test("the present format is read")
    func today() {
        let (scheme, problems) = read(Self.today(Self.colors))
        #expect(problems == [])
        #expect(scheme?.name == "Mine")
        #expect(scheme?.isLight == false)
        #expect(scheme?.palette.count == 16)
        #expect(scheme?.palette[0xA] == SchemeColor("aaaaaa"))
    }

    @Test("the older flat format is read, and its colours tell whether it is light")
    func flat() {
        let (scheme, problems) = read("scheme: Old\nauthor: Someone\n" + Self.colors.joined(separator: "\n"))
        #expect(problems == [])
        #expect(scheme?.name == "Old")
        #expect(scheme?.isLight == false)
        let turned = (0..<16).map {
            "\(Scheme.colorName($0)): \(Scheme.colorName(15 - $0).suffix(1))".lowercased() + "00000"
        }
        let light = read(turned.map { $0.replacing(": ", with: ": \"") + "\"" }.joined(separator: "\n")).scheme
        #expect(light?.isLight == true)
        #expect(light?.name == "mine")
    }

    @Test("twenty-four colours are read; an incomplete set beyond sixteen is ignored")
    func full() {
        let more = (16..<24).map { "\(Scheme.colorName($0)): \"#010203\"" }
        let header = "system: base24\nname: Mine\n"
        #expect(read(Self.today(Self.colors + more, header: header)).scheme?.palette.count == 24)
        let (scheme, problems) = read(Self.today(Self.colors + more.dropLast(), header: header))
        #expect(scheme?.palette.count == 16)
        #expect(
            problems == [
                "mine.yaml:4:3: it has only some of base10 to base17. The sixteen colors before them are used."
            ])
    }

    @Test("all missing colours are named, with the palette's position")
    func missing() {
        let colors = Self.colors.filter { !$0.hasPrefix("base08") && !$0.hasPrefix("base0D") }
        let (scheme, problems) = read(Self.today(colors))
        #expect(scheme == nil)
        #expect(problems == ["mine.yaml:5:3: there is no base08, base0D. The theme is not used until this is fixed."])
    }

    @Test("an unknown field is reported, and the theme is used")
    func unknown() {
        let (scheme, problems) = read("autor: me\n" + Self.today(Self.colors + ["base99: \"000000\""]))
        #expect(scheme != nil)
        #expect(
            problems == [
                "mine.yaml:1:1: there is no field \"autor\" in a scheme. Did you mean \"author\"?",
                "mine.yaml:22:3: there is no color \"base99\" in a scheme. The theme is used without it.",
            ])
    }

    @Test(
        "an invalid colour is reported with its position, and only once",
        arguments: ["\"12345g\"", "#123456", "[1]", "\"#fff\"", "+12345"])
    func badHex(_ value: String) {
        let colors = Self.colors.map { $0.hasPrefix("base03") ? "base03: \(value)" : $0 }
        let (scheme, problems) = read(Self.today(colors))
        #expect(scheme == nil)
        #expect(problems.count == 1)
        #expect(problems.first?.contains(":8:") == true, "\(problems)")
        #expect(problems.first?.contains("base03 must be a color") == true, "\(problems)")
    }

    @Test("a duplicate colour is reported, and the first counts")
    func twice() {
        let (scheme, problems) = read(Self.today(Self.colors + ["base00: \"ffffff\""]))
        #expect(scheme?.background == .black)
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("mine.yaml:21:3: \"base00\" is set twice, first in line 5.") == true)
    }

    @Test(
        "an invalid scheme is reported and not used",
        arguments: [
            "", "# nothing\n", "just text", "- a\n- b\n", "a: b: c\n", "palette: x\n", "palette: [a]\n", "palette:\n",
            "name: \"x",
            "\u{0}", "&a x: *a", "palette:\n\tbase00: 1\n", "{}",
        ])
    func broken(_ text: String) {
        let (scheme, problems) = read(text)
        #expect(scheme == nil)
        #expect(!problems.isEmpty)
    }

    @Test("any bytes are read without a crash, and the number of problems is limited")
    func anyBytes() {
        var generator = SeededGenerator()
        for _ in 0..<200 {
            let bytes = (0..<64).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            #expect(SchemeReader.read(bytes, path: "x", name: "x").scheme == nil)
        }
        let faults = (0..<5000).map { "x\($0): 1\n" }.joined()
        #expect(read(faults).problems.count <= 100)
    }

    @Test("an unknown variant or system is reported, and the theme is used")
    func variant() {
        let (scheme, problems) = read(Self.today(Self.colors, header: "system: tinted8\nvariant: dim\n"))
        #expect(scheme?.isLight == false)
        #expect(problems.count == 2)
    }
}
