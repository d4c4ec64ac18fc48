internal import Terminal

/// Approximates colours on terminals with fewer.
enum NearestColor {
    /// xterm's values of the 16 palette colours; a user's palette differs, but keeps the hues.
    private static let sixteen: [(Int, Int, Int)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
    ]

    /// The colours of xterm's palette, including its values of the first 16.
    static func components(ofPalette index: UInt8) -> (Int, Int, Int) {
        if index < 16 { return sixteen[Int(index)] }
        let color = XtermPalette.components(of: index)
        return (color.red, color.green, color.blue)
    }

    /// The number of exactly this colour, where a terminal has it under a shorter name: 22 to 255; shells' colour schemes redefine some of
    /// those below.
    static func paletteIndex(ofDirect number: Int32) -> UInt8? {
        let index = XtermPalette.index(
            red: Int(number >> 16 & 255), green: Int(number >> 8 & 255), blue: Int(number & 255))
        return index.flatMap { $0 >= 22 ? $0 : nil }
    }

    static func palette16(_ red: Int, _ green: Int, _ blue: Int) -> UInt8 {
        var best = 0
        for index in sixteen.indices
        where distance(sixteen[index], (red, green, blue)) < distance(sixteen[best], (red, green, blue)) {
            best = index
        }
        return UInt8(best)
    }

    private static func distance(_ left: (Int, Int, Int), _ right: (Int, Int, Int)) -> Int {
        let (red, green, blue) = (left.0 - right.0, left.1 - right.1, left.2 - right.2)
        return red * red + green * green + blue * blue
    }
}

extension Color {
    /// ncurses' number for this colour: -1 is the terminal's default; with 24 bits, numbers below 16 are the palette's.
    func number(depth: ColorDepth, available: Int) -> Int32 {
        switch (self, depth) {
        case (.terminalDefault, _), (_, .monochrome): return -1
        case (.palette(let index), _) where index < 16: return Int32(available < 16 ? index % 8 : index)
        case (.palette(let index), .indexed256): return Int32(index)
        case (.palette(let index), _):
            let (red, green, blue) = NearestColor.components(ofPalette: index)
            return Color.rgb(UInt8(red), UInt8(green), UInt8(blue)).number(depth: depth, available: available)
        case (.rgb(let red, let green, let blue), .trueColor):
            let value = Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
            return max(value, 16)
        case (.rgb(let red, let green, let blue), .indexed256):
            return Int32(XtermPalette.nearest(red: Int(red), green: Int(green), blue: Int(blue)))
        case (.rgb(let red, let green, let blue), .sixteen):
            return Color.palette(NearestColor.palette16(Int(red), Int(green), Int(blue)))
                .number(depth: depth, available: available)
        }
    }
}
