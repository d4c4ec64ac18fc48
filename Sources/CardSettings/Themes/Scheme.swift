internal import Basics

/// A base16 or base24 colour scheme: its own name and its colours by number. What a colour is used for is said elsewhere.
struct Scheme: Hashable, Sendable {
    /// As its author writes it: "Rosé Pine".
    let name: String
    /// Dark text on a light ground.
    let isLight: Bool
    /// Sixteen colours, or all twenty-four.
    let palette: [SchemeColor]

    static let baseCount = 16
    static let fullCount = 24

    // What the sixteen are for, as the scheme's format says: first greys, from the ground upwards, then hues.
    var background: SchemeColor { palette[0x0] }
    var selectionBackground: SchemeColor { palette[0x2] }
    var comments: SchemeColor { palette[0x3] }
    var darkForeground: SchemeColor { palette[0x4] }
    var foreground: SchemeColor { palette[0x5] }
    /// What stands out from the ground most. Not always the last of them: some schemes put another colour there.
    var strongForeground: SchemeColor {
        palette[0x5...0x7].reduce(foreground) { best, color in
            color.contrast(with: background) > best.contrast(with: background) ? color : best
        }
    }
    var red: SchemeColor { palette[0x8] }
    var yellow: SchemeColor { palette[0xA] }
    var blue: SchemeColor { palette[0xD] }

    /// `base0A`.
    static func colorName(_ index: Int) -> String {
        "base" + Hexadecimal.text(of: UInt8(index), uppercase: true)
    }

    /// The number of a colour by its name, in any case; nil when it is none.
    static func colorIndex(_ name: String) -> Int? {
        let name = name.lowercased()
        guard name.hasPrefix("base"), name.utf8.count == 6 else { return nil }
        return (0..<fullCount).first { colorName($0).lowercased() == name }
    }
}
