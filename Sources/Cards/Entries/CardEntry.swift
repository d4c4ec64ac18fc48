/// One entry of a list of a card: a field of one's own, a further code or a further picture. As text it is one line.
public protocol CardEntry: Equatable, Sendable {
    /// The most entries that a card has.
    static var maximum: Int { get }

    /// Nil for JSON that this type would not write: then nothing of it may be lost, and the whole list is kept as it is.
    init?(json: JSON, photos form: CardJSON.PhotoForm, into photos: inout [PhotoHash: [UInt8]])
    /// Nil if its photo is not known.
    func json(photo: (PhotoHash) -> String?) -> JSON?

    /// - Parameter photos: those that a line can name.
    init(line: String, photos: [PhotoHash]) throws(TypingError)
    /// Without the end of a line.
    var line: String { get }

    /// The texts whose length is limited.
    var texts: [String] { get }
    /// The texts that a search finds.
    var searched: [String] { get }
    /// The photo that it names.
    var photo: PhotoHash? { get }
}

extension CardEntry {
    public var photo: PhotoHash? { nil }

    /// The entries of a text, one a line; empty lines are skipped.
    static func entries(of text: String, photos: [PhotoHash]) throws(TypingError) -> [Self] {
        var entries: [Self] = []
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
            do throws(TypingError) {
                entries.append(try Self(line: line, photos: photos))
            } catch {
                throw lines.count == 1 ? error : TypingError("line \(index + 1): \(error.message)")
            }
        }
        if entries.count > maximum { throw TypingError("a card can have \(maximum) of these at most") }
        return entries
    }

    /// The entries of a JSON array; nil if one of them is not valid, or too long, or there are too many.
    static func entries(
        of json: JSON, photos form: CardJSON.PhotoForm, into photos: inout [PhotoHash: [UInt8]]
    ) -> [Self]? {
        if json.isNothing { return [] }
        guard let elements = json.array, elements.count <= maximum else { return nil }
        var (entries, found): ([Self], [PhotoHash: [UInt8]]) = ([], [:])
        for element in elements {
            guard let entry = Self(json: element, photos: form, into: &found),
                entry.texts.allSatisfy({ $0.utf8.count <= CardBounds.lineBytes })
            else { return nil }
            entries.append(entry)
        }
        photos.merge(found) { first, _ in first }
        return entries
    }
}

extension JSON {
    /// The texts of an object that has these members and no other ones; nil for any other value. A member that is optional may be
    /// missing.
    func texts(_ required: [String], optional: [String] = []) -> [String: String]? {
        guard let object, required.allSatisfy({ object[$0] != nil }) else { return nil }
        var texts: [String: String] = [:]
        for (key, value) in object {
            guard required.contains(key) || optional.contains(key), let text = value.string else { return nil }
            texts[key] = text
        }
        return texts
    }
}

/// The entries of one list of a card, whatever their type.
public final class EntryAccess: Sendable {
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
