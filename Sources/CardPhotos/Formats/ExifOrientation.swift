internal import Basics

/// The orientation of a picture from its Exif data (Exif 2.3: a TIFF whose first directory has the tag 0x0112).
enum ExifOrientation {
    private static let tag = 0x0112
    private static let short = 3

    /// 1 to 8; nil where the data does not tell. The bytes may begin with the header that precedes Exif data in a JPEG.
    static func read(_ bytes: ArraySlice<UInt8>) -> Int? {
        let mark = Array("Exif\0\0".utf8)
        let content = Array(bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes)
        let isLittleEndian = content.starts(with: Array("II".utf8))
        guard isLittleEndian || content.starts(with: Array("MM".utf8)) else { return nil }
        func number(_ count: Int, in reader: inout ByteReader) -> Int? {
            isLittleEndian ? reader.littleEndian(count) : reader.bigEndian(count)
        }
        var reader = ByteReader(content, at: 2)
        guard number(2, in: &reader) == 42, let offset = number(4, in: &reader) else { return nil }
        reader = ByteReader(content, at: offset)
        guard let count = number(2, in: &reader) else { return nil }
        for _ in 0..<count {
            guard let found = number(2, in: &reader), let kind = number(2, in: &reader), number(4, in: &reader) != nil,
                let value = number(2, in: &reader), reader.skip(2)
            else { return nil }
            if found == tag { return kind == short && (1...8).contains(value) ? value : nil }
        }
        return nil
    }
}
