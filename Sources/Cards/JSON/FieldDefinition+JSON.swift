internal import Basics

/// Conversion between a field's value and JSON, by the kind of the value.
extension FieldDefinition {
    private enum BarcodeKey {
        static let format = "format"
        static let value = "value"
        static let encoding = "encoding"
    }

    // MARK: - Reading

    /// Throws ``CardJSONError`` with the field's key for an invalid value.
    func read(
        _ value: JSON, photos form: CardJSON.PhotoForm, into patch: inout CardPatch
    ) throws(CardJSONError) {
        if case .entries(let entries) = kind {
            if !entries.read(value, form, &patch) { patch.values.unknownFields[key] = value }
            return
        }
        if keepsOtherValues, !isText(value) {
            patch.values.unknownFields[key] = value
            return
        }
        switch kind {
        case .entries: break
        case .text(let access, _): access.set(&patch.values, try text(value))
        case .currency(let access): access.set(&patch.values, try filled(value))
        case .texts(let access): access.set(&patch.values, try texts(value))
        case .day(let access): access.set(&patch.values, try parsed(value) { CalendarDay($0) })
        case .color(let access): access.set(&patch.values, try parsed(value) { CardColor($0) })
        case .time(let access): access.set(&patch.values, try parsed(value) { Timestamp($0) })
        case .flag(let access, _, _): access.set(&patch.values, try flag(value))
        case .photo(let access): access.set(&patch.values, try photo(value, form, &patch.photos))
        case .barcode(let access): access.set(&patch.values, try barcode(value))
        }
    }

    /// Whether the value is valid text for the field, or absent.
    private func isText(_ value: JSON) -> Bool {
        guard let text = value.textOrDigits else { return value == .null }
        return maximumBytes.map { text.utf8.count <= $0 } ?? true
    }

    private func text(_ value: JSON) throws(CardJSONError) -> String {
        if value == .null { return "" }
        guard let text = value.textOrDigits else { throw .badValue(key: key) }
        return text
    }

    private func filled(_ value: JSON) throws(CardJSONError) -> String? {
        let text = try text(value)
        return text.isEmpty ? nil : text
    }

    private func parsed<Value>(_ value: JSON, _ read: (String) -> Value?) throws(CardJSONError) -> Value? {
        guard let text = try filled(value) else { return nil }
        guard let result = read(text) else { throw .badValue(key: key) }
        return result
    }

    private func flag(_ value: JSON) throws(CardJSONError) -> Bool {
        if value.isNothing { return false }
        guard let flag = value.bool else { throw .badValue(key: key) }
        return flag
    }

    private func texts(_ value: JSON) throws(CardJSONError) -> [String] {
        if value.isNothing { return [] }
        guard let elements = value.array else { throw .badValue(key: key) }
        var texts: [String] = []
        for element in elements { texts.append(try text(element)) }
        return texts
    }

    private func barcode(_ value: JSON) throws(CardJSONError) -> Barcode? {
        if value.isNothing { return nil }
        guard let format = value[BarcodeKey.format]?.string, !format.isEmpty else { throw .badValue(key: key) }
        func part(_ name: String) throws(CardJSONError) -> String? {
            guard let part = value[name], part != .null else { return nil }
            guard let text = part.textOrDigits else { throw .badValue(key: name) }
            return text.isEmpty ? nil : text
        }
        return Barcode(
            format: BarcodeFormat(rawValue: format), value: try part(BarcodeKey.value),
            encoding: try part(BarcodeKey.encoding))
    }

    private func photo(
        _ value: JSON, _ form: CardJSON.PhotoForm, _ photos: inout [PhotoHash: [UInt8]]
    ) throws(CardJSONError) -> PhotoHash? {
        guard let text = try filled(value) else { return nil }
        guard let hash = form.hash(of: text, into: &photos) else { throw .badValue(key: key) }
        return hash
    }

    // MARK: - Writing

    /// `""` or null for no value, or the kept value of another type. Nil leaves the member out: `photo` returned nothing for its
    /// photo.
    func json(of card: Card, photo: (PhotoHash) -> String?) -> JSON? {
        func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        if keepsOtherValues, let other = card.unknownFields[key] { return other }
        switch kind {
        case .text(let access, _): return .string(access.get(card))
        case .currency(let access): return optional(access.get(card))
        case .texts(let access): return .array(access.get(card).map { .string($0) })
        case .day(let access): return optional(access.get(card)?.text)
        case .color(let access): return optional(access.get(card)?.text)
        case .time(let access): return optional(access.get(card)?.text)
        case .flag(let access, _, _): return .bool(access.get(card))
        case .photo(let access):
            guard let hash = access.get(card) else { return .string("") }
            return photo(hash).map { .string($0) }
        case .barcode(let access): return access.get(card).map(Self.json) ?? .null
        case .entries(let entries): return entries.json(card, photo)
        }
    }

    /// Members sorted by key, as in every object that we write.
    private static func json(of barcode: Barcode) -> JSON {
        var members = JSONObject()
        members[BarcodeKey.encoding] = barcode.encoding.map { .string($0) }
        members[BarcodeKey.format] = .string(barcode.format.rawValue)
        members[BarcodeKey.value] = barcode.value.map { .string($0) }
        return .object(members)
    }
}

extension CardJSON.PhotoForm {
    /// The hash of the photo that the text is, whose bytes are added if the text has them; nil for text that is none.
    func hash(of text: String, into photos: inout [PhotoHash: [UInt8]]) -> PhotoHash? {
        switch self {
        case .hash: return PhotoHash(text)
        case .base64:
            guard let bytes = Base64.bytes(of: text), !bytes.isEmpty else { return nil }
            let hash = PhotoHash(of: bytes)
            photos[hash] = bytes
            return hash
        }
    }
}
