internal import Basics

/// Conversion between a field's value and JSON, by the kind of the value.
extension FieldDefinition {
    /// Reads a value of another program: see ``FieldReading``.
    func read(
        _ value: JSON, photos form: CardJSON.PhotoForm, into patch: inout CardPatch
    ) throws(CardJSONError) {
        try FieldReading(field: self, form: form).read(value, into: &patch)
    }

    /// `""` or null for no value, or the kept value that could not be read. Nil leaves the member out: `photo` returned nothing for its
    /// photo.
    func json(of card: Card, photo: (PhotoHash) -> String?) -> JSON? {
        var sink = JSONValueSink()
        return write(card, photo: photo, to: &sink) ? sink.value : nil
    }

    /// Writes that value. False, and nothing is written, where the member is left out.
    func write(_ card: Card, photo: (PhotoHash) -> String?, to sink: inout some JSONSink) -> Bool {
        if !card.unknownFields.isEmpty, let unread = card.unknownFields[key], !hasValue(in: card) {
            sink.write(unread, indent: 0)
            return true
        }
        switch kind {
        case .text(let access, _): sink.write(access.get(card))
        case .currency(let access): sink.write(access.get(card))
        case .texts(let access): sink.write(access.get(card))
        case .day(let access): sink.write(access.get(card)?.text)
        case .color(let access): sink.write(access.get(card)?.text)
        case .time(let access): sink.write(access.get(card)?.text)
        case .flag(let access, _, _): sink.write(.bool(access.get(card)), indent: 0)
        case .photo(let access):
            guard let hash = access.get(card) else {
                sink.write("")
                break
            }
            guard let text = photo(hash) else { return false }
            sink.write(text)
        case .barcode(let access): sink.write(access.get(card).map(Self.json) ?? .null, indent: 0)
        case .entries(let entries):
            guard let list = entries.json(card, photo) else { return false }
            sink.write(list, indent: 0)
        }
        return true
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

/// Takes one JSON value: as a value, or as text without a value in between.
protocol JSONSink {
    mutating func write(_ text: String)
    mutating func write(_ texts: [String])
    mutating func write(_ value: JSON, indent: Int)
}

extension JSONSink {
    /// Null for none.
    fileprivate mutating func write(_ text: String?) {
        if let text { write(text) } else { write(.null, indent: 0) }
    }
}

extension JSONWriter: JSONSink {}

private struct JSONValueSink: JSONSink {
    var value = JSON.null

    mutating func write(_ text: String) { value = .string(text) }
    mutating func write(_ texts: [String]) { value = .array(texts.map { .string($0) }) }
    mutating func write(_ value: JSON, indent: Int) { self.value = value }
}

/// The members of a barcode.
enum BarcodeKey {
    static let format = "format"
    static let value = "value"
    static let encoding = "encoding"
    static let all = [format, value, encoding]
}

/// Reads the value of one field from JSON.
struct FieldReading {
    let field: FieldDefinition
    let form: CardJSON.PhotoForm

    /// Reads a value of another program. One that the field cannot read is kept under its key; without a name there is no card, so a name
    /// that is none is an error. What is read, but would be written back in another way, is noted in ``CardPatch/verbatim``.
    func read(_ value: JSON, into patch: inout CardPatch) throws(CardJSONError) {
        if readExactly(value, &patch) {
            // Nearly every value is a text that is written back as it is.
            if case .string = value { return }
            if value.hasUnpaired { patch.verbatim[field.key] = value }
        } else if form == .base64, readOtherShape(value, &patch) {
            if field.hasValue(in: patch.values) { patch.verbatim[field.key] = value }
        } else if field.field == .name {
            guard let limit = field.maximumBytes, value.textOrDigits != nil else { throw .badValue(key: field.key) }
            throw .tooLong(key: field.key, limit: limit)
        } else {
            patch.values.unknownFields[field.key] = value
        }
    }

    /// False for a value that this program does not write; then nothing is set.
    private func readExactly(_ value: JSON, _ patch: inout CardPatch) -> Bool {
        switch field.kind {
        case .entries(let entries): return entries.read(value, form, &patch)
        case .text(let access, _):
            guard let text = value == .null ? "" : bounded(value.textOrDigits) else { return false }
            access.set(&patch.values, text)
        case .currency(let access):
            if value.isNothing {
                access.set(&patch.values, nil)
            } else {
                guard let text = bounded(value.textOrDigits) else { return false }
                access.set(&patch.values, text)
            }
        case .texts(let access):
            guard let texts = value.isNothing ? [] : value.array.flatMap(texts) else { return false }
            access.set(&patch.values, texts)
        case .day(let access): return set(value, access, &patch) { $0.string.flatMap { CalendarDay($0) } }
        case .color(let access): return set(value, access, &patch) { $0.string.flatMap { CardColor($0) } }
        case .time(let access): return set(value, access, &patch) { $0.string.flatMap { Timestamp($0) } }
        case .photo(let access):
            var photos: [PhotoHash: [UInt8]] = [:]
            guard set(value, access, &patch, { $0.string.flatMap { form.hash(of: $0, into: &photos) } }) else {
                return false
            }
            patch.photos.merge(photos) { first, _ in first }
        case .barcode(let access): return set(value, access, &patch, barcode)
        case .flag(let access, _, _):
            guard let flag = value.isNothing ? false : value.bool else { return false }
            access.set(&patch.values, flag)
        }
        return true
    }

    /// False for a value in no shape that is known; then nothing is set.
    private func readOtherShape(_ value: JSON, _ patch: inout CardPatch) -> Bool {
        switch field.kind {
        case .texts(let access):
            guard let texts = value.readableTexts, texts.allSatisfy({ bounded($0) != nil }) else { return false }
            access.set(&patch.values, texts)
        case .day(let access): return set(value, access, &patch) { $0.readableDay(isStart: field.field == .validFrom) }
        case .color(let access): return set(value, access, &patch, \.readableColor)
        case .time(let access): return set(value, access, &patch, \.readableTime)
        case .barcode(let access): return set(value, access, &patch) { otherBarcode($0) }
        case .flag(let access, _, _):
            guard let flag = value.readableFlag else { return false }
            access.set(&patch.values, flag)
        case .text, .currency, .photo, .entries: return false
        }
        return true
    }

    private func set<Value>(
        _ json: JSON, _ access: FieldDefinition.Access<Value?>, _ patch: inout CardPatch, _ read: (JSON) -> Value?
    ) -> Bool {
        let value = json.isNothing ? nil : read(json)
        if value == nil, !json.isNothing { return false }
        access.set(&patch.values, value)
        return true
    }

    /// Nil for a text that is longer than the field allows.
    private func bounded(_ text: String?) -> String? {
        text.flatMap { text in field.maximumBytes.map { text.utf8.count <= $0 } ?? true ? text : nil }
    }

    private func texts(_ elements: [JSON]) -> [String]? {
        let texts = elements.compactMap { bounded($0.textOrDigits) }
        return texts.count == elements.count ? texts : nil
    }

    /// An object with these members and no other.
    private func barcode(_ value: JSON) -> Barcode? {
        guard let object = value.object, object.allSatisfy({ BarcodeKey.all.contains($0.key) }),
            let barcode = barcode(of: object)
        else { return nil }
        // Another spelling of a known kind is read as that one, and written back as it came.
        return barcode.format.rawValue == object[BarcodeKey.format]?.string ? barcode : nil
    }

    /// A kind alone, or an object with further members.
    private func otherBarcode(_ value: JSON) -> Barcode? {
        value.object.map { barcode(of: $0) } ?? value.readableBarcode
    }

    private func barcode(of object: JSONObject) -> Barcode? {
        guard let format = object[BarcodeKey.format]?.string, !format.isEmpty else { return nil }
        let (value, encoding) = (object[BarcodeKey.value] ?? .null, object[BarcodeKey.encoding] ?? .null)
        guard value.isNothing || bounded(value.textOrDigits) != nil,
            encoding.isNothing || bounded(encoding.textOrDigits) != nil
        else { return nil }
        let kind = BarcodeFormat(rawValue: format)
        let known = form == .base64 && !BarcodeFormat.known.contains(kind) ? BarcodeFormat(typed: format) : nil
        return Barcode(
            format: known ?? kind, value: value.isNothing ? nil : value.textOrDigits,
            encoding: encoding.isNothing ? nil : encoding.textOrDigits)
    }
}

extension CardJSON.PhotoForm {
    /// The hash of the photo that the text is, whose bytes are added if the text has them; nil for text that is none.
    func hash(of text: String, into photos: inout [PhotoHash: [UInt8]]) -> PhotoHash? {
        switch self {
        case .hash: return PhotoHash(text)
        case .base64:
            guard let bytes = Self.bytes(of: text), !bytes.isEmpty else { return nil }
            let hash = PhotoHash(of: bytes)
            photos[hash] = bytes
            return hash
        }
    }
    /// The bytes of a photo as base64, with or without a `data:` URL around it. The alphabet of URLs, and text without the padding, are read
    /// only where they are a picture: nearly every word would be base64 otherwise.
    private static func bytes(of text: String) -> [UInt8]? {
        if let bytes = Base64.bytes(of: text) { return bytes }
        return Base64.bytes(ofURLSafe: text).flatMap { PhotoFileName.isPicture($0) ? $0 : nil }
    }
}
