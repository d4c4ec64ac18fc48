internal import Cards

/// The changes of one card's fields from the command line: texts that are not parsed yet, and paths of photos.
struct CardEdits: Hashable, Sendable {
    /// A field that is to be emptied has the empty text.
    var texts: [DraftField: String] = [:]
    var groups: [String]?
    var isStarred: Bool?
    /// Nil removes the photo.
    var photos: [Card.Side: String?] = [:]
    /// Changes of single entries; a list that is to be emptied is in ``texts``.
    var entries = EntryEdits()

    init() {}

    /// The fields of which nothing is to be left. Value and encoding are parts of a barcode.
    var emptied: [FieldDefinition] {
        DraftField.allCases.filter { field in
            switch field {
            case .barcodeValue, .encoding: false
            case .isStarred: isStarred == false
            case .groups: groups == []
            default: texts[field]?.isEmpty == true
            }
        }.compactMap(\.cardField.definition)
    }

    var isEmpty: Bool { texts.isEmpty && groups == nil && isStarred == nil && photos.isEmpty && entries.isEmpty }
}

extension DraftField {
    /// The option that sets it.
    var option: String {
        switch self {
        case .barcodeValue: "barcode-value"
        case .encoding: "barcode-encoding"
        case .groups: "group"
        case .codes: "code"
        case .ownFields: "field"
        case .pictures: "picture"
        case .isStarred: "star"
        default: cardField.definition?.option ?? rawValue
        }
    }
}
