extension Theme {
    /// The theme as a terminal of this colour depth can show it.
    ///
    /// Without colours only attributes remain, which ``terminal`` has for every role. The user may redefine the sixteen
    /// palette colours, so the nearest of them may be anything: with sixteen colours a theme becomes black on white or
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
    /// sixteen are, the user decides, and none is readable on both in the usual palettes: there the text's colour stays, and what is wrong is
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

    /// No colour has more than 4.58:1 on white and on black (WCAG 2); those for an unknown ground have 4.5:1 on both, and of 256 colours
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
