extension Card {
    /// The fields that have a value in this card.
    public var filledFields: FieldSet {
        var fields = FieldSet()
        for definition in FieldDefinition.all where definition.isFilled(in: self) { fields.insert(definition.field) }
        for key in unknownKeys { fields.insert(.unknown(key)) }
        return fields
    }

    /// The fields in which the two cards differ; identifiers are not compared.
    public func differences(from other: Card) -> FieldSet {
        var fields = FieldSet()
        for definition in FieldDefinition.all where !definition.isEqual(self, other) { fields.insert(definition.field) }
        guard unknownFields != other.unknownFields else { return fields }
        for key in Set(unknownKeys + other.unknownKeys)
        where unknownFields[key] != other.unknownFields[key] {
            fields.insert(.unknown(key))
        }
        return fields
    }

    /// The keys of ``unknownFields`` that belong to no field.
    var unknownKeys: [ExactText] {
        unknownFields.keys.filter { !FieldDefinition.keys.contains($0) }
    }

    /// The fields with a value that cannot be read, in the order of the table. A photo that was readable once is shown still.
    public var unreadFields: [FieldDefinition] {
        if unknownFields.isEmpty { return [] }
        return FieldDefinition.all.filter { field in
            unknownFields[field.key] != nil && (field.hasPhotos || !field.hasValue(in: self))
        }
    }

    /// The value of a field that cannot be read, as text; nil for none. It may be a photo, and is cut.
    public func unreadText(of field: FieldDefinition) -> String? {
        unknownFields[field.key].map { value in
            let text = value.string.map { "\"\($0)\"" } ?? String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
            let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(60)))
            return start.utf8.count < text.utf8.count ? start + "…" : text
        }
    }

    /// Copies these fields from another card.
    public mutating func copy(_ fields: some Sequence<CardField>, from other: Card) {
        for field in fields {
            if case .unknown(let key) = field {
                unknownFields[key] = other.unknownFields[key]
            } else {
                field.definition?.copy(from: other, to: &self)
            }
        }
    }

    /// Whether both cards have the same value in the field.
    public func isEqual(to other: Card, in field: CardField) -> Bool {
        if case .unknown(let key) = field { return unknownFields[key] == other.unknownFields[key] }
        return field.definition?.isEqual(self, other) ?? true
    }

    /// The photos that the field references.
    public func photos(in field: CardField) -> [PhotoHash] {
        field == .pictures ? pictures.map(\.hash) : [photo(in: field)].compactMap { $0 }
    }

    /// The photo that the field references; nil without one, and for a field that is not a photo.
    public func photo(in field: CardField) -> PhotoHash? {
        if case .photo(let access)? = field.definition?.kind { access.get(self) } else { nil }
    }
}

extension FieldDefinition {
    public func isFilled(in card: Card) -> Bool {
        hasValue(in: card) || (!card.unknownFields.isEmpty && card.unknownFields[key] != nil)
    }

    /// Whether it has a value that can be read.
    func hasValue(in card: Card) -> Bool {
        switch kind {
        case .text(let access, _): !access.get(card).isEmpty
        case .currency(let access): access.get(card) != nil
        case .texts(let access): !access.get(card).isEmpty
        case .day(let access): access.get(card) != nil
        case .color(let access): access.get(card) != nil
        case .time(let access): access.get(card) != nil
        case .flag(let access, _, _): access.get(card)
        case .photo(let access): access.get(card) != nil
        case .barcode(let access): access.get(card) != nil
        case .entries(let entries): entries.count(card) > 0
        }
    }

    /// Text is compared by its code points.
    func isEqual(_ left: Card, _ right: Card) -> Bool {
        hasEqualValue(left, right) && left.unknownFields[key] == right.unknownFields[key]
    }

    func hasEqualValue(_ left: Card, _ right: Card) -> Bool {
        switch kind {
        case .text(let access, _): access.get(left).isSameText(as: access.get(right))
        case .currency(let access): access.get(left).isSameText(as: access.get(right))
        case .texts(let access): access.get(left).isSameText(as: access.get(right))
        case .day(let access): access.get(left) == access.get(right)
        case .color(let access): access.get(left) == access.get(right)
        case .time(let access): access.get(left) == access.get(right)
        case .flag(let access, _, _): access.get(left) == access.get(right)
        case .photo(let access): access.get(left) == access.get(right)
        case .barcode(let access): access.get(left) == access.get(right)
        case .entries(let entries): entries.isEqual(left, right)
        }
    }

    func copy(from other: Card, to card: inout Card) {
        // A value that was set replaces what could not be read.
        let unread = other.unknownFields.isEmpty || hasValue(in: other) ? nil : other.unknownFields[key]
        if unread != nil || !card.unknownFields.isEmpty { card.unknownFields[key] = unread }
        switch kind {
        case .text(let access, _): access.set(&card, access.get(other))
        case .currency(let access): access.set(&card, access.get(other))
        case .texts(let access): access.set(&card, access.get(other))
        case .day(let access): access.set(&card, access.get(other))
        case .color(let access): access.set(&card, access.get(other))
        case .time(let access): access.set(&card, access.get(other))
        case .flag(let access, _, _): access.set(&card, access.get(other))
        case .photo(let access): access.set(&card, access.get(other))
        case .barcode(let access): access.set(&card, access.get(other))
        case .entries(let entries): entries.copy(other, &card)
        }
    }
}
