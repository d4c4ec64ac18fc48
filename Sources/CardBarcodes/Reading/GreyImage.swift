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

    /// Black for white.
    var inverted: GreyImage { GreyImage(width, height, pixels.map { 255 - $0 }) }
}
