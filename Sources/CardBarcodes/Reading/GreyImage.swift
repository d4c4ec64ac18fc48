/// A picture in shades of grey: rows from the top, a byte a pixel, no padding.
public struct GreyImage: Hashable, Sendable {
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
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    /// Places in the reading library are numbers of 16 bits.
    private static let longestSide = 65_535

    /// Half as wide and as high, four pixels to one: what was blurred or noisy is clearer for it.
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

    /// Black where it is darker than what lies around it, and white elsewhere: the shade of a whole part of the picture does not matter.
    var blackAndWhite: GreyImage {
        let reach = max(8, min(width, height) / 16)
        /// The sums of the pixels of each column, in the rows that are near enough.
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
                    // Darker by a twentieth: noise on even ground stays white.
                    result[y * width + x] = Int(pixels[y * width + x]) * count * 20 < sum * 19 ? 0 : 255
                }
            }
        }
        return GreyImage(width, height, result)
    }

    /// Black for white.
    var inverted: GreyImage { GreyImage(width, height, pixels.map { 255 - $0 }) }
}
