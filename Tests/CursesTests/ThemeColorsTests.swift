import Terminal
import Testing

@testable import CardSettings
@testable import Curses

/// The embedded themes in xterm's 256 colors.
struct ThemeColorsTests {
    private static let themes: [Theme] = ThemeCatalog(folder: "/nonexistent").choices.compactMap { choice in
        (try? choice.load()).flatMap { $0.hasOwnGround ? $0 : nil }
    }

    @Test("in 256 colours every theme is readable and its selection visible")
    func readable() {
        #expect(!Self.themes.isEmpty)
        for theme in Self.themes {
            for role in Role.allCases {
                let (foreground, background) = (Self.shown(theme[role].foreground), Self.shown(theme[role].background))
                // Somewhat less than with the exact colors.
                let least = [.rule, .shaded].contains(role) ? 1.5 : 3.5
                let contrast = foreground.contrast(with: background)
                #expect(contrast >= least, "\(theme.name), \(role): \(contrast)")
            }
            let bar = Self.shown(theme[.selection].background)
            let contrast = bar.contrast(with: Self.shown(theme[.text].background))
            #expect(contrast >= 1.3, "\(theme.name): the selection's bar, \(contrast)")
        }
    }

    @Test("in 16 and 256 colours ncurses gets the terminal's colour numbers")
    func numbers() {
        for theme in Self.themes {
            for role in Role.allCases {
                let style = theme.shown(in: .sixteen)[role]
                #expect((0..<16).contains(style.foreground.number(depth: .sixteen, available: 16)))
                #expect((0..<8).contains(style.background.number(depth: .sixteen, available: 8)))
                #expect((16..<256).contains(theme[role].background.number(depth: .indexed256, available: 256)))
            }
        }
    }

    /// xterm's color for it.
    private static func shown(_ color: Color) -> SchemeColor {
        let number = color.number(depth: .indexed256, available: 256)
        let (red, green, blue) = NearestColor.components(ofPalette: UInt8(clamping: number))
        return SchemeColor(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
    }
}
