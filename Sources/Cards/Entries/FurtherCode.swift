/// A code beside the barcode of a card, such as that of a voucher.
public struct FurtherCode: CardEntry {
    public static let maximum = 20

    /// What it is for; may be empty.
    @ByCodePoints public var label: String
    /// Without a value it holds the number of the card.
    public var barcode: Barcode

    public init(label: String, barcode: Barcode) { (self.label, self.barcode) = (label, barcode) }

    public var texts: [String] {
        [label, barcode.format.rawValue] + [barcode.value, barcode.encoding].compactMap { $0 }
    }
    public var searched: [String] { [label, barcode.value].compactMap { $0 } }

    /// The label, or the kind where it has none.
    public var title: String { label.isEmpty ? barcode.format.label : label }

    // MARK: - JSON

    private enum Key {
        static let label = "label"
        static let format = "format"
        static let value = "value"
        static let encoding = "encoding"
    }

    public init?(json: JSON, photos form: CardJSON.PhotoForm, into photos: inout [PhotoHash: [UInt8]]) {
        guard let texts = json.texts([Key.format], optional: [Key.label, Key.value, Key.encoding]),
            let format = texts[Key.format], !format.isEmpty
        else { return nil }
        func filled(_ key: String) -> String? { texts[key].flatMap { $0.isEmpty ? nil : $0 } }
        self.init(
            label: texts[Key.label] ?? "",
            barcode: Barcode(
                format: BarcodeFormat(rawValue: format), value: filled(Key.value), encoding: filled(Key.encoding)))
    }

    public func json(photo: (PhotoHash) -> String?) -> JSON? {
        var members = JSONObject()
        members[Key.encoding] = barcode.encoding.map { .string($0) }
        members[Key.format] = .string(barcode.format.rawValue)
        members[Key.label] = .string(label)
        members[Key.value] = barcode.value.map { .string($0) }
        return .object(members)
    }

    // MARK: - Text

    public init(line: String, photos: [PhotoHash] = []) throws(TypingError) {
        var reader = EntryLine(line)
        var label = ""
        var kind = try reader.part(before: "=:[")
        if reader.skip("=") { (label, kind) = (kind.text, try reader.part(before: ":[")) }
        if kind.text.isEmpty { throw TypingError("write it as LABEL = KIND: VALUE") }
        // A quoted kind is one that this program does not know.
        guard let format = kind.isQuoted ? BarcodeFormat(rawValue: kind.text) : BarcodeFormat(typed: kind.text) else {
            throw TypingError("\"\(kind.text.prefix(40))\" is not a known kind of barcode: write LABEL = KIND: VALUE")
        }
        var barcode = Barcode(format: format)
        if reader.skip("[") {
            let name = try reader.part(before: "]")
            guard reader.skip("]") else { throw TypingError("the encoding has no ]") }
            guard let encoding = name.isQuoted ? name.text : BarcodeEncoding(name: name.text)?.rawValue else {
                throw TypingError(BarcodeProblem.unknownEncoding(name.text).userMessage)
            }
            barcode.encoding = encoding.isEmpty ? nil : encoding
        }
        if reader.skip(":") {
            let value = try reader.rest()
            barcode.value = value.isEmpty ? nil : value
        } else if !reader.isAtEnd {
            throw TypingError("write it as LABEL = KIND: VALUE")
        }
        self.init(label: label, barcode: barcode)
    }

    /// `Voucher = QR code [UTF-8]: 1234`
    public var line: String {
        let format = barcode.format
        let isTyped = BarcodeFormat(typed: format.label) == format
        var line = label.isEmpty ? "" : EntryLine.written(label, before: "=:[") + " = "
        line += isTyped ? EntryLine.written(format.label, before: "=:[") : EntryLine.quoted(format.rawValue)
        if let encoding = barcode.encoding {
            let isKnown = BarcodeEncoding(name: encoding)?.rawValue == encoding
            line += " [\(isKnown ? EntryLine.written(encoding, before: "]") : EntryLine.quoted(encoding))]"
        }
        return line + (barcode.value.map { ": " + EntryLine.written($0) } ?? "")
    }
}

extension Card {
    /// The barcode, which has no label here, and the further codes.
    public var allCodes: [FurtherCode] {
        let own = barcode.map { FurtherCode(label: "", barcode: $0) }
        return [own].compactMap { $0 } + codes
    }
}
