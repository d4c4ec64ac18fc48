extension Theme {
    /// The theme as a terminal of this colour depth can show it.
    ///
    /// Without colours only attributes remain, which ``terminal`` has for every role. The user may redefine the sixteen
    /// palette colours, so the nearest of them may be anything: with sixteen colours a theme becomes black on white or
    /// white on black, with the hues of ``terminal``.
    public func shown(in colors: ColorDepth) -> Theme {
        guard hasOwnGround else { return withReadableHues(in: colors) }
        switch colors {
        case .monochrome: return Theme(name: name) { Theme.terminal[$0] }
        case .sixteen: return sixteen
        case .indexed256, .trueColor: return self
        }
    }

    /// On an unknown background, a blue and an amber that are readable on white and on black: bright cyan and yellow are
    /// not on white, the palette's own blue not on black. With sixteen colours the palette's are used; most terminals
    /// show them bright when bold. Only its yellow cannot be read on white: there the text's colour stays, and is bold.
    private func withReadableHues(in colors: ColorDepth) -> Theme {
        guard colors != .monochrome else { return self }
        let isSixteen = colors == .sixteen
        return Theme(name: name) { role in
            guard self[role] == Theme.terminal[role] else { return self[role] }
            return switch role {
            case .accent where !isSixteen: Style(foreground: .palette(Self.readableBlue), attributes: .bold)
            case .caution: isSixteen ? Style(attributes: .bold) : Style(foreground: .palette(Self.readableAmber))
            default: self[role]
            }
        }
    }

    /// #0087d7: 3.9:1 on white, 5.4:1 on black.
    static let readableBlue: UInt8 = 32
    /// #af5f00: 4.8:1 on white, 4.4:1 on black.
    static let readableAmber: UInt8 = 130

    /// Whether the theme paints the whole screen instead of keeping the terminal's own background.
    public var hasOwnGround: Bool { self[.text].background != .terminalDefault }

    private var sixteen: Theme {
        let isLight = isLight
        let (ink, ground) = isLight ? (Color.palette(0), Color.palette(15)) : (.palette(15), .palette(0))
        return Theme(name: name) { role in
            let style = Theme.terminal[role]
            // On white the dark half of the palette is readable but for yellow, on black the bright half.
            let hue: Color =
                switch style.foreground {
                case .palette(3) where isLight: ink
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
