/// Kinds that hold bytes: Aztec, Data Matrix, MaxiCode, PDF417 and QR.
extension BarcodeContent {
    init(bytesOf value: String, as format: BarcodeFormat, encoding name: String?) throws(BarcodeProblem) {
        guard let capacity = ByteCapacity(of: format) else { throw .unknownFormat(format.rawValue) }
        let encoding = try BarcodeEncoding.named(name) ?? .usual(for: value)
        let bytes = try encoding.bytes(of: value)
        guard !bytes.isEmpty else { throw .empty }
        let isMarked = encoding == .utf8 && bytes.contains { $0 > 0x7F }
        let maximum = capacity.maximum(for: bytes, isMarked: isMarked)
        guard bytes.count <= maximum else { throw .tooLong(format, maximum: maximum, given: bytes.count) }
        self.init(format: format, text: value, bytes: bytes, isMarkedUTF8: isMarked)
    }
}

extension BarcodeEncoding {
    /// A byte a character where every character has one: what every scanner takes.
    static func usual(for value: String) -> BarcodeEncoding {
        value.unicodeScalars.allSatisfy { $0.value <= 0xFF } ? .latin1 : .utf8
    }

    /// Nil where none is asked for.
    static func named(_ name: String?) throws(BarcodeProblem) -> BarcodeEncoding? {
        guard let name, !name.isEmpty else { return nil }
        guard let known = BarcodeEncoding(name: name) else { throw .unknownEncoding(name) }
        return known
    }

    func bytes(of value: String) throws(BarcodeProblem) -> [UInt8] {
        switch self {
        case .utf8: return Array(value.utf8)
        case .latin1:
            if let odd = value.unicodeScalars.first(where: { $0.value > 0xFF }) {
                throw .character(
                    Character(odd), allowed: "the characters of \(rawValue); \(Self.utf8.rawValue) has all", fixed: nil)
            }
            return value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        case .hexadecimal:
            guard let bytes = Hexadecimal.bytes(of: value) else { throw .notHexadecimal }
            return bytes
        }
    }
}
