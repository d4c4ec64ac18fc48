internal import CZBar
public import CardBarcodes
public import Cards

/// A second opinion: what libzbar reads off a picture.
public enum ZBar {
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// "EAN-13", as zbar calls it.
        public let kind: String
        public let bytes: [UInt8]

        public var description: String { "\(kind) \(Decoding.visible(bytes))" }
    }

    public static func codes(in image: GreyImage) -> [Code] {
        var codes: [Code] = []
        _ = withUnsafeMutablePointer(to: &codes) { codes in
            czbar_read(
                image.pixels, UInt32(image.width), UInt32(image.height),
                { kind, data, count, context in
                    guard let kind, let data else { return }
                    let bytes = UnsafeRawBufferPointer(start: data, count: count)
                    context?.assumingMemoryBound(to: [Code].self).pointee.append(
                        Code(kind: String(cString: kind), bytes: Array(bytes)))
                }, codes)
        }
        return codes
    }

    /// What it says of such a content; nil for a kind that it does not read. A DataBar Expanded of several rows it reads now and
    /// then only, so whoever asks must know that it is one row.
    public static func code(for content: BarcodeContent) -> Code? {
        let digits = Array(content.text.utf8.filter { $0 != UInt8(ascii: "+") })
        func code(_ kind: String, _ bytes: [UInt8]? = nil) -> Code { Code(kind: kind, bytes: bytes ?? content.bytes) }
        switch content.format {
        case .ean13 where content.text.contains("+"), .ean8 where content.text.contains("+"),
            .upcA where content.text.contains("+"), .upcE where content.text.contains("+"):
            // An EAN-8 it takes for an EAN-13 with five zeros before it, of which it leaves one out.
            if content.format == .ean8 { return nil }
            let isUPCA = content.format == .ean13 && digits.first == UInt8(ascii: "0")
            return code("COMPOSITE", isUPCA ? Array(digits.dropFirst()) : digits)
        // The same bars.
        case .ean13 where content.text.first == "0": return code("UPC-A", Array(digits.dropFirst()))
        case .ean13: return code("EAN-13")
        case .ean8: return code("EAN-8")
        case .upcA: return code("UPC-A")
        // Those of number system 1 it does not know.
        case .upcE: return content.text.first == "0" ? code("UPC-E") : nil
        case .code39: return code("CODE-39")
        case .code93: return code("CODE-93")
        case .code128, .gs1Code128: return code("CODE-128")
        case .codabar: return code("Codabar", Array(content.text.utf8))
        case .itf: return code("I2/5")
        // With the (01) that all of them begin with.
        case .dataBar: return code("DataBar", Array("01".utf8) + digits)
        // It takes the digits behind a separator for letters, which zxing does not.
        case .dataBarExpanded: return content.bytes.contains(0x1D) ? nil : code("DataBar-Exp")
        case .qrCode: return code("QR-Code")
        default: return nil
        }
    }
}
