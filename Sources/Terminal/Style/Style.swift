/// A color of a cell.
public enum Color: Hashable, Sendable {
    /// The terminal's own foreground or background.
    case terminalDefault
    /// The terminal's palette: 0 to 15 are defined by the user, the rest are xterm's.
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)
}

/// The style of a cell: two colors and attributes.
public struct Style: Hashable, Sendable {
    public struct Attributes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let bold = Attributes(rawValue: 1)
        public static let dim = Attributes(rawValue: 2)
        public static let italic = Attributes(rawValue: 4)
        public static let underline = Attributes(rawValue: 8)
        public static let reverse = Attributes(rawValue: 16)
    }

    public var foreground: Color
    public var background: Color
    public var attributes: Attributes

    public init(
        foreground: Color = .terminalDefault, background: Color = .terminalDefault, attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    public static let plain = Style()

    public func adding(_ attributes: Attributes) -> Style {
        var style = self
        style.attributes.formUnion(attributes)
        return style
    }

    /// The other style's colors where it sets any, and both styles' attributes. A bar has one tone: what is reversed is not dim.
    public func overlaid(with other: Style) -> Style {
        let all = attributes.union(other.attributes)
        return Style(
            foreground: other.foreground == .terminalDefault ? foreground : other.foreground,
            background: other.background == .terminalDefault ? background : other.background,
            attributes: all.contains(.reverse) ? all.subtracting(.dim) : all)
    }
}
