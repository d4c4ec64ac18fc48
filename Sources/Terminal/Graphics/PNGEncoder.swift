internal import CZlib

/// Writes pixels as a PNG (ISO 15948), compressed by zlib. Nil where zlib is missing; it reads none.
public enum PNGEncoder {
    /// A fourth of the time that zlib's usual level takes for a photo, and a few percent more bytes.
    private static let level: Int32 = 4

    /// The pixels are red, green, blue and alpha, a byte each, not premultiplied. Nil also where they do not fill the picture.
    public static func png(rgba: [UInt8], width: Int, height: Int) -> [UInt8]? {
        Raster(rgba: rgba, width: width, height: height).flatMap(png)
    }

    static func png(_ raster: Raster) -> [UInt8]? {
        guard let library = czlib_open() else { return nil }
        let isOpaque = raster.isOpaque
        let rows = filtered(raster, channels: isOpaque ? 3 : 4)
        let room = czlib_bound(library, rows.count)
        let content = [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
            initialized = czlib_compress(library, rows, rows.count, buffer.baseAddress, room, level)
        }
        guard !content.isEmpty else { return nil }
        // Eight bits a channel; colours without or with alpha; no interlacing.
        let header =
            bigEndian(UInt32(raster.width)) + bigEndian(UInt32(raster.height)) + [8, isOpaque ? 2 : 6, 0, 0, 0]
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let named = name.utf8 + content
            return bigEndian(UInt32(content.count)) + named + bigEndian(czlib_crc(library, named, named.count))
        }
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return signature + chunk("IHDR", header) + chunk("IDAT", content) + chunk("IEND", [])
    }

    /// Each byte as its difference from what its neighbours suggest (Paeth, ISO 15948, 9.4): photos become a third smaller.
    private static func filtered(_ raster: Raster, channels: Int) -> [UInt8] {
        let rowBytes = raster.width * channels
        let count = (rowBytes + 1) * raster.height
        return [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
            raster.rgba.withUnsafeBufferPointer { source in
                var place = 0
                for y in 0..<raster.height {
                    target[place] = 4
                    place += 1
                    for x in 0..<raster.width {
                        let here = (y * raster.width + x) * 4
                        let above = here - raster.width * 4
                        for channel in here..<here + channels {
                            let left = x > 0 ? Int(source[channel - 4]) : 0
                            let upper = y > 0 ? Int(source[above + channel - here]) : 0
                            let corner = x > 0 && y > 0 ? Int(source[above + channel - here - 4]) : 0
                            target[place] = source[channel] &- predicted(left, upper, corner)
                            place += 1
                        }
                    }
                }
            }
            initialized = count
        }
    }

    private static func predicted(_ left: Int, _ upper: Int, _ corner: Int) -> UInt8 {
        let (byLeft, byUpper, byCorner) = (abs(upper - corner), abs(left - corner), abs(left + upper - 2 * corner))
        let nearest = byLeft <= byUpper && byLeft <= byCorner ? left : byUpper <= byCorner ? upper : corner
        return UInt8(truncatingIfNeeded: nearest)
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
