internal import CPNG
internal import Glibc

/// Writes pixels as a PNG (ISO 15948) by libpng, opened on first use. It reads none.
public enum PNG {
    /// The channels of a pixel, a byte each.
    public enum Channels: Int, Sendable {
        case rgb = 3
        /// Alpha is not premultiplied.
        case rgba = 4
    }

    /// - Parameters:
    ///   - pixels: rows from the top.
    ///   - keepsAlpha: false leaves a fourth channel out of the file.
    /// - Returns: nil where libpng is missing, and when the pixels do not fill the size exactly.
    public static func bytes(
        width: Int, height: Int, channels: Channels, pixels: [UInt8], keepsAlpha: Bool = true
    ) -> [UInt8]? {
        guard width > 0, height > 0, pixels.count == width * height * channels.rawValue, let library = cpng_open(),
            let columns = UInt32(exactly: width), let rows = UInt32(exactly: height)
        else { return nil }
        var count = 0
        let hasAlpha = channels == .rgba && keepsAlpha
        guard let bytes = cpng_write(library, pixels, columns, rows, Int32(channels.rawValue), hasAlpha, &count) else {
            return nil
        }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
