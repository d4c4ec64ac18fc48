extension BarcodeContent {
    /// GS1-128 and GS1 DataBar Expanded.
    init(elements value: String, as format: BarcodeFormat) throws(BarcodeProblem) {
        let elements = try GS1Elements(value)
        // libzint takes all that begin with 23 for such of a length that is known, and ends them with nothing.
        if let open = elements.elements.dropLast().first(where: { $0.identifier.hasPrefix("23") }) {
            throw .rule("(\(open.identifier)) can only be drawn as the last part")
        }
        let bytes = Array(elements.scanned.utf8)
        let maximum = format == .gs1Code128 ? 48 : Self.expandedMaximum(for: bytes)
        guard bytes.count <= maximum else { throw .tooLong(format, maximum: maximum, given: bytes.count) }
        self.init(format: format, text: elements.text, bytes: bytes)
    }

    /// A DataBar Expanded has 252 bits for 74 digits, or 41 capitals (ISO/IEC 24724, 7.1), when nothing but those is in it; where
    /// they take turns, or small letters and signs are among them, the least that libzint 2.11.1 was found to draw.
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
