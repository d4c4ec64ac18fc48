internal import Basics
internal import Cards

/// What a picture's headers tell before it is decoded: its size, and where it ends.
///
/// The decoding library returns the upper part of a truncated JPEG without an error, so truncation is detected here.
struct PictureLayout {
    /// The claimed size, unchecked. Nil where the header was not found or is not read here.
    var size: PixelSize?
    /// The number of bytes of the first picture; nil when it is truncated. The bytes after it are not decoded.
    var end: Int?
    /// The Exif orientation (1 to 8), for formats of which the decoding library does not read it. Nil where there is none.
    var orientation: Int?
    /// Whether a part of the picture is damaged. Only detected for JPEG.
    var isDamaged = false
    /// Whether the file holds no metadata beside what determines how the picture is shown. Only determined for PNG and JPEG.
    var isBare = false

    init(size: PixelSize?, end: Int?) { (self.size, self.end) = (size, end) }

    init(of bytes: [UInt8], format: PictureFormat) {
        switch format {
        case .png: self = PNGLayout.read(bytes)
        case .jpeg: self = JPEGLayout.read(bytes)
        case .gif: self = GIFLayout.read(bytes)
        case .webP: self = WebPLayout.read(bytes)
        case .heic, .avif: self = Self.readBoxes(bytes)
        case .svg, .tiff, .bmp, .pdf, .icon, .jpegXL: self.init(size: nil, end: bytes.count)
        }
    }

    /// HEIC and AVIF (ISO 14496-12): boxes with their lengths up to the end.
    private static func readBoxes(_ bytes: [UInt8]) -> PictureLayout {
        let cutOff = PictureLayout(size: nil, end: nil)
        var reader = ByteReader(bytes)
        while !reader.isAtEnd {
            guard var length = reader.bigEndian(4), reader.skip(4) else { return cutOff }
            if length == 0 { break }
            var header = 8
            if length == 1 {
                guard reader.bigEndian(1) == 0, let large = reader.bigEndian(7) else { return cutOff }
                (length, header) = (large, 16)
            }
            guard reader.skip(length - header) else { return cutOff }
        }
        return PictureLayout(size: nil, end: bytes.count)
    }
}
