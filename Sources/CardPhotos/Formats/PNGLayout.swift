internal import Basics
internal import Cards

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
