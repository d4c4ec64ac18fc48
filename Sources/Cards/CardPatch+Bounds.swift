/// What one card may hold, wherever it comes from: more would hold up every screen that shows it.
public enum CardBounds {
    /// Of a text of one line: name, number, balance, currency, the barcode's value, a group.
    public static let lineBytes = 64 << 10
    public static let noteBytes = 1 << 20
    /// Of one element of a list or a file, with its photos: values in all, those inside others counted.
    public static let values = 10_000

    /// "64 kB", "1 MB".
    static func size(_ bytes: Int) -> String { bytes >= 1 << 20 ? "\(bytes >> 20) MB" : "\(bytes >> 10) kB" }

    /// How many bytes of UTF-8 the text of a field may have; nil where the text is a name for something else.
    public static func bytes(of field: DraftField) -> Int? {
        switch field {
        case .note: noteBytes
        case .name, .number, .barcodeValue, .balance, .currency: lineBytes
        // Several groups stand in one text, and each is bounded.
        case .groups: noteBytes
        case .barcode, .encoding, .validFrom, .expiry, .color, .isStarred, .front, .back: nil
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
        try Self.check(values.name, "name")
        try Self.check(values.number, "number")
        try Self.check(values.balance, "balance")
        if let currency = values.currency { try Self.check(currency, "currency") }
        if let barcode = values.barcode?.value { try Self.check(barcode, "barcode") }
        for group in values.groups { try Self.check(group, "groups") }
        if values.note.utf8.count > CardBounds.noteBytes {
            throw .tooLong(key: "note", limit: CardBounds.noteBytes)
        }
        return self
    }

    private static func check(_ text: String, _ key: String) throws(CardJSONError) {
        if text.utf8.count > CardBounds.lineBytes { throw .tooLong(key: key, limit: CardBounds.lineBytes) }
    }
}
