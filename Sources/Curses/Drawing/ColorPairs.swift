internal import CNcurses
internal import Terminal

/// The pairs of foreground and background for ncurses, allocated on demand up to its limit.
struct ColorPairs {
    private let depth: ColorDepth
    /// Pair 0 is the terminal's own two colors.
    private let limit: Int32
    private let available: Int
    /// With NO_COLOR only black and white content (``Ink``) is colored: a barcode in reverse video would be white on
    /// black on a terminal that is black on white.
    private let isInkOnly: Bool
    /// By both colors.
    private var numbers: [Int: Int32] = [:]
    /// Set when a pair could not be allocated.
    private(set) var isExhausted = false

    /// Call after ncurses has started its colors.
    init(depth: ColorDepth, limit: Int32, available: Int, isInkOnly: Bool) {
        self.depth = depth
        self.limit = limit
        self.available = available
        self.isInkOnly = isInkOnly
    }

    /// What the terminal makes of a style.
    func look(of style: Style) -> Look {
        var look = Look(attributes: style.attributes)
        if isBrightByBold(style) { look.attributes.insert(.bold) }
        if isGrayByBold(style) { look.attributes.remove(.bold) }
        if isInkOnly, !Ink.isInk(style, in: depth) { return look }
        look.foreground = style.foreground.number(depth: depth, available: available)
        look.background = style.background.number(depth: depth, available: available)
        return look
    }

    /// The number of a look's pair; 0 if none can be allocated.
    mutating func number(of look: Look) -> Int32 {
        if look.foreground < 0, look.background < 0 { return 0 }
        let pair = Int(look.foreground) << 32 | Int(UInt32(bitPattern: look.background))
        if let number = numbers[pair] { return number }
        let number = Int32(numbers.count) + 1
        guard number < limit, init_extended_pair(number, look.foreground, look.background) == OK else {
            isExhausted = true
            return 0
        }
        numbers[pair] = number
        return number
    }

    /// Frees all pairs: the whole screen has to be put again.
    mutating func reset() {
        reset_color_pairs()
        numbers.removeAll(keepingCapacity: true)
        isExhausted = false
    }

    /// Bright colors on a terminal of eight are shown as bold.
    private func isBrightByBold(_ style: Style) -> Bool {
        !isInkOnly && depth == .sixteen && available < 16 && style.foreground.number(depth: depth, available: 16) >= 8
    }

    /// Where bold means bright, bold black is grey: bars of a barcode would be too pale for a scanner.
    private func isGrayByBold(_ style: Style) -> Bool {
        (!isInkOnly || Ink.isInk(style, in: depth)) && depth == .sixteen && available < 16
            && style.foreground.number(depth: depth, available: 16) == 0
    }
}

/// A style as this terminal shows it: its colors by ncurses' numbers, -1 for the terminal's own, and its attributes.
struct Look: Equatable {
    var foreground: Int32 = -1
    var background: Int32 = -1
    var attributes: Style.Attributes = []

    static let plain = Look()
}

/// Approximates colors on terminals with fewer.
enum NearestColor {
    /// xterm's values of the 16 palette colors; a user's palette differs, but keeps the hues.
    private static let sixteen: [(Int, Int, Int)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
    ]

    /// The colors of xterm's palette, including its values of the first 16.
    static func components(ofPalette index: UInt8) -> (Int, Int, Int) {
        if index < 16 { return sixteen[Int(index)] }
        let color = XtermPalette.components(of: index)
        return (color.red, color.green, color.blue)
    }

    /// The number of exactly this color, where a terminal has it under a shorter name: 22 to 255; shells' color schemes redefine some of
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
    /// ncurses' number for this color: -1 is the terminal's default; with 24 bits, numbers below 16 are the palette's.
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
