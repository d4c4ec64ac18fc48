internal import Basics
internal import Cards
internal import Terminal

/// A base16 or base24 color scheme: its name and its colors by number. ``Theme`` assigns them to roles.
struct Scheme: Equatable, Sendable {
    /// As its author writes it: "Rosé Pine".
    let name: String
    /// Dark text on a light background.
    let isLight: Bool
    /// Sixteen or twenty-four colors.
    let palette: [SchemeColor]

    static let baseCount = 16
    static let fullCount = 24

    // The roles of the sixteen by the specification of the format: first greys, starting with the background, then hues.
    var background: SchemeColor { palette[0x0] }
    var selectionBackground: SchemeColor { palette[0x2] }
    var comments: SchemeColor { palette[0x3] }
    var darkForeground: SchemeColor { palette[0x4] }
    var foreground: SchemeColor { palette[0x5] }
    /// The grey with the highest contrast. Not always the last of them: some schemes have another color there.
    var strongForeground: SchemeColor {
        palette[0x5...0x7].reduce(foreground) { best, color in
            color.contrast(with: background) > best.contrast(with: background) ? color : best
        }
    }
    var red: SchemeColor { palette[0x8] }
    var orange: SchemeColor { palette[0x9] }
    var yellow: SchemeColor { palette[0xA] }
    var blue: SchemeColor { palette[0xD] }

    /// `base0A`.
    static func colorName(_ index: Int) -> String {
        "base" + Hexadecimal.text(of: UInt8(index), uppercase: true)
    }

    /// The number of a color by its name, case-insensitive; nil if it is no color's name.
    static func colorIndex(_ name: String) -> Int? {
        let name = name.lowercased()
        guard name.hasPrefix("base"), name.utf8.count == 6 else { return nil }
        return (0..<fullCount).first { colorName($0).lowercased() == name }
    }
}

/// A 24-bit color of a scheme, and its contrast with another (WCAG 2).
struct SchemeColor: Equatable, Sendable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    static let black = SchemeColor(red: 0, green: 0, blue: 0)
    static let white = SchemeColor(red: 255, green: 255, blue: 255)

    init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// Parses `rrggbb` or `#rrggbb`, case-insensitive; nil for anything else.
    init?(_ text: String) {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 6, let bytes = Hexadecimal.bytes(of: digits), bytes.count == 3 else { return nil }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
    }

    /// Relative luminance, from 0 (black) to 1 (white).
    var luminance: Double { cardColor.luminance }

    /// Contrast ratio, from 1 (equal) to 21 (black on white). From 4.5 on text is readable with ease.
    func contrast(with other: SchemeColor) -> Double { cardColor.contrast(with: other.cardColor) }

    private var cardColor: CardColor { CardColor(red: red, green: green, blue: blue) }

    /// Interpolates by a number of twentieths towards the other color.
    func moved(twentieths: Int, to other: SchemeColor) -> SchemeColor {
        func part(_ field: KeyPath<SchemeColor, UInt8>) -> UInt8 {
            let parts = Int(self[keyPath: field]) * (20 - twentieths) + Int(other[keyPath: field]) * twentieths
            return UInt8(clamping: (parts + 10) / 20)
        }
        return SchemeColor(red: part(\.red), green: part(\.green), blue: part(\.blue))
    }

    /// The same color if its contrast with the background is sufficient; else the first one on the way to one of the
    /// poles whose contrast is. Black and white are the last poles; one of them reaches 4.5 on every background.
    func standingOut(by ratio: Double, from ground: SchemeColor, toward poles: [SchemeColor]) -> SchemeColor {
        let blackOrWhite = [SchemeColor.black, .white].sorted { $0.contrast(with: ground) > $1.contrast(with: ground) }
        for pole in poles + blackOrWhite {
            for step in 0...20 {
                let color = moved(twentieths: step, to: pole)
                if color.contrast(with: ground) >= ratio { return color }
            }
        }
        return blackOrWhite[0]
    }
}

extension Theme {
    /// The minimum contrast of text with its background, whatever the scheme's colors are.
    static let textContrast = 4.5
    /// The contrast of text beneath a dialog, which should still be recognizable.
    static let shadedContrast = 2.5
    /// The contrast of the selection's bar with the background.
    static let barContrast = 1.8
    static let lineContrast = 2.0

    /// Assigns a scheme's colors to roles. Every role sets both colors. A color without sufficient contrast is moved
    /// just as far as necessary: a grey towards the scheme's strongest text, a hue towards black or white, which keeps
    /// the hue.
    init(name: String, scheme: Scheme) {
        let ground = scheme.background
        let strong = scheme.strongForeground
        func on(_ ground: SchemeColor, _ color: SchemeColor, _ attributes: Style.Attributes = []) -> Style {
            Style(foreground: Color(color), background: Color(ground), attributes: attributes)
        }
        func gray(_ color: SchemeColor, _ ratio: Double, toward poles: SchemeColor...) -> SchemeColor {
            color.standingOut(by: ratio, from: ground, toward: poles + [strong])
        }
        func hue(_ color: SchemeColor) -> SchemeColor {
            color.standingOut(by: Self.textContrast, from: ground, toward: [])
        }
        // Many schemes keep it so close to the background that it is hardly visible.
        let bar = gray(scheme.selectionBackground, Self.barContrast)
        self.init(name: name) { role in
            switch role {
            case .text: on(ground, gray(scheme.foreground, Self.textContrast))
            case .strong: on(ground, gray(strong, Self.textContrast), .bold)
            // The fainter of the two greys, as far as it is readable: in some schemes the other one is hardly fainter
            // than text.
            case .faint: on(ground, gray(scheme.comments, Self.textContrast, toward: scheme.darkForeground))
            case .accent: on(ground, hue(scheme.blue), .bold)
            case .selection: on(bar, strong.standingOut(by: Self.textContrast, from: bar, toward: []))
            case .warning: on(ground, hue(scheme.red))
            case .caution: on(ground, hue(scheme.orange))
            case .match: on(ground, hue(scheme.yellow), [.bold, .underline])
            case .rule: on(ground, gray(scheme.comments, Self.lineContrast))
            case .shaded: on(ground, gray(scheme.comments, Self.shadedContrast))
            }
        }
    }
}

extension Color {
    fileprivate init(_ color: SchemeColor) { self = .rgb(color.red, color.green, color.blue) }
}
