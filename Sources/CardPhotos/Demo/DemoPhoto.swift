internal import Basics
public import Cards

/// Draws the front and back of a fictitious card as PNG: always the same bytes for the same name, colour and side, with the same
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
