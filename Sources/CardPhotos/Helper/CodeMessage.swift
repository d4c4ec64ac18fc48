internal import CardBarcodes
internal import Cards

/// The codes of a picture as bytes between the helper and the program: of each its kind, whether it names a character set, the
/// number of its bytes, and these.
enum CodeMessage {
    /// Of one code: more than any kind holds.
    static let maximumBytesOfCode = 8 << 10
    static let maximumBytes = ZXingReader.maximumCodes * (maximumBytesOfCode + headCount)
    private static let headCount = 4

    /// Those that are too long, or of a kind that we do not know, are left out.
    static func bytes(of codes: [ScannedCode]) -> [UInt8] {
        var bytes: [UInt8] = []
        for code in codes.prefix(ZXingReader.maximumCodes) {
            guard let kind = BarcodeFormat.known.firstIndex(of: code.format), code.bytes.count <= maximumBytesOfCode
            else { continue }
            bytes += [UInt8(kind), code.hasCharacterSet ? 1 : 0]
            bytes += [UInt8(code.bytes.count >> 8), UInt8(code.bytes.count & 0xFF)]
            bytes += code.bytes
        }
        return bytes
    }

    /// Nil for anything that our own helper does not write.
    static func codes(in bytes: [UInt8]) -> [ScannedCode]? {
        var codes: [ScannedCode] = []
        var reader = ByteReader(bytes)
        while !reader.isAtEnd {
            guard codes.count < ZXingReader.maximumCodes, let kind = reader.byte(), let mark = reader.byte(), mark <= 1,
                BarcodeFormat.known.indices.contains(Int(kind)), let count = reader.bigEndian(2),
                (1...maximumBytesOfCode).contains(count)
            else { return nil }
            let start = reader.position
            guard reader.skip(count) else { return nil }
            codes.append(
                ScannedCode(
                    format: BarcodeFormat.known[Int(kind)], bytes: Array(bytes[start..<reader.position]),
                    hasCharacterSet: mark == 1))
        }
        return codes
    }
}
