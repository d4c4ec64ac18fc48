internal import Basics

/// Writes uncompressed PNG (ISO 15948), and single valid or invalid chunks, independently of the program's code.
public enum PNGWriter {
    public enum Channels: Int {
        case rgb = 3
        case rgba = 4

        var colorType: UInt8 { self == .rgb ? 2 : 6 }
    }

    /// Eight bits per channel, rows from the top. Nil if the number of bytes does not match the size.
    public static func bytes(width: Int, height: Int, channels: Channels, pixels: [UInt8]) -> [UInt8]? {
        let rowBytes = width * channels.rawValue
        guard width > 0, height > 0, pixels.count == rowBytes * height else { return nil }
        var rows: [UInt8] = []
        rows.reserveCapacity(pixels.count + height)
        for start in stride(from: 0, to: pixels.count, by: rowBytes) {
            rows.append(0)  // No filter.
            rows += pixels[start..<start + rowBytes]
        }
        let header = UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes + [8, channels.colorType, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", zlib(rows))
            + chunk("IEND", [])
    }

    public static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = name.utf8 + content
        return UInt32(content.count).bigEndianBytes + named + checkSum(of: named).bigEndianBytes
    }

    /// A zlib stream (RFC 1950) of stored blocks (RFC 1951, 3.2.4).
    public static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        let maximum = 0xFFFF
        var stream: [UInt8] = [0x78, 0x01]
        stream.reserveCapacity(bytes.count + 5 * (bytes.count / maximum + 1) + 6)
        for start in stride(from: 0, to: max(1, bytes.count), by: maximum) {
            let block = bytes[start..<min(bytes.count, start + maximum)]
            let length = UInt16(block.count)
            stream.append(start + maximum >= bytes.count ? 1 : 0)
            stream += length.littleEndianBytes + (~length).littleEndianBytes
            stream += block
        }
        return stream + adler(of: bytes).bigEndianBytes
    }

    /// CRC-32 as PNG defines it (ISO 15948, annex D).
    private static func checkSum(of bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    /// Adler-32 (RFC 1950, 8.2).
    private static func adler(of bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}
