/// What is encoded in a card's barcode and how. It holds no picture; drawing belongs to another room.
public struct Barcode: Hashable, Sendable {
    public var format: BarcodeFormat
    /// The encoded text where it differs from the number printed on the card.
    public var value: String?
    /// The character encoding of the value, by its IANA name, where the card asks for one.
    public var encoding: String?

    public init(format: BarcodeFormat, value: String? = nil, encoding: String? = nil) {
        (self.format, self.value, self.encoding) = (format, value, encoding)
    }
}

/// A kind of barcode by its usual name (`EAN_13`, `QR_CODE`). A name that we do not know is kept as it came.
public struct BarcodeFormat: Hashable, Sendable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let aztec = BarcodeFormat(rawValue: "AZTEC")
    public static let codabar = BarcodeFormat(rawValue: "CODABAR")
    public static let code39 = BarcodeFormat(rawValue: "CODE_39")
    public static let code93 = BarcodeFormat(rawValue: "CODE_93")
    public static let code128 = BarcodeFormat(rawValue: "CODE_128")
    public static let dataMatrix = BarcodeFormat(rawValue: "DATA_MATRIX")
    public static let ean8 = BarcodeFormat(rawValue: "EAN_8")
    public static let ean13 = BarcodeFormat(rawValue: "EAN_13")
    public static let itf = BarcodeFormat(rawValue: "ITF")
    public static let pdf417 = BarcodeFormat(rawValue: "PDF_417")
    public static let qrCode = BarcodeFormat(rawValue: "QR_CODE")
    public static let upcA = BarcodeFormat(rawValue: "UPC_A")
    public static let upcE = BarcodeFormat(rawValue: "UPC_E")
}
