internal import Basics

/// How many modules the code of a content has at most, known without drawing it: a screen keeps space for a code that is drawn later.
public struct BarcodeExtent: Equatable, Sendable {
    /// Bars in one row, whose height is free; otherwise a square.
    public let isBars: Bool
    /// In modules, with the quiet zone.
    public let width: Int
    /// The least height of bars, in modules.
    private let leastHeight: Int

    /// Nil for kinds of several shapes, such as rMQR, for Aztec, whose quiet zone of a module is too little beside dark text, and for a code with more modules than a page of a card has space for.
    public init?(of content: BarcodeContent) {
        let count = content.bytes.count
        func bars(_ modules: Int) -> (isBars: Bool, width: Int) { (true, modules) }
        let extent: (isBars: Bool, width: Int)
        switch content.format {
        case .ean13, .upcA: extent = bars(113 + Self.addOn(of: content))
        case .ean8: extent = bars(81 + Self.addOn(of: content))
        case .upcE: extent = bars(67 + Self.addOn(of: content))
        case .itf: extent = bars(9 * count + 30)
        case .codabar: extent = bars(12 * count + 20)
        case .code39: extent = bars(13 * count + 46)
        // Small letters and punctuation take two characters.
        case .code93: extent = bars(9 * (content.bytes.allSatisfy(Self.isPlain) ? count : 2 * count) + 57)
        case .code128: extent = bars(11 * Self.code128Symbols(content.bytes) + 55)
        case .gs1Code128: extent = bars(11 * (count + 2) + 55)
        case .dataBar: extent = bars(98)
        case .qrCode, .microQR, .dataMatrix:
            guard let side = Self.side(of: content) else { return nil }
            extent = (false, side)
        default: return nil
        }
        (isBars, width) = extent
        leastHeight = content.format == .dataBar ? 33 : 1
    }

    /// A symbol with as many modules, all of them white, for the layout.
    public var outline: BarcodeSymbol {
        BarcodeSymbol(
            shape: isBars ? .bars : .squares,
            rows: [BarcodeSymbol.Row](
                repeating: BarcodeSymbol.Row(
                    modules: [Bool](repeating: false, count: width), height: isBars ? leastHeight : 1),
                count: isBars ? 1 : width),
            quietZone: BarcodeSymbol.QuietZone(all: 0))
    }

    /// The gap before an add-on of a retail code, and its bars.
    private static func addOn(of content: BarcodeContent) -> Int {
        guard let plus = content.text.firstIndex(of: "+") else { return 0 }
        return content.text[plus...].count > 3 ? 60 : 33
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    /// Digits take half a symbol each if there is nothing else; letters with accents and control characters take up to three.
    private static func code128Symbols(_ bytes: [UInt8]) -> Int {
        if bytes.allSatisfy(\.isDigit) { return bytes.count / 2 + 2 }
        return bytes.allSatisfy { (0x20..<0x80).contains($0) } ? bytes.count : bytes.count * 3
    }

    // MARK: - Squares

    /// The modules of a side, with the quiet zone; nil for a large code.
    private static func side(of content: BarcodeContent) -> Int? {
        // The marks of UTF-8 and GS1, and bytes above ASCII, which some kinds write as two.
        let high = content.bytes.count { $0 > 0x7F }
        let count = content.bytes.count + (content.eci > 0 ? 4 : 0) + (content.isMarkedGS1 ? 2 : 0)
        switch content.format {
        case .qrCode: return side(of: count + 3, in: qrCodewords, quietZone: 4)
        case .microQR: return side(of: count, in: microQRBytes, quietZone: 2)
        default: return side(of: count + high, in: dataMatrixCodewords, quietZone: 1)
        }
    }

    private static func side(of count: Int, in sizes: [(side: Int, holds: Int)], quietZone: Int) -> Int? {
        sizes.first { $0.holds >= count }.map { $0.side + 2 * quietZone }
    }

    /// Versions 1 to 10 at level L (ISO/IEC 18004, table 7).
    private static let qrCodewords: [(side: Int, holds: Int)] = [
        (21, 19), (25, 34), (29, 55), (33, 80), (37, 108), (41, 136), (45, 156), (49, 194), (53, 232), (57, 274),
    ]
    /// The bytes of versions M3 and M4 at level L; M4 holds up to 35 digits.
    private static let microQRBytes = [(side: 15, holds: 9), (17, 35)]
    /// ISO/IEC 16022, table 7.
    private static let dataMatrixCodewords: [(side: Int, holds: Int)] = [
        (10, 3), (12, 5), (14, 8), (16, 12), (18, 18), (20, 22), (22, 30), (24, 36), (26, 44), (32, 62), (36, 86),
        (40, 114), (44, 144), (48, 174),
    ]
}
