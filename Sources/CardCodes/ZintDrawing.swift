internal import Basics
internal import CZint
public import Cards

/// Draws barcodes with libzint, which is loaded for the first one.
public struct ZintDrawing: BarcodeDrawing {
    public init() {}

    public func symbols(for content: BarcodeContent) throws(BarcodeProblem) -> [BarcodeSymbol] {
        var symbols: [BarcodeSymbol] = []
        var problem: BarcodeProblem?
        for request in ZintRequest.requests(for: content) {
            do throws(BarcodeProblem) {
                let symbol = try Self.symbol(request, of: content.format)
                if !symbols.contains(symbol) { symbols.append(symbol) }
            } catch {
                // The content is too long for this shape; another may hold it.
                problem = problem ?? error
            }
        }
        guard symbols.isEmpty else { return symbols }
        throw problem ?? .unknownFormat(content.format.label)
    }

    static func symbol(
        _ request: ZintRequest, of format: BarcodeFormat
    ) throws(BarcodeProblem) -> BarcodeSymbol {
        guard czint_is_there() else { throw .libraryMissing("libzint") }
        guard let symbol = czint_new(request.symbology, request.inputMode, request.eci) else {
            throw .notDrawn("there is not enough memory")
        }
        defer { czint_release(symbol) }
        (symbol.pointee.option_1, symbol.pointee.option_2, symbol.pointee.option_3) = request.options
        withUnsafeMutableBytes(of: &symbol.pointee.primary) { buffer in
            // The remaining zeros terminate the string.
            for (index, byte) in request.primary.prefix(buffer.count - 1).enumerated() { buffer[index] = byte }
        }
        // For a count of 0 the library would search for a terminating zero.
        guard !request.bytes.isEmpty else { throw .empty }
        let result = czint_encode(symbol, request.bytes, Int32(clamping: request.bytes.count))
        guard result < ZINT_ERROR else {
            throw result == ZINT_ERROR_TOO_LONG ? BarcodeProblem.doesNotFit(format) : .notDrawn(message(of: symbol))
        }
        let (width, count) = (Int(symbol.pointee.width), Int(symbol.pointee.rows))
        guard width > 0, count > 0 else { throw .notDrawn("the library drew nothing") }
        let shape = format.shape(rows: count)
        let rows = (0..<count).map { row in
            let modules = (0..<width).map { czint_is_dark(symbol, Int32($0), Int32(row)) }
            let height = Int(czint_row_height(symbol, Int32(row)).rounded())
            return BarcodeSymbol.Row(modules: modules, height: format.rowHeight(drawn: height, shape))
        }
        return BarcodeSymbol(shape: shape, rows: rows, quietZone: format.quietZone(width: width))
    }

    /// The library's error message without its number.
    private static func message(of symbol: UnsafePointer<zint_symbol>) -> String {
        let text = String(cString: czint_message(symbol))
        guard let colon = text.firstIndex(of: ":") else { return text }
        return text[text.index(after: colon)...].drop { $0 == " " }.description
    }
}

/// The shape and quiet zone of each kind, by its standard.
extension BarcodeFormat {
    func shape(rows: Int) -> BarcodeSymbol.Shape {
        switch self {
        case .maxiCode: .hexagons
        case .aztec, .dataMatrix, .microQR, .qrCode, .rMQR: .squares
        case .pdf417: .stacked
        default: rows > 1 ? .stacked : .bars
        }
    }

    /// The height of a row in modules. Rows of PDF417 are three times as high as a module is wide (ISO/IEC 15438, 5.8.2), those
    /// of a DataBar 33 times, of a DataBar Expanded 34 times (ISO/IEC 24724); the height of other bars is free.
    /// - Parameter drawn: the height that the library gives; 0 for data rows, whose height it leaves open.
    func rowHeight(drawn: Int, _ shape: BarcodeSymbol.Shape) -> Int {
        switch shape {
        case .squares, .hexagons, .turnedStack: 1
        case .stacked, .bars, .turnedBars:
            switch self {
            case .pdf417: 3
            case .dataBar where drawn == 0: 33
            case .dataBarExpanded where drawn == 0: 34
            default: shape == .bars ? 1 : max(1, drawn)
            }
        }
    }

    /// Sources: GS1 General Specifications 5.2.3.4 (EAN, UPC and add-ons), 5.4.4 (GS1-128), 5.5 (DataBar needs none: one is kept);
    /// ISO/IEC 15417, 16388, 16390, 15420 and the Codabar specification (10); 18004 (4, Micro QR 2), 23941 (2), 16022 (1), 24778 (none, 1 is kept),
    /// 15438 (2), 16023 (1).
    func quietZone(width: Int) -> BarcodeSymbol.QuietZone {
        func beside(_ left: Int, _ right: Int) -> BarcodeSymbol.QuietZone {
            BarcodeSymbol.QuietZone(left: left, right: right, top: 0, bottom: 0)
        }
        switch self {
        case .ean13: return beside(11, width > 95 ? 5 : 7)
        case .ean8: return beside(7, width > 67 ? 5 : 7)
        case .upcA: return beside(9, width > 95 ? 5 : 9)
        case .upcE: return beside(9, width > 51 ? 5 : 7)
        case .dataBar, .dataBarExpanded: return BarcodeSymbol.QuietZone(all: 1)
        case .qrCode: return BarcodeSymbol.QuietZone(all: 4)
        case .microQR, .pdf417, .rMQR: return BarcodeSymbol.QuietZone(all: 2)
        case .aztec, .dataMatrix, .maxiCode: return BarcodeSymbol.QuietZone(all: 1)
        // Bars inside the code look like its start and stop, so that readers insist on the white around it.
        case .itf: return BarcodeSymbol.QuietZone(left: 10, right: 10, top: 0, bottom: 0, isRequired: true)
        default: return beside(10, 10)
        }
    }
}

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

/// The message of a carrier's MaxiCode (ISO/IEC 16023, modes 2 and 3): the primary message with the parcel's destination, which
/// is encoded separately, and the rest.
///
/// A scanner returns both as one: `postcode GS country GS service GS rest`, preceded by `[)>RS01GSyy` if the message has that
/// header.
struct CarrierMessage {
    /// Postcode, country and service, as libzint expects them.
    let primary: [UInt8]
    /// The year in the header, which libzint writes itself; nil without a header.
    let year: Int?
    let secondary: [UInt8]
    /// Whether the postcode has digits only: mode 2.
    let isNumeric: Bool

    private static let header = Array("[)>\u{1E}01\u{1D}".utf8)
    private static let separator: UInt8 = 0x1D

    /// Nil for any other message.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        var year: Int?
        if rest.starts(with: Self.header) {
            let digits = rest.dropFirst(Self.header.count).prefix(2)
            guard digits.count == 2, digits.allSatisfy(\.isDigit) else { return nil }
            year = Int(String(decoding: digits, as: UTF8.self))
            rest = rest.dropFirst(Self.header.count + 2)
        }
        let parts = rest.split(separator: Self.separator, maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[3].isEmpty,
            parts[1].count == 3, parts[2].count == 3, (parts[1] + parts[2]).allSatisfy(\.isDigit)
        else { return nil }
        let postcode = Array(parts[0])
        isNumeric = postcode.count == 9 && postcode.allSatisfy(\.isDigit)
        let isLettered =
            postcode.count == 6
            && postcode.allSatisfy { $0.isDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == 0x20 }
            && postcode.contains { !$0.isDigit }
        guard isNumeric || isLettered else { return nil }
        primary = postcode + parts[1] + parts[2]
        self.year = year
        secondary = Array(parts[3])
    }
}
