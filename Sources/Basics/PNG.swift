internal import CPNG
internal import Glibc

/// Encodes pixels as PNG (ISO 15948) with libpng, which is opened on first use. It does not decode.
public enum PNG {
    /// The channels of a pixel, one byte each.
    public enum Channels: Int, Sendable {
        case rgb = 3
        /// Alpha is not premultiplied.
        case rgba = 4
    }

    /// - Parameters:
    ///   - pixels: rows from the top.
    ///   - keepsAlpha: false drops a fourth channel.
    /// - Returns: nil if libpng is missing, or if the number of pixels does not match the size.
    public static func bytes(
        width: Int, height: Int, channels: Channels, pixels: [UInt8], keepsAlpha: Bool = true
    ) -> [UInt8]? {
        guard width > 0, height > 0, pixels.count == width * height * channels.rawValue,
            let columns = UInt32(exactly: width), let rows = UInt32(exactly: height)
        else { return nil }
        var count = 0
        let hasAlpha = channels == .rgba && keepsAlpha
        guard let bytes = cpng_write(pixels, columns, rows, Int32(channels.rawValue), hasAlpha, &count) else {
            return nil
        }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
