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
            let kind = name.map { "\"\($0.prefix(40))\"" } ?? "which is not named"
            barcode = Barcode(format: BarcodeFormat(rawValue: name ?? "UNKNOWN"), value: value)
            remarks.append("the kind of barcode, \(kind), cannot be drawn: its text was kept")
            return
        }
        var barcode = Barcode(format: format, value: value)
        if format.holdsBytes { encode(message, as: encoding, &barcode) }
        barcode = barcode.asScanned(number: number)
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
        return bare == said || (bare.contains(where: \.isNumber) && said.contains(bytesOf: bare))
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
                // The bytes themselves: named, the encoding would be marked in the code.
                (barcode.value, barcode.encoding) = (Hexadecimal.text(of: bytes), BarcodeEncoding.hexadecimal.rawValue)
            }
        } else if message.utf8.contains(where: { $0 >= 0x80 }) {
            barcode.encoding = BarcodeEncoding.utf8.rawValue
            remarks.append(
                "the barcode's text cannot be encoded as \"\(name.shortened(to: 30))\": the code is drawn in UTF-8")
        }
    }
}

/// The encodings that passes name beside those of ``BarcodeEncoding``.
private enum PassEncoding {
    /// Nil for an unknown name, and for a text that the encoding does not have.
    static func bytes(of text: String, in name: String) -> [UInt8]? {
        if let known = BarcodeEncoding(name: name), known.eci > 0 { return try? known.bytes(of: text) }
        let bare = name.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return names[bare].flatMap { CharacterSets.converted(Array(text.utf8), from: "UTF-8", to: $0) }
    }

    /// Only those that are one table each: a file does not choose among all of libc's converters.
    private static let names: [String: String] = {
        var names = ["EUCJP": "EUC-JP", "KOI8R": "KOI8-R", "KOI8U": "KOI8-U"]
        for digit in ["3", "4", "5", "7", "8"] {
            for prefix in ["WINDOWS125", "CP125"] { names[prefix + digit] = "CP125" + digit }
        }
        return names
    }()
}

extension BarcodeFormat {
    /// The kind that another program names: `PKBarcodeFormatQR`, `EAN_13`.
    fileprivate init?(named name: String, _ message: String) {
        let own = "PKBarcodeFormat"
        self.init(typed: name.hasPrefix(own) ? String(name.dropFirst(own.count)) : name, for: message)
    }
}
