import Glibc
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

    @Test("with enough colours a theme is shown unchanged", arguments: [ColorDepth.trueColor, .indexed256])
    func many(colors: ColorDepth) {
        #expect(Self.light.shown(in: colors) == Self.light)
    }

    @Test("without colours a theme has the attributes of the terminal's own theme")
    func monochrome() {
        let shown = Self.dark.shown(in: .monochrome)
        for role in Role.allCases { #expect(shown[role] == Theme.terminal[role]) }
        #expect(shown.name == "made")
    }

    @Test("in sixteen colours a theme is black on white or white on black, and every role is distinguishable")
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

    @Test("the terminal's own theme is the same everywhere", arguments: [ColorDepth.monochrome, .sixteen, .trueColor])
    func terminal(colors: ColorDepth) {
        for role in Role.allCases where role != .accent && role != .caution {
            #expect(Theme.terminal.shown(in: colors)[role] == Theme.terminal[role])
        }
        #expect(!Theme.terminal.hasOwnGround)
    }

    @Test("no text is yellow on what may be white, with sixteen colours")
    func yellow() {
        for theme in [Theme.terminal, Self.light] {
            let shown = theme.shown(in: .sixteen)
            for role in Role.allCases {
                #expect(![.palette(3), .palette(11)].contains(shown[role].foreground), "\(theme.name) \(role)")
            }
        }
        #expect(Theme.terminal.shown(in: .sixteen)[.caution].attributes == .bold)
    }

    @Test(
        "the accent of the terminal's own theme is readable on white and on black",
        arguments: [ColorDepth.trueColor, .indexed256])
    func accent(colors: ColorDepth) throws {
        let accent = Theme.terminal.shown(in: colors)[.accent]
        let light = try Self.luminance(of: accent)
        // WCAG 2.1, 1.4.3: 3:1 for large and bold text, and for non-text elements.
        #expect(1.05 / (light + 0.05) >= 3, "on white")
        #expect((light + 0.05) / 0.05 >= 4.5, "on black")
        #expect(accent.attributes == .bold)
    }

    @Test(
        "the amber of the terminal's own theme is readable on white and on black",
        arguments: [ColorDepth.trueColor, .indexed256])
    func caution(colors: ColorDepth) throws {
        let light = try Self.luminance(of: Theme.terminal.shown(in: colors)[.caution])
        // No colour has much more than 4.5:1 on both.
        #expect(1.05 / (light + 0.05) >= 4.4 && (light + 0.05) / 0.05 >= 4.4)
    }

    /// The relative luminance of a colour of the cube, which users seldom change.
    private static func luminance(of style: Style) throws -> Double {
        guard case .palette(let number) = style.foreground, number >= 16, number < 232 else {
            throw NotInCube(style: style)
        }
        let levels = [0.0, 95, 135, 175, 215, 255]
        let offset = Int(number) - 16
        return zip([offset / 36, offset / 6 % 6, offset % 6], [0.2126, 0.7152, 0.0722]).map { index, weight in
            let part = levels[index] / 255
            return weight * (part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4))
        }.reduce(0, +)
    }

    private struct NotInCube: Error { let style: Style }

    @Test("with sixteen colours the accent is the palette's blue, bold: bright cyan is invisible on white")
    func accentOfSixteen() {
        let accent = Theme.terminal.shown(in: .sixteen)[.accent]
        #expect(accent == Style(foreground: .palette(4), attributes: .bold))
    }
}
