/// The fields of the form, in its order. The barcode has three: its kind, what is encoded where that is not the number, and how.
public enum DraftField: String, Hashable, Sendable, CaseIterable {
    case name, number, barcode, barcodeValue, encoding, note, groups, phone, website, validFrom, expiry, balance,
        currency, color, isStarred, front, back

    /// The field that holds that side's photo.
    public init(_ side: Card.Side) { self = side == .front ? .front : .back }

    /// Where what is missing can be given.
    public init(_ missing: CardValidation.MissingPart) {
        switch missing {
        case .name: self = .name
        case .numberOrPhoto: self = .number
        case .photo(let side): self.init(side)
        }
    }

    /// Those that come to the card's barcode, and mean nothing one without the others.
    public static let ofBarcode: [DraftField] = [.barcode, .barcodeValue, .encoding]

    public var side: Card.Side? {
        switch self {
        case .front: .front
        case .back: .back
        default: nil
        }
    }

    /// The label in the form.
    public var label: String {
        switch self {
        case .barcodeValue: "code value"
        case .encoding: "encoding"
        default: FieldDefinition.typed(in: self)?.label ?? rawValue
        }
    }

    /// Nil for what the form does not have; the first one where there are several.
    public init?(_ field: CardField) {
        guard let typed = field.definition?.formField else { return nil }
        self = typed
    }

    /// The field of the card that it is about.
    public var cardField: CardField { FieldDefinition.typed(in: self)?.field ?? .name }

    /// Whether it is typed as text; a photo's path is not what the field holds.
    public var isText: Bool { side == nil && self != .isStarred }
}
