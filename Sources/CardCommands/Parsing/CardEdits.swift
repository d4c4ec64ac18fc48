internal import Cards

/// The changes of one card's fields from the command line: texts that are not parsed yet, and paths of photos.
struct CardEdits: Equatable, Sendable {
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

extension CardEdits {
    /// Parses the options of `edit`. Throws ``UsageError``.
    init(_ parsed: ArgumentParser) throws(UsageError) {
        let cleared = parsed.values["clear"] ?? []
        for name in cleared {
            guard let field = DraftField.allCases.first(where: { $0.option == name }), field != .name else {
                throw parsed.failure("--clear: there is no field \"\(name)\" that can be empty")
            }
            if parsed.has(name) { throw parsed.failure("--\(name) cannot be used with --clear \(name)") }
            clear(field)
        }
        entries = EntryEdits(parsed)
        for field in DraftField.allCases where !DraftField.ofEntries.contains(field) {
            guard let values = parsed.values[field.option], let value = values.first else { continue }
            if field == .icon, value == CommandLineTable.noIcon {
                clear(field)
            } else if let side = field.side {
                photos[side] = value
            } else if field == .isStarred {
                isStarred = true
            } else if field == .groups {
                groups = values.map(LocalInput.group(from:)).filter { !$0.isEmpty }
            } else if field == .barcode, value.lowercased() == CommandLineTable.noBarcode {
                clear(field)
            } else {
                texts[field] = value
            }
        }
        // An amount has its currency; one of nothing would be left over.
        if cleared.contains("balance"), texts[.currency] == nil { texts[.currency] = "" }
    }

    private mutating func clear(_ field: DraftField) {
        if let side = field.side {
            photos[side] = .some(nil)
        } else if field == .isStarred {
            isStarred = false
        } else if field == .groups {
            groups = []
        } else {
            texts[field] = ""
        }
    }
}
