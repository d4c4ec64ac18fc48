/// Persists unsaved forms, so that none is lost when its connection or process ends.
public protocol DraftKeeping: Sendable {
    /// Replaces the last draft with the same key. It has reached the disk when the call returns.
    func save(_ draft: StoredDraft) async throws

    /// Removes the draft of a form that was saved or discarded. Removing a missing draft is no error.
    func remove(_ key: StoredDraft.Key) async throws

    /// Removes the drafts of these cards, whichever process they are of: the cards were deleted for good.
    func removeAll(of cards: Set<CardID>) async throws

    /// The drafts of ended processes, oldest first. They then belong to this process: no other receives them while it runs, and
    /// they are leftovers again if it ends without removing them.
    func leftovers() async -> [StoredDraft]
}

/// An unsaved form as kept outside the store: the typed text, the process and the time.
public struct StoredDraft: Equatable, Sendable {
    /// A process has one draft per card.
    public struct Key: Hashable, Sendable {
        public let card: CardID
        public let process: DraftProcess

        public init(card: CardID, process: DraftProcess = .current) { (self.card, self.process) = (card, process) }
    }

    public let key: Key
    /// The form's own format, opaque here.
    public var form: JSON
    /// The bytes of photos that the form references and that are not in the store yet.
    public var photos: [PhotoHash: [UInt8]]
    public var time: Timestamp

    public init(key: Key, form: JSON, photos: [PhotoHash: [UInt8]] = [:], time: Timestamp) {
        self.key = key
        self.form = form
        self.photos = photos
        self.time = time
    }

    public var identifier: CardID { key.card }
}

/// Identifies one run of the program. Not the process ID: that is reused, and has no meaning for a program in another container
/// that shares the folder.
public typealias DraftProcess = HexID<32, StoredDraft>

extension DraftProcess {
    /// This run.
    public static let current = random()
}

/// A draft that is kept between runs: as JSON, with days and amounts as every locale reads them.
extension CardDraft {
    fileprivate enum Key {
        static let mode = "mode"
        static let saved = "saved"
        static let texts = "texts"
        static let starred = "starred"
        static let sources = "cutFrom"
        static let added = "addedPictures"
    }

    /// The draft without photo bytes, for the state directory.
    public var json: JSON {
        let sides = Card.Side.allCases.map { ($0.rawValue, JSON.string(photo($0)?.text ?? "")) }
        return .object(
            [
                Key.mode: .string(mode.rawValue),
                Key.saved: CardJSON.storedForm(of: saved, fields: saved.filledFields.union([.name])),
                Key.texts: .object(
                    Dictionary(
                        uniqueKeysWithValues: DraftField.allCases.map {
                            ($0.rawValue, JSON.string(neutralText(of: $0)))
                        })),
                Key.starred: .bool(isStarred),
                Key.added: .array(addedPictures.map { .string($0.text) }),
                Key.sources: .object(
                    Dictionary(uniqueKeysWithValues: sources.map { ($0.key.rawValue, $0.value.json) })),
            ].merging(sides) { first, _ in first })
    }

    /// Parses ``json``; nil if it is invalid. A photo whose bytes are neither given nor saved with the card is dropped.
    public init?(json: JSON, photos: [PhotoHash: [UInt8]], _ input: LocalInput) {
        guard let mode = json[Key.mode]?.string.flatMap(Mode.init), let savedJSON = json[Key.saved],
            let saved = try? CardJSON.patch(from: savedJSON, photos: .hash).applied(to: nil),
            let texts = json[Key.texts]?.object, let isStarred = json[Key.starred]?.bool
        else { return nil }
        self.init(mode: mode, saved: saved, input)
        for (key, value) in texts {
            if let field = DraftField(rawValue: key), let text = value.string {
                setText(localText(text, of: field), of: field)
            }
        }
        self.isStarred = isStarred
        self.photos = photos
        let added = json[Key.added]?.array?.compactMap { $0.string.flatMap { PhotoHash($0) } } ?? []
        addedPictures = added.filter { photos[$0] != nil }
        for side in Card.Side.allCases {
            // A draft of an older version says nothing of the icon.
            guard let text = json[side.rawValue]?.string else { continue }
            let hash = PhotoHash(text)
            if hash.map({ photos[$0] != nil || $0 == saved[side] }) ?? true { sides[side] = hash }
            let source = json[Key.sources]?[side.rawValue].flatMap { PhotoSource(json: $0) }
            if photo(side) != saved[side], let source, photos[source.original] != nil { sources[side] = source }
        }
        forgetOtherPhotos()
    }

    /// A text that means the same in every locale and on every day; what cannot be read stays as it was typed.
    private func neutralText(of field: DraftField) -> String {
        let text = text(of: field)
        switch FieldDefinition.typed(in: field)?.kind {
        case .day: return (try? input.day(from: text, isStart: field == .validFrom))?.text ?? text
        case .text(_, .amount):
            guard let typed = try? input.amount(from: text) else { return text }
            guard let unit = typed.unit else { return typed.amount }
            return unit.isWrittenWithAmount
                ? AmountFormat.plain.text(Balance(amount: typed.amount, currency: unit.code))
                : "\(typed.amount) \(unit.text)"
        default: return text
        }
    }

    /// The opposite of ``neutralText(of:)``.
    private func localText(_ text: String, of field: DraftField) -> String {
        switch FieldDefinition.typed(in: field)?.kind {
        case .day: return CalendarDay(text).map(input.format.text) ?? text
        case .text(_, .amount):
            let parts = text.split(separator: " ", maxSplits: 1)
            guard let amount = parts.first.map(String.init), Balance.amount(from: amount) == amount else { return text }
            return ([input.format.amounts.typedText(amount)] + parts.dropFirst().map(String.init)).joined(
                separator: " ")
        default: return text
        }
    }
}

extension CardID {
    /// That of the card of a draft in JSON; nil for none.
    public init?(ofDraft json: JSON) {
        guard let text = json[CardDraft.Key.saved]?["identifier"]?.string else { return nil }
        self.init(text)
    }
}
