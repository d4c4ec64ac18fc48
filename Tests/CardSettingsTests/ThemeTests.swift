import Cards
import Terminal
import Testing
import Themes

@testable import CardSettings

/// Schemes as themes of the screen.
struct ThemeTests {
    static let schemes: [(name: String, scheme: Scheme)] = EmbeddedScheme.all.compactMap { embedded in
        SchemeReader.read(embedded.bytes(), path: embedded.name, name: embedded.name).scheme.map { (embedded.name, $0) }
    }

    @Test("every embedded scheme is read without problems, and is as light as the list says")
    func embedded() {
        #expect(EmbeddedScheme.all.count >= 10)
        #expect(EmbeddedScheme.all.contains { $0.isLight } && EmbeddedScheme.all.contains { !$0.isLight })
        #expect(EmbeddedScheme.all.map(\.name) == EmbeddedScheme.all.map(\.name).sorted())
        for embedded in EmbeddedScheme.all {
            let (scheme, problems) = SchemeReader.read(embedded.bytes(), path: embedded.name, name: "?")
            #expect(problems == [], "\(embedded.name)")
            #expect(scheme?.isLight == embedded.isLight, "\(embedded.name)")
            #expect(scheme?.name != "?", "\(embedded.name)")
            // The file's variant agrees with its colors.
            #expect(scheme.map { $0.background.luminance > $0.foreground.luminance } == embedded.isLight)
        }
    }

    @Test("text is readable in every theme, and lines and the selection are visible", arguments: schemes.map(\.name))
    func contrast(_ name: String) throws {
        let scheme = try #require(Self.schemes.first { $0.name == name }?.scheme)
        try check(Theme(name: name, scheme: scheme))
    }

    @Test("even a scheme of one colour is readable", arguments: ["000000", "ffffff", "777777", "808080", "ff0000"])
    func oneColor(_ hex: String) throws {
        let color = try #require(SchemeColor(hex))
        let palette = Array(repeating: color, count: 16)
        try check(Theme(name: "flat", scheme: Scheme(name: "flat", isLight: false, palette: palette)))
    }

    private func check(_ theme: Theme) throws {
        for role in Role.allCases {
            let foreground = try #require(Self.color(theme[role].foreground), "\(theme.name), \(role)")
            let background = try #require(Self.color(theme[role].background), "\(theme.name), \(role)")
            let least =
                switch role {
                case .text, .strong, .faint, .accent, .warning, .caution, .match, .selection: 4.5
                case .shaded: 2.5
                case .rule: 1.5
                }
            let contrast = foreground.contrast(with: background)
            #expect(contrast >= least, "\(theme.name), \(role): \(contrast)")
        }
        let bar = try #require(Self.color(theme[.selection].background))
        let ground = try #require(Self.color(theme[.text].background))
        #expect(bar.contrast(with: ground) >= 1.8, "\(theme.name): the selection's bar")
    }

    private static func color(_ color: Color) -> SchemeColor? {
        guard case .rgb(let red, let green, let blue) = color else { return nil }
        return SchemeColor(red: red, green: green, blue: blue)
    }

    @Test("a colour with enough contrast is unchanged")
    func ownColors() throws {
        let scheme = try #require(Self.schemes.first { $0.name == "gruvbox-dark" }?.scheme)
        let theme = Theme(name: "gruvbox-dark", scheme: scheme)
        #expect(theme[.text] == Style(foreground: .rgb(0xD5, 0xC4, 0xA1), background: .rgb(0x28, 0x28, 0x28)))
        #expect(
            theme[.accent]
                == Style(
                    foreground: .rgb(0x83, 0xA5, 0x98), background: .rgb(0x28, 0x28, 0x28), attributes: .bold))
        #expect(theme[.match].foreground == .rgb(0xFA, 0xBD, 0x2F))
    }

    @Test(
        "contrast is computed as in WCAG",
        arguments: [
            ("000000", "ffffff", 21.0), ("777777", "ffffff", 4.48), ("ff0000", "ffffff", 4.0), ("123456", "123456", 1),
        ])
    func ratio(_ left: String, _ right: String, expected: Double) throws {
        let (left, right) = try (#require(SchemeColor(left)), #require(SchemeColor(right)))
        #expect(abs(left.contrast(with: right) - expected) < 0.01)
        #expect(left.contrast(with: right) == right.contrast(with: left))
    }

    @Test("a colour is six digits, with or without a #", arguments: ["1a2B3c", "#1a2B3c"])
    func hex(_ text: String) {
        #expect(SchemeColor(text) == SchemeColor(red: 0x1A, green: 0x2B, blue: 0x3C))
    }

    @Test(
        "an invalid colour is rejected",
        arguments: ["", "#", "12345", "1234567", "+12345", "-12345", "12345g", "##12345", "１23456"])
    func noHex(_ text: String) {
        #expect(SchemeColor(text) == nil)
    }
}
