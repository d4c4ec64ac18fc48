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
        func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        if !card.unknownFields.isEmpty, let unread = card.unknownFields[key], !hasValue(in: card) { return unread }
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
