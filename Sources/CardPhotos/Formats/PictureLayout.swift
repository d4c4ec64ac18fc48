internal import Basics
internal import Cards

/// What a picture's own headers say of it, read before anything is decoded: its size, and where it ends.
///
/// The decoding library returns the upper half of a cut-off JPEG without an error, so the end is looked for here.
struct PictureLayout {
    /// As claimed, not checked against anything. Nil where the header was not found or is not read here.
    var size: PixelSize?
    /// How many bytes the first picture takes; nil when they are not all there. What follows is not decoded.
    var end: Int?
    /// How it is to be turned (1 to 8, as Exif has it), where the decoding library does not look for that. Nil where nothing says so.
    var orientation: Int?
    /// A part of the picture is not what was written. Only looked for in a JPEG.
    var isDamaged = false
    /// Whether there is nothing beside the picture but what it takes to show it. Only said of PNG and JPEG.
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

    /// HEIC and AVIF (ISO 14496-12): boxes up to the end, each with its length.
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
