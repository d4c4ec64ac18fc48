internal import Basics
internal import Cards

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
