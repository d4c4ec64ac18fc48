/// A greyscale picture: rows from the top, one byte per pixel, no padding.
public struct GreyImage: Equatable, Sendable {
    public let width: Int
    public let height: Int
    public let pixels: [UInt8]

    /// Nil when the pixels do not fill the size exactly.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height),
            pixels.count == width * height
        else { return nil }
        self.init(width, height, pixels)
    }

    private init(_ width: Int, _ height: Int, _ pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The reading library uses 16-bit coordinates.
    private static let longestSide = 65_535

    /// The picture at half width and height, averaging four pixels: this reduces blur and noise.
    var halved: GreyImage? {
        let (width, height) = (self.width / 2, self.height / 2)
        guard width > 0, height > 0 else { return nil }
        let half = [UInt8](unsafeUninitializedCapacity: width * height) { half, count in
            pixels.withUnsafeBufferPointer { pixels in
                for y in 0..<height {
                    var from = y * 2 * self.width
                    for _ in 0..<width {
                        let above = UInt16(pixels[from]) + UInt16(pixels[from + 1])
                        let below = UInt16(pixels[from + self.width]) + UInt16(pixels[from + self.width + 1])
                        half[count] = UInt8((above + below + 2) / 4)
                        (from, count) = (from + 2, count + 1)
                    }
                }
            }
        }
        return GreyImage(width, height, half)
    }

    /// Black where a pixel is darker than its surroundings, and white elsewhere, so that uneven lighting does not matter.
    var blackAndWhite: GreyImage {
        let reach = max(8, min(width, height) / 16)
        /// The sum of the pixels of each column, over the rows within reach.
        var columns = [Int](repeating: 0, count: width)
        var result = pixels
        pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<min(reach, height) { for x in 0..<width { columns[x] += Int(pixels[row * width + x]) } }
            for y in 0..<height {
                if y + reach < height { for x in 0..<width { columns[x] += Int(pixels[(y + reach) * width + x]) } }
                if y > reach { for x in 0..<width { columns[x] -= Int(pixels[(y - reach - 1) * width + x]) } }
                let rows = min(height, y + reach + 1) - max(0, y - reach)
                var sum = columns[..<min(reach, width)].reduce(0, +)
                for x in 0..<width {
                    if x + reach < width { sum += columns[x + reach] }
                    if x > reach { sum -= columns[x - reach - 1] }
                    let count = rows * (min(width, x + reach + 1) - max(0, x - reach))
                    // Darker by a twentieth, so that noise on an even background stays white.
                    result[y * width + x] = Int(pixels[y * width + x]) * count * 20 < sum * 19 ? 0 : 255
                }
            }
        }
        return GreyImage(width, height, result)
    }

    /// The negative.
    var inverted: GreyImage { GreyImage(width, height, pixels.map { 255 - $0 }) }
}
