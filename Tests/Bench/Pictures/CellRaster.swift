import PtySupport
import Terminal

/// Rasterizes cells with block characters, eight by sixteen pixels each, so that an eighth of a cell is a whole number of pixels in
/// both directions. No font is used: of other characters only lines are supported (``BoxDrawing``).
struct CellRaster {
    static let cell = (width: 8, height: 16)

    /// Red, green and blue, rows from the top.
    private(set) var rgb: [UInt8]
    private let columns: Int

    /// The visible content of one cell, from any source.
    struct Look {
        let text: String
        let foreground: Color
        let background: Color
        let isReversed: Bool
    }

    /// Throws at the first unsupported character.
    init(size: Size, look: (_ column: Int, _ row: Int) -> Look) throws {
        columns = size.columns
        rgb = Array(repeating: 0, count: size.columns * size.rows * Self.cell.width * Self.cell.height * 3)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let look = look(column, row)
                guard let parts = Self.parts(of: look.text) else {
                    throw BenchError("\(look.text) is neither a block nor a line")
                }
                let (ink, ground) = (Self.components(look.foreground), Self.components(look.background))
                fill(column, row, (0, 0, 8, 16), look.isReversed ? ink : ground)
                for part in parts { fill(column, row, part, look.isReversed ? ground : ink) }
            }
        }
    }

    typealias Part = (left: Int, top: Int, right: Int, bottom: Int)

    private mutating func fill(_ column: Int, _ row: Int, _ part: Part, _ color: SIMD3<UInt8>) {
        let width = columns * Self.cell.width
        for y in row * Self.cell.height + part.top..<row * Self.cell.height + part.bottom {
            for x in column * Self.cell.width + part.left..<column * Self.cell.width + part.right {
                for channel in 0..<3 { rgb[(y * width + x) * 3 + channel] = color[channel] }
            }
        }
    }

    /// The rectangles that a character fills: a block (U+2580 to U+259F) or a line; empty for a blank, nil for any other.
    private static func parts(of text: String) -> [Part]? {
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else { return nil }
        let value = Int(scalar.value)
        switch value {
        case 0x20, 0xA0: return []
        case 0x2580: return [(0, 0, 8, 8)]
        case 0x2581...0x2588: return [(0, 16 - (value - 0x2580) * 2, 8, 16)]
        case 0x2589...0x258F: return [(0, 0, 0x2590 - value, 16)]
        case 0x2590: return [(4, 0, 8, 16)]
        case 0x2594: return [(0, 0, 8, 2)]
        case 0x2595: return [(7, 0, 8, 16)]
        case 0x2596...0x259F:
            // Upper left 1, upper right 2, lower left 4, lower right 8.
            let quadrants = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14][value - 0x2596]
            return (0..<4).filter { quadrants >> $0 & 1 == 1 }.map { quadrant in
                let (left, top) = (quadrant % 2 * 4, quadrant / 2 * 8)
                return (left, top, left + 4, top + 8)
            }
        default: return BoxDrawing.parts(of: value)
        }
    }

    /// xterm's palette; the terminal's default colors are not expected in a picture.
    private static func components(_ color: Color) -> SIMD3<UInt8> {
        switch color {
        case .terminalDefault: return SIMD3(0, 0, 0)
        case .rgb(let red, let green, let blue): return SIMD3(red, green, blue)
        case .palette(let index) where index >= 232: return SIMD3(repeating: 8 + (index - 232) * 10)
        case .palette(let index) where index >= 16:
            let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
            let position = Int(index) - 16
            return SIMD3(levels[position / 36], levels[position / 6 % 6], levels[position % 6])
        case .palette(let index):
            let level: UInt8 = index < 8 ? 0x80 : 0xFF
            switch index {
            case 7: return SIMD3(repeating: 0xC0)
            case 8: return SIMD3(repeating: 0x80)
            default: return SIMD3(index & 1 == 0 ? 0 : level, index & 2 == 0 ? 0 : level, index & 4 == 0 ? 0 : level)
            }
        }
    }

    // MARK: - Comparing

    /// The mean absolute difference, over all channels and pixels, to a picture scaled to the same size by averaging: 0 to 255.
    func meanError(against picture: PaintedPicture) -> Double {
        let width = columns * Self.cell.width
        let height = rgb.count / 3 / width
        let wanted = Self.averaged(picture, width: width, height: height)
        let sum = zip(rgb, wanted).reduce(0.0) { $0 + abs(Double($1.0) - $1.1) }
        return sum / Double(rgb.count)
    }

    /// The picture in another size: each pixel is the mean of the area that it covers.
    private static func averaged(_ picture: PaintedPicture, width: Int, height: Int) -> [Double] {
        let across = shares(from: picture.size.width, to: width)
        let along = shares(from: picture.size.height, to: height)
        var narrow = [Double](repeating: 0, count: width * picture.size.height * 3)
        for row in 0..<picture.size.height {
            for (column, shares) in across.enumerated() {
                for (source, share) in shares {
                    for channel in 0..<3 {
                        let value = Double(picture.rgba[(row * picture.size.width + source) * 4 + channel])
                        narrow[(row * width + column) * 3 + channel] += value * share
                    }
                }
            }
        }
        var small = [Double](repeating: 0, count: width * height * 3)
        for (row, shares) in along.enumerated() {
            for (source, share) in shares {
                for position in 0..<width * 3 {
                    small[row * width * 3 + position] += narrow[source * width * 3 + position] * share
                }
            }
        }
        return small
    }

    /// The weights of source indexes for each target index when a line is scaled.
    private static func shares(from count: Int, to target: Int) -> [[(position: Int, share: Double)]] {
        let scale = Double(count) / Double(target)
        return (0..<target).map { position in
            let (start, end) = (Double(position) * scale, Double(position + 1) * scale)
            return (Int(start)..<max(Int(start) + 1, min(count, Int(end.rounded(.up))))).map { source in
                (source, max(0, min(end, Double(source + 1)) - max(start, Double(source))) / (end - start))
            }
        }
    }
}
