import Terminal
import Testing

/// Themes on terminals with fewer colours.
struct ThemeTests {
    private static func made(ground: Color) -> Theme {
        Theme(name: "made") { role in
            Style(foreground: .rgb(120, 120, 120), background: ground, attributes: role == .strong ? .bold : [])
        }
    }

    private static let light = made(ground: .rgb(250, 240, 230))
    private static let dark = made(ground: .rgb(10, 20, 40))

    @Test("where there are colours enough a theme is shown as it is", arguments: [ColorDepth.trueColor, .indexed256])
    func many(colors: ColorDepth) {
        #expect(Self.light.shown(in: colors) == Self.light)
    }

    @Test("without colours a theme has the attributes of the terminal's own look")
    func monochrome() {
        let shown = Self.dark.shown(in: .monochrome)
        for role in Role.allCases { #expect(shown[role] == Theme.terminal[role]) }
        #expect(shown.name == "made")
    }

    @Test("on sixteen colours a theme is black on white or white on black, and every role differs from its ground")
    func sixteen() {
        #expect(Self.light.shown(in: .sixteen)[.text] == Style(foreground: .palette(0), background: .palette(15)))
        #expect(Self.dark.shown(in: .sixteen)[.text] == Style(foreground: .palette(15), background: .palette(0)))
        for theme in [Self.light, Self.dark] {
            let shown = theme.shown(in: .sixteen)
            for role in Role.allCases {
                #expect(shown[role].foreground != shown[role].background, "\(role)")
                #expect(shown[role].background == shown[.text].background, "\(role)")
                #expect(shown[role].attributes == Theme.terminal[role].attributes, "\(role)")
            }
        }
    }

    @Test("the terminal's own look is the same everywhere", arguments: [ColorDepth.monochrome, .sixteen, .trueColor])
    func terminal(colors: ColorDepth) {
        #expect(Theme.terminal.shown(in: colors) == .terminal)
        #expect(!Theme.terminal.hasOwnGround)
    }
}
