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
