internal import Basics

/// A base16 or base24 colour scheme: its name and its colours by number. ``Theme`` assigns them to roles.
struct Scheme: Hashable, Sendable {
    /// As its author writes it: "Rosé Pine".
    let name: String
    /// Dark text on a light background.
    let isLight: Bool
    /// Sixteen or twenty-four colours.
    let palette: [SchemeColor]

    static let baseCount = 16
    static let fullCount = 24

    // The roles of the sixteen by the specification of the format: first greys, starting with the background, then hues.
    var background: SchemeColor { palette[0x0] }
    var selectionBackground: SchemeColor { palette[0x2] }
    var comments: SchemeColor { palette[0x3] }
    var darkForeground: SchemeColor { palette[0x4] }
    var foreground: SchemeColor { palette[0x5] }
    /// The grey with the highest contrast. Not always the last of them: some schemes have another colour there.
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

    /// The number of a colour by its name, case-insensitive; nil if it is no colour's name.
    static func colorIndex(_ name: String) -> Int? {
        let name = name.lowercased()
        guard name.hasPrefix("base"), name.utf8.count == 6 else { return nil }
        return (0..<fullCount).first { colorName($0).lowercased() == name }
    }
}
