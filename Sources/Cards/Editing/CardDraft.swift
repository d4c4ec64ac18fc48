/// A card being created or edited: the typed text, and the card as last saved, to which cancel returns.
///
/// It holds the text as typed, valid or not, so that nothing is lost; ``card`` is the parsed result. An unedited field keeps its
/// saved value even where its text cannot represent it completely.
public struct CardDraft: Hashable, Sendable {
    public enum Mode: String, Hashable, Sendable { case create, edit }

    public let mode: Mode
    /// The card as last saved; when creating, an empty one.
    public private(set) var saved: Card
    private var texts: [DraftField: ExactText]
    public var isStarred: Bool
    public private(set) var front: PhotoHash?
    public private(set) var back: PhotoHash?
    /// Bytes of the chosen photos that are not saved yet, and of the originals that they were cropped from.
    public private(set) var photos: [PhotoHash: [UInt8]] = [:]
    /// The originals of the chosen photos, so that the crop can be changed until the card is saved.
    public private(set) var sources: [Card.Side: PhotoSource] = [:]

    public init(creating identifier: CardID) {
        self.init(mode: .create, saved: Card(identifier: identifier, name: ""))
    }

    public init(editing card: Card) { self.init(mode: .edit, saved: card) }

    private init(mode: Mode, saved: Card) {
        (self.mode, self.saved, isStarred) = (mode, saved, saved.isStarred)
        (front, back) = (saved.front, saved.back)
        texts = Self.texts(of: saved)
    }

    public var identifier: CardID { saved.identifier }

    // MARK: - Typing

    /// The text of a field; for a photo field the typed path.
    public func text(of field: DraftField) -> String { texts[field]?.text ?? "" }

    public mutating func setText(_ text: String, of field: DraftField) { texts[field] = ExactText(text) }

    public func photo(_ side: Card.Side) -> PhotoHash? { side == .front ? front : back }

    /// Sets the new photo of a side and clears the typed path.
    public mutating func setPhoto(_ photo: NewPhoto, side: Card.Side) {
        photos[photo.hash] = photo.bytes
        photos[photo.originalHash] = photo.original
        texts[DraftField(side)] = ""
        set(photo.hash, side, PhotoSource(original: photo.originalHash, crop: photo.crop))
    }

    public mutating func removePhoto(_ side: Card.Side) { set(nil, side, nil) }

    private mutating func set(_ photo: PhotoHash?, _ side: Card.Side, _ source: PhotoSource?) {
        if side == .front { front = photo } else { back = photo }
        sources[side] = source
        forgetOtherPhotos()
    }

    /// The original and the crop of a side's photo; nil where they are no longer known.
    public func cut(_ side: Card.Side) -> (original: [UInt8], crop: PhotoCrop)? {
        sources[side].flatMap { source in photos[source.original].map { ($0, source.crop) } }
    }

    private mutating func forgetOtherPhotos() {
        let named = Set([front, back].compactMap { $0 } + sources.values.map(\.original))
        photos = photos.filter { named.contains($0.key) }
    }

    /// Whether anything differs from what was last saved.
    public var isChanged: Bool { self != CardDraft(mode: mode, saved: saved) }

    /// The draft on a newer saved card: unedited fields show the newly saved values. The barcode fields count as one: a mixture
    /// would be a barcode that nobody entered.
    public func rebased(on card: Card) -> CardDraft {
        var draft = CardDraft(mode: .edit, saved: card)
        let before = CardDraft(mode: mode, saved: saved)
        var touched = Set(DraftField.allCases.filter { texts[$0] != before.texts[$0] })
        if !touched.isDisjoint(with: DraftField.ofBarcode) { touched.formUnion(DraftField.ofBarcode) }
        for field in touched { draft.texts[field] = texts[field] }
        if isStarred != before.isStarred { draft.isStarred = isStarred }
        if front != before.front { draft.front = front }
        if back != before.back { draft.back = back }
        draft.photos = photos.filter { hash, _ in hash != card.front && hash != card.back }
        draft.sources = sources.filter { side, source in
            draft.photo(side) == photo(side) && photo(side) != card[side] && photos[source.original] != nil
        }
        draft.forgetOtherPhotos()
        return draft
    }

    // MARK: - Reading

    /// The parsed card; a field whose text is invalid keeps the saved value, and ``problems`` names it.
    public var card: Card { parsed.card }

    /// The messages for invalid text, by field.
    public var problems: [DraftField: String] { parsed.problems }

    /// The changes that saving makes, with the bytes of new photos.
    public var patch: CardPatch {
        patch(from: mode == .create ? nil : saved)
    }

    /// The patch that creates the whole card.
    public var wholePatch: CardPatch { patch(from: nil) }

    private func patch(from old: Card?) -> CardPatch {
        CardPatch(from: old, to: card, photos: photos.filter { $0.key == front || $0.key == back })
    }

    var parsed: (card: Card, problems: [DraftField: String]) {
        var card = saved
        var problems: [DraftField: String] = [:]
        card.isStarred = isStarred
        (card.front, card.back) = (front, back)
        for field in DraftField.allCases where isTouched(field) {
            let text = text(of: field)
            problems[field] = CardBounds.problem(with: text, of: field) ?? set(text, of: field, in: &card)
        }
        if problems[.barcodeValue] == nil { setBarcode(in: &card, problems: &problems) }
        if card.currency != nil, card.balance.isEmpty, problems[.balance] == nil, saved.currency != card.currency {
            problems[.balance] = "an amount belongs to the currency"
        }
        // Invalid dates from other sources do not prevent editing the name.
        let hasNewDays = card.validFrom != saved.validFrom || card.expiry != saved.expiry
        if hasNewDays, let first = card.validFrom, let last = card.expiry, first > last {
            problems[.expiry] = problems[.expiry] ?? "this is before the first day"
        }
        return (card, problems)
    }

    /// Sets one field from its text; returns a message if the text is invalid.
    private func set(_ text: String, of field: DraftField, in card: inout Card) -> String? {
        // The three barcode fields make one value: ``setBarcode(in:problems:)``.
        if DraftField.ofBarcode.contains(field) { return nil }
        if field.side != nil { return text.trimmed.isEmpty ? nil : "the photo of this path was not taken yet" }
        return FieldDefinition.typed(in: field)?.set(text, in: &card)
    }

    /// Whether the text differs from that of the saved card.
    func isTouched(_ field: DraftField) -> Bool { !text(of: field).isSameText(as: Self.text(of: field, of: saved)) }

    private static func texts(of card: Card) -> [DraftField: ExactText] {
        Dictionary(uniqueKeysWithValues: DraftField.allCases.map { ($0, ExactText(text(of: $0, of: card))) })
    }

    static func text(of field: DraftField, of card: Card) -> String {
        switch field {
        case .barcode: card.barcode?.format.label ?? ""
        case .barcodeValue: card.barcode?.value ?? ""
        case .encoding: card.barcode?.encoding ?? ""
        default: FieldDefinition.typed(in: field)?.text(of: card) ?? ""
        }
    }
}

extension String {
    /// The text without blanks at either end.
    public var trimmed: String {
        // Fast path: most text has no blanks there and need not be copied.
        guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[start...end])
    }
}

// MARK: - Kept between runs

extension CardDraft {
    private enum Key {
        static let mode = "mode"
        static let saved = "saved"
        static let texts = "texts"
        static let starred = "starred"
        static let front = "front"
        static let back = "back"
        static let sources = "cutFrom"
    }

    /// The draft without photo bytes, for the state directory.
    public var json: JSON {
        .object([
            Key.mode: .string(mode.rawValue),
            Key.saved: CardJSON.storedForm(of: saved, fields: saved.filledFields.union([.name])),
            Key.texts: .object(
                Dictionary(uniqueKeysWithValues: texts.map { ($0.key.rawValue, JSON.string($0.value.text)) })),
            Key.starred: .bool(isStarred),
            Key.front: .string(front?.text ?? ""),
            Key.back: .string(back?.text ?? ""),
            Key.sources: .object(
                Dictionary(uniqueKeysWithValues: sources.map { ($0.key.rawValue, $0.value.json) })),
        ])
    }

    /// Parses ``json``; nil if it is invalid. A photo whose bytes are neither given nor saved with the card is dropped.
    public init?(json: JSON, photos: [PhotoHash: [UInt8]]) {
        guard let mode = json[Key.mode]?.string.flatMap(Mode.init), let savedJSON = json[Key.saved],
            let saved = try? CardJSON.patch(from: savedJSON, photos: .hash).applied(to: nil),
            let texts = json[Key.texts]?.object, let isStarred = json[Key.starred]?.bool
        else { return nil }
        self.init(mode: mode, saved: saved)
        for (key, value) in texts {
            if let field = DraftField(rawValue: key), let text = value.string { self.texts[field] = ExactText(text) }
        }
        self.isStarred = isStarred
        let isHere = { (hash: PhotoHash?, old: PhotoHash?) in hash.map { photos[$0] != nil || $0 == old } ?? true }
        let (front, back) = (PhotoHash(json[Key.front]?.string ?? ""), PhotoHash(json[Key.back]?.string ?? ""))
        if isHere(front, saved.front) { self.front = front }
        if isHere(back, saved.back) { self.back = back }
        self.photos = photos
        for side in Card.Side.allCases where photo(side) != saved[side] {
            let source = json[Key.sources]?[side.rawValue].flatMap { PhotoSource(json: $0) }
            if let source, photos[source.original] != nil { sources[side] = source }
        }
        forgetOtherPhotos()
    }
}
