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
