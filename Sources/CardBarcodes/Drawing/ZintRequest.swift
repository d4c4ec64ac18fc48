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
    /// Of a MaxiCode, what a carrier's scanner reads first.
    var primary: [UInt8] = []

    private static let utf8: Int32 = 26
    /// A PDF417 can have so many columns of data; few shops' codes are worth more.
    private static let pdf417Columns: ClosedRange<Int32> = 1...12
    /// Pairs of data characters in a row of a stacked DataBar.
    private static let stackedPairs: ClosedRange<Int32> = 1...4
    private static let standardMaxiCode: Int32 = 4

    /// The elements were checked before; the library's own list of identifiers would refuse newer ones, and those that break a rule.
    private static let elementsMode = GS1_MODE | GS1NOCHECK_MODE

    /// The ways to draw it, the usual one first; empty for a kind that is not known.
    static func requests(for content: BarcodeContent) -> [ZintRequest] {
        let (text, bytes) = (content.text, content.bytes)
        let eci = content.isMarkedUTF8 ? utf8 : 0
        switch content.format {
        case .aztec: return [matrix(BARCODE_AZTEC, content, eci)]
        case .codabar: return [ZintRequest(symbology: BARCODE_CODABAR, bytes: Array(text.utf8))]
        case .code39: return [ZintRequest(symbology: BARCODE_CODE39, bytes: bytes)]
        case .code93: return [ZintRequest(symbology: BARCODE_CODE93, bytes: bytes)]
        case .code128: return [ZintRequest(symbology: BARCODE_CODE128, bytes: bytes)]
        case .dataMatrix:
            return [matrix(BARCODE_DATAMATRIX, content, eci, options: (-1, 0, DM_SQUARE))]
        // Asked without the check digit: with it eight digits would be taken for a short EAN-13.
        case .ean8, .ean13:
            return [ZintRequest(symbology: BARCODE_EANX, bytes: withoutCheckDigit(text))]
        case .upcA: return [ZintRequest(symbology: BARCODE_UPCA, bytes: withoutCheckDigit(text))]
        case .upcE: return [ZintRequest(symbology: BARCODE_UPCE, bytes: withoutCheckDigit(text))]
        case .itf: return [ZintRequest(symbology: BARCODE_C25INTER, bytes: bytes)]
        case .maxiCode:
            if !content.isMarkedUTF8, let carrier = CarrierMessage(bytes) { return [maxiCode(carrier)] }
            return [
                ZintRequest(symbology: BARCODE_MAXICODE, bytes: bytes, eci: eci, options: (standardMaxiCode, 0, 0))
            ]
        case .pdf417:
            let usual = ZintRequest(symbology: BARCODE_PDF417, bytes: bytes, eci: eci)
            return [usual]
                + pdf417Columns.map { columns in
                    ZintRequest(symbology: BARCODE_PDF417, bytes: bytes, eci: eci, options: (-1, columns, 0))
                }
        case .qrCode: return [matrix(BARCODE_QRCODE, content, eci)]
        case .dataBar: return [ZintRequest(symbology: BARCODE_DBAR_OMN, bytes: withoutCheckDigit(text))]
        case .dataBarExpanded:
            let elements = Self.elements(of: content)
            return [ZintRequest(symbology: BARCODE_DBAR_EXP, bytes: elements, inputMode: elementsMode)]
                + stackedPairs.reversed().map { pairs in
                    ZintRequest(
                        symbology: BARCODE_DBAR_EXPSTK, bytes: elements, inputMode: elementsMode,
                        options: (-1, pairs, 0))
                }
        case .gs1Code128:
            return [ZintRequest(symbology: BARCODE_GS1_128, bytes: elements(of: content), inputMode: elementsMode)]
        default: return []
        }
    }

    /// The digits before an add-on, but for the last: the library works that out, and it was checked before.
    private static func withoutCheckDigit(_ text: String) -> [UInt8] {
        let parts = text.utf8.split(separator: UInt8(ascii: "+"), maxSplits: 1)
        guard let digits = parts.first else { return [] }
        return Array(digits.dropLast()) + (parts.count == 2 ? [UInt8(ascii: "+")] + Array(parts[1]) : [])
    }

    /// A kind that holds bytes, or elements of GS1 with its mark.
    private static func matrix(
        _ symbology: Int32, _ content: BarcodeContent, _ eci: Int32, options: (Int32, Int32, Int32) = (-1, 0, 0)
    ) -> ZintRequest {
        guard content.isMarkedGS1 else {
            return ZintRequest(symbology: symbology, bytes: content.bytes, eci: eci, options: options)
        }
        return ZintRequest(
            symbology: symbology, bytes: elements(of: content), inputMode: elementsMode, options: options)
    }

    /// The bytes with `[]` first and in place of each separator: libzint draws FNC1 for it. With identifiers in the brackets (`[235]`)
    /// it would omit the FNC1 behind the data of those that begin with 23.
    private static func elements(of content: BarcodeContent) -> [UInt8] {
        content.bytes.split(separator: separator).flatMap { Array("[]".utf8) + $0 }
    }

    private static let separator: UInt8 = 0x1D

    private static func maxiCode(_ carrier: CarrierMessage) -> ZintRequest {
        ZintRequest(
            symbology: BARCODE_MAXICODE, bytes: carrier.secondary,
            options: (carrier.isNumeric ? 2 : 3, carrier.year.map { Int32($0) + 1 } ?? 0, 0), primary: carrier.primary)
    }
}
