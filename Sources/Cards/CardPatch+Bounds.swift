/// What one card may hold, wherever it comes from: more would hold up every screen that shows it.
public enum CardBounds {
    /// Of a text of one line: name, number, balance, currency, the barcode's value, a group.
    public static let lineBytes = 64 << 10
    public static let noteBytes = 1 << 20
    /// Of one element of a list or a file, with its photos: values in all, those inside others counted.
    public static let values = 10_000

    /// "64 kB", "1 MB".
    static func size(_ bytes: Int) -> String { bytes >= 1 << 20 ? "\(bytes >> 20) MB" : "\(bytes >> 10) kB" }

    /// How many bytes of UTF-8 the text of a field of the form may have; nil where the text is a name for something else.
    public static func bytes(of field: DraftField) -> Int? {
        switch field {
        case .barcode, .encoding: nil
        // Several groups stand in one text, and each is bounded.
        case .groups: noteBytes
        default: FieldDefinition.typed(in: field)?.maximumBytes
        }
    }

    /// Words for a text that is too long for its field; nil for one that is not.
    public static func problem(with text: String, of field: DraftField) -> String? {
        if field == .groups {
            let isLong = text.split(separator: ",").contains { $0.utf8.count > lineBytes }
            if isLong { return "a group may have \(size(lineBytes)) at most" }
        }
        guard let limit = bytes(of: field), text.utf8.count > limit else { return nil }
        return "it may have \(size(limit)) at most, and has \(size(text.utf8.count + 1023))"
    }
}

extension CardPatch {
    /// What can be taken from a backend, a file or a command line. Throws ``CardJSONError``.
    public func checked() throws(CardJSONError) -> CardPatch {
        if fields.contains(.name), values.hasBlankName { throw .missingName }
        for definition in FieldDefinition.all {
            guard let limit = definition.maximumBytes, definition.isLonger(than: limit, in: values) else { continue }
            throw .tooLong(key: definition.key, limit: limit)
        }
        return self
    }
}

extension FieldDefinition {
    /// How many bytes of UTF-8 a text of the field may have, of several each one; nil for what is no text.
    var maximumBytes: Int? {
        switch kind {
        case .text(_, .note): CardBounds.noteBytes
        case .text, .currency, .texts, .barcode: CardBounds.lineBytes
        case .day, .color, .time, .flag, .photo: nil
        }
    }

    fileprivate func isLonger(than limit: Int, in card: Card) -> Bool {
        switch kind {
        case .text(let access, _): access.get(card).utf8.count > limit
        case .currency(let access): access.get(card).map { $0.utf8.count > limit } ?? false
        case .texts(let access): access.get(card).contains { $0.utf8.count > limit }
        case .barcode(let access): access.get(card)?.value.map { $0.utf8.count > limit } ?? false
        case .day, .color, .time, .flag, .photo: false
        }
    }
}
