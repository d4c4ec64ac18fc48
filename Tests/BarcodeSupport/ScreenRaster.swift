public import CardCodes
public import Terminal

/// A terminal's palette: its default colors and the first 16, which can be configured.
public struct TerminalColors: Sendable {
    public typealias Pixel = (red: UInt8, green: UInt8, blue: UInt8)

    public var foreground: Pixel
    public var background: Pixel
    /// The first 16 colors of the palette; all terminals use xterm's for the others.
    public var palette: [Pixel]

    /// Xterm's palette.
    public static let xterm = TerminalColors(
        foreground: (229, 229, 229), background: (0, 0, 0),
        palette: [
            (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
            (229, 229, 229),
            (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
            (255, 255, 255),
        ])

    /// Solarized on a light background: its black is a dark blue, its white an ivory.
    public static let solarizedLight = TerminalColors(
        foreground: (101, 123, 131), background: (253, 246, 227),
        palette: [
            (7, 54, 66), (220, 50, 47), (133, 153, 0), (181, 137, 0), (38, 139, 210), (211, 54, 130), (42, 161, 152),
            (238, 232, 213), (0, 43, 54), (203, 75, 22), (88, 110, 117), (101, 123, 131), (131, 148, 150),
            (108, 113, 196),
            (147, 161, 161), (253, 246, 227),
        ])

    func pixel(_ color: Color, or standard: Pixel) -> Pixel {
        switch color {
        case .terminalDefault: return standard
        case .rgb(let red, let green, let blue): return (red, green, blue)
        case .palette(let index) where index < 16: return palette[Int(index)]
        case .palette(let index) where index < 232:
            let cube = [0, 95, 135, 175, 215, 255] as [UInt8]
            let place = Int(index) - 16
            return (cube[place / 36], cube[place / 6 % 6], cube[place % 6])
        case .palette(let index):
            let grey = 8 + 10 * (index - 232)
            return (grey, grey, grey)
        }
    }
}

/// Rasterizes a canvas as a terminal does: block characters exactly, every other character as a patch of its color in the middle
/// of the cell. Only brightness is kept.
public struct ScreenRaster: Sendable {
    /// The size of a cell in pixels.
    public var width = 8
    public var height = 16
    public var colors = TerminalColors.xterm

    public init(width: Int = 8, height: Int = 16, colors: TerminalColors = .xterm) {
        (self.width, self.height, self.colors) = (width, height, colors)
    }

    public func image(of canvas: Canvas) -> GreyImage? {
        let (columns, rows) = (canvas.size.columns, canvas.size.rows)
        var pixels = [UInt8](repeating: 0, count: columns * width * rows * height)
        pixels.withUnsafeMutableBufferPointer { pixels in
            for row in 0..<rows {
                for column in 0..<columns {
                    let cell = canvas[column, row]
                    let (ink, ground) = shades(of: cell.style)
                    let isInk = Self.ink(of: cell.text)
                    for y in 0..<height {
                        let start = ((row * height + y) * columns + column) * width
                        for x in 0..<width {
                            pixels[start + x] = isInk?((x * 2 + 1, width), (y * 2 + 1, height)) ?? false ? ink : ground
                        }
                    }
                }
            }
        }
        return GreyImage(width: columns * width, height: rows * height, pixels: pixels)
    }

    private func shades(of style: Style) -> (ink: UInt8, ground: UInt8) {
        let ink = light(colors.pixel(style.foreground, or: colors.foreground))
        let ground = light(colors.pixel(style.background, or: colors.background))
        return style.attributes.contains(.reverse) ? (ground, ink) : (ink, ground)
    }

    private func light(_ pixel: TerminalColors.Pixel) -> UInt8 {
        UInt8((306 * UInt32(pixel.red) + 601 * UInt32(pixel.green) + 117 * UInt32(pixel.blue)) >> 10)
    }

    /// Whether a pixel of a cell has the character's foreground color; given are twice the pixel's centre and the cell's size.
    /// Nil for a blank.
    private static func ink(of text: String) -> (((Int, Int), (Int, Int)) -> Bool)? {
        if text == " " || text.isEmpty { return nil }
        func isFirstHalf(_ position: (Int, Int)) -> Bool { position.0 < position.1 }
        let quarters = [
            "▘": 0b0001, "▝": 0b0010, "▖": 0b0100, "▗": 0b1000, "▀": 0b0011, "▄": 0b1100, "▌": 0b0101,
            "▐": 0b1010, "▚": 0b1001, "▞": 0b0110, "▛": 0b0111, "▜": 0b1011, "▙": 0b1101, "▟": 0b1110, "█": 0b1111,
        ]
        if let filled = quarters[text] {
            return { x, y in filled >> ((isFirstHalf(x) ? 0 : 1) + (isFirstHalf(y) ? 0 : 2)) & 1 == 1 }
        }
        return { x, y in x.0 * 4 > x.1 && x.0 * 4 < x.1 * 7 && y.0 * 4 > y.1 && y.0 * 4 < y.1 * 7 }
    }
}
