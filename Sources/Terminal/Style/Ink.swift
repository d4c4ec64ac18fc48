/// Black and white as content: machines read what is drawn in them, so no theme changes them.
///
/// They are the terminal's exact black and white where it has them (palette colors below 16 may be redefined), and
/// reverse video on a terminal without colors.
public struct Ink: Equatable, Sendable {
    public let colors: ColorDepth
    /// White on black instead of black on white.
    public let isInverted: Bool

    public init(_ colors: ColorDepth, isInverted: Bool = false) {
        self.colors = colors
        self.isInverted = isInverted
    }

    /// A light blank; text and the dark halves of cells are dark on it.
    public var paper: Style {
        guard colors != .monochrome else { return isInverted ? .plain : Style(attributes: .reverse) }
        return isInverted ? Style(foreground: white, background: black) : Style(foreground: black, background: white)
    }

    /// A dark blank; content is light on it.
    public var dark: Style { Ink(colors, isInverted: !isInverted).paper }

    /// Secondary text on the paper.
    public var faint: Style {
        var style = paper
        switch colors {
        case .monochrome: break
        case .sixteen: style.foreground = .palette(isInverted ? 7 : 8)
        case .indexed256: style.foreground = .palette(isInverted ? 250 : 242)
        case .trueColor: style.foreground = isInverted ? .rgb(188, 188, 188) : .rgb(108, 108, 108)
        }
        return style
    }

    /// Whether a style is nothing but black and white at a color depth: it is then shown even with NO_COLOR.
    public static func isInk(_ style: Style, in colors: ColorDepth) -> Bool {
        [Ink(colors), Ink(colors, isInverted: true)].contains { ink in
            [ink.paper, ink.faint].contains {
                $0.foreground == style.foreground && $0.background == style.background
            }
        }
    }

    /// A theme for the text beside such content: every role is on paper and without a hue.
    public var theme: Theme {
        Theme(name: isInverted ? "ink inverted" : "ink") { role in
            switch role {
            case .text: paper
            case .strong, .accent, .warning, .caution: paper.adding(.bold)
            case .faint, .rule, .shaded: faint
            case .selection: dark
            case .match: paper.adding([.bold, .underline])
            }
        }
    }

    private var black: Color {
        switch colors {
        case .trueColor: .rgb(0, 0, 0)
        case .indexed256: .palette(16)
        case .sixteen, .monochrome: .palette(0)
        }
    }

    /// Bright white; terminals of eight colors show their seventh.
    private var white: Color {
        switch colors {
        case .trueColor: .rgb(255, 255, 255)
        case .indexed256: .palette(231)
        case .sixteen, .monochrome: .palette(15)
        }
    }
}
