/// Reads a part of a picture, askew or straight, as pixels of another size. Between four pixels it mixes them; where several pixels
/// become one it looks at four places of each, which does for parts up to four times as large as what becomes of them.
///
/// It borrows the pixels: they must outlive it.
public struct PixelSampler {
    private let pixels: UnsafePointer<UInt8>
    private let size: PixelSize
    /// Bytes from one row to the next.
    private let stride: Int
    /// Bytes a pixel: red, green, blue, and alpha where there are four.
    private let channels: Int

    /// Nil unless a pixel has three or four bytes and there is at least one.
    public init?(_ pixels: UnsafePointer<UInt8>, size: PixelSize, stride: Int, channels: Int) {
        guard size.width > 0, size.height > 0, (3...4).contains(channels), stride >= size.width * channels else {
            return nil
        }
        (self.pixels, self.size, self.stride, self.channels) = (pixels, size, stride, channels)
    }

    /// The part as that many pixels; what lies outside of the picture is transparent.
    public func image(of frame: PictureFrame, size target: PixelSize) -> PixelImage? {
        guard target.width > 0, target.height > 0 else { return nil }
        let (across, down) = (1 / Double(target.width), 1 / Double(target.height))
        let isSmaller = max(frame.width * across, frame.height * down) > 1.25
        // Where within a pixel of the result the places lie that are looked at.
        let places: [Double] = isSmaller ? [0.25, 0.75] : [0.5]
        let share = 1 / Float(places.count * places.count)
        let bytes = [UInt8](unsafeUninitializedCapacity: target.width * target.height * 4) { buffer, count in
            for row in 0..<target.height {
                for column in 0..<target.width {
                    var sum = Sum()
                    for y in places {
                        for x in places {
                            let point = frame.point(
                                across: (Double(column) + x) * across, along: (Double(row) + y) * down)
                            add(point, to: &sum)
                        }
                    }
                    sum.write(share, to: buffer, at: count)
                    count += 4
                }
            }
        }
        return PixelImage(size: target, rgba: bytes)
    }

    /// Colours weighed by how much of them is there.
    private struct Sum {
        var red: Float = 0
        var green: Float = 0
        var blue: Float = 0
        var alpha: Float = 0

        @inline(__always)
        func write(_ share: Float, to buffer: UnsafeMutableBufferPointer<UInt8>, at index: Int) {
            let scale = alpha > 0 ? 1 / alpha : 0
            buffer[index] = UInt8(min(255, red * scale + 0.5))
            buffer[index + 1] = UInt8(min(255, green * scale + 0.5))
            buffer[index + 2] = UInt8(min(255, blue * scale + 0.5))
            buffer[index + 3] = UInt8(min(255, alpha * share * 255 + 0.5))
        }
    }

    @inline(__always)
    private func add(_ point: PictureFrame.Vector, to sum: inout Sum) {
        guard point.x >= 0, point.y >= 0, point.x < Double(size.width), point.y < Double(size.height) else { return }
        // Pixels have their colour in their middle; the outermost halves have that of the edge.
        let (x, y) = (max(0, point.x - 0.5), max(0, point.y - 0.5))
        let (column, row) = (Int(x), Int(y))
        let (right, below) = (min(column + 1, size.width - 1), min(row + 1, size.height - 1))
        let (toRight, toBelow) = (Float(x - Double(column)), Float(y - Double(row)))
        add(column, row, (1 - toRight) * (1 - toBelow), to: &sum)
        add(right, row, toRight * (1 - toBelow), to: &sum)
        add(column, below, (1 - toRight) * toBelow, to: &sum)
        add(right, below, toRight * toBelow, to: &sum)
    }

    @inline(__always)
    private func add(_ column: Int, _ row: Int, _ weight: Float, to sum: inout Sum) {
        let pixel = pixels + row * stride + column * channels
        let weight = channels == 4 ? weight * Float(pixel[3]) / 255 : weight
        sum.red += weight * Float(pixel[0])
        sum.green += weight * Float(pixel[1])
        sum.blue += weight * Float(pixel[2])
        sum.alpha += weight
    }
}

extension PixelImage {
    /// A part of the picture as that many pixels; see ``PixelSampler``.
    public func part(_ frame: PictureFrame, size target: PixelSize) -> PixelImage? {
        rgba.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { PixelSampler($0, size: size, stride: size.width * 4, channels: 4) }?
                .image(of: frame, size: target)
        }
    }
}
