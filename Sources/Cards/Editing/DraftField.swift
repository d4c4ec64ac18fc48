/// The fields of the form, in its order. The barcode has three: its kind, its value where that differs from the number, and its
/// encoding.
public enum DraftField: String, Hashable, Sendable, CaseIterable {
    case name, number, barcode, barcodeValue, encoding, note, groups
    case validFrom, expiry, remindBefore, balance, currency
    case phone, website, color, isStarred, front, back, icon
    case codes
    case ownFields = "fields"
    case pictures

    /// The field of that side's photo.
    public init(_ side: Card.Side) {
        self =
            switch side {
            case .front: .front
            case .back: .back
            case .icon: .icon
            }
    }

    /// The parts of the form, in order.
    public enum Part: String, Hashable, Sendable {
        case card
        case moneyAndDays = "money and days"
        case shopAndLooks = "shop and looks"
        case more
    }

    public var part: Part {
        switch self {
        case .name, .number, .barcode, .barcodeValue, .encoding, .note, .groups: .card
        case .validFrom, .expiry, .remindBefore, .balance, .currency: .moneyAndDays
        case .phone, .website, .color, .isStarred, .front, .back, .icon: .shopAndLooks
        case .codes, .ownFields, .pictures: .more
        }
    }

    /// The field in which a missing part can be entered.
    public init(_ missing: CardValidation.MissingPart) {
        switch missing {
        case .name: self = .name
        case .numberOrPhoto: self = .number
        case .photo(let side): self.init(side)
        }
    }

    /// The fields that make the card's barcode together.
    public static let ofBarcode: [DraftField] = [.barcode, .barcodeValue, .encoding]
    public var isOfBarcode: Bool { Self.ofBarcode.contains(self) }

    public var side: Card.Side? {
        switch self {
        case .front: .front
        case .back: .back
        case .icon: .icon
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

    /// Nil for a field that is not in the form; the first form field where there are several.
    public init?(_ field: CardField) {
        guard let typed = field.definition?.formField else { return nil }
        self = typed
    }

    /// The corresponding field of the card.
    public var cardField: CardField { FieldDefinition.typed(in: self)?.field ?? .name }

    /// The fields with a line for each entry.
    public static let ofEntries: [DraftField] = [.codes, .ownFields, .pictures]
    /// Whether the text can have several lines.
    public var isMultiline: Bool { self == .note || Self.ofEntries.contains(self) }

    /// Whether the value is typed as text. A photo's path does not count: the field holds the photo.
    public var isText: Bool { side == nil && self != .isStarred }
}
