internal import CZint
internal import Cards

/// A request to libzint: the kind, the bytes in the form that it expects, and its numbered options.
struct ZintRequest {
    let symbology: Int32
    let bytes: [UInt8]
    var inputMode = DATA_MODE
    var eci: Int32 = 0
    /// Their meaning depends on the kind; these values leave the choice to the library.
    var options: (Int32, Int32, Int32) = (-1, 0, 0)
    /// The primary message of a carrier's MaxiCode.
    var primary: [UInt8] = []

    /// The numbers of data columns that are tried for a PDF417; few shops' codes need more.
    private static let pdf417Columns: ClosedRange<Int32> = 1...12
    /// Pairs of data characters per row of a stacked DataBar.
    private static let stackedPairs: ClosedRange<Int32> = 1...4
    private static let standardMaxiCode: Int32 = 4

    /// GS1 elements were checked before. The library's own list of identifiers would reject newer ones, and those that break a
    /// rule.
    private static let elementsMode = GS1_MODE | GS1NOCHECK_MODE

    /// The ways to draw it, the usual one first; empty for an unknown kind.
    static func requests(for content: BarcodeContent) -> [ZintRequest] {
        let (text, bytes) = (content.text, content.bytes)
        let eci = Int32(content.eci)
        switch content.format {
        case .aztec: return [matrix(BARCODE_AZTEC, content, eci)]
        case .codabar: return [ZintRequest(symbology: BARCODE_CODABAR, bytes: Array(text.utf8))]
        case .code39: return [ZintRequest(symbology: BARCODE_CODE39, bytes: bytes)]
        case .code93: return [ZintRequest(symbology: BARCODE_CODE93, bytes: bytes)]
        case .code128: return [ZintRequest(symbology: BARCODE_CODE128, bytes: bytes)]
        case .dataMatrix:
            return [matrix(BARCODE_DATAMATRIX, content, eci, options: (-1, 0, DM_SQUARE))]
        // Without the check digit: eight digits with it would be read as a short EAN-13.
        case .ean8, .ean13:
            return [ZintRequest(symbology: BARCODE_EANX, bytes: withoutCheckDigit(text))]
        case .upcA: return [ZintRequest(symbology: BARCODE_UPCA, bytes: withoutCheckDigit(text))]
        case .upcE: return [ZintRequest(symbology: BARCODE_UPCE, bytes: withoutCheckDigit(text))]
        case .itf: return [ZintRequest(symbology: BARCODE_C25INTER, bytes: bytes)]
        case .maxiCode:
            if content.eci == 0, let carrier = CarrierMessage(bytes) { return [maxiCode(carrier)] }
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
        case .microQR: return [matrix(BARCODE_MICROQR, content, eci)]
        case .rMQR: return [matrix(BARCODE_RMQR, content, eci)]
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

    /// The text without the last digit before an add-on: the library computes the check digit, which was checked before.
    private static func withoutCheckDigit(_ text: String) -> [UInt8] {
        let parts = text.utf8.split(separator: UInt8(ascii: "+"), maxSplits: 1)
        guard let digits = parts.first else { return [] }
        return Array(digits.dropLast()) + (parts.count == 2 ? [UInt8(ascii: "+")] + Array(parts[1]) : [])
    }

    /// A request for a kind that holds bytes, or marked GS1 elements.
    private static func matrix(
        _ symbology: Int32, _ content: BarcodeContent, _ eci: Int32, options: (Int32, Int32, Int32) = (-1, 0, 0)
    ) -> ZintRequest {
        guard content.isMarkedGS1 else {
            return ZintRequest(symbology: symbology, bytes: content.bytes, eci: eci, options: options)
        }
        return ZintRequest(
            symbology: symbology, bytes: elements(of: content), inputMode: elementsMode, options: options)
    }

    /// The bytes with `[]` at the start and instead of each separator, for which libzint draws FNC1. With identifiers in the
    /// brackets (`[235]`) it would omit the FNC1 after those that begin with 23.
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
