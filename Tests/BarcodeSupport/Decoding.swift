public import CardCodes
public import Cards

/// Checks that readers find in a picture the code that it shows.
public enum Decoding {
    public enum Reader: String, Sendable, CaseIterable { case zxing, zbar }

    /// Whether the reader supports the kind.
    public static func reads(_ content: BarcodeContent, _ reader: Reader) -> Bool {
        // Version 2 of zxing reads it, which Debian 12 has not.
        reader == .zxing ? content.format != .rMQR : ZBar.code(for: content) != nil
    }

    /// Nil when exactly this code is found; else a description of what was found.
    public static func difference(
        between content: BarcodeContent, and image: GreyImage, _ reader: Reader
    ) throws -> String? {
        guard reads(content, reader) else { return nil }
        switch reader {
        case .zbar:
            guard let expected = ZBar.code(for: content) else { return nil }
            let found = ZBar.codes(in: image)
            return found.contains(expected) ? nil : "\(expected), found \(found)"
        case .zxing:
            let found = try ZXingReader().codes(in: image)
            let isThere = try found.contains { code in
                // Many scanners cannot read a superfluous character set (ECI).
                guard Self.isSame(code.format, as: content), code.eci == content.eci else {
                    return false
                }
                let read = code.barcode
                let again = try read.barcode.content(number: read.number)
                // An EAN-13 that begins with 0 is found as a UPC-A.
                let isWithoutZero = code.format == .upcA && content.format == .ean13
                return again.bytes == (isWithoutZero ? Array(content.bytes.dropFirst()) : content.bytes)
            }
            let words = found.map { "\($0.format.label) \(visible($0.bytes))" }
            return isThere ? nil : "\(content.format.label) \(visible(content.bytes)), found \(words)"
        }
    }

    static func visible(_ bytes: [UInt8]) -> String {
        bytes.reduce(into: "") { text, byte in
            if (0x20...0x7E).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "<\(String(byte, radix: 16))>"
            }
        }
    }

    private static func isSame(_ format: BarcodeFormat, as content: BarcodeContent) -> Bool {
        format == content.format || (format == .upcA && content.format == .ean13 && content.text.first == "0")
    }
}
