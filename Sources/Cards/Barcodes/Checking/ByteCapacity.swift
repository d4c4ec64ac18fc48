internal import Basics

/// The number of bytes that a kind holds in every case: what the library draws whatever the sequence of letters, digits and other
/// bytes.
///
/// Sources: ISO/IEC 18004 table 7 (QR and Micro QR, level L), ISO/IEC 23941 table 6 (rMQR, level M), ISO/IEC 16022 table 7 (Data Matrix). For the others, where the capacity depends on
/// the sequence of characters: the minimum found among many thousand random values (libzint 2.11.1), rounded down.
struct ByteCapacity {
    /// For 0-9 only.
    let digits: Int
    /// For digits, A-Z, blank and $ % * + - . / : only.
    let capitals: Int
    /// For printable ASCII only.
    let printable: Int
    let bytes: Int

    /// The size of the UTF-8 mark (ECI 26), at most.
    private static let mark = 4

    /// Nil for a kind that does not hold arbitrary bytes.
    init?(of format: BarcodeFormat) {
        switch format {
        case .aztec: self.init(digits: 3800, capitals: 2100, printable: 1200, bytes: 950)
        case .dataMatrix: self.init(digits: 3116, capitals: 2000, printable: 1550, bytes: 1545)
        case .maxiCode: self.init(digits: 138, capitals: 93, printable: 62, bytes: 46)
        case .pdf417: self.init(digits: 2500, capitals: 1150, printable: 800, bytes: 600)
        case .microQR: self.init(digits: 35, capitals: 21, printable: 15, bytes: 15)
        case .rMQR: self.init(digits: 361, capitals: 219, printable: 150, bytes: 150)
        case .qrCode: self.init(digits: 7089, capitals: 4296, printable: 2953, bytes: 2953)
        default: return nil
        }
    }

    /// The maximum that the kind holds for each character class alone; longer content need not be tried. Nil where the guaranteed
    /// capacity is also the maximum.
    init?(mostOf format: BarcodeFormat) {
        switch format {
        case .aztec: self.init(digits: 3832, capitals: 3067, printable: 3067, bytes: 1914)
        case .dataMatrix: self.init(digits: 3116, capitals: 2335, printable: 2335, bytes: 2335)
        case .maxiCode: self.init(digits: 138, capitals: 138, printable: 138, bytes: 138)
        case .microQR: self.init(digits: 35, capitals: 34, printable: 34, bytes: 34)
        case .rMQR: self.init(digits: 361, capitals: 360, printable: 360, bytes: 360)
        case .pdf417: self.init(digits: 2710, capitals: 1850, printable: 1850, bytes: 1850)
        default: return nil
        }
    }

    private init(digits: Int, capitals: Int, printable: Int, bytes: Int) {
        self.digits = digits
        self.capitals = capitals
        self.printable = printable
        self.bytes = bytes
    }

    func maximum(for content: [UInt8], isMarked: Bool) -> Int {
        let size =
            if content.allSatisfy(\.isDigit) {
                digits
            } else if content.allSatisfy(Self.isCapital) {
                capitals
            } else if content.allSatisfy({ (0x20..<0x7F).contains($0) }) {
                printable
            } else {
                bytes
            }
        return isMarked ? size - Self.mark : size
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        byte.isDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || " $%*+-./:".utf8.contains(byte)
    }
}
