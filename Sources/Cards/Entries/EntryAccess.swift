/// The entries of one list of a card, whatever their type.
public struct EntryAccess: Sendable {
    /// The most that a card has.
    public let maximum: Int
    public let count: @Sendable (Card) -> Int
    /// The entries as lines of text.
    public let lines: @Sendable (Card) -> [String]
    let texts: @Sendable (Card) -> [String]
    let searched: @Sendable (Card) -> [String]
    let isEqual: @Sendable (Card, Card) -> Bool
    /// From the first card to the second.
    let copy: @Sendable (Card, inout Card) -> Void
    /// Nil if the bytes of a photo are not known: a list without one of its pictures would remove it elsewhere.
    public let json: @Sendable (Card, (PhotoHash) -> String?) -> JSON?
    /// False for a value that is no list of these, of which nothing was read.
    let read: @Sendable (JSON, CardJSON.PhotoForm, inout CardPatch) -> Bool
    private let setLines: @Sendable (String, [PhotoHash], inout Card) -> TypingError?

    init<Entry: CardEntry>(_ access: FieldDefinition.Access<[Entry]>) {
        maximum = Entry.maximum
        count = { access.get($0).count }
        lines = { access.get($0).map(\.line) }
        texts = { access.get($0).flatMap(\.texts) }
        searched = { access.get($0).flatMap(\.searched) }
        isEqual = { access.get($0) == access.get($1) }
        copy = { access.set(&$1, access.get($0)) }
        json = { card, photo in
            var elements: [JSON] = []
            for entry in access.get(card) {
                guard let json = entry.json(photo: photo) else { return nil }
                elements.append(json)
            }
            return .array(elements)
        }
        read = { json, form, patch in
            guard let entries = Entry.entries(of: json, photos: form, into: &patch.photos) else { return false }
            access.set(&patch.values, entries)
            return true
        }
        setLines = { text, photos, card in
            do throws(TypingError) {
                access.set(&card, try Entry.entries(of: text, photos: photos))
                return nil
            } catch {
                return error
            }
        }
    }

    /// Sets the entries that the store has of a card, with photos as hashes; invalid ones are none.
    public func setStored(_ json: JSON, _ card: inout Card) {
        var patch = CardPatch(values: card, fields: [])
        if read(json, .hash, &patch) { card = patch.values }
    }

    /// Sets the entries from lines of text. Throws for a line that cannot be read, and then sets nothing.
    func set(_ text: String, _ photos: [PhotoHash], _ card: inout Card) throws(TypingError) {
        if let error = setLines(text, photos, &card) { throw error }
    }
}

extension FieldDefinition {
    /// The fields that are lists of entries.
    public static let lists = all.filter { if case .entries = $0.kind { true } else { false } }

    /// The texts of the list that a search finds.
    func searched(_ card: Card) -> [String] {
        if case .entries(let entries) = kind { entries.searched(card) } else { [] }
    }
}
