/// A kind of barcode by its usual name (`EAN_13`, `QR_CODE`), as ZXing and Catima write it. An unknown name is kept unchanged.
public struct BarcodeFormat: Hashable, Sendable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static func == (left: BarcodeFormat, right: BarcodeFormat) -> Bool {
        left.rawValue.isSameText(as: right.rawValue)
    }

    public func hash(into hasher: inout Hasher) { rawValue.hashText(into: &hasher) }

    public static let aztec = BarcodeFormat(rawValue: "AZTEC")
    public static let codabar = BarcodeFormat(rawValue: "CODABAR")
    public static let code39 = BarcodeFormat(rawValue: "CODE_39")
    public static let code93 = BarcodeFormat(rawValue: "CODE_93")
    public static let code128 = BarcodeFormat(rawValue: "CODE_128")
    public static let dataBar = BarcodeFormat(rawValue: "RSS_14")
    public static let dataBarExpanded = BarcodeFormat(rawValue: "RSS_EXPANDED")
    public static let dataMatrix = BarcodeFormat(rawValue: "DATA_MATRIX")
    public static let ean8 = BarcodeFormat(rawValue: "EAN_8")
    public static let ean13 = BarcodeFormat(rawValue: "EAN_13")
    /// Code 128 that begins with FNC1: its text is a list of GS1 element strings.
    public static let gs1Code128 = BarcodeFormat(rawValue: "GS1_128")
    public static let itf = BarcodeFormat(rawValue: "ITF")
    public static let maxiCode = BarcodeFormat(rawValue: "MAXICODE")
    public static let microQR = BarcodeFormat(rawValue: "MICRO_QR_CODE")
    public static let pdf417 = BarcodeFormat(rawValue: "PDF_417")
    public static let qrCode = BarcodeFormat(rawValue: "QR_CODE")
    public static let rMQR = BarcodeFormat(rawValue: "RMQR_CODE")
    public static let upcA = BarcodeFormat(rawValue: "UPC_A")
    public static let upcE = BarcodeFormat(rawValue: "UPC_E")

    /// All kinds that can be drawn, most common in shops first.
    public static let known: [BarcodeFormat] = [
        .ean13, .code128, .qrCode, .ean8, .upcA, .upcE, .code39, .code93, .codabar, .itf, .pdf417, .aztec, .dataMatrix,
        .dataBar, .dataBarExpanded, .gs1Code128, .maxiCode, .microQR, .rMQR,
    ]

    public var isKnown: Bool { Self.labels[self] != nil }

    /// The common name, such as "EAN-13"; for an unknown kind its raw name.
    public var label: String { Self.labels[self] ?? rawValue }

    /// The label with its spoken article: "an ITF", "a QR code", "a UPC-A".
    public var labelWithArticle: String { (["A", "E", "I"].contains(label.prefix(1)) ? "an " : "a ") + label }

    private static let labels: [BarcodeFormat: String] = [
        .aztec: "Aztec", .codabar: "Codabar", .code39: "Code 39", .code93: "Code 93", .code128: "Code 128",
        .dataBar: "GS1 DataBar", .dataBarExpanded: "DataBar Expanded", .dataMatrix: "Data Matrix",
        .ean8: "EAN-8", .ean13: "EAN-13", .gs1Code128: "GS1-128", .itf: "ITF", .maxiCode: "MaxiCode",
        .microQR: "Micro QR code", .pdf417: "PDF417", .qrCode: "QR code", .rMQR: "rMQR code",
        .upcA: "UPC-A", .upcE: "UPC-E",
    ]

    /// Whether the kind can be marked as GS1 (FNC1) and also holds other content. Kinds that hold only GS1 are not included.
    public var canBeMarkedGS1: Bool { [.aztec, .dataMatrix, .qrCode, .rMQR].contains(self) }

    /// Whether the kind holds arbitrary bytes, so that a card can specify an encoding.
    public var holdsBytes: Bool {
        [.aztec, .dataMatrix, .maxiCode, .microQR, .pdf417, .qrCode, .rMQR].contains(self)
    }
}

extension BarcodeFormat {
    /// The kinds that can hold a value unchanged, most likely first.
    ///
    /// First the kind that the value tells by itself. Digits are matched by length and check digit, then by the kinds that shops use
    /// without a check digit; links belong in a QR code.
    /// - Parameter encoding: how the value becomes bytes, for kinds that hold bytes.
    public static func fitting(_ value: String, encoding: String? = nil) -> [BarcodeFormat] {
        let ranked = known.filter { format in
            // It would add a check digit.
            if format == .dataBar, digits(of: value)?.utf8.count == 13 { return false }
            let content = try? BarcodeContent(value, as: format, encoding: encoding)
            return content != nil && content?.warning == nil
        }
        let evident = BarcodeFormat(evidentIn: value)
        let likely =
            (evident.map { [$0] } ?? []).filter(ranked.contains)
            + likeliest(for: value).filter { $0 != evident && ranked.contains($0) }
        return likely + ranked.filter { !likely.contains($0) }
    }

    private static func likeliest(for value: String) -> [BarcodeFormat] {
        if FetchTarget.isAddress(value) { return [.qrCode, .aztec, .dataMatrix] }
        if value.hasPrefix("(") || value.unicodeScalars.contains(GS1Elements.separator) {
            return [.gs1Code128, .dataBarExpanded]
        }
        guard let digits = try? DigitGroups(value.prefix { $0 != "+" }).digits else {
            return value.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) }
                && value.unicodeScalars.count <= easilyReadLength
                ? [.code128, .qrCode, .code39] : [.qrCode, .aztec, .pdf417]
        }
        switch digits.count {
        // EAN-8 numbers that begin with 0 are for use within a shop; all UPC-E numbers begin with 0.
        case 8: return (digits.hasPrefix("0") ? [.upcE, .ean8] : [.ean8, .upcE]) + [.code128, .itf]
        case 12: return [.upcA, .code128, .itf]
        // GTINs of trade items; 13 digits and an add-on of 2 have 15.
        case 14: return [.itf, .code128]
        case 13...18: return [.ean13, .upcA, .code128, .itf]
        default: return [.code128, .qrCode, .itf]
        }
    }

    /// A longer Code 128 is too wide for many scanners and screens.
    private static let easilyReadLength = 24
}

/// Parses names of kinds as people type them.
extension BarcodeFormat {
    /// The kind with this label or usual name, ignoring case and everything that is not a letter or digit: "ean13", "EAN-13",
    /// "EAN_13". Nil for an unknown name.
    public init?(typed text: String) {
        guard text.utf8.count <= Self.longestTyped else { return nil }
        let typed = Self.bare(text)
        guard let known = Self.names.first(where: { $0.names.contains(typed) }) else { return nil }
        self = known.format
    }

    /// As ``init(typed:)``; of kinds that share a name ("EAN") the one that the number has the length of.
    public init?(typed text: String, for number: String) {
        guard let format = BarcodeFormat(typed: text) else { return nil }
        guard Self.digits(of: number)?.utf8.count == 8 else {
            self = format
            return
        }
        switch Self.bare(text) {
        case "EAN", "JAN", "GTIN": self = .ean8
        case "UPC": self = .upcE
        default: self = format
        }
    }

    /// The kinds whose label or usual name begins with the typed text.
    public static func completions(of text: String) -> [BarcodeFormat] {
        guard text.utf8.count <= longestTyped else { return [] }
        let typed = bare(text)
        guard !typed.isEmpty else { return [] }
        return names.filter { $0.names.contains { $0.hasPrefix(typed) } }.map(\.format)
    }

    /// The kind that a number belongs to by its length and a correct check digit. A tenth of all numbers of that length pass by
    /// chance.
    public init?(digitsOf value: String) {
        guard let digits = Self.digits(of: value), let format = Self.byLength[digits.utf8.count],
            CheckDigit.isRight(digits)
        else { return nil }
        self = format
    }

    /// The digits of a number with gaps; nil for other characters, and for more digits than a retail number has.
    static func digits(of value: String) -> String? {
        guard value.utf8.count <= longestTyped else { return nil }
        var digits = ""
        // Runs on every key press, so it returns at the first letter or surplus digit.
        for character in value where !character.isWhitespace && character != "-" {
            guard character.isASCII, character.isNumber, digits.utf8.count < mostDigits else { return nil }
            digits.append(character)
        }
        return digits
    }

    /// The kinds with a check digit, by the number of their digits.
    static let byLength: [Int: BarcodeFormat] = [8: .ean8, 12: .upcA, 13: .ean13, 14: .itf]
    private static let mostDigits = 14
    /// Longer than every name; longer text is not examined.
    private static let longestTyped = 64

    private static let names = known.map { format in
        (format: format, names: [bare(format.label), bare(format.rawValue)] + (usualNames[format] ?? []))
    }

    /// Names that people and other programs use, as ``bare(_:)`` makes them.
    private static let usualNames: [BarcodeFormat: [String]] = [
        .microQR: ["MICROQR", "MQR"], .rMQR: ["RMQR", "RECTANGULARMICROQRCODE"],
        .qrCode: ["QR"], .upcA: ["UPC", "UPCA12"], .ean13: ["EAN", "JAN", "GTIN", "GTIN13", "JAN13"],
        .ean8: ["JAN8", "GTIN8"],
        .itf: ["INTERLEAVED2OF5", "INTERLEAVED25", "2OF5", "I2OF5", "I25", "ITF14"], .codabar: ["NW7"],
        .code128: ["C128", "CODE128A", "CODE128B", "CODE128C"], .code39: ["C39", "3OF9", "CODE3OF9"], .code93: ["C93"],
        .dataBar: ["GS1DATABAR", "DATABAR"],
    ]

    /// How many digits a number of this kind has; nil where that varies.
    public var digits: Int? { Self.byLength.first { $0.value == self && $0.value != .itf }?.key }

    private static func bare(_ text: String) -> String {
        text.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
