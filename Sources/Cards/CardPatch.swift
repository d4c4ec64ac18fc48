/// New values for some fields of one card, from a file, a backend or a form, with the bytes of their photos. A field that is not in
/// the patch is unchanged.
public struct CardPatch: Hashable, Sendable {
    /// The values; only those of ``fields`` are valid.
    public var values: Card
    public var fields: FieldSet
    /// Unmodified bytes of photos that ``values`` references, as far as they were supplied.
    public var photos: [PhotoHash: [UInt8]]
    /// How a backend wrote values of ``fields`` that were read, but that this program would write in another way: by their keys.
    public var verbatim: JSONObject = [:]

    public init(values: Card, fields: FieldSet, photos: [PhotoHash: [UInt8]] = [:]) {
        (self.values, self.fields, self.photos) = (values, fields, photos)
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
