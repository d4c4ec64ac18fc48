internal import Basics

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
