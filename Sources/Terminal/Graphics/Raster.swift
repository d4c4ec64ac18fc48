/// Pixels as rows from the top: red, green, blue and alpha, a byte each, not premultiplied. It can be shrunk, not
/// enlarged: terminals do that themselves.
struct Raster: Equatable, Sendable {
    let width: Int
    let height: Int
    let rgba: [UInt8]

    /// Nil if the byte count does not match the dimensions.
    init?(rgba: [UInt8], width: Int, height: Int) {
        let limits = 1...Int(UInt16.max)
        guard limits.contains(width), limits.contains(height), rgba.count == width * height * 4 else { return nil }
        self.width = width
        self.height = height
        self.rgba = rgba
    }

    private init(_ rgba: [UInt8], _ width: Int, _ height: Int) {
        self.width = width
        self.height = height
        self.rgba = rgba
    }

    /// Whether no pixel is transparent.
    var isOpaque: Bool {
        rgba.withUnsafeBufferPointer { bytes in stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
        }
    }

    /// At most this wide and high; every pixel is the mean of the area that it replaces, so that no thin line is lost.
    func shrunk(toWidth maximumWidth: Int, height maximumHeight: Int) -> Raster {
        let (newWidth, newHeight) = (min(width, max(1, maximumWidth)), min(height, max(1, maximumHeight)))
        guard (newWidth, newHeight) != (width, height) else { return self }
        // Transparent pixels must not influence the color: each pixel is weighted by its alpha.
        let isOpaque = isOpaque
        var bytes = isOpaque ? rgba : Self.premultiplied(rgba)
        if newWidth < width {
            bytes = Self.shrunk(
                bytes, from: width, to: newWidth, step: 4, lines: height, lineStep: width * 4, newStep: 4,
                newLineStep: newWidth * 4)
        }
        if newHeight < height {
            bytes = Self.shrunk(
                bytes, from: height, to: newHeight, step: newWidth * 4, lines: newWidth, lineStep: 4,
                newStep: newWidth * 4, newLineStep: 4)
        }
        return Raster(isOpaque ? bytes : Self.divided(bytes), newWidth, newHeight)
    }

    // MARK: - The work

    /// Shrinks each line, a row or a column, to fewer pixels; steps are the distances between neighbours in bytes.
    private static func shrunk(
        _ bytes: [UInt8], from length: Int, to newLength: Int, step: Int, lines: Int, lineStep: Int, newStep: Int,
        newLineStep: Int
    ) -> [UInt8] {
        let count = lines * newLength * 4
        return [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
            bytes.withUnsafeBufferPointer { source in
                for new in 0..<newLength {
                    // The new pixel covers new * length to (new + 1) * length; an old one is newLength long.
                    let (start, end) = (new * length, (new + 1) * length)
                    let (first, last) = (start / newLength, (end - 1) / newLength)
                    for line in 0..<lines {
                        var (red, green, blue, alpha) = (length / 2, length / 2, length / 2, length / 2)
                        for old in first...last {
                            let weight = min(end, (old + 1) * newLength) - max(start, old * newLength)
                            let offset = line * lineStep + old * step
                            red += weight * Int(source[offset])
                            green += weight * Int(source[offset + 1])
                            blue += weight * Int(source[offset + 2])
                            alpha += weight * Int(source[offset + 3])
                        }
                        let offset = line * newLineStep + new * newStep
                        target[offset] = UInt8(truncatingIfNeeded: red / length)
                        target[offset + 1] = UInt8(truncatingIfNeeded: green / length)
                        target[offset + 2] = UInt8(truncatingIfNeeded: blue / length)
                        target[offset + 3] = UInt8(truncatingIfNeeded: alpha / length)
                    }
                }
            }
            initialized = count
        }
    }

    private static func premultiplied(_ rgba: [UInt8]) -> [UInt8] {
        var bytes = rgba
        for offset in bytes.indices where offset % 4 != 3 {
            bytes[offset] = UInt8((Int(rgba[offset]) * Int(rgba[offset | 3]) + 127) / 255)
        }
        return bytes
    }

    private static func divided(_ premultiplied: [UInt8]) -> [UInt8] {
        var bytes = premultiplied
        for offset in bytes.indices where offset % 4 != 3 {
            let alpha = Int(premultiplied[offset | 3])
            bytes[offset] = alpha == 0 ? 0 : UInt8(min(255, (Int(premultiplied[offset]) * 255 + alpha / 2) / alpha))
        }
        return bytes
    }
}
