internal import Basics
internal import CardCodes
internal import Cards

/// The codes of a picture, as bytes sent from the helper to the program. For each: kind, marks, its number and the count in a
/// sequence (0 for none or unknown), its character set (ECI, 0 for none), length, and bytes.
enum CodeMessage {
    /// The maximum for one code: more than any kind holds.
    static let maximumBytesOfCode = 8 << 10
    static let maximumBytes = ZXingReader.maximumCodes * (maximumBytesOfCode + headCount)
    private static let headCount = 8

    private enum Mark {
        static let gs1: UInt8 = 1
        static let doubtful: UInt8 = 2
        static let all = gs1 | doubtful
    }

    /// Codes that are too long or of unknown kind are left out.
    static func bytes(of codes: [ScannedCode]) -> [UInt8] {
        var bytes: [UInt8] = []
        for code in codes.prefix(ZXingReader.maximumCodes) {
            guard let kind = BarcodeFormat.known.firstIndex(of: code.format), code.bytes.count <= maximumBytesOfCode
            else { continue }
            let marks = (code.isMarkedGS1 ? Mark.gs1 : 0) | (code.isDoubtful ? Mark.doubtful : 0)
            bytes += [UInt8(kind), marks]
            bytes += [UInt8(clamping: code.part?.number ?? 0), UInt8(clamping: code.part?.count ?? 0)]
            bytes += UInt16(clamping: code.eci).bigEndianBytes
            bytes += UInt16(code.bytes.count).bigEndianBytes
            bytes += code.bytes
        }
        return bytes
    }

    /// Nil for bytes that our helper does not write.
    static func codes(in bytes: [UInt8]) -> [ScannedCode]? {
        var codes: [ScannedCode] = []
        var reader = ByteReader(bytes)
        while !reader.isAtEnd {
            guard codes.count < ZXingReader.maximumCodes, let kind = reader.byte(), let marks = reader.byte(),
                marks & ~Mark.all == 0, let number = reader.byte(), let parts = reader.byte(), number > 0 || parts == 0,
                BarcodeFormat.known.indices.contains(Int(kind)), let eci = reader.bigEndian(2),
                let count = reader.bigEndian(2), (1...maximumBytesOfCode).contains(count)
            else { return nil }
            let start = reader.position
            guard reader.skip(count) else { return nil }
            codes.append(
                ScannedCode(
                    format: BarcodeFormat.known[Int(kind)], bytes: Array(bytes[start..<reader.position]),
                    eci: eci, isMarkedGS1: marks & Mark.gs1 != 0,
                    part: number > 0 ? CodePart(number: Int(number), count: parts > 0 ? Int(parts) : nil) : nil,
                    isDoubtful: marks & Mark.doubtful != 0))
        }
        return codes
    }
}
