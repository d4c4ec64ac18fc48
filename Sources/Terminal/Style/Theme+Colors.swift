extension Theme {
    /// The same theme as a terminal with so many colours can show it.
    ///
    /// Without colours only attributes are left, which ``terminal`` has for every role. The sixteen are the user's own, so colours
    /// near the theme's would be a matter of luck: it is black on white or white on black then, with the hues of
    /// ``terminal``.
    public func shown(in colors: ColorDepth) -> Theme {
        guard hasOwnGround else { return withReadableAccent(in: colors) }
        switch colors {
        case .monochrome: return Theme(name: name) { Theme.terminal[$0] }
        case .sixteen: return sixteen
        case .indexed256, .trueColor: return self
        }
    }

    /// On a ground that nobody knows, a blue that reads on white and on black: bright cyan is lost on white, and the palette's own
    /// blue on black. Of sixteen colours the palette's has to do; bold, most terminals show it bright.
    private func withReadableAccent(in colors: ColorDepth) -> Theme {
        guard colors == .indexed256 || colors == .trueColor, self[.accent] == Theme.terminal[.accent] else {
            return self
        }
        return Theme(name: name) { role in
            role == .accent ? Style(foreground: .palette(Self.readableBlue), attributes: .bold) : self[role]
        }
    }

    /// #0087d7: 3.9:1 on white, 5.4:1 on black.
    static let readableBlue: UInt8 = 32

    /// Whether the theme paints the whole screen, rather than leave it in the terminal's own colours.
    public var hasOwnGround: Bool { self[.text].background != .terminalDefault }

    private var sixteen: Theme {
        let isLight = isLight
        let (ink, ground) = isLight ? (Color.palette(0), Color.palette(15)) : (.palette(15), .palette(0))
        return Theme(name: name) { role in
            let style = Theme.terminal[role]
            // The dark half is read on white, the light half on black.
            let hue: Color =
                switch style.foreground {
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
