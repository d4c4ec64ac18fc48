public import CardCodes
internal import Glibc
public import TestSupport

/// A picture as a phone's camera sees it: slightly rotated, out of focus, resampled, on a grey background, with less contrast and
/// some noise.
public struct CameraSimulation: Sendable {
    public var degrees = 5.0
    /// The radius of the Gaussian blur, in pixels of the picture.
    public var blur = 1.0
    /// Pixels of the camera per pixel of the picture.
    public var scale = 1.4
    /// The range of the noise, of 255.
    public var noise = 12

    public init() {}

    public func image(of picture: GreyImage, using generator: inout SeededGenerator) -> GreyImage? {
        let blurred = blurred(picture)
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        let (width, height) = (Double(picture.width), Double(picture.height))
        let (newWidth, newHeight) = (
            Int((width * cosine + height * sine) * scale) + 20, Int((width * sine + height * cosine) * scale) + 20
        )
        var pixels = [UInt8](repeating: 0, count: newWidth * newHeight)
        blurred.withUnsafeBufferPointer { source in
            for y in 0..<newHeight {
                for x in 0..<newWidth {
                    let (dx, dy) = (
                        (Double(x) - Double(newWidth) / 2) / scale, (Double(y) - Double(newHeight) / 2) / scale
                    )
                    let light = Self.light(
                        at: dx * cosine + dy * sine + width / 2, -dx * sine + dy * cosine + height / 2, in: source,
                        picture.width, picture.height)
                    let grain = Double(generator.next() >> 40) / Double(1 << 24) - 0.5
                    let seen = 30 + light * 0.75 + grain * Double(noise)
                    pixels[y * newWidth + x] = UInt8(min(255, max(0, seen)))
                }
            }
        }
        return GreyImage(width: newWidth, height: newHeight, pixels: pixels)
    }

    /// Interpolates the four nearest pixels; grey outside of the picture.
    private static func light(
        at x: Double, _ y: Double, in source: UnsafeBufferPointer<Float>, _ width: Int, _ height: Int
    ) -> Double {
        let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
        let (column, row) = (Int(left), Int(top))
        guard column >= 0, row >= 0, column < width - 1, row < height - 1 else { return 140 }
        let (right, low) = (x - 0.5 - left, y - 0.5 - top)
        let start = row * width + column
        let above = Double(source[start]) * (1 - right) + Double(source[start + 1]) * right
        let below = Double(source[start + width]) * (1 - right) + Double(source[start + width + 1]) * right
        return above * (1 - low) + below * low
    }

    private func blurred(_ picture: GreyImage) -> [Float] {
        let reach = Int((blur * 3).rounded(.up))
        let weights = (-reach...reach).map { Float(exp(-Double($0 * $0) / (2 * blur * blur))) }
        let sum = weights.reduce(0, +)
        let (width, height) = (picture.width, picture.height)
        var across = [Float](repeating: 0, count: width * height)
        var whole = across
        picture.pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    var light: Float = 0
                    for (index, weight) in weights.enumerated() {
                        light += weight * Float(pixels[y * width + min(width - 1, max(0, x + index - reach))])
                    }
                    across[y * width + x] = light / sum
                }
            }
        }
        across.withUnsafeBufferPointer { across in
            for y in 0..<height {
                for x in 0..<width {
                    var light: Float = 0
                    for (index, weight) in weights.enumerated() {
                        light += weight * across[min(height - 1, max(0, y + index - reach)) * width + x]
                    }
                    whole[y * width + x] = light / sum
                }
            }
        }
        return whole
    }
}
