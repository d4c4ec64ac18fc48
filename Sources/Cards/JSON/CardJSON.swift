internal import Basics

/// Conversion between a card and a JSON object, in the form that backends, files and the change log share.
///
/// Reading gives a ``CardPatch``: an absent key means unchanged, null or empty text removes the value. A value that its field cannot read is
/// kept, as unknown keys are, and written back as it came.
public enum CardJSON {
    /// How a photo is represented in the object.
    public enum PhotoForm: Sendable {
        /// Its bytes, as base64 (RFC 4648): for backends and files.
        case base64
        /// Its hash only: for the store's own tables.
        case hash
    }

    enum Key {
        static let identifier = "identifier"
    }

    /// The known keys, in the order in which they are written.
    public static let knownKeys = FieldDefinition.all.map(\.key)

    /// Members that are not of a card but of a device: how often it was used there. Listings of earlier versions wrote them, and an
    /// import made them members of the card. They are dropped wherever a card is read.
    private static let localKeys: Set<String> = ["lastUsed", "uses"]

    /// The unknown members of a card as stored, without those that are not of the card.
    public static func unknownMembers(_ members: JSONObject) -> JSONObject {
        localKeys.contains { members[$0] != nil } ? members.filter { !localKeys.contains($0.key) } : members
    }

    // MARK: - Reading

    /// The patch that the object describes. `identifier` is used if the object has none (a dictionary keyed by id, an import).
    public static func patch(
        from json: JSON, photos form: PhotoForm = .base64, identifier fallback: @autoclosure () -> CardID? = nil
    ) throws(CardJSONError) -> CardPatch {
        guard let members = json.object else { throw .notAnObject }
        return try patch(from: Array(members), photos: form, identifier: fallback())
    }

    /// The same for members as parsed from a text: the last of two equal keys wins.
    public static func patch(
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
        var patch = CardPatch(values: Card(identifier: identifier, name: ""), fields: [])
        for (key, value) in members.reversed() where key != Key.identifier {
            guard let definition = FieldDefinition.withKey(key) else {
                if localKeys.contains(key) { continue }
                if patch.fields.insert(.unknown(ExactText(key))).inserted { patch.values.unknownFields[key] = value }
                continue
            }
            guard patch.fields.insert(definition.field).inserted else { continue }
            try definition.read(value, photos: form, into: &patch)
        }
        return patch
    }

    // MARK: - Writing

    /// The whole card, in the table's order. The four original keys are always written, `""` for no photo; other keys are written
    /// if they have a value or are in `fields`, so that a removed value is sent too.
    ///
    /// `photo` returns the bytes of a photo; a photo without bytes is left out, never written as empty. A value that the backend wrote in its
    /// own way is written so.
    public static func members(
        of card: Card, always fields: FieldSet = [], photo: (PhotoHash) -> [UInt8]?
    ) -> [(key: String, value: JSON)] {
        let members = members(of: card, fields: card.filledFields.union(fields).union([.name, .front, .back])) { hash in
            photo(hash).map(Base64.text(of:))
        }
        if card.unknownFields.isEmpty { return members }
        return members.map {
            ($0.key, FieldDefinition.withKey($0.key) == nil ? $0.value : card.unknownFields[$0.key] ?? $0.value)
        }
    }

    /// The whole card without its photos, for listings.
    public static func membersWithoutPhotos(of card: Card) -> [(key: String, value: JSON)] {
        let fields = card.filledFields.union([.name]).filter { $0.definition?.hasPhotos != true }
        return members(of: card, fields: fields) { _ in nil }
    }

    /// The given fields only, photos by hash: the form in the store's log and shadows.
    public static func storedForm(of card: Card, fields: FieldSet) -> JSON {
        .object(JSONObject(members(of: card, fields: fields) { $0.text }))
    }

    private static func members(
        of card: Card, fields: FieldSet, photo: (PhotoHash) -> String?
    ) -> [(key: String, value: JSON)] {
        var members: [(key: String, value: JSON)] = []
        members.reserveCapacity(fields.count + 1)
        forEachMember(
            of: card, as: card.identifier, where: { fields.contains($0.field) }, unknown: fields.unknownKeys
        ) { field in
            if let value = field.json(of: card, photo: photo) { members.append((field.key, value)) }
        } other: {
            members.append(($0, $1))
        }
        return members
    }

    /// ``storedForm(of:fields:)`` of all fields with a value, as text.
    /// - Parameter identifier: the one to write; nil for the card's own.
    public static func storedText(of card: Card, as identifier: CardID? = nil) -> [UInt8] {
        storedText(
            of: card, as: identifier ?? card.identifier, where: { $0.isFilled(in: card) },
            unknown: card.unknownKeys.sorted())
    }

    /// ``storedForm(of:fields:)`` as text.
    public static func storedText(of card: Card, fields: FieldSet) -> [UInt8] {
        storedText(
            of: card, as: card.identifier, where: { fields.contains($0.field) },
            unknown: fields.unknownKeys)
    }

    /// Writes member by member, without values in between: an import logs a million of these.
    private static func storedText(
        of card: Card, as identifier: CardID, where isWanted: (FieldDefinition) -> Bool, unknown keys: [ExactText]
    ) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.append("{")
        forEachMember(of: card, as: identifier, where: isWanted, unknown: keys) { field in
            // The identifier comes before every field.
            let end = writer.bytes.count
            writer.append(field.memberStart)
            if !field.write(card, photo: { $0.text }, to: &writer) { writer.removeAll(from: end) }
        } other: { key, value in
            if writer.bytes.count > 1 { writer.append(",") }
            writer.write(key: key)
            writer.append(":")
            writer.write(value)
        }
        writer.append("}")
        return writer.bytes
    }

    /// The members of a card: its identifier, the given fields in the table's order, and the unknown members with these keys.
    /// Removed unknown members come last, as null.
    private static func forEachMember(
        of card: Card, as identifier: CardID, where isWanted: (FieldDefinition) -> Bool, unknown keys: [ExactText],
        field: (FieldDefinition) -> Void, other: (String, JSON) -> Void
    ) {
        other(Key.identifier, .string(identifier.text))
        for definition in FieldDefinition.all where isWanted(definition) { field(definition) }
        for key in keys { if let value = card.unknownFields[key] { other(key.text, value) } }
        for key in keys where card.unknownFields[key] == nil { other(key.text, .null) }
    }
}

/// Why a JSON value is not a card.
public enum CardJSONError: UserFacingError, Equatable {
    case notAnObject
    case missingIdentifier
    case missingName
    case badIdentifier(String)
    case badValue(key: String)
    case tooLong(key: String, limit: Int)
    case tooMany(key: String, limit: Int)
    case tooManyValues

    public var userMessage: String {
        switch self {
        case .notAnObject: "the element is not a JSON object"
        case .missingIdentifier: "the card has no identifier"
        case .missingName: "the card has no name"
        case .badIdentifier(let text):
            "the identifier \"\(text.prefix(40))\" must be 1 to 128 of the characters A-Z a-z 0-9 _ -"
        case .badValue(let key): "the value of \"\(key)\" is invalid"
        case .tooLong(let key, let limit): "the value of \"\(key)\" is longer than \(limit.byteText)"
        case .tooMany(let key, let limit): "\"\(key)\" has more than \(limit) entries"
        case .tooManyValues: "it has more than \(CardBounds.values) values"
        }
    }
}
