/// The content of a GS1 code, valid or not: a code that was read can be drawn again.
struct GS1Message {
    /// The canonical notation: `(01)…` where the elements can be separated, otherwise as a scanner returns it.
    let text: String
    /// As a scanner returns it.
    let bytes: [UInt8]
    /// The rule that it breaks.
    let warning: BarcodeProblem?

    /// Throws ``BarcodeProblem`` if the bytes cannot be those of a GS1 code.
    init(_ value: String) throws(BarcodeProblem) {
        do throws(BarcodeProblem) {
            let elements = try GS1Elements(value)
            self.text = elements.text
            bytes = Array(elements.scanned.utf8)
            warning = nil
        } catch {
            if let elements = GS1Elements(unchecked: value) {
                self.text = elements.text
                bytes = Array(elements.scanned.utf8)
            } else if let bytes = Self.bytes(scanned: value) {
                self.text = String(decoding: bytes, as: UTF8.self)
                self.bytes = bytes
            } else {
                throw error
            }
            warning = error
        }
    }

    /// Two digits first, then characters that a GS1 code can hold. Redundant separators are removed.
    private static func bytes(scanned text: String) -> [UInt8]? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let plain = GS1Elements.withoutGaps(scanned: text)
        let bytes = Array(plain.utf8.split(separator: separator).joined(separator: [separator]))
        guard (3...longest).contains(bytes.count), digits.contains(bytes[0]), digits.contains(bytes[1]),
            bytes.allSatisfy({ $0 == separator || (0x20...0x7E).contains($0) && !isParenthesis($0) && !isBracket($0) })
        else { return nil }
        return bytes
    }

    private static let longest = 400
    private static let separator: UInt8 = 0x1D
    private static func isParenthesis(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") }
    private static func isBracket(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") }
}

extension GS1Elements {
    /// Elements in parentheses, without a check of identifiers and data; nil for other notations, and for what cannot be drawn.
    public init?(unchecked text: String) {
        guard let found = Self.split(text) else { return nil }
        let isDrawn = found.allSatisfy { element in
            !element.data.isEmpty
                && element.data.unicodeScalars.allSatisfy {
                    (0x20...0x7E).contains($0.value) && !["[", "]"].contains($0)
                }
        }
        guard isDrawn else { return nil }
        self.init(elements: found.map { Element(identifier: $0.identifier, data: $0.data) })
    }
}

extension BarcodeContent {
    /// GS1-128 and GS1 DataBar Expanded.
    init(elements value: String, as format: BarcodeFormat) throws(BarcodeProblem) {
        let message = try GS1Message(value)
        // A DataBar Expanded that begins with a GTIN does not encode its check digit, so a wrong one cannot be drawn.
        if format == .dataBarExpanded, let warning = message.warning, message.bytes.starts(with: "01".utf8),
            !CheckDigit.isRight(String(decoding: message.bytes.dropFirst(2).prefix(14), as: UTF8.self))
        {
            throw warning
        }
        let count = message.bytes.count
        let isGS1Code128 = format == .gs1Code128
        // No symbol holds more; the limit saves trying.
        let maximum = isGS1Code128 ? 120 : 74
        guard count <= maximum else { throw .tooLong(format, maximum: isGS1Code128 ? 48 : 74, given: count) }
        let isTooLong = isGS1Code128 && count > Self.code128Maximum
        self.init(
            format: format, text: message.text, bytes: message.bytes,
            warning: message.warning
                ?? (isTooLong ? .tooLong(format, maximum: Self.code128Maximum, given: count) : nil),
            isSureToFit: message.warning == nil
                && count <= (isGS1Code128 ? Self.code128Maximum : Self.expandedMaximum(for: message.bytes)))
    }

    /// GS1 General Specifications, 5.4.
    private static let code128Maximum = 48

    /// A DataBar Expanded has 252 bits: 74 digits or 41 capitals (ISO/IEC 24724, 7.1) if it holds nothing else; for mixed content,
    /// small letters or punctuation, the minimum that libzint 2.11.1 was found to draw.
    private static func expandedMaximum(for bytes: [UInt8]) -> Int {
        func holds(_ byte: UInt8, letters: Bool) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x1D: true
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): letters
            default: letters && "*,-./".utf8.contains(byte)
            }
        }
        if bytes.allSatisfy({ holds($0, letters: false) }) { return 70 }
        return bytes.allSatisfy { holds($0, letters: true) } ? 41 : 30
    }
}
