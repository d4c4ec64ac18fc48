internal import Basics

/// New values for some fields of one card, from a file, a backend or a form, with the bytes of their photos. A field that is not in
/// the patch is unchanged.
public struct CardPatch: Equatable, Sendable {
    /// The values; only those of ``fields`` are valid.
    public var values: Card
    public var fields: FieldSet
    /// Unmodified bytes of photos that ``values`` references, as far as they were supplied.
    public var photos: [PhotoHash: [UInt8]]
    /// How a backend wrote values of ``fields`` that were read, but that this program would write in another way: by their keys.
    public var verbatim: JSONObject = [:]

    public init(values: Card, fields: FieldSet, photos: [PhotoHash: [UInt8]] = [:]) {
        self.values = values
        self.fields = fields
        self.photos = photos
    }

    /// The patch that turns the old card into the new one.
    public init(from old: Card?, to new: Card, photos: [PhotoHash: [UInt8]] = [:]) {
        let fields = old.map { new.differences(from: $0) } ?? new.filledFields
        self.init(values: new, fields: fields, photos: photos)
    }

    public var identifier: CardID { values.identifier }

    /// The fields whose value could not be read.
    public var unreadFields: [FieldDefinition] { values.unreadFields }

    /// The card as a backend has it after it sent this patch; nil for a card that it had not. The values that are to be sent back as they came
    /// are beside those that were read. A photo that was readable before stays.
    public func shadow(over base: Card?) -> Card {
        var card = applied(to: base)
        for field in unreadFields where field.hasPhotos {
            guard let base, field.hasValue(in: base) else { continue }
            field.copy(from: base, to: &card)
            card.unknownFields[field.key] = values.unknownFields[field.key]
        }
        for (key, value) in verbatim { card.unknownFields[key] = value }
        return card
    }

    /// The card after the patch; nil starts from an empty card.
    public func applied(to card: Card?) -> Card {
        var result = card ?? Card(identifier: identifier, name: "")
        result.copy(fields, from: values)
        return result
    }
}

/// The limits of one card, whatever its origin: a larger one would block every screen that shows it.
public enum CardBounds {
    /// For single-line text: name, number, balance, currency, the barcode's value, a group.
    public static let lineBytes = 64 << 10
    public static let noteBytes = 1 << 20
    /// For one element of a list or a file, including its photos: the number of JSON values, nested ones included.
    public static let values = 10_000

    /// The maximum UTF-8 bytes of the text of a form field; nil where the text only names something else, such as a file.
    public static func bytes(of field: DraftField) -> Int? {
        switch field {
        case .barcode, .encoding: nil
        // One text holds several groups or entries, each of which is bounded.
        case .groups, .codes, .ownFields, .pictures: noteBytes
        default: FieldDefinition.typed(in: field)?.maximumBytes
        }
    }

    /// A message for a text that is too long for its field; nil for a valid one.
    public static func problem(with text: String, of field: DraftField) -> String? {
        if field == .groups {
            let isLong = text.split(separator: ",").contains { $0.utf8.count > lineBytes }
            if isLong { return "a group can be \(lineBytes.byteText) at most" }
        }
        if case .entries? = FieldDefinition.typed(in: field)?.kind {
            let isLong = text.utf8.split(separator: UInt8(ascii: "\n")).contains { $0.count > lineBytes }
            if isLong { return "a line can be \(lineBytes.byteText) at most" }
        }
        guard let limit = bytes(of: field), text.utf8.count > limit else { return nil }
        return "it can be \(limit.byteText) at most, but is \((text.utf8.count + 1023).byteText)"
    }
}

extension CardPatch {
    /// The patch, if it is within the limits: see ``check()``.
    public func checked() throws(CardJSONError) -> CardPatch {
        try check()
        return self
    }

    /// Checks the limits for a card from a backend, a file or a command line. Throws ``CardJSONError``.
    public func check() throws(CardJSONError) {
        if fields.contains(.name), values.hasBlankName { throw .missingName }
        // An import checks a million patches, most of which have a few fields.
        for definition in fields.definitions {
            if case .entries(let entries) = definition.kind, entries.count(values) > entries.maximum {
                throw .tooMany(key: definition.key, limit: entries.maximum)
            }
            guard let limit = definition.maximumBytes, definition.isLonger(than: limit, in: values) else { continue }
            throw .tooLong(key: definition.key, limit: limit)
        }
    }
}

extension FieldDefinition {
    /// The maximum UTF-8 bytes of a text of the field, of each text if it has several; nil for a field without text.
    var maximumBytes: Int? {
        switch kind {
        case .text(_, .note): CardBounds.noteBytes
        case .text, .currency, .texts, .barcode, .entries: CardBounds.lineBytes
        case .day, .color, .time, .flag, .photo: nil
        }
    }

    fileprivate func isLonger(than limit: Int, in card: Card) -> Bool {
        switch kind {
        case .text(let access, _): access.get(card).utf8.count > limit
        case .currency(let access): access.get(card).map { $0.utf8.count > limit } ?? false
        case .texts(let access): access.get(card).contains { $0.utf8.count > limit }
        case .barcode(let access): access.get(card)?.value.map { $0.utf8.count > limit } ?? false
        case .entries(let entries): entries.texts(card).contains { $0.utf8.count > limit }
        case .day, .color, .time, .flag, .photo: false
        }
    }
}

/// A change that the user made to a card: the unit that the store applies and logs. It holds neither time nor device; the store
/// adds both.
public enum CardChange: Equatable, Sendable {
    /// Creates the card or sets some of its fields.
    case set(CardPatch)
    case delete(CardID)

    public var identifier: CardID {
        switch self {
        case .set(let patch): patch.identifier
        case .delete(let identifier): identifier
        }
    }
}
