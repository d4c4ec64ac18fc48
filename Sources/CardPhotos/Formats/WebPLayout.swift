internal import Basics

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
