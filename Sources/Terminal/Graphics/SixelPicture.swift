internal import CChafa

/// A picture as sixels, bands of six rows of pixels in at most 256 colors chosen by libchafa.
enum SixelPicture {
    /// libchafa's work factor, from 0 to 1.
    private static let work: Float = 0.5

    /// The sequence that shows it at the cursor, which moves. It never reaches below its cells: the screen would
    /// scroll. Nil if libchafa is missing or produces no sixels.
    static func bytes(_ raster: Raster, size: Size, cell: CellPixels) -> [UInt8]? {
        // For these libchafa would choose more than two colors, and scale a picture that already has its size.
        if let bytes = BlackAndWhiteSixels.bytes(raster, size: size, cell: cell) { return bytes }
        guard cchafa_is_there(),
            let text = cchafa_sixels(
                raster.rgba, Int32(raster.width), Int32(raster.height), Int32(size.columns),
                Int32(size.rows), Int32(cell.width), Int32(cell.height), work)
        else { return nil }
        defer { cchafa_text_free(text) }
        guard let content = text.pointee.text else { return nil }
        return content.withMemoryRebound(to: UInt8.self, capacity: text.pointee.length) {
            Array(UnsafeBufferPointer(start: $0, count: text.pointee.length))
        }
    }
}

/// A picture of nothing but black and white as sixels, pixel by pixel: a barcode.
///
/// Source: DEC, VT330/VT340 Programmer Reference Manual, volume 2, chapter 14.
enum BlackAndWhiteSixels {
    /// Rows of pixels in one sixel character.
    private static let band = 6

    /// Nil for a picture with other colors, or of another size than its cells. The last rows are left out if their
    /// band would reach below the cells: the screen would scroll.
    static func bytes(_ raster: Raster, size: Size, cell: CellPixels) -> [UInt8]? {
        guard raster.width == size.columns * cell.width, raster.height == size.rows * cell.height,
            raster.isBlackAndWhite
        else { return nil }
        let height = raster.height / band * band
        // P1 = 0: the default aspect ratio; P2 = 1: unset pixels stay transparent. Then the raster size; black and
        // white in percent.
        var text = "\u{1B}P0;1;0q\"1;1;\(raster.width);\(height)#0;2;0;0;0#1;2;100;100;100"
        for top in stride(from: 0, to: height, by: band) {
            for (number, level) in [(0, UInt8(0)), (1, UInt8(255))] {
                text += "#\(number)" + row(of: raster, top, level) + (number == 0 ? "$" : "-")
            }
        }
        return Array((text + "\u{1B}\\").utf8)
    }

    /// The pixels of one color in a band; runs of equal columns are run-length encoded.
    private static func row(of raster: Raster, _ top: Int, _ level: UInt8) -> String {
        var text = ""
        var (last, count) = (UInt8(0), 0)
        func end() {
            guard count > 0 else { return }
            let sign = String(Unicode.Scalar(0x3F + last))
            text += count > 3 ? "!\(count)\(sign)" : String(repeating: sign, count: count)
        }
        for x in 0..<raster.width {
            var bits: UInt8 = 0
            for y in 0..<band where raster.rgba[((top + y) * raster.width + x) * 4] == level { bits |= 1 << UInt8(y) }
            if bits != last {
                end()
                (last, count) = (bits, 0)
            }
            count += 1
        }
        end()
        return text
    }
}

extension Raster {
    fileprivate var isBlackAndWhite: Bool {
        rgba.withUnsafeBytes { bytes in
            bytes.bindMemory(to: UInt32.self).allSatisfy { $0 == Self.black || $0 == Self.white }
        }
    }

    private static let black = UInt32(bigEndian: 0x0000_00FF)
    private static let white = UInt32(bigEndian: 0xFFFF_FFFF)
}
