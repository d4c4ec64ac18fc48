/// A card as a JSON object and back: the form that backends, files and the change log share.
///
/// Reading gives a ``CardPatch``: an absent key is unchanged, null or empty text means none. What cannot be understood in a
/// known field is refused with the key's name; keys that are not known are kept.
public enum CardJSON {
    /// How a photo stands in the object.
    public enum PhotoForm: Sendable {
        /// Its bytes, as base64 (RFC 4648): for backends and files.
        case base64
        /// Its name only: for the store's own tables.
        case hash
    }

    enum Key {
        static let identifier = "identifier"
        static let barcodeFormat = "format"
        static let barcodeValue = "value"
        static let barcodeEncoding = "encoding"
    }

    /// The keys of the known fields, in the order in which they are written.
    static let keys: [(key: String, field: CardField)] = [
        ("name", .name), ("front", .front), ("back", .back), ("number", .number), ("barcode", .barcode),
        ("note", .note),
        ("balance", .balance), ("currency", .currency), ("validFrom", .validFrom), ("expiry", .expiry),
        ("groups", .groups), ("color", .color), ("starred", .isStarred), ("archived", .isArchived),
        ("created", .created), ("modified", .modified), ("icon", .icon),
    ]

    /// The keys that mean something here.
    public static let knownKeys = keys.map(\.key)

    // MARK: - Reading

    /// What the object sets. `identifier` stands in where the object has none (a dictionary keyed by id, an import).
    public static func patch(
        from json: JSON, photos form: PhotoForm = .base64, identifier fallback: @autoclosure () -> CardID? = nil
    ) throws(CardJSONError) -> CardPatch {
        guard let members = json.object else { throw .notAnObject }
        return try patch(from: Array(members), photos: form, identifier: fallback())
    }

    /// The same from members as they stand in a text: the last of two equal keys counts.
    static func patch(
        from members: [(key: String, value: JSON)], photos form: PhotoForm = .base64,
        identifier fallback: @autoclosure () -> CardID? = nil
    ) throws(CardJSONError) -> CardPatch {
        let identifier: CardID
        let named = members.last { $0.key == Key.identifier }?.value ?? .null
        if named.isNothing {
            guard let fallback = fallback() else { throw .missingIdentifier }
            identifier = fallback
        } else {
            guard let text = named.textOrDigits else { throw .badValue(key: Key.identifier) }
            guard let valid = CardID(text) else { throw .badIdentifier(text) }
            identifier = valid
        }
        var patch = CardPatch(
            values: Card(identifier: identifier, name: ""), fields: Set(minimumCapacity: members.count))
        var seen: UInt32 = 0
        for (key, value) in members.reversed() where key != Key.identifier {
            guard let number = numbers[key] else {
                if patch.fields.insert(.unknown(ExactText(key))).inserted { patch.values.unknownFields[key] = value }
                continue
            }
            let field = keys[number].field
            let bit: UInt32 = 1 << number
            if seen & bit != 0 { continue }
            seen |= bit
            do throws(CardJSONError) {
                try read(value, key: key, as: field, form: form, into: &patch)
                patch.fields.insert(field)
            } catch  where Self.photoFields.contains(field) && value.string != nil {
                // Text that holds no bytes says nothing of the photo; it is no reason to refuse the card.
            }
        }
        return patch
    }

    private static let photoFields: Set<CardField> = [.front, .back, .icon]
    /// The places of the known fields in ``keys``.
    private static let numbers = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1.key, $0) })

    private static func read(
        _ value: JSON, key: String, as field: CardField, form: PhotoForm, into patch: inout CardPatch
    ) throws(CardJSONError) {
        switch field {
        case .name: patch.values.name = try text(value, key)
        case .number: patch.values.number = try text(value, key)
        case .note: patch.values.note = try text(value, key)
        case .balance: patch.values.balance = try text(value, key)
        case .currency: patch.values.currency = try filled(value, key)
        case .front: patch.values.front = try photo(value, key, form, &patch)
        case .back: patch.values.back = try photo(value, key, form, &patch)
        case .icon: patch.values.icon = try photo(value, key, form, &patch)
        case .barcode: patch.values.barcode = try barcode(value, key)
        case .validFrom: patch.values.validFrom = try parsed(value, key) { CalendarDay($0) }
        case .expiry: patch.values.expiry = try parsed(value, key) { CalendarDay($0) }
        case .color: patch.values.color = try parsed(value, key) { CardColor($0) }
        case .created: patch.values.created = try parsed(value, key) { Timestamp($0) }
        case .modified: patch.values.modified = try parsed(value, key) { Timestamp($0) }
        case .groups: patch.values.groups = try groups(value, key)
        case .isStarred: patch.values.isStarred = try flag(value, key)
        case .isArchived: patch.values.isArchived = try flag(value, key)
        case .unknown: break
        }
    }

    private static func text(_ value: JSON, _ key: String) throws(CardJSONError) -> String {
        if value == .null { return "" }
        guard let text = value.textOrDigits else { throw .badValue(key: key) }
        return text
    }

    private static func filled(_ value: JSON, _ key: String) throws(CardJSONError) -> String? {
        let text = try text(value, key)
        return text.isEmpty ? nil : text
    }

    private static func parsed<Value>(
        _ value: JSON, _ key: String, _ read: (String) -> Value?
    ) throws(CardJSONError) -> Value? {
        guard let text = try filled(value, key) else { return nil }
        guard let result = read(text) else { throw .badValue(key: key) }
        return result
    }

    private static func flag(_ value: JSON, _ key: String) throws(CardJSONError) -> Bool {
        if value.isNothing { return false }
        guard let flag = value.bool else { throw .badValue(key: key) }
        return flag
    }

    private static func groups(_ value: JSON, _ key: String) throws(CardJSONError) -> [String] {
        if value.isNothing { return [] }
        guard let elements = value.array else { throw .badValue(key: key) }
        var groups: [String] = []
        for element in elements { groups.append(try text(element, key)) }
        return groups
    }

    private static func barcode(_ value: JSON, _ key: String) throws(CardJSONError) -> Barcode? {
        if value.isNothing { return nil }
        guard let format = value[Key.barcodeFormat]?.string, !format.isEmpty else { throw .badValue(key: key) }
        func part(_ name: String) throws(CardJSONError) -> String? {
            try value[name].map { ($0, name) }.flatMap(filled)
        }
        return Barcode(
            format: BarcodeFormat(rawValue: format), value: try part(Key.barcodeValue),
            encoding: try part(Key.barcodeEncoding))
    }

    private static func photo(
        _ value: JSON, _ key: String, _ form: PhotoForm, _ patch: inout CardPatch
    ) throws(CardJSONError) -> PhotoHash? {
        guard let text = try filled(value, key) else { return nil }
        switch form {
        case .hash:
            guard let hash = PhotoHash(text) else { throw .badValue(key: key) }
            return hash
        case .base64:
            guard let bytes = Base64.bytes(of: text), !bytes.isEmpty else { throw .badValue(key: key) }
            let hash = PhotoHash(of: bytes)
            patch.photos[hash] = bytes
            return hash
        }
    }

    // MARK: - Writing

    /// The whole card, in the contract's order. The four original keys are always there, `""` for no photo; of the others
    /// those that have a value, or that stand in `fields`, so that a value that was taken away is told too.
    ///
    /// `photo` gives the bytes of a photo; one that it does not have is left out, never written as empty.
    public static func members(
        of card: Card, always fields: Set<CardField> = [], photo: (PhotoHash) -> [UInt8]?
    ) -> [(key: String, value: JSON)] {
        members(of: card, fields: card.filledFields.union(fields).union([.name, .front, .back])) { hash in
            photo(hash).map(Base64.text(of:))
        }
    }

    /// The given fields only, photos by name: what the store writes into its log and its shadows.
    public static func storedForm(of card: Card, fields: Set<CardField>) -> JSON {
        .object(JSONObject(members(of: card, fields: fields) { $0.text }))
    }

    /// The whole card without its photos, for listings.
    public static func membersWithoutPhotos(of card: Card) -> [(key: String, value: JSON)] {
        return members(of: card, fields: card.filledFields.union([.name]).subtracting(photoFields)) { _ in nil }
    }

    private static func members(
        of card: Card, fields: Set<CardField>, photo: (PhotoHash) -> String?
    ) -> [(key: String, value: JSON)] {
        var members: [(key: String, value: JSON)] = []
        members.reserveCapacity(fields.count + 1)
        members.append((Key.identifier, .string(card.identifier.text)))
        for (key, field) in keys where fields.contains(field) {
            guard let value = value(of: field, in: card, photo: photo) else { continue }
            members.append((key, value))
        }
        if members.count == fields.count + 1 { return members }
        let unknown = CardField.unknownKeys(in: fields)
        for key in unknown { members += card.unknownFields[key].map { [(key.text, $0)] } ?? [] }
        // A kept field that was taken away is told as null.
        for key in unknown where card.unknownFields[key] == nil { members.append((key.text, .null)) }
        return members
    }

    /// Nil leaves the key out.
    private static func value(of field: CardField, in card: Card, photo: (PhotoHash) -> String?) -> JSON? {
        func photoValue(_ hash: PhotoHash?) -> JSON? {
            guard let hash else { return .string("") }
            return photo(hash).map { .string($0) }
        }
        func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        switch field {
        case .name: return .string(card.name)
        case .front: return photoValue(card.front)
        case .back: return photoValue(card.back)
        case .icon: return photoValue(card.icon)
        case .number: return .string(card.number)
        case .note: return .string(card.note)
        case .balance: return .string(card.balance)
        case .currency: return optional(card.currency)
        case .validFrom: return optional(card.validFrom?.text)
        case .expiry: return optional(card.expiry?.text)
        case .color: return optional(card.color?.text)
        case .created: return optional(card.created?.text)
        case .modified: return optional(card.modified?.text)
        case .groups: return .array(card.groups.map { .string($0) })
        case .isStarred: return .bool(card.isStarred)
        case .isArchived: return .bool(card.isArchived)
        case .barcode:
            guard let barcode = card.barcode else { return .null }
            var members = JSONObject()
            members[Key.barcodeEncoding] = barcode.encoding.map { .string($0) }
            members[Key.barcodeFormat] = .string(barcode.format.rawValue)
            members[Key.barcodeValue] = barcode.value.map { .string($0) }
            return .object(members)
        case .unknown(let key): return card.unknownFields[key]
        }
    }
}

/// Why a JSON value is not a card.
public enum CardJSONError: UserFacingError, Hashable {
    case notAnObject
    case missingIdentifier
    case missingName
    case badIdentifier(String)
    case badValue(key: String)
    case tooLong(key: String, limit: Int)
    case tooManyValues

    public var userMessage: String {
        switch self {
        case .notAnObject: "the element is not a JSON object"
        case .missingIdentifier: "the card has no identifier"
        case .missingName: "the card has no name"
        case .badIdentifier(let text):
            "the identifier \"\(text.prefix(40))\" is not 1 to 128 of A-Z a-z 0-9 _ -"
        case .badValue(let key): "the value of \"\(key)\" cannot be understood"
        case .tooLong(let key, let limit): "the value of \"\(key)\" is longer than \(CardBounds.size(limit))"
        case .tooManyValues: "it holds more than \(CardBounds.values) values"
        }
    }
}
