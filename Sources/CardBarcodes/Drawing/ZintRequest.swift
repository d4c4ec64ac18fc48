internal import CZint
internal import Cards

/// What libzint is asked for: a kind, the bytes in the way in which it wants them, and its numbered options.
struct ZintRequest {
    let symbology: Int32
    let bytes: [UInt8]
    var inputMode = DATA_MODE
    var eci: Int32 = 0
    /// What each means depends on the kind; the library's own choice where nothing is given.
    var options: (Int32, Int32, Int32) = (-1, 0, 0)

    private static let utf8: Int32 = 26
    /// A PDF417 can have so many columns of data; few shops' codes are worth more.
    private static let pdf417Columns: ClosedRange<Int32> = 1...12
    /// Pairs of data characters in a row of a stacked DataBar.
    private static let stackedPairs: ClosedRange<Int32> = 1...4
    private static let standardMaxiCode: Int32 = 4

    /// The elements were checked before; the library's own list of identifiers would refuse newer ones.
    private static let elementsMode = GS1_MODE | GS1NOCHECK_MODE

    /// The ways to draw it, the usual one first; empty for a kind that is not known.
    static func requests(for content: BarcodeContent) -> [ZintRequest] {
        let (text, bytes) = (content.text, content.bytes)
        let eci = content.isMarkedUTF8 ? utf8 : 0
        switch content.format {
        case .aztec: return [ZintRequest(symbology: BARCODE_AZTEC, bytes: bytes, eci: eci)]
        case .codabar: return [ZintRequest(symbology: BARCODE_CODABAR, bytes: Array(text.utf8))]
        case .code39: return [ZintRequest(symbology: BARCODE_CODE39, bytes: bytes)]
        case .code93: return [ZintRequest(symbology: BARCODE_CODE93, bytes: bytes)]
        case .code128: return [ZintRequest(symbology: BARCODE_CODE128, bytes: bytes)]
        case .dataMatrix:
            return [ZintRequest(symbology: BARCODE_DATAMATRIX, bytes: bytes, eci: eci, options: (-1, 0, DM_SQUARE))]
        // Asked without the check digit: with it eight digits would be taken for a short EAN-13.
        case .ean8, .ean13:
            return [ZintRequest(symbology: BARCODE_EANX, bytes: withoutCheckDigit(text))]
        case .upcA: return [ZintRequest(symbology: BARCODE_UPCA, bytes: withoutCheckDigit(text))]
        case .upcE: return [ZintRequest(symbology: BARCODE_UPCE, bytes: withoutCheckDigit(text))]
        case .itf: return [ZintRequest(symbology: BARCODE_C25INTER, bytes: bytes)]
        case .maxiCode:
            return [
                ZintRequest(symbology: BARCODE_MAXICODE, bytes: bytes, eci: eci, options: (standardMaxiCode, 0, 0))
            ]
        case .pdf417:
            let usual = ZintRequest(symbology: BARCODE_PDF417, bytes: bytes, eci: eci)
            return [usual]
                + pdf417Columns.map { columns in
                    ZintRequest(symbology: BARCODE_PDF417, bytes: bytes, eci: eci, options: (-1, columns, 0))
                }
        case .qrCode: return [ZintRequest(symbology: BARCODE_QRCODE, bytes: bytes, eci: eci)]
        case .dataBar: return [ZintRequest(symbology: BARCODE_DBAR_OMN, bytes: withoutCheckDigit(text))]
        case .dataBarExpanded:
            let elements = bracketed(content)
            return [ZintRequest(symbology: BARCODE_DBAR_EXP, bytes: elements, inputMode: elementsMode)]
                + stackedPairs.reversed().map { pairs in
                    ZintRequest(
                        symbology: BARCODE_DBAR_EXPSTK, bytes: elements, inputMode: elementsMode,
                        options: (-1, pairs, 0))
                }
        case .gs1Code128:
            return [ZintRequest(symbology: BARCODE_GS1_128, bytes: bracketed(content), inputMode: elementsMode)]
        default: return []
        }
    }

    /// The digits before an add-on, but for the last: the library works that out, and it was checked before.
    private static func withoutCheckDigit(_ text: String) -> [UInt8] {
        let parts = text.utf8.split(separator: UInt8(ascii: "+"), maxSplits: 1)
        guard let digits = parts.first else { return [] }
        return Array(digits.dropLast()) + (parts.count == 2 ? [UInt8(ascii: "+")] + Array(parts[1]) : [])
    }

    /// Each `(01)` as `[01]`: the library wants brackets, which no element can hold.
    private static func bracketed(_ content: BarcodeContent) -> [UInt8] {
        guard let elements = try? GS1Elements(String(decoding: content.bytes, as: UTF8.self)) else { return [] }
        return elements.elements.flatMap { Array("[\($0.identifier)]\($0.data)".utf8) }
    }
}
