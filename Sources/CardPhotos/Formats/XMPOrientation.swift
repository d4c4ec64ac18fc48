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
            let digits = value.dropFirst().drop { " \t\r\n".utf8.contains($0) }.prefix { (0x30...0x39).contains($0) }
            if digits.count == 1, let digit = digits.first, (0x31...0x38).contains(digit) { return Int(digit - 0x30) }
        }
        return nil
    }
}
