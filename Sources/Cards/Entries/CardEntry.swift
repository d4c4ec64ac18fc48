/// One entry of a list of a card: a field of one's own, a further code or a further picture. As text it is one line.
public protocol CardEntry: Hashable, Sendable {
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
