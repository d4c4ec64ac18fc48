/// What a photo's file is called when nobody has said.
public enum PhotoFileName {
    /// "cedar-library-front.jpg"; with a number above 1 "cedar-library-2-front.jpg".
    public static func name(of side: Card.Side, of name: String, number: Int = 1, bytes: [UInt8]) -> String {
        let words = TextFolding.fold(name).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let stem = words.joined(separator: "-").prefix(60)
        return (stem.isEmpty ? "card" : stem) + (number > 1 ? "-\(number)" : "") + "-\(side.rawValue)." + ending(of: bytes)
    }

    /// By the first bytes: PNG (ISO 15948), JPEG (ISO 10918), GIF, WebP (RFC 9649), HEIC and AVIF (ISO 14496-12).
    static func ending(of bytes: [UInt8]) -> String {
        func holds(_ text: String, at place: Int) -> Bool { bytes.dropFirst(place).starts(with: text.utf8) }
        if holds("PNG", at: 1) { return "png" }
        if bytes.starts(with: [0xFF, 0xD8]) { return "jpg" }
        if holds("GIF8", at: 0) { return "gif" }
        if holds("WEBP", at: 8) { return "webp" }
        if holds("ftypavif", at: 4) { return "avif" }
        if holds("ftyp", at: 4) { return "heic" }
        return "bin"
    }
}
