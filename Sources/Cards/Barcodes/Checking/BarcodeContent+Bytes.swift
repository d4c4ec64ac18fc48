/// Kinds that hold bytes: Aztec, Data Matrix, MaxiCode, PDF417, QR, Micro QR and rMQR.
extension BarcodeContent {
    init(bytesOf value: String, as format: BarcodeFormat, encoding name: String?) throws(BarcodeProblem) {
        guard let capacity = ByteCapacity(of: format) else { throw .unknownFormat(format.rawValue) }
        let encoding = try BarcodeEncoding.named(name) ?? .usual(for: value)
        if encoding == .gs1 {
            try self.init(markedElements: value, as: format)
            return
        }
        let bytes = try encoding.bytes(of: value)
        guard !bytes.isEmpty else { throw .empty }
        // Plain ASCII needs no mark.
        let isPlain = bytes.allSatisfy { $0 < 0x80 } && bytes.elementsEqual(value.utf8)
        let eci = isPlain ? 0 : encoding.eci
        guard eci == 0 || format != .microQR else {
            throw .rule("a Micro QR code cannot say that its text is \(encoding.rawValue): use a QR code")
        }
        let sure = capacity.maximum(for: bytes, isMarked: eci > 0)
        let most = ByteCapacity(mostOf: format)?.maximum(for: bytes, isMarked: false) ?? sure
        guard bytes.count <= max(sure, most) else { throw .tooLong(format, maximum: most, given: bytes.count) }
        self.init(
            format: format, text: value, bytes: bytes, eci: eci, isSureToFit: bytes.count <= sure)
    }

    private init(markedElements value: String, as format: BarcodeFormat) throws(BarcodeProblem) {
        guard format.canBeMarkedGS1 else {
            throw .rule("\(format.labelWithArticle) cannot be marked as GS1: use QR, Data Matrix or Aztec")
        }
        let message = try GS1Message(value)
        let sure = ByteCapacity(of: format)?.maximum(for: message.bytes, isMarked: true) ?? 0
        self.init(
            format: format, text: message.text, bytes: message.bytes, isMarkedGS1: true, warning: message.warning,
            isSureToFit: message.bytes.count <= sure)
    }
}

extension BarcodeEncoding {
    /// One byte per character (ISO-8859-1) where all characters allow it: every scanner reads it.
    static func usual(for value: String) -> BarcodeEncoding {
        value.unicodeScalars.allSatisfy { $0.value <= 0xFF } ? .latin1 : .utf8
    }

    /// Nil if no encoding is specified.
    static func named(_ name: String?) throws(BarcodeProblem) -> BarcodeEncoding? {
        guard let name, !name.isEmpty else { return nil }
        guard let known = BarcodeEncoding(name: name) else { throw .unknownEncoding(name) }
        return known
    }
}
