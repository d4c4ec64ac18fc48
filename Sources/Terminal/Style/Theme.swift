/// The meaning of a part of the screen, for styling. Screens name roles; only a theme knows colors.
public enum Role: Int, Hashable, Sendable, CaseIterable {
    /// Content.
    case text
    /// Names.
    case strong
    /// Labels, units and counts.
    case faint
    /// What can be pressed, and the mark at the edge of the selection.
    case accent
    /// The bar over the text of the selected row.
    case selection
    /// What is expired or wrong.
    case warning
    /// What is about to expire: today or tomorrow.
    case caution
    /// The characters that a search matched.
    case match
    /// Lines and frames.
    case rule
    /// What is beneath a dialog.
    case shaded
}

/// Maps roles to styles. Everything else names roles; only a theme has colors.
public struct Theme: Equatable, Sendable {
    public let name: String
    private let styles: [Style]

    public init(name: String, style: (Role) -> Style) {
        self.name = name
        styles = Role.allCases.map(style)
    }

    public subscript(role: Role) -> Style { styles[role.rawValue] }

    /// The user's own 16 colors on the terminal's own background. Roles differ by attribute as well as by color, so
    /// that they are distinguishable on dark and light terminals and without colors.
    public static let terminal = Theme(name: "terminal") { role in
        switch role {
        case .text: Style()
        case .strong: Style(attributes: .bold)
        case .faint, .rule, .shaded: Style(attributes: .dim)
        case .accent: Style(foreground: .palette(4), attributes: .bold)
        case .selection: Style(attributes: .reverse)
        case .warning: Style(foreground: .palette(1))
        case .caution: Style(foreground: .palette(3))
        case .match: Style(attributes: [.bold, .underline])
        }
    }
}

extension Theme {
    /// The theme as a terminal of this color depth can show it.
    ///
    /// Without colors only attributes remain, which ``terminal`` has for every role. The user may redefine the sixteen
    /// palette colors, so the nearest of them may be anything: with sixteen colors a theme becomes black on white or
    /// white on black, with the hues of ``terminal``.
    /// - Parameter onLight: whether the terminal's own background is light; nil where that is not known.
    public func shown(in colors: ColorDepth, onLight: Bool? = nil) -> Theme {
        guard hasOwnGround else { return withReadableHues(in: colors, onLight) }
        switch colors {
        case .monochrome: return Theme(name: name) { Theme.terminal[$0] }
        case .sixteen: return sixteen
        case .indexed256, .trueColor: return self
        }
    }

    /// A blue, an amber and a red that are readable on the background; where that is not known, on white and on black. Which hues the
    /// sixteen are, the user decides, and none is readable on both in the usual palettes: there the text's color stays, and what is wrong is
    /// white on red.
    private func withReadableHues(in colors: ColorDepth, _ onLight: Bool?) -> Theme {
        guard colors != .monochrome else { return self }
        return Theme(name: name) { role in
            guard self[role] == Theme.terminal[role] else { return self[role] }
            return switch role {
            case .accent: Style(foreground: Self.readable(.blue, in: colors, onLight), attributes: .bold)
            case .caution where colors == .sixteen: Style(attributes: .bold)
            case .caution: Style(foreground: Self.readable(.amber, in: colors, onLight))
            case .warning where colors == .sixteen: Style(foreground: .palette(15), background: .palette(1))
            case .warning: Style(foreground: Self.readable(.red, in: colors, onLight))
            default: self[role]
            }
        }
    }

    private enum Hue: Int { case blue, amber, red }

    /// No color has more than 4.58:1 on white and on black (WCAG 2); those for an unknown ground have 4.5:1 on both, and of 256 colors
    /// about 4:1. The others have 4.5:1 on white and on grounds as dark as `#303030`.
    private static func readable(_ hue: Hue, in colors: ColorDepth, _ onLight: Bool?) -> Color {
        let (direct, indexed): ([Color], [UInt8]) =
            switch onLight {
            case true?: ([.rgb(0x00, 0x5F, 0xB8), .rgb(0x96, 0x50, 0x00), .rgb(0xC4, 0x1E, 0x1E)], [25, 94, 160])
            case false?: ([.rgb(0x5A, 0xA9, 0xFF), .rgb(0xE8, 0xA8, 0x40), .rgb(0xFF, 0x76, 0x76)], [75, 215, 210])
            case nil: ([.rgb(0x00, 0x78, 0xD0), .rgb(0xB0, 0x60, 0x00), .rgb(0xE2, 0x2A, 0x2A)], [27, 130, 196])
            }
        return switch colors {
        case .sixteen, .monochrome: .terminalDefault
        case .trueColor: direct[hue.rawValue]
        case .indexed256: .palette(indexed[hue.rawValue])
        }
    }

    /// Whether the theme paints the whole screen instead of keeping the terminal's own background.
    public var hasOwnGround: Bool { self[.text].background != .terminalDefault }

    private var sixteen: Theme {
        let isLight = isLight
        let (ink, ground) = isLight ? (Color.palette(0), Color.palette(15)) : (.palette(15), .palette(0))
        return Theme(name: name) { role in
            let style = Theme.terminal[role]
            // On white the dark half of the palette is readable but for yellow, on black the bright half but for blue: cyan stands for it.
            let hue: Color =
                switch style.foreground {
                case .palette(3) where isLight: ink
                case .palette(4) where !isLight: .palette(14)
                case .palette(let index) where index < 8: .palette(isLight ? index : index + 8)
                default: ink
                }
            return Style(foreground: hue, background: ground, attributes: style.attributes)
        }
    }

    private var isLight: Bool {
        guard case .rgb(let red, let green, let blue) = self[.text].background else { return false }
        return Int(red) * 299 + Int(green) * 587 + Int(blue) * 114 >= 128_000
    }
}

/// The theme of a light terminal and that of a dark one; often one theme for both.
public struct ThemePair: Equatable, Sendable {
    public let light: Theme
    public let dark: Theme

    public init(light: Theme, dark: Theme) { (self.light, self.dark) = (light, dark) }
    public init(_ theme: Theme) { self.init(light: theme, dark: theme) }

    /// Whether it matters what the terminal's background is.
    public var dependsOnBackground: Bool { light != dark }

    public func theme(isLight: Bool) -> Theme { isLight ? light : dark }
}

/// A theme that can be chosen by its name. It has no colors until it is loaded.
public struct ThemeChoice: Sendable {
    public let name: String
    /// Dark text on a light background; nil if that depends on the terminal, or is unknown before loading.
    public let isLight: Bool?
    /// Reads the theme; throws errors with a message for the user.
    public let load: @Sendable () throws -> Theme

    public init(name: String, isLight: Bool?, load: @escaping @Sendable () throws -> Theme) {
        self.name = name
        self.isLight = isLight
        self.load = load
    }

    /// "light", "dark", or "" if unknown.
    public var description: String { isLight.map { $0 ? "light" : "dark" } ?? "" }

    /// The terminal's own colors.
    public static let terminal = ThemeChoice(name: Theme.terminal.name, isLight: nil) { .terminal }
}
