/// Black and white as content: what is drawn in them has to be read by a machine, so no theme says what they are.
///
/// They are the terminal's exact black and white where it has any (palettes below 16 may be redefined), and reverse video where it
/// shows no colours.
public struct Ink: Hashable, Sendable {
    public let colors: ColorDepth
    /// White on black instead.
    public let isInverted: Bool

    public init(_ colors: ColorDepth, isInverted: Bool = false) {
        (self.colors, self.isInverted) = (colors, isInverted)
    }

    /// A light blank, and what is dark on it: words, and the dark halves of cells.
    public var paper: Style {
        guard colors != .monochrome else { return isInverted ? .plain : Style(attributes: .reverse) }
        return isInverted ? Style(foreground: white, background: black) : Style(foreground: black, background: white)
    }

    /// A dark blank, and what is light on it.
    public var dark: Style { Ink(colors, isInverted: !isInverted).paper }

    /// Words on the paper that are not what one came for.
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

    /// Whether a style is nothing but black and white of so many colours: what is shown even where nobody wants colours.
    public static func isInk(_ style: Style, in colors: ColorDepth) -> Bool {
        [Ink(colors), Ink(colors, isInverted: true)].contains { ink in
            [ink.paper, ink.faint].contains {
                $0.foreground == style.foreground && $0.background == style.background
            }
        }
    }

    /// What is written beside: every role is paper, none has a hue.
    public var theme: Theme {
        Theme(name: isInverted ? "ink inverted" : "ink") { role in
            switch role {
            case .text: paper
            case .strong, .accent, .warning: paper.adding(.bold)
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

    /// Terminals of eight colours show their seventh.
    private var white: Color {
        switch colors {
        case .trueColor: .rgb(255, 255, 255)
        case .indexed256: .palette(231)
        case .sixteen, .monochrome: .palette(15)
        }
    }
}
