import Glibc
import Terminal
import Testing

/// Themes on terminals with fewer colors.
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
        for role in Role.allCases where ![.accent, .caution, .warning].contains(role) || colors == .monochrome {
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
        "on a background that is not known, blue, amber and red are readable on white and on black",
        arguments: [ColorDepth.trueColor, .indexed256])
    func readable(colors: ColorDepth) throws {
        let theme = Theme.terminal.shown(in: colors)
        for role in [Role.accent, .caution, .warning] {
            let light = try #require(Self.luminance(of: theme[role].foreground))
            // WCAG 2.2, 1.4.3 asks for 4.5; of 256 colors few have that on both. No color has more than 4.58.
            let least = colors == .trueColor ? 4.5 : 3.99
            #expect(1.05 / (light + 0.05) >= least && (light + 0.05) / 0.05 >= least, "\(role)")
            #expect(theme[role].background == .terminalDefault)
        }
        #expect(theme[.accent].attributes == .bold)
    }

    @Test(
        "on a background that is known, they are readable there and brighter or darker than on an unknown one",
        arguments: [ColorDepth.trueColor, .indexed256], [true, false])
    func readable(colors: ColorDepth, onLight: Bool) throws {
        let theme = Theme.terminal.shown(in: colors, onLight: onLight)
        // White, and the ground of a dark theme.
        let ground = onLight ? 1.0 : try #require(Self.luminance(of: .rgb(0x30, 0x30, 0x30)))
        for role in [Role.accent, .caution, .warning] {
            let light = try #require(Self.luminance(of: theme[role].foreground))
            let (brighter, darker) = (max(light, ground), min(light, ground))
            #expect((brighter + 0.05) / (darker + 0.05) >= 4.5, "\(role)")
            let unknown = try #require(Self.luminance(of: Theme.terminal.shown(in: colors)[role].foreground))
            #expect(onLight ? light < unknown : light > unknown, "\(role)")
        }
    }

    /// The relative luminance of a color that users do not define; nil for others.
    private static func luminance(of color: Color) -> Double? {
        let levels = [0.0, 95, 135, 175, 215, 255]
        let parts: [Double]
        switch color {
        case .rgb(let red, let green, let blue): parts = [Double(red), Double(green), Double(blue)]
        case .palette(let number) where (16..<232).contains(number):
            let offset = Int(number) - 16
            parts = [offset / 36, offset / 6 % 6, offset % 6].map { levels[$0] }
        case .palette, .terminalDefault: return nil
        }
        return zip(parts, [0.2126, 0.7152, 0.0722]).map { part, weight in
            let part = part / 255
            return weight * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4))
        }.reduce(0, +)
    }

    @Test("with sixteen colours, which are the user's, text keeps its colour; what is wrong is white on red")
    func hintsOfSixteen() {
        let theme = Theme.terminal.shown(in: .sixteen)
        #expect(theme[.accent] == Style(attributes: .bold) && theme[.caution] == Style(attributes: .bold))
        #expect(theme[.warning] == Style(foreground: .palette(15), background: .palette(1)))
        // On black blue is the darkest of them, also when it is bright.
        #expect(Self.dark.shown(in: .sixteen)[.accent].foreground == .palette(14))
        #expect(Self.light.shown(in: .sixteen)[.accent].foreground == .palette(4))
    }
}
