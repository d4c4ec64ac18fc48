internal import Cards

/// One element of a My Cards list: what it sets of a card. What is absent in it stays as it is; an element that would leave a
/// card without a name is refused.
struct MyCardsElement: ResponseParsing {
    let patch: CardPatch

    init(decoding json: JSON) throws { patch = try CardJSON.patch(from: json) }

    func result() throws -> CardPatch { try patch.checked() }
}

extension CardPatch {
    /// No name and no number is longer; one that is would hold up every row that shows it.
    private static let maximumLineBytes = 64 << 10
    private static let maximumNoteBytes = 1 << 20

    /// What can be taken from a backend. Throws ``CardJSONError``.
    func checked() throws(CardJSONError) -> CardPatch {
        if fields.contains(.name), values.hasBlankName { throw .missingName }
        let lines = [
            ("name", values.name), ("number", values.number), ("balance", values.balance),
            ("currency", values.currency ?? ""), ("barcode", values.barcode?.value ?? ""),
        ]
        for (key, text) in lines + values.groups.map({ ("groups", $0) })
        where text.utf8.count > Self.maximumLineBytes {
            throw .tooLong(key: key)
        }
        if values.note.utf8.count > Self.maximumNoteBytes { throw .tooLong(key: "note") }
        return self
    }
}
