public import Cards
public import TestSupport

/// Random values of each kind, from its whole alphabet.
public struct RandomBarcode: Sendable, CustomStringConvertible {
    public let format: BarcodeFormat
    public let value: String
    public var encoding: BarcodeEncoding?

    public var description: String { "\(format.label) \(value) \(encoding?.rawValue ?? "")" }

    public func content() throws(BarcodeProblem) -> BarcodeContent {
        try BarcodeContent(value, as: format, encoding: encoding?.rawValue)
    }

    /// - Parameter length: for kinds without a fixed length; limited to what the kind can hold.
    public init(_ format: BarcodeFormat, length: Int, using generator: inout SeededGenerator) {
        self.format = format
        func text(of alphabet: some Collection<Unicode.Scalar>, _ count: Int) -> String {
            var text = ""
            for _ in 0..<count {
                if let scalar = alphabet.randomElement(using: &generator) { text.unicodeScalars.append(scalar) }
            }
            return text
        }
        func digits(_ count: Int) -> String { text(of: "0123456789".unicodeScalars, count) }
        let ascii = (0x20...0x7E as ClosedRange<UInt8>).map { Unicode.Scalar($0) }
        switch format {
        case .ean13, .ean8, .upcA:
            let body = digits(format == .ean13 ? 12 : format == .ean8 ? 7 : 11)
            value =
                Self.checked(body) + (["", "+" + digits(2), "+" + digits(5)].randomElement(using: &generator) ?? "")
        case .upcE:
            // A UPC-E number has one valid form only: where two are possible, one of them is invalid.
            var body = digits(5)
            let last = digits(1)
            switch last {
            case "0", "1", "2": break
            case "3": body = digits(2) + text(of: "3456789".unicodeScalars, 1) + digits(2)
            case "4": body = digits(3) + text(of: "123456789".unicodeScalars, 1) + digits(1)
            default: body = digits(4) + text(of: "123456789".unicodeScalars, 1)
            }
            value = Self.upcE(system: Int.random(in: 0...1, using: &generator), body + last)
        case .itf: value = digits(max(6, length / 2 * 2))
        case .code39: value = text(of: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".unicodeScalars, length)
        case .codabar:
            let (start, stop) = (text(of: "ABCD".unicodeScalars, 1), text(of: "ABCD".unicodeScalars, 1))
            value = start + digits(1) + text(of: "0123456789-$:/.+".unicodeScalars, max(3, length)) + digits(1) + stop
        case .code93, .code128:
            let all = (0...0x7F as ClosedRange<UInt8>).map { Unicode.Scalar($0) }
            value = text(of: Int.random(in: 0..<4, using: &generator) == 0 ? all : ascii, length)
        case .dataBar: value = Self.checked(digits(13))
        case .dataBarExpanded, .gs1Code128:
            let letters = format == .gs1Code128 ? "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-%" : "ABCXYZ"
            let lot = text(of: ("0123456789" + letters).unicodeScalars, 8)
            let date = digits(2) + "1128"
            let elements = [
                "(17)\(date)(10)\(lot)", "(10)\(lot)(21)\(digits(5))", "(21)\(lot)", "(3922)\(digits(5))(10)\(lot)",
                "(15)\(date)(3103)\(digits(6))", "(422)276(240)\(lot)", "(8200)\(lot)",
            ]
            value = "(01)\(Self.checked(digits(13)))" + (elements.randomElement(using: &generator) ?? "")
        case .maxiCode: value = text(of: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ ".unicodeScalars, length)
        case .microQR:
            value = text(of: ascii, min(15, length))
        default:
            encoding = [nil, .latin1, .utf8, .hexadecimal, .latin2, .shiftJIS].randomElement(using: &generator) ?? nil
            switch encoding {
            case .hexadecimal:
                value = (0..<length).map { _ in
                    text(of: "0123456789ABCDEF".unicodeScalars, 2)
                }.joined()
            case .latin2: value = text(of: "aąćęłńóśźż 1234".unicodeScalars, length)
            case .shiftJIS: value = text(of: "aア会員カード 1234".unicodeScalars, max(1, length / 2))
            case .utf8: value = text(of: "aäöß€éЖ字 1234".unicodeScalars, max(1, length / 3))
            case .latin1:
                value = text(of: ascii + (0xA1...0xFF as ClosedRange<UInt8>).map { Unicode.Scalar($0) }, length)
            default: value = text(of: ascii, length)
            }
        }
    }

    /// The digits followed by their GS1 check digit (GS1 General Specifications 7.9).
    static func checked(_ digits: String) -> String {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            sum + (digit.element.wholeNumberValue ?? 0) * (digit.offset % 2 == 0 ? 3 : 1)
        }
        return digits + "\((10 - sum % 10) % 10)"
    }

    /// The number system, six digits, and the check digit of the corresponding UPC-A (GS1 General Specifications 7.10).
    private static func upcE(system: Int, _ digits: String) -> String {
        let d = Array(digits)
        let body: String
        switch d[5] {
        case "0", "1", "2": body = "\(d[0])\(d[1])\(d[5])0000\(d[2])\(d[3])\(d[4])"
        case "3": body = "\(d[0])\(d[1])\(d[2])00000\(d[3])\(d[4])"
        case "4": body = "\(d[0])\(d[1])\(d[2])\(d[3])00000\(d[4])"
        default: body = "\(d[0])\(d[1])\(d[2])\(d[3])\(d[4])0000\(d[5])"
        }
        return "\(system)\(digits)\(checked("\(system)\(body)").last ?? "0")"
    }
}
