internal import Cards

/// A small RGB canvas for shapes with smooth edges. Coordinates are pixels from the top left.
struct Painting {
    typealias Color = SIMD3<Float>

    let width: Int
    let height: Int
    private var pixels: [Color]

    /// - Parameter background: the colour at a position, from 0 to 1 in both directions.
    init(width: Int, height: Int, background: (_ x: Float, _ y: Float) -> Color) {
        (self.width, self.height) = (width, height)
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
