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

/// Parses the structure of a PNG (ISO 15948): a signature, then chunks of length, name, content and checksum.
enum PNGLayout {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func read(_ bytes: [UInt8]) -> PictureLayout {
        var layout = PictureLayout(size: nil, end: nil)
        layout.isBare = true
        var profiles = PNGProfiles()
        var reader = ByteReader(bytes, at: signature.count)
        while let length = reader.bigEndian(4), let name = reader.bigEndian(4) {
            if !Chunk.shown.contains(name) { layout.isBare = false }
            if name == Chunk.header {
                var header = reader
                if let width = header.bigEndian(4), let height = header.bigEndian(4), layout.size == nil {
                    layout.size = PixelSize(width: width, height: height)
                }
            }
            let start = reader.position
            guard reader.skip(length) else { break }
            if name == Chunk.exif { layout.orientation = ExifOrientation.read(bytes[start..<reader.position]) }
            if let kind = Chunk.texts[name] { profiles.read(bytes[start..<reader.position], as: kind) }
            guard reader.skip(4) else { break }
            if name == Chunk.end {
                layout.end = reader.position
                break
            }
        }
        layout.orientation = layout.orientation ?? profiles.exif ?? profiles.xmp
        return layout
    }

    private enum Chunk {
        static let header = 0x4948_4452  // IHDR
        static let end = 0x4945_4E44  // IEND
        static let exif = 0x6558_4966  // eXIf
        static let texts = [
            0x7445_5874: PNGProfiles.Kind.plain, 0x7A54_5874: .packed, 0x6954_5874: .international,  // tEXt, zTXt, iTXt
        ]

        /// The chunks that determine how the picture is shown, without metadata such as its origin.
        static let shown = Set(
            ["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "bKGD", "pHYs"].map
            {
                $0.utf8.reduce(0) { $0 << 8 | Int($1) }
            })
    }
}

/// Finds the end of the first frame of a GIF (GIF89a): only that is shown, and the following frames, of which there may be
/// thousands, are never read.
enum GIFLayout {
    /// The byte that ends a GIF, added after the first frame.
    static let trailer: UInt8 = 0x3B

    /// `end` is the end of the first frame.
    static func read(_ bytes: [UInt8]) -> PictureLayout {
        var reader = ByteReader(bytes, at: 6)
        guard let width = reader.littleEndian(2), let height = reader.littleEndian(2), let flags = reader.byte()
        else { return PictureLayout(size: nil, end: nil) }
        let size = PixelSize(width: width, height: height)
        guard reader.skip(2), reader.skip(tableLength(flags)) else { return PictureLayout(size: size, end: nil) }
        while let block = reader.byte() {
            switch block {
            case 0x21:
                guard reader.skip(1), skipSubBlocks(&reader) else { return PictureLayout(size: size, end: nil) }
            case 0x2C:
                guard reader.skip(8), let flags = reader.byte(), reader.skip(tableLength(flags)), reader.skip(1),
                    skipSubBlocks(&reader)
                else { return PictureLayout(size: size, end: nil) }
                return PictureLayout(size: size, end: reader.position)
            default:
                return PictureLayout(size: size, end: nil)
            }
        }
        return PictureLayout(size: size, end: nil)
    }

    private static func tableLength(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    private static func skipSubBlocks(_ reader: inout ByteReader) -> Bool {
        while let length = reader.byte() {
            if length == 0 { return true }
            guard reader.skip(Int(length)) else { return false }
        }
        return false
    }
}

/// Parses the structure of a WebP (RFC 9649): a RIFF chunk with its length, which contains chunks of name, length and content.
enum WebPLayout {
    static func read(_ bytes: [UInt8]) -> PictureLayout {
        var reader = ByteReader(bytes, at: 4)
        guard let length = reader.littleEndian(4), reader.skip(length) else {
            return PictureLayout(size: nil, end: nil)
        }
        var layout = PictureLayout(size: nil, end: reader.position)
        layout.orientation = orientation(Array(bytes[..<reader.position]))
        return layout
    }

    private static func orientation(_ bytes: [UInt8]) -> Int? {
        var reader = ByteReader(bytes, at: 12)
        var fromXMP: Int?
        while let name = reader.bigEndian(4), let length = reader.littleEndian(4) {
            let start = reader.position
            guard reader.skip(length) else { break }
            let content = bytes[start..<reader.position]
            if name == 0x4558_4946, let orientation = ExifOrientation.read(content) { return orientation }  // EXIF
            if name == 0x584D_5020 { fromXMP = fromXMP ?? XMPOrientation.read(content) }  // XMP
            // A chunk of odd length is padded by a byte.
            guard length.isMultiple(of: 2) || reader.skip(1) else { break }
        }
        return fromXMP
    }
}

/// Parses the structure of a JPEG (ISO 10918-1): marker segments, and after each scan header the coded picture, in which 0xFF
/// occurs only before 0x00 or a restart marker.
///
/// Segments are skipped by their length, so that the end marker of an embedded thumbnail does not end the picture.
enum JPEGLayout {
    static func read(_ bytes: [UInt8]) -> PictureLayout {
        var layout = PictureLayout(size: nil, end: nil)
        layout.isBare = true
        var reader = ByteReader(bytes, at: 2)
        var isInScan = false
        var restart: UInt8 = 0
        while let marker = nextMarker(&reader) {
            switch marker {
            case Marker.end:
                layout.end = reader.position
                return layout
            case 0x00: continue
            case 0x01 where !isInScan: continue
            case Marker.restarts:
                // Restart markers are numbered cyclically, beginning with each scan.
                if isInScan, marker & 7 != restart { layout.isDamaged = true }
                restart = (marker &+ 1) & 7
            default:
                var segment = reader
                if isInScan, !mayFollowScan(marker, reader) {
                    layout.isDamaged = true
                    continue
                }
                if !belongsToPicture(marker, segment) { layout.isBare = false }
                let start = reader.position + 2
                guard let length = reader.bigEndian(2), reader.skip(length - 2) else { return layout }
                // The decoding library reads Exif, whose orientation goes before this one.
                if marker == Marker.application1, layout.orientation == nil,
                    bytes[start..<reader.position].starts(with: XMPOrientation.mark)
                {
                    layout.orientation = XMPOrientation.read(bytes[start..<reader.position])
                }
                if marker == Marker.scan { (isInScan, restart) = (true, 0) }
                if Marker.isFrame(marker), layout.size == nil, segment.skip(3), let height = segment.bigEndian(2),
                    let width = segment.bigEndian(2)
                {
                    layout.size = PixelSize(width: width, height: height)
                }
            }
        }
        return layout
    }

    /// Whether the marker may come between two scans of a picture: a table, a comment, the next scan's header or the number of
    /// lines, followed by another marker or the next scan. Any other one comes from damaged data.
    private static func mayFollowScan(_ marker: UInt8, _ segment: ByteReader) -> Bool {
        var segment = segment
        guard let length = segment.bigEndian(2), segment.skip(length - 2) else { return false }
        switch marker {
        case Marker.scan: return (8...14).contains(length)
        case 0xC4, 0xCC, 0xDB...0xDD, 0xE0...0xEF, 0xFE: return segment.byte() == 0xFF
        default: return false
        }
    }

    /// The byte after the next 0xFF; fill bytes and coded data before it are skipped.
    private static func nextMarker(_ reader: inout ByteReader) -> UInt8? {
        while reader.skip(toNext: 0xFF) {
            while let marker = reader.byte() { if marker != 0xFF { return marker } }
        }
        return nil
    }

    /// Of the application segments, those of JFIF (0, without its thumbnail), of the color profile (2) and of Adobe's color
    /// transform (14) determine how the picture is shown. The others and comments contain metadata, such as its origin or a
    /// former version as thumbnail.
    private static func belongsToPicture(_ marker: UInt8, _ segment: ByteReader) -> Bool {
        var segment = segment
        guard let length = segment.bigEndian(2) else { return false }
        func begins(_ text: String) -> Bool {
            var rest = segment
            return text.utf8.allSatisfy { rest.byte() == $0 }
        }
        return switch marker {
        case 0xE0: length == 16 && begins("JFIF\0")
        case 0xE2: begins("ICC_PROFILE\0")
        case 0xEE: length == 14 && begins("Adobe")
        case 0xE0...0xEF, 0xFE: false
        default: true
        }
    }

    private enum Marker {
        static let end: UInt8 = 0xD9
        static let scan: UInt8 = 0xDA
        static let application1: UInt8 = 0xE1
        static let restarts: ClosedRange<UInt8> = 0xD0...0xD7

        /// The frame headers SOF0 to SOF15; the other three markers in their range have other meanings.
        static func isFrame(_ marker: UInt8) -> Bool {
            (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
        }
    }
}
