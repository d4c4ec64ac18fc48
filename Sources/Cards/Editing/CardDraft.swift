/// A card being created or edited: the typed text, and the card as last saved, to which cancel returns.
///
/// It holds the text as typed, valid or not, so that nothing is lost; ``card`` is the parsed result. An unedited field keeps its
/// saved value even where its text cannot represent it completely.
public struct CardDraft: Equatable, Sendable {
    public enum Mode: String, Hashable, Sendable { case create, edit }

    public let mode: Mode
    /// How days and amounts are read; today is that of the last typing, so that `tomorrow` keeps its meaning.
    public private(set) var input: LocalInput
    /// The card as last saved; when creating, an empty one.
    public private(set) var saved: Card
    private var texts: [DraftField: ExactText]
    public var isStarred: Bool
    /// The photos of the sides that have one.
    var sides: [Card.Side: PhotoHash]
    /// The pictures that were added to those of the card, whether a line names them or not.
    public internal(set) var addedPictures: [PhotoHash] = []
    /// Bytes of the chosen photos that are not saved yet, and of the originals that they were cropped from.
    public internal(set) var photos: [PhotoHash: [UInt8]] = [:]
    /// The originals of the chosen photos, so that the crop can be changed until the card is saved.
    public internal(set) var sources: [Card.Side: PhotoSource] = [:]

    public init(creating identifier: CardID, _ input: LocalInput) {
        self.init(mode: .create, saved: Card(identifier: identifier, name: ""), input)
    }

    public init(editing card: Card, _ input: LocalInput) { self.init(mode: .edit, saved: card, input) }

    public init(mode: Mode, saved: Card, _ input: LocalInput) {
        (self.mode, self.saved, isStarred, self.input) = (mode, saved, saved.isStarred, input)
        sides = saved.sides
        texts = Dictionary(
            uniqueKeysWithValues: DraftField.allCases.map { field in
                (field, ExactText(Self.text(of: field, of: saved, input.format)))
            })
    }

    public var identifier: CardID { saved.identifier }

    // MARK: - Typing

    /// The text of a field; for a photo field the typed path.
    public func text(of field: DraftField) -> String { texts[field]?.text ?? "" }

    /// - Parameter today: the day of typing.
    public mutating func setText(_ text: String, of field: DraftField, today: CalendarDay? = nil) {
        texts[field] = ExactText(text)
        if let today { input.today = today }
    }

    /// Whether no field of a part has a value; what every card has is no such part.
    public func isEmpty(_ part: DraftField.Part) -> Bool {
        if part == .card || (part == .shopAndLooks && (isStarred || !sides.isEmpty)) { return false }
        return fields.allSatisfy { $0.part != part || text(of: $0).isEmpty }
    }

    public func photo(_ side: Card.Side) -> PhotoHash? { sides[side] }

    /// Sets the new photo of a side and clears the typed path.
    public mutating func setPhoto(_ photo: NewPhoto, side: Card.Side) {
        photos[photo.hash] = photo.bytes
        photos[photo.originalHash] = photo.original
        texts[DraftField(side)] = ""
        set(photo.hash, side, PhotoSource(original: photo.originalHash, crop: photo.crop))
    }

    public mutating func removePhoto(_ side: Card.Side) { set(nil, side, nil) }
    private mutating func set(_ photo: PhotoHash?, _ side: Card.Side, _ source: PhotoSource?) {
        sides[side] = photo
        sources[side] = source
        forgetOtherPhotos()
    }

    /// The original and the crop of a side's photo; nil where they are no longer known.
    public func cut(_ side: Card.Side) -> (original: [UInt8], crop: PhotoCrop)? {
        sources[side].flatMap { source in photos[source.original].map { ($0, source.crop) } }
    }

    mutating func forgetOtherPhotos() {
        let named = Set(sides.values + sources.values.map(\.original) + addedPictures)
        photos = photos.filter { named.contains($0.key) }
    }

    /// Whether anything differs from what was last saved.
    public var isChanged: Bool {
        var draft = self
        if !isTouched(.pictures) {
            // Pictures that no line names any more are no change.
            draft.addedPictures = []
            draft.forgetOtherPhotos()
        }
        return draft != CardDraft(mode: mode, saved: saved, input)
    }

    /// The draft on a newer saved card: unedited fields show the newly saved values. The barcode fields count as one: a mixture
    /// would be a barcode that nobody entered.
    public func rebased(on card: Card) -> CardDraft {
        var draft = CardDraft(mode: .edit, saved: card, input)
        let before = CardDraft(mode: mode, saved: saved, input)
        var touched = Set(DraftField.allCases.filter { texts[$0] != before.texts[$0] })
        if !touched.isDisjoint(with: DraftField.ofBarcode) { touched.formUnion(DraftField.ofBarcode) }
        for field in touched { draft.texts[field] = texts[field] }
        if isStarred != before.isStarred { draft.isStarred = isStarred }
        for side in Card.Side.allCases where sides[side] != before.sides[side] { draft.sides[side] = sides[side] }
        draft.addedPictures = addedPictures.filter { !card.photos(in: .pictures).contains($0) }
        draft.photos = photos.filter { hash, _ in !card.sides.values.contains(hash) }
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
        let card = card
        let named = Set(card.photos)
        return CardPatch(from: old, to: card, photos: photos.filter { named.contains($0.key) })
    }

    var parsed: (card: Card, problems: [DraftField: String]) {
        var card = saved
        var problems: [DraftField: String] = [:]
        card.isStarred = isStarred
        // Only what was changed: setting a photo drops a value that could not be read.
        for side in Card.Side.allCases where card[side] != sides[side] { card[side] = sides[side] }
        for field in DraftField.allCases where isTouched(field) {
            let text = text(of: field)
            problems[field] = CardBounds.problem(with: text, of: field) ?? set(text, of: field, in: &card)
        }
        setCurrencyOfBalance(in: &card, problems: &problems)
        if problems[.barcodeValue] == nil { setBarcode(in: &card, problems: &problems) }
        if card.currency != nil, card.balance.isEmpty, problems[.balance] == nil, saved.currency != card.currency {
            problems[.balance] = "a currency needs an amount"
        }
        // Invalid dates from other sources do not prevent editing the name.
        let hasNewDays = card.validFrom != saved.validFrom || card.expiry != saved.expiry
        if hasNewDays, let first = card.validFrom, let last = card.expiry, first > last {
            problems[.expiry] = problems[.expiry] ?? "this is before the start date"
        }
        return (card, problems)
    }

    /// Sets one field from its text; returns a message if the text is invalid.
    private func set(_ text: String, of field: DraftField, in card: inout Card) -> String? {
        if DraftField.ofBarcode.contains(field) { return nil }  // One value: ``setBarcode(in:problems:)``.
        if field.side != nil { return text.trimmed.isEmpty ? nil : "the photo at this path is not loaded yet" }
        do throws(TypingError) {
            try FieldDefinition.typed(in: field)?.set(text, in: &card, input, photos: addedPictures)
            return nil
        } catch {
            return error.message
        }
    }

    /// A unit that was typed behind the amount counts where the field of the currency says nothing else.
    private func setCurrencyOfBalance(in card: inout Card, problems: inout [DraftField: String]) {
        guard isTouched(.balance) || isTouched(.currency), problems[.balance] == nil, problems[.currency] == nil else {
            return
        }
        // Nothing is left that the unit would be of.
        if card.balance.isEmpty, BalanceUnit(code: card.currency).isWrittenWithAmount { card.currency = nil }
        if isTouched(.balance), let unit = try? input.amount(from: text(of: .balance)).unit {
            if isTouched(.currency), !text(of: .currency).trimmed.isEmpty, card.currency != unit.code {
                return problems[.currency] = "the balance is in \(unit.text)"
            }
            card.currency = unit.code
        }
        problems[.balance] = BalanceUnit(code: card.currency).problem(with: card.balance)
    }

    /// Whether the field shows something else than the saved card.
    public func isTouched(_ field: DraftField) -> Bool { !text(of: field).isSameText(as: text(of: field, of: saved)) }

    /// The text of a field as the form shows it of a card.
    func text(of field: DraftField, of card: Card) -> String { Self.text(of: field, of: card, input.format) }

    private static func text(of field: DraftField, of card: Card, _ format: LocalFormat) -> String {
        switch field {
        case .barcode: card.barcode?.format.label ?? ""
        case .barcodeValue: card.barcode?.value ?? ""
        case .encoding: card.barcode?.encoding ?? ""
        default: FieldDefinition.typed(in: field)?.text(of: card, format) ?? ""
        }
    }
}

extension String {
    /// Without the marks of writing direction, joiners and others that nobody sees, which come along with what is copied.
    public var withoutInvisible: String {
        unicodeScalars.contains { $0.properties.generalCategory == .format }
            ? String(unicodeScalars.filter { $0.properties.generalCategory != .format }.map(Character.init)) : self
    }
}

extension Card {
    fileprivate var sides: [Side: PhotoHash] {
        Side.allCases.reduce(into: [:]) { sides, side in sides[side] = self[side] }
    }
}

/// The pictures of a draft beside front and back: lines of text that name pictures of the card, added ones, and files to be read.
extension CardDraft {
    /// The files that have to be read before the card can be saved.
    public var pictureFiles: [PictureLines.File] { isTouched(.pictures) ? pictureLines.files : [] }

    private var pictureLines: PictureLines { PictureLines(text(of: .pictures)) }

    /// Adds a picture as the last line.
    public mutating func addPicture(_ bytes: [UInt8], hash: PhotoHash, label: String = "") {
        setPictures(pictureLines.adding(FurtherPicture(label: label, hash: hash)), bytes, hash)
    }

    /// Puts a picture in place of the file of a line. Without such a line it is not used.
    public mutating func setPicture(_ bytes: [UInt8], hash: PhotoHash, of file: PictureLines.File) {
        if let text = pictureLines.replacing(file, with: hash) { setPictures(text, bytes, hash) }
    }

    private mutating func setPictures(_ text: String, _ bytes: [UInt8], _ hash: PhotoHash) {
        if !saved.pictures.contains(where: { $0.hash == hash }) {
            photos[hash] = bytes
            if !addedPictures.contains(hash) { addedPictures.append(hash) }
        }
        setText(text, of: .pictures)
    }
}

/// The draft as named values, for an editor instead of the form. Photos are not part of it.
extension CardDraft {
    /// The form's fields that are typed, and the star.
    public var namedTexts: [NamedText] {
        DraftField.allCases.filter { $0.side == nil }.map { field in
            NamedText(name: field.rawValue, text: field == .isStarred ? "\(isStarred)" : text(of: field))
        }
    }

    /// Takes over what was edited; a name that is missing leaves its field as it is.
    /// - Returns: what cannot be used, by line.
    public mutating func receive(_ values: [NamedText]) -> [NamedTextProblem] {
        var problems: [NamedTextProblem] = []
        var lines: [DraftField: Int] = [:]
        for value in values {
            guard let field = DraftField(rawValue: value.name), field.side == nil else {
                problems.append(NamedTextProblem(line: value.line, reason: "there is no field \(value.name)"))
                continue
            }
            if let first = lines.updateValue(value.line, forKey: field) {
                problems.append(
                    NamedTextProblem(line: value.line, reason: "\(value.name) is set twice, first in line \(first)"))
            }
            guard field == .isStarred else {
                if !text(of: field).isSameText(as: value.text) { setText(value.text, of: field) }
                continue
            }
            switch value.text {
            case "true": isStarred = true
            case "false": isStarred = false
            default: problems.append(NamedTextProblem(line: value.line, reason: "this must be true or false"))
            }
        }
        return (problems + values.problems(of: self)).sorted { $0.line < $1.line }
    }
}

extension [NamedText] {
    /// The problems of the draft's fields, by the lines of the values. One of a field that is not there belongs to the beginning.
    public func problems(of draft: CardDraft) -> [NamedTextProblem] {
        draft.problems.map { field, reason in
            NamedTextProblem(line: last { $0.name == field.rawValue }?.line ?? 1, reason: reason)
        }.sorted { $0.line < $1.line }
    }
}

extension Card {
    /// Why the form would not take this card as it is, by field; empty for one that could be typed.
    public func formProblems(_ input: LocalInput) -> [DraftField: String] {
        var draft = CardDraft(creating: identifier, input)
        let typed = CardDraft(editing: self, input)
        for field in DraftField.allCases { draft.setText(typed.text(of: field), of: field) }
        draft.addedPictures = photos(in: .pictures)
        var problems = draft.problems
        if let problem = draft.barcodeProblem { problems[.barcode] = problem.userMessage }
        return problems
    }
}
