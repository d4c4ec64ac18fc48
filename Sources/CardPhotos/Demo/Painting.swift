internal import Cards

/// A small RGB canvas for shapes with smooth edges. Coordinates are pixels from the top left.
struct Painting {
    typealias Color = SIMD3<Float>

    let width: Int
    let height: Int
    private var pixels: [Color]

    /// - Parameter background: the colour at a position, from 0 to 1 in both directions.
    init(width: Int, height: Int, background: (_ x: Float, _ y: Float) -> Color) {
        self.width = width
        self.height = height
        pixels = []
        pixels.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width { pixels.append(background(Float(x) / Float(width - 1), Float(y) / Float(height - 1))) }
        }
    }

    /// A rectangle with round corners.
    mutating func fillRectangle(
        x: Float, y: Float, width: Float, height: Float, radius: Float = 0, _ color: Color, opacity: Float = 1
    ) {
        fill(x: x, y: y, width: width, height: height, color, opacity: opacity) { pointX, pointY in
            // The distance to a rectangle that is smaller by the radius, minus the radius.
            let dx = abs(pointX - x - width / 2) - width / 2 + radius
            let dy = abs(pointY - y - height / 2) - height / 2 + radius
            let outside = (max(dx, 0) * max(dx, 0) + max(dy, 0) * max(dy, 0)).squareRoot()
            return outside + min(max(dx, dy), 0) - radius
        }
    }

    mutating func fillCircle(x: Float, y: Float, radius: Float, _ color: Color, opacity: Float = 1) {
        fill(x: x - radius, y: y - radius, width: radius * 2, height: radius * 2, color, opacity: opacity) {
            (($0 - x) * ($0 - x) + ($1 - y) * ($1 - y)).squareRoot() - radius
        }
    }

    /// Draws the outline of a circle.
    mutating func strokeCircle(x: Float, y: Float, radius: Float, thickness: Float, _ color: Color, opacity: Float = 1)
    {
        let outer = radius + thickness / 2
        fill(x: x - outer, y: y - outer, width: outer * 2, height: outer * 2, color, opacity: opacity) {
            abs((($0 - x) * ($0 - x) + ($1 - y) * ($1 - y)).squareRoot() - radius) - thickness / 2
        }
    }

    /// Red, green and blue, one byte each.
    var rgb: [UInt8] {
        pixels.flatMap { color in (0..<3).map { UInt8((min(max(color[$0], 0), 1) * 255).rounded()) } }
    }

    /// Blends in the colour where the distance to the shape's edge is negative; pixels on the edge get a part of it.
    private mutating func fill(
        x: Float, y: Float, width: Float, height: Float, _ color: Color, opacity: Float,
        distance: (_ x: Float, _ y: Float) -> Float
    ) {
        let columns = max(0, Int(x) - 1)..<max(0, min(self.width, Int(x + width) + 2))
        let rows = max(0, Int(y) - 1)..<max(0, min(self.height, Int(y + height) + 2))
        for row in rows {
            for column in columns {
                let coverage = min(max(0.5 - distance(Float(column) + 0.5, Float(row) + 0.5), 0), 1) * opacity
                guard coverage > 0 else { continue }
                let index = row * self.width + column
                pixels[index] += (color - pixels[index]) * coverage
            }
        }
    }
}

extension Painting.Color {
    static let white = Painting.Color(repeating: 1)
    static let black = Painting.Color(repeating: 0)

    init(_ color: CardColor) {
        self.init(Float(color.red) / 255, Float(color.green) / 255, Float(color.blue) / 255)
    }

    func mixed(with other: Painting.Color, _ share: Float) -> Painting.Color { self + (other - self) * share }

    /// The perceived brightness, from 0 to 1 (Rec. 709 weights).
    var brightness: Float { x * 0.2126 + y * 0.7152 + z * 0.0722 }
}

/// Letters and digits of 5 x 7 pixels, for the initials on a demo card. Rows from the top, each as five bits, the highest at the
/// left.
enum BlockLetters {
    static let columns = 5
    static let rows = 7

    /// Nil for other characters than a-z and 0-9.
    static func rows(of letter: Character) -> [UInt8]? { table[letter] }

    private static let table: [Character: [UInt8]] = [
        "a": [14, 17, 17, 31, 17, 17, 17], "b": [30, 17, 17, 30, 17, 17, 30], "c": [14, 17, 16, 16, 16, 17, 14],
        "d": [30, 17, 17, 17, 17, 17, 30], "e": [31, 16, 16, 30, 16, 16, 31], "f": [31, 16, 16, 30, 16, 16, 16],
        "g": [14, 17, 16, 23, 17, 17, 14], "h": [17, 17, 17, 31, 17, 17, 17], "i": [14, 4, 4, 4, 4, 4, 14],
        "j": [7, 2, 2, 2, 2, 18, 12], "k": [17, 18, 20, 24, 20, 18, 17], "l": [16, 16, 16, 16, 16, 16, 31],
        "m": [17, 27, 21, 21, 17, 17, 17], "n": [17, 25, 21, 19, 17, 17, 17], "o": [14, 17, 17, 17, 17, 17, 14],
        "p": [30, 17, 17, 30, 16, 16, 16], "q": [14, 17, 17, 17, 21, 18, 13], "r": [30, 17, 17, 30, 20, 18, 17],
        "s": [15, 16, 16, 14, 1, 1, 30], "t": [31, 4, 4, 4, 4, 4, 4], "u": [17, 17, 17, 17, 17, 17, 14],
        "v": [17, 17, 17, 17, 17, 10, 4], "w": [17, 17, 17, 21, 21, 27, 17], "x": [17, 17, 10, 4, 10, 17, 17],
        "y": [17, 17, 10, 4, 4, 4, 4], "z": [31, 1, 2, 4, 8, 16, 31],
        "0": [14, 17, 19, 21, 25, 17, 14], "1": [4, 12, 4, 4, 4, 4, 14], "2": [14, 17, 1, 6, 8, 16, 31],
        "3": [30, 1, 1, 14, 1, 1, 30], "4": [18, 18, 18, 31, 2, 2, 2], "5": [31, 16, 30, 1, 1, 17, 14],
        "6": [14, 16, 16, 30, 17, 17, 14], "7": [31, 1, 2, 4, 8, 8, 8], "8": [14, 17, 17, 14, 17, 17, 14],
        "9": [14, 17, 17, 15, 1, 1, 14],
    ]
}
