import Cards
import TestSupport

/// A generated picture, the same in every run: typical cards, and content that is hard to show as symbols. Red, green, blue and
/// alpha; all of it is opaque.
struct PaintedPicture {
    enum Kind: String, CaseIterable {
        case card = "a card"
        case gradient = "a gradient"
        case photo = "a noisy photo"
        case text = "text"
    }

    let size: PixelSize
    let rgba: [UInt8]

    init(_ kind: Kind, size: PixelSize, seed: UInt64 = 1) {
        self.size = size
        var random = SeededGenerator(seed: seed)
        let painter: (_ x: Double, _ y: Double) -> SIMD3<Double> =
            switch kind {
            case .card: Self.card(&random)
            case .gradient: Self.gradient(&random)
            case .photo: Self.photo(&random)
            case .text: Self.text(on: SIMD3(repeating: 0.96), ink: SIMD3(0.1, 0.1, 0.16), &random)
            }
        var rgba: [UInt8] = []
        rgba.reserveCapacity(size.width * size.height * 4)
        // Scaled by the height, so that circles stay round.
        let scale = 1 / Double(size.height)
        for row in 0..<size.height {
            for column in 0..<size.width {
                let color = painter((Double(column) + 0.5) * scale, (Double(row) + 0.5) * scale)
                for channel in 0..<3 { rgba.append(UInt8((min(max(color[channel], 0), 1) * 255).rounded())) }
                rgba.append(255)
            }
        }
        self.rgba = rgba
    }

    private init(size: PixelSize, rgba: [UInt8]) { (self.size, self.rgba) = (size, rgba) }

    /// The picture with a barcode in its center, with `module` pixels per module and its quiet zone.
    func painted(with symbol: BarcodeSymbol, module: Int, rowHeight: Int) -> PaintedPicture {
        let rows = symbol.rows.flatMap { Array(repeating: $0.modules, count: $0.height * rowHeight) }
        let quiet = max(symbol.quietZone.left, symbol.quietZone.right, 4) * module
        let (width, height) = (symbol.width * module, rows.count)
        let (left, top) = ((size.width - width) / 2, (size.height - height) / 2)
        var rgba = rgba
        for y in max(0, top - quiet)..<min(size.height, top + height + quiet) {
            for x in max(0, left - quiet)..<min(size.width, left + width + quiet) {
                let isInside = (0..<height).contains(y - top) && (0..<width).contains(x - left)
                let isDark = isInside && rows[y - top][(x - left) / module]
                for channel in 0..<3 { rgba[(y * size.width + x) * 4 + channel] = isDark ? 24 : 240 }
            }
        }
        return PaintedPicture(size: size, rgba: rgba)
    }

    /// A portable pixmap, which every image tool reads.
    var ppm: [UInt8] {
        var bytes = Array("P6\n\(size.width) \(size.height)\n255\n".utf8)
        bytes.reserveCapacity(bytes.count + rgba.count)
        for start in stride(from: 0, to: rgba.count, by: 4) { bytes += rgba[start..<start + 3] }
        return bytes
    }

    // MARK: - Kinds

    private typealias Painter = (_ x: Double, _ y: Double) -> SIMD3<Double>

    private static func color(_ random: inout SeededGenerator) -> SIMD3<Double> {
        SIMD3(
            .random(in: 0...1, using: &random), .random(in: 0...1, using: &random), .random(in: 0...1, using: &random))
    }

    private static func gradient(_ random: inout SeededGenerator) -> Painter {
        let corners = (0..<4).map { _ in color(&random) }
        return { x, y in
            let across = min(x / CardOutline.proportion, 1)
            let above = corners[0] + (corners[1] - corners[0]) * across
            let below = corners[2] + (corners[3] - corners[2]) * across
            return above + (below - above) * y
        }
    }

    /// A gradient, two touching rings, a stripe and a line of letters.
    private static func card(_ random: inout SeededGenerator) -> Painter {
        let (ground, stripe) = (gradient(&random), color(&random) * 0.4)
        let letters = glyphs(&random)
        return { x, y in
            var color = ground(x, y)
            for (center, light) in [(1.1, 1.0), (1.3, 0.0)] {
                let distance = ((x - center) * (x - center) + (y - 0.32) * (y - 0.32)).squareRoot()
                if abs(distance - 0.18) < 0.035 { color += (SIMD3(repeating: light) - color) * 0.5 }
            }
            if y > 0.72 {
                color = stripe
                if letters(x * 10, (y - 0.78) * 10) { color = SIMD3(repeating: 0.9) }
            }
            if x < 0.75, letters(x * 3.5 + 7, (y - 0.2) * 3.5) { color = SIMD3(repeating: 0.95) }
            return color
        }
    }

    /// Waves of many lengths, similar to hills and leaves, and the noise of a small camera.
    private static func photo(_ random: inout SeededGenerator) -> Painter {
        let waves = (0..<24).map { index in
            let length = 3.0 * Double(1 << (index / 4))
            return (
                across: Double.random(in: -length...length, using: &random),
                along: Double.random(in: -length...length, using: &random),
                phase: Double.random(in: 0...6, using: &random),
                color: (color(&random) - 0.5) * 1.2 / Double(1 + index / 4)
            )
        }
        var grain = random
        return { x, y in
            var color = SIMD3(repeating: 0.45)
            for wave in waves { color += wave.color * sine(wave.across * x + wave.along * y + wave.phase) }
            return color + Double.random(in: -0.06...0.06, using: &grain)
        }
    }

    /// Lines of generated letters, smaller from line to line.
    private static func text(
        on ground: SIMD3<Double>, ink: SIMD3<Double>, _ random: inout SeededGenerator
    ) -> Painter {
        let letters = glyphs(&random)
        let sizes = [4.0, 8, 12, 18, 24]
        return { x, y in
            let line = min(Int(y * 5), 4)
            let (scale, top) = (sizes[line], Double(line) / 5 + 0.03)
            return letters(x * scale + Double(line * 11), (y - top) * scale) ? ink : ground
        }
    }

    /// One line of generated letters of 5 x 7 dots. The closure takes coordinates from the left and the top of a letter.
    private static func glyphs(_ random: inout SeededGenerator) -> (_ x: Double, _ y: Double) -> Bool {
        // For strokes instead of dots, every other row or column of a letter is mostly ink.
        let rows = (0..<64).map { _ in
            (0..<7).map { row in
                let bits = UInt8.random(in: 0..<32, using: &random)
                return row.isMultiple(of: 3) ? bits | 0b01110 : bits & 0b10001
            }
        }
        return { x, y in
            guard x >= 0, (0..<1).contains(y) else { return false }
            let column = Int((x - x.rounded(.down)) * 6)
            guard column < 5 else { return false }
            return rows[Int(x) % rows.count][Int(y * 7)] >> (4 - column) & 1 == 1
        }
    }

    /// An approximation of a sine by two parabolas: the same on every machine.
    private static func sine(_ angle: Double) -> Double {
        let turns = angle / 6.283_185_307_179_586
        let phase = (turns - turns.rounded(.down)) * 2
        return phase < 1 ? 4 * phase * (1 - phase) : 4 * (phase - 1) * (phase - 2)
    }
}
