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

/// The orientation of a picture from its XMP (`tiff:Orientation`), for pictures without one in their Exif data.
enum XMPOrientation {
    /// Of the segment of a JPEG.
    static let mark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    private static let name = Array("tiff:Orientation".utf8)
    /// More is not searched.
    private static let longest = 1 << 20

    /// 1 to 8, as an attribute (`="6"`) or an element (`>6<`); nil where the text does not tell.
    static func read(_ text: ArraySlice<UInt8>) -> Int? {
        var rest = text.prefix(longest)
        while let start = rest.firstIndex(of: name[0]) {
            guard rest[start...].starts(with: name) else {
                rest = rest[(start + 1)...]
                continue
            }
            rest = rest[(start + name.count)...]
            let value = rest.drop { " \t\r\n=".utf8.contains($0) }
            guard let opening = value.first, "\"'>".utf8.contains(opening) else { continue }
            let digits = value.dropFirst().drop { " \t\r\n".utf8.contains($0) }.prefix(while: \.isDigit)
            if digits.count == 1, let digit = digits.first, (0x31...0x38).contains(digit) { return Int(digit - 0x30) }
        }
        return nil
    }
}

/// The orientation that the text chunks of a PNG tell: XMP, and Exif or XMP as older programs write them, in hexadecimal digits ("raw
/// profiles").
struct PNGProfiles {
    enum Kind { case plain, packed, international }

    private(set) var exif: Int?
    private(set) var xmp: Int?
    /// A picture that was made to take long has more.
    private var left = 8
    private static let longest = 1 << 20
    private static let rawKeyword = "Raw profile type "

    mutating func read(_ chunk: ArraySlice<UInt8>, as kind: Kind) {
        guard let end = chunk.prefix(80).firstIndex(of: 0) else { return }
        let keyword = String(decoding: chunk[..<end], as: UTF8.self)
        let isRaw = keyword.hasPrefix(Self.rawKeyword)
        guard isRaw || keyword == "XML:com.adobe.xmp", left > 0 else { return }
        left -= 1
        guard let text = Self.text(chunk[(end + 1)...], kind) else { return }
        guard isRaw else { return xmp = xmp ?? XMPOrientation.read(text[...]) }
        guard let profile = Self.profile(in: text) else { return }
        let name = keyword.dropFirst(Self.rawKeyword.count).lowercased()
        if name == "xmp" || profile.starts(with: XMPOrientation.mark) {
            xmp = xmp ?? XMPOrientation.read(profile[...])
        } else if ["exif", "app1"].contains(name) {
            exif = exif ?? ExifOrientation.read(profile[...])
        }
    }

    /// The text behind a keyword.
    private static func text(_ rest: ArraySlice<UInt8>, _ kind: Kind) -> [UInt8]? {
        switch kind {
        case .plain: return Array(rest.prefix(longest))
        case .packed: return ZlibStream.unpacked(rest.dropFirst(), as: .zlib, maximum: longest)
        case .international:
            guard let isPacked = rest.first else { return nil }
            // The language, and the keyword in it.
            var rest = rest.dropFirst(2)
            for _ in 0..<2 {
                guard let end = rest.firstIndex(of: 0) else { return nil }
                rest = rest[(end + 1)...]
            }
            return isPacked == 0 ? Array(rest.prefix(longest)) : ZlibStream.unpacked(rest, as: .zlib, maximum: longest)
        }
    }

    /// The bytes of a profile: its name and their number, each in a line, then digits.
    private static func profile(in text: [UInt8]) -> [UInt8]? {
        let lines = text.drop { $0 == 0x0A }.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count == 3 else { return nil }
        return Hexadecimal.bytes(of: String(decoding: lines[2].filter { $0 > 0x20 }, as: UTF8.self)[...])
    }
}
