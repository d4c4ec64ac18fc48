internal import Basics
internal import Cards

/// What the barcode of a pass becomes: the card's number, its barcode, and a label where the text beside the code is no number.
struct PassBarcode {
    private(set) var number: String
    private(set) var barcode: Barcode?
    /// What stands beside the code, where that is not its number.
    private(set) var label = ""
    private(set) var remarks: [String] = []

    /// - Parameters:
    ///   - format: the kind, as the pass names it.
    ///   - printed: the text beside the code; empty without one.
    ///   - encoding: the name of the encoding of the message.
    init(format name: String?, message: String, printed: String, encoding: String? = nil) {
        let isNumber = !printed.isEmpty && (message.isEmpty || Self.isNumber(printed, of: message))
        number = isNumber ? printed : message
        if !isNumber { label = printed }
        if message.isEmpty { return }
        let value = number.isSameText(as: message) ? nil : message
        guard let name, let format = BarcodeFormat(named: name, message) else {
            let kind = name.map { "\"\($0.prefix(40))\"" } ?? "that it does not name"
            barcode = Barcode(format: BarcodeFormat(rawValue: name ?? "UNKNOWN"), value: value)
            remarks.append("the barcode is of a kind, \(kind), that cannot be drawn: its text was kept")
            return
        }
        var barcode = Barcode(format: format, value: value)
        if format.holdsBytes { encode(message, as: encoding, &barcode) }
        self.barcode = barcode
        do throws(BarcodeProblem) {
            _ = try barcode.content(number: number)
        } catch {
            remarks.append("the barcode cannot be drawn: \(error.userMessage)")
        }
    }

    /// Whether a text has the characters of a number: digits, or what the code says.
    private static func isNumber(_ printed: String, of message: String) -> Bool {
        let bare = TextFolding.fold(printed).filter { $0.isLetter || $0.isNumber }
        guard !bare.isEmpty else { return false }
        if printed.allSatisfy({ $0.isNumber || " -.,/:()\u{A0}\u{202F}".contains($0) }) { return true }
        let said = TextFolding.fold(message).filter { $0.isLetter || $0.isNumber }
        return bare == said || (bare.contains(where: \.isNumber) && said.contains(bare))
    }

    /// A code is always drawn: in UTF-8 where the pass's encoding is not known, or has not all characters of the text.
    private mutating func encode(_ message: String, as name: String?, _ barcode: inout Barcode) {
        guard let name, !name.isEmpty else { return }
        let latin1 = try? BarcodeEncoding.latin1.bytes(of: message)
        if let known = BarcodeEncoding(name: name), known == .utf8 || (known == .latin1 && latin1 != nil) {
            barcode.encoding = known.rawValue
        } else if let bytes = PassEncoding.bytes(of: message, in: name) {
            if bytes == latin1 {
                barcode.encoding = BarcodeEncoding.latin1.rawValue
            } else {
                // The bytes themselves: a card has no name for such an encoding.
                (barcode.value, barcode.encoding) = (Hexadecimal.text(of: bytes), BarcodeEncoding.hexadecimal.rawValue)
            }
        } else if message.utf8.contains(where: { $0 >= 0x80 }) {
            barcode.encoding = BarcodeEncoding.utf8.rawValue
            remarks.append("the barcode's text cannot be encoded as \"\(name.prefix(30))\": the code is drawn in UTF-8")
        }
    }
}

/// The encodings that passes name beside those of ``BarcodeEncoding``.
private enum PassEncoding {
    /// Nil for an unknown name, and for a text that the encoding does not have.
    static func bytes(of text: String, in name: String) -> [UInt8]? {
        let bare = name.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return libcName(of: bare).flatMap { CharacterSets.converted(Array(text.utf8), from: "UTF-8", to: $0) }
    }

    /// Only those that are one table each: a file does not choose among all of libc's converters.
    private static func libcName(of bare: String) -> String? {
        for (prefix, name) in [("WINDOWS125", "CP125"), ("CP125", "CP125")] where bare.hasPrefix(prefix) {
            let digit = bare.dropFirst(prefix.count)
            return digit.count == 1 ? name + digit : nil
        }
        if bare.hasPrefix("ISO8859"), let part = Int(bare.dropFirst(7).prefix(2)), (1...16).contains(part) {
            return "ISO-8859-\(part)"
        }
        return names[bare]
    }

    private static let names = [
        "SHIFTJIS": "CP932", "SJIS": "CP932", "WINDOWS31J": "CP932", "CP932": "CP932", "MS932": "CP932",
        "EUCJP": "EUC-JP", "EUCKR": "EUC-KR", "GBK": "GBK", "GB18030": "GB18030", "GB2312": "GBK", "BIG5": "BIG5",
        "KOI8R": "KOI8-R", "KOI8U": "KOI8-U", "LATIN2": "ISO-8859-2", "LATIN9": "ISO-8859-15",
    ]
}

extension BarcodeFormat {
    /// The kind that another program names: `PKBarcodeFormatQR`, `EAN_13`.
    fileprivate init?(named name: String, _ message: String) {
        let own = "PKBarcodeFormat"
        self.init(typed: name.hasPrefix(own) ? String(name.dropFirst(own.count)) : name, for: message)
    }
}
