/// New values for some fields of one card, from a file, a backend or a form, with the bytes of their photos. A field that is not in
/// the patch is unchanged.
public struct CardPatch: Hashable, Sendable {
    /// The values; only those of ``fields`` are valid.
    public var values: Card
    public var fields: Set<CardField>
    /// Unmodified bytes of photos that ``values`` references, as far as they were supplied.
    public var photos: [PhotoHash: [UInt8]]

    public init(values: Card, fields: Set<CardField>, photos: [PhotoHash: [UInt8]] = [:]) {
        (self.values, self.fields, self.photos) = (values, fields, photos)
    }

    /// The patch that turns the old card into the new one.
    public init(from old: Card?, to new: Card, photos: [PhotoHash: [UInt8]] = [:]) {
        let fields = old.map { new.differences(from: $0) } ?? new.filledFields
        self.init(values: new, fields: fields, photos: photos)
    }

    public var identifier: CardID { values.identifier }

    /// The card after the patch; nil starts from an empty card.
    public func applied(to card: Card?) -> Card {
        var result = card ?? Card(identifier: identifier, name: "")
        result.copy(fields, from: values)
        return result
    }
}
