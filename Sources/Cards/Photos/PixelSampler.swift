/// Resamples a part of a picture, possibly rotated, to another size. It interpolates between four pixels; when scaling down it
/// takes four samples per pixel, which suffices for a factor of up to four.
///
/// It borrows the pixels, which must outlive it.
public struct PixelSampler {
    private let pixels: UnsafePointer<UInt8>
    private let size: PixelSize
    /// Bytes from one row to the next.
    private let stride: Int
    /// Bytes per pixel: red, green, blue, and alpha if there are four.
    private let channels: Int

    /// Nil unless a pixel has three or four bytes and the picture is not empty.
    public init?(_ pixels: UnsafePointer<UInt8>, size: PixelSize, stride: Int, channels: Int) {
        guard size.width > 0, size.height > 0, (3...4).contains(channels), stride >= size.width * channels else {
            return nil
        }
        self.pixels = pixels
        self.size = size
        self.stride = stride
        self.channels = channels
    }

    /// The part in the target size; pixels outside of the picture are transparent.
    public func image(of frame: PictureFrame, size target: PixelSize) -> PixelImage? {
        guard target.width > 0, target.height > 0 else { return nil }
        let (across, down) = (1 / Double(target.width), 1 / Double(target.height))
        let isSmaller = max(frame.width * across, frame.height * down) > 1.25
        // The sample positions within a pixel of the result.
        let samples: [Double] = isSmaller ? [0.25, 0.75] : [0.5]
        let share = 1 / Float(samples.count * samples.count)
        let bytes = [UInt8](unsafeUninitializedCapacity: target.width * target.height * 4) { buffer, count in
            for row in 0..<target.height {
                for column in 0..<target.width {
                    var sum = Sum()
                    for y in samples {
                        for x in samples {
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

    /// A sum of colors weighted by alpha.
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
        // Pixel colors apply to pixel centers; the outer half pixels repeat the edge.
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
    /// A part of the picture in the target size; see ``PixelSampler``.
    public func part(_ frame: PictureFrame, size target: PixelSize) -> PixelImage? {
        rgba.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { PixelSampler($0, size: size, stride: size.width * 4, channels: 4) }?
                .image(of: frame, size: target)
        }
    }
}

extension PixelImage {
    /// A part of the picture, turned right by quarters, with inverted colors if requested. The part is in pixels of the turned
    /// picture and clipped to it; nil if it is outside.
    public func part(
        left: Int, top: Int, width: Int, height: Int, quarterTurns: Int = 0, isInverted: Bool = false
    ) -> PixelImage? {
        let turns = (quarterTurns % 4 + 4) % 4
        let (wholeWidth, wholeHeight) = turns % 2 == 1 ? (size.height, size.width) : (size.width, size.height)
        let columns = max(0, left)..<max(0, left, min(wholeWidth, left + width))
        let rows = max(0, top)..<max(0, top, min(wholeHeight, top + height))
        let whole = columns.count == size.width && rows.count == size.height
        if whole, turns == 0, !isInverted { return self }
        // The position of the turned picture's first pixel in this one, and the distances to its right and lower neighbors.
        let (last, across) = (size.width * size.height - 1, size.width)
        let (origin, right, down): (Int, Int, Int) =
            switch turns {
            case 1: (last - across + 1, -across, 1)
            case 2: (last, -1, -across)
            case 3: (across - 1, across, -1)
            default: (0, 1, across)
            }
        // Alpha is not inverted.
        let inversion: UInt32 = isInverted ? UInt32(littleEndian: 0x00FF_FFFF) : 0
        let bytes = [UInt8](unsafeUninitializedCapacity: columns.count * rows.count * 4) { target, count in
            rgba.withUnsafeBytes { source in
                let target = UnsafeMutableRawBufferPointer(target)
                for row in rows {
                    for column in columns {
                        let index = origin + row * down + column * right
                        let pixel = source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
                        target.storeBytes(of: pixel ^ inversion, toByteOffset: count, as: UInt32.self)
                        count += 4
                    }
                }
            }
        }
        return PixelImage(size: PixelSize(width: columns.count, height: rows.count), rgba: bytes)
    }
}
