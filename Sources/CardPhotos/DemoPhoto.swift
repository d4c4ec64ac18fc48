internal import Basics
public import Cards

/// Draws the front and back of a fictitious card as PNG: always the same bytes for the same name, color and side, with the same
/// libpng. It shows no real brand.
public enum DemoPhoto {
    /// The proportion of ID-1. Small, since a terminal shows even fewer pixels.
    static let size = PixelSize(width: 160, height: 101)
    static let iconSize = PixelSize(width: 64, height: 64)

    /// Nil where libpng is missing.
    public static func png(name: String, color: CardColor, side: Card.Side) -> [UInt8]? {
        let base = Painting.Color(color)
        let painting =
            switch side {
            case .front: front(name: name, base: base)
            case .back: back(name: name, base: base)
            case .icon: icon(name: name, base: base)
            }
        return PNG.bytes(width: painting.width, height: painting.height, channels: .rgb, pixels: painting.rgb)
    }

    // MARK: - The two sides

    private static func front(name: String, base: Painting.Color) -> Painting {
        // A bright card gets dark letters.
        let ink: Painting.Color = base.brightness > 0.6 ? .black : .white
        var painting = Painting(width: size.width, height: size.height) { x, y in
            base.mixed(with: .white, 0.22 * (1 - x) * (1 - y)).mixed(with: .black, 0.5 * (x * 0.5 + y * 0.5))
        }
        switch name.utf8.stableHash % 3 {
        case 0:  // A rising sun at the right.
            for (index, radius) in [70, 54, 38].enumerated() {
                painting.fillCircle(x: 150, y: 92, radius: Float(radius), .white, opacity: 0.10 + 0.06 * Float(index))
            }
        case 1:  // Two overlapping rings.
            painting.strokeCircle(x: 112, y: 38, radius: 18, thickness: 7, .white, opacity: 0.5)
            painting.strokeCircle(x: 132, y: 38, radius: 18, thickness: 7, .black, opacity: 0.35)
        default:  // A field of dots.
            for row in 0..<4 {
                for column in 0..<5 {
                    let opacity = 0.12 + 0.09 * Float(column)
                    painting.fillCircle(
                        x: 92 + Float(column) * 14, y: 16 + Float(row) * 16, radius: 5, .white, opacity: opacity)
                }
            }
        }
        painting.fillRectangle(x: 0, y: 78, width: 160, height: 23, base.mixed(with: .black, 0.55), opacity: 0.85)
        // The card's number: four groups, too small to read.
        for group in 0..<4 {
            painting.fillRectangle(
                x: 13 + Float(group) * 35.5, y: 86, width: 26.5, height: 7, radius: 1, .white, opacity: 0.75)
        }
        draw(initials(of: name), x: 14, y: 18, scale: 6, ink, on: &painting)
        return painting
    }

    private static func back(name: String, base: Painting.Color) -> Painting {
        var painting = Painting(width: size.width, height: size.height) { x, y in
            base.mixed(with: .white, 0.55 - 0.25 * y).mixed(with: .black, 0.12 * x)
        }
        // The magnetic stripe.
        painting.fillRectangle(x: 0, y: 10, width: 160, height: 22, Painting.Color(0.10, 0.10, 0.11))
        // The signature strip with a signature.
        painting.fillRectangle(x: 10, y: 42, width: 96, height: 18, radius: 2, Painting.Color(0.97, 0.96, 0.92))
        var random = Random(state: name.utf8.stableHash)
        var height: Float = 51
        var target = height
        for step in 0..<120 {
            if step.isMultiple(of: 6) { target = Float(Int.random(in: 46...56, using: &random)) }
            height += (target - height) * 0.35
            painting.fillCircle(x: 20 + Float(step) * 0.6, y: height, radius: 1.2, Painting.Color(0.12, 0.16, 0.45))
        }
        // Bars that look like a barcode but encode nothing.
        painting.fillRectangle(x: 10, y: 68, width: 140, height: 26, radius: 2, .white)
        var x: Float = 18
        while x < 140 {
            let bar = Float(Int.random(in: 1...3, using: &random)) * 2.2
            painting.fillRectangle(x: x, y: 72, width: min(bar, 142 - x), height: 18, .black)
            x += bar + Float(Int.random(in: 1...2, using: &random)) * 4.4
        }
        return painting
    }

    /// The first letter, large: an icon may have a few cells only.
    private static func icon(name: String, base: Painting.Color) -> Painting {
        var painting = Painting(width: iconSize.width, height: iconSize.height) { _, y in
            base.mixed(with: .white, 0.85 - 0.15 * y)
        }
        let scale: Float = 7
        draw(
            Array(initials(of: name).prefix(1)), x: (64 - Float(BlockLetters.columns) * scale) / 2,
            y: (64 - Float(BlockLetters.rows) * scale) / 2, scale: scale, base.mixed(with: .black, 0.4), on: &painting)
        return painting
    }

    // MARK: - Letters

    private static func draw(
        _ letters: [[UInt8]], x: Float, y: Float, scale: Float, _ color: Painting.Color, on painting: inout Painting
    ) {
        for (index, rows) in letters.enumerated() {
            let left = x + Float(index * (BlockLetters.columns + 1)) * scale
            for (row, bits) in rows.enumerated() {
                for column in 0..<BlockLetters.columns where bits >> (BlockLetters.columns - 1 - column) & 1 == 1 {
                    painting.fillRectangle(
                        x: left + Float(column) * scale, y: y + Float(row) * scale, width: scale, height: scale, color)
                }
            }
        }
    }

    /// The first letters of the first two words whose first letter can be drawn.
    private static func initials(of name: String) -> [[UInt8]] {
        let words = TextFolding.fold(name).split { !($0.isLetter || $0.isNumber) }
        return Array(words.compactMap(\.first).compactMap(BlockLetters.rows(of:)).prefix(2))
    }

    /// Returns the same numbers for the same card (Knuth's linear congruential generator, upper half).
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            func step() -> UInt64 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return state >> 32
            }
            return step() << 32 | step()
        }
    }
}

/// A small RGB canvas for shapes with smooth edges. Coordinates are pixels from the top left.
struct Painting {
    typealias Color = SIMD3<Float>

    let width: Int
    let height: Int
    private var pixels: [Color]

    /// - Parameter background: the color at a position, from 0 to 1 in both directions.
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

    /// Blends in the color where the distance to the shape's edge is negative; pixels on the edge get a part of it.
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
