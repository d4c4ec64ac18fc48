/// Some fields of one card, as a file, a backend or a form sets them: the fields that are there, and the bytes of the photos
/// that come with them. A field that is not there is unchanged.
public struct CardPatch: Hashable, Sendable {
    /// The values; only those of ``fields`` count.
    public var values: Card
    public var fields: Set<CardField>
    /// Bytes of the photos that ``values`` names and that came along, as they came.
    public var photos: [PhotoHash: [UInt8]]

    public init(values: Card, fields: Set<CardField>, photos: [PhotoHash: [UInt8]] = [:]) {
        (self.values, self.fields, self.photos) = (values, fields, photos)
    }

    /// What turns one card into the other.
    public init(from old: Card?, to new: Card, photos: [PhotoHash: [UInt8]] = [:]) {
        let fields = old.map { new.differences(from: $0) } ?? new.filledFields
        self.init(values: new, fields: fields, photos: photos)
    }

    public var identifier: CardID { values.identifier }

    /// The card after the patch; an unknown card starts empty.
    public func applied(to card: Card?) -> Card {
        var result = card ?? Card(identifier: identifier, name: "")
        result.copy(fields, from: values)
        return result
    }
}
