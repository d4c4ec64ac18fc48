internal import CZBar
public import CardCodes
public import Cards

/// Reads barcodes with libzbar, a second reader besides zxing.
public enum ZBar {
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// Zbar's name of the kind, such as "EAN-13".
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

    /// What zbar should find for this content; nil for a kind that it does not read. It reads a DataBar Expanded of several rows
    /// only sometimes, so callers must use a single row.
    public static func code(for content: BarcodeContent) -> Code? {
        let digits = Array(content.text.utf8.filter { $0 != UInt8(ascii: "+") })
        func code(_ kind: String, _ bytes: [UInt8]? = nil) -> Code { Code(kind: kind, bytes: bytes ?? content.bytes) }
        switch content.format {
        case .ean13 where content.text.contains("+"), .ean8 where content.text.contains("+"),
            .upcA where content.text.contains("+"), .upcE where content.text.contains("+"):
            // Zbar reads an EAN-8 with add-on as an EAN-13 with five leading zeros, of which it omits one.
            if content.format == .ean8 { return nil }
            let isUPCA = content.format == .ean13 && digits.first == UInt8(ascii: "0")
            return code("COMPOSITE", isUPCA ? Array(digits.dropFirst()) : digits)
        // Both have the same bars.
        case .ean13 where content.text.first == "0": return code("UPC-A", Array(digits.dropFirst()))
        case .ean13: return code("EAN-13")
        case .ean8: return code("EAN-8")
        case .upcA: return code("UPC-A")
        // Zbar does not support number system 1.
        case .upcE: return content.text.first == "0" ? code("UPC-E") : nil
        case .code39: return code("CODE-39")
        case .code93: return code("CODE-93")
        case .code128, .gs1Code128: return code("CODE-128")
        case .codabar: return code("Codabar", Array(content.text.utf8))
        case .itf: return code("I2/5")
        // With the identifier 01, with which all of them begin.
        case .dataBar: return code("DataBar", Array("01".utf8) + digits)
        // Zbar decodes the digits after a separator as letters, unlike zxing.
        case .dataBarExpanded: return content.bytes.contains(0x1D) ? nil : code("DataBar-Exp")
        // Zbar converts what is declared to UTF-8.
        case .qrCode: return code("QR-Code", content.eci > 0 ? Array(content.text.utf8) : nil)
        default: return nil
        }
    }
}
